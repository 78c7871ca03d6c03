"""What a figure is a figure of: rows there, rows used, rows left out and why; groups shown of groups there."""

from typing import Literal, Self

from pydantic import Field, model_validator

from shared.contracts.base import Contract

Why = Literal["repeated", "condition", "no_group", "other_group", "own_condition", "unreadable", "empty"]
"""Why a row is left out: it repeats another one in every column, and each is read once; it does not meet the query's
conditions; its group cell is empty; it is in another group; it does not meet the figure's own conditions; its text is
no number; its cell is empty (or, for a figure of groups, it has no group there)."""


class LeftOut(Contract):
    """Rows that are left out for one reason."""

    why: Why
    rows: int = Field(gt=0)


class Account(Contract):
    """What one aggregate is computed from: used + left out = there, which are the rows of the table, or the groups or
    rows of an inner query. `column` is None if it counts rows; `left_out` has the reasons that apply."""

    column: str | None
    there: int = Field(ge=0)
    used: int = Field(ge=0)
    left_out: tuple[LeftOut, ...] = ()

    @model_validator(mode="after")
    def _accounted_for(self) -> Self:
        left = sum(one.rows for one in self.left_out)
        if self.used + left != self.there:
            raise ValueError(f"{self.used} used and {left} left out are not the {self.there} that are there")
        return self

    def without(self, why: Why) -> int:
        """How many rows are left out for that reason."""
        return sum(one.rows for one in self.left_out if one.why == why)


class LookupMatches(Contract):
    """How many of the rows of one dataset, in percent, found their row in another one; and how many found none because
    `several` there have the key. `columns` are the query's names for those that it looks up; `counts`: all of these are
    counts, 0 where there is no row."""

    dataset: str
    looked_in: str
    columns: tuple[str, ...] = ()
    matched: float
    several: float = 0.0
    counts: bool = False


class Completeness(Contract):
    """What a figure covers: an account of each aggregate that it is made of; how many groups the result shows of those
    that are `there`, and whether any were cut off; the columns whose empty cells belong to no group; the percentage of
    rows that a join matched (the lowest, if there are several joins; None without one), and the `lookups` among the
    joins; the latest day of the data, None if no single column says it."""

    accounts: tuple[Account, ...] = ()
    shown: int = Field(ge=0)
    there: int = Field(ge=0)
    cut: bool = False
    grouped_by: tuple[str, ...] = ()
    matched: float | None = None
    lookups: tuple[LookupMatches, ...] = ()
    as_of: str | None = None
