"""The figures that an analysis computes, and how it groups, orders and limits them."""

from collections.abc import Iterable, Iterator
from typing import Literal

from pydantic import Field

from shared.analysis.conditions import AVERAGED
from shared.contracts import Contract, DatasetProfile, Scalar
from shared.contracts.base import Checked
from shared.query.groupings import AnyGrouping, Grouping
from shared.query.measures import Function

MetricFunction = Literal[Function, "count", "percentile", "rate"]
Headline = Literal["sides", "difference", "change", "ratio", "more", "less", "cells", "rows", "any"]


class Metric(Contract, Checked):
    """One number to compute. `column` is None for a count of rows; `parameter` is a percentile in 0..1.

    "rate" is the share of rows, in percent, whose yes/no column says yes: `positive` is the value that means yes.
    `per` makes "mean" or "median" one over groups: of the total of the column in each group, or, without a column, of
    the number of rows in each; "count" with `per` is the number of groups.
    """

    function: MetricFunction
    column: str | None = None
    parameter: float | None = None
    positive: Scalar = None
    per: AnyGrouping | None = None

    def problems(self) -> Iterator[str]:
        """A column, a parameter and the like: each where the function takes it, and only there."""
        if self.column is None and self.function != "count" and not (self.per and self.function in AVERAGED):
            yield f"the function {self.function} needs a column; only count does without one"
        if (self.parameter is not None) != (self.function == "percentile"):
            yield "`parameter` is the percentile, in 0..1: percentile needs it, and no other function takes it"
        if self.parameter is not None and not 0 <= self.parameter <= 1:
            yield "`parameter` is a percentile in 0..1, such as 0.9 for the 90th"
        if (self.positive is not None) != (self.function == "rate"):
            yield "`positive` is the value that means yes: rate needs it, and no other function takes it"
        if self.per is not None and not (self.function in AVERAGED or (self.function == "count" and not self.column)):
            yield "`per` is for mean and median over groups, and for count (without a column), the number of groups"


class Ordering(Contract):
    """Order by the metric at `metric`; `limit` rows are asked for (None: all) after `offset` (1: the second)."""

    metric: int = Field(default=0, ge=0)
    descending: bool = True
    limit: int | None = Field(default=None, ge=1)
    offset: int = Field(default=0, ge=0)


class MetricCondition(Contract, Checked):
    """A condition on groups: only those whose metric (the one at `metric`) compares so with the number.

    `of` is the metric where it is none of the reading's own: "how many customers have more than 3 orders".
    """

    metric: int = Field(default=0, ge=0)
    operator: Literal["=", "<", "<=", ">", ">="]
    value: float = Field(allow_inf_nan=False)
    of: Metric | None = None

    def problems(self) -> Iterator[str]:
        """What is wrong with the condition: its figure may not be one per subgroup."""
        if self.of is not None and self.of.per is not None:
            yield "the figure that groups must meet is one of the group itself: without `per`"


def units_of(metrics: Iterable[Metric], groups: Iterable[Grouping], table: DatasetProfile) -> tuple[Grouping, ...]:
    """The groupings by a column that holds the unit or currency of the metrics' figures: figures of different groups of
    it do not compare."""
    said = {table.column(one.column).unit_column for one in metrics if one.column}
    return tuple(group for group in groups if group.column in said)
