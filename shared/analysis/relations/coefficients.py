"""Coefficients of pairs of measures, each with the facts that tell it."""

from __future__ import annotations

from typing import NamedTuple

from shared.contracts import Cell, Fact
from shared.query.words.figures import show_number
from shared.query.words.values import sentence
from shared.table.nouns import agreeing, how_many


class Coefficient(NamedTuple):
    """A pair of measures with Pearson's coefficient of them, from -1 to 1, and how many rows have both; `row` is where
    it stands in the result, in the columns `correlation` and `rows`."""

    row: int
    one: str
    other: str
    value: float
    rows: int

    @property
    def shown(self) -> str:
        """The coefficient as it is told."""
        return show_number(self.value, None, 3)


def coefficient_fact(fact_id: str, found: Coefficient, where: str) -> Fact:
    """The fact of a coefficient, among the rows that conditions leave (`where`, in words)."""
    name = f"correlation of {found.one} and {found.other}{where}"
    return Fact(
        id=fact_id, name=name, value=found.value, decimals=3, text=sentence(f"the {name} is {found.shown}"),
        cells=(Cell(query=0, row=found.row, column="correlation"),),
    )  # fmt: skip


def rows_fact(fact_id: str, found: Coefficient, where: str, rows: str) -> Fact:
    """The fact of how many of the `rows` (their noun) have both measures."""
    both = f"{found.one} and {found.other}{where}"
    return Fact(
        id=fact_id, name=f"number of {rows} with {both}", value=found.rows,
        text=f"{how_many(found.rows, rows)} {agreeing(found.rows, 'has', 'have')} {both}.",
        cells=(Cell(query=0, row=found.row, column="rows"),),
    )  # fmt: skip
