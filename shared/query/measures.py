"""Figures of a set of rows: all rows of a query, or those of one of its groups.

Empty cells never take part in a figure of a column. A figure of no known cell is empty (null), but counts are 0. No
figure is ever infinite or "not a number": where it would be, it is empty.
"""

import re
from collections.abc import Iterator
from typing import Annotated, Final, Literal

from pydantic import Field

from shared.query.base import Column, Name, Node, Value
from shared.query.conditions import Condition, list_problems
from shared.query.groupings import AnyGrouping

Function = Literal[
    "sum", "mean", "median", "min", "max", "range", "stddev", "variance", "stddev_population", "variance_population",
    "interquartile_range", "skewness", "kurtosis", "geometric_mean", "standard_error", "variation", "distinct", "known",
    "empty",
]  # fmt: skip
"""Over the n known cells of a column:

`sum` · `mean` · `median` (of an even n the mean of the middle two) · `min` · `max` · `range` max - min · `stddev` and
`variance` of a sample (divided by n-1; empty for n < 2) · `stddev_population` and `variance_population` (divided by
n) · `interquartile_range` Q3 - Q1, interpolated as `quantile` · `skewness` of a sample, adjusted (G1 = g1 *
sqrt(n(n-1)) / (n-2); empty for n < 3 or where all are equal) · `kurtosis` excess of a sample, adjusted (G2 =
(n-1)/((n-2)(n-3)) * ((n+1) g2 + 6); empty for n < 4 or where all are equal) · `geometric_mean` (empty where a cell is
not above 0) · `standard_error` stddev / sqrt(n) · `variation` stddev / mean (empty where the mean is 0) · `distinct`
how many different values · `known` how many known cells, n · `empty` how many empty cells.

`min` and `max` are of numbers, times and texts, which come in the order of their code points (of times and texts they
stand only by themselves or in `filtered`); `distinct`, `known` and `empty` of any column; all others of numbers.
"""
Outer = Literal["mean", "median", "sum", "min", "max", "stddev"]
COUNTS: Final = frozenset({"distinct", "known", "empty"})
"""Functions that count cells, of any column."""
ADDITIVE: Final = frozenset({"sum", "known", "empty"})
"""Functions whose figures of parts add up to that of the whole."""


class Figure(Node):
    """What all measures have: a name that others in the query (ranking, having, an outer query) can call them by.

    Only a measure of a query's list may be named, none inside another measure.
    """

    name: Name | None = None


class RowCount(Figure):
    """How many rows there are, whatever is in their cells."""

    kind: Literal["rows"] = "rows"


class Statistic(Figure):
    """A function of the known cells of one column."""

    kind: Literal["statistic"] = "statistic"
    function: Function
    column: Column


class Quantile(Figure):
    """A quantile of the known cells of a number column, at 0 < at < 1; linear interpolation at position (n-1) * at of
    the sorted cells, from 0 (numpy's default). The 90th percentile is at 0.9."""

    kind: Literal["quantile"] = "quantile"
    column: Column
    at: float = Field(gt=0, lt=1)


class Rate(Figure):
    """The share of rows whose cell is this value, in percent, among the rows whose cell is known. Empty where
    none is known. The value is the one that means yes, e.g. true, "yes" or 1."""

    kind: Literal["rate"] = "rate"
    column: Column
    value: Value


class Filtered(Figure):
    """A measure over only those of the rows that meet all conditions. Of no rows, counts are 0 and others empty."""

    kind: Literal["filtered"] = "filtered"
    measure: "AnyMeasure"
    where: tuple[Condition, ...] = Field(min_length=1, max_length=20)

    def problems(self) -> Iterator[str]:
        yield from named_within(self.measure)
        yield from list_problems(self.where)
        if self.measure.kind == "filtered":
            yield "put all conditions of a filtered measure into one list"


class Arithmetic(Figure):
    """Two measures of the same rows, put together. A ratio is left / right, a percentage 100 * left / right, a
    difference left - right. Empty where one of them is, and for a division by 0."""

    kind: Literal["arithmetic"] = "arithmetic"
    operator: Literal["ratio", "percentage", "difference", "sum", "product"]
    left: "AnyMeasure"
    right: "AnyMeasure"

    def problems(self) -> Iterator[str]:
        yield from named_within(self.left)
        yield from named_within(self.right)
        if self.left == self.right and self.operator != "product":
            yield f"the {self.operator} of a measure and itself says nothing: name two different measures"


class PerGroup(Figure):
    """A measure of each group, and then one figure of those: the average per customer of the sum of revenue.

    The rows are parted by `per` inside the rows that this is a figure of; rows whose `per` cell is empty take no part
    (with the grouping's `keep_empty` they are one more group). `measure` is computed for each group, and `function`
    (mean, median, sum, min, max, or sample stddev) of the groups whose measure is not empty.
    """

    kind: Literal["per_group"] = "per_group"
    function: Outer
    per: AnyGrouping
    measure: "AnyMeasure"

    def problems(self) -> Iterator[str]:
        yield from named_within(self.measure)
        if any(isinstance(one, PerGroup) for one in parts(self.measure)):
            yield "a measure per group has two levels; for more, ask a query over a query"


AnyMeasure = Annotated[
    RowCount | Statistic | Quantile | Rate | Filtered | Arithmetic | PerGroup, Field(discriminator="kind")
]


def parts(measure: AnyMeasure) -> tuple[AnyMeasure, ...]:
    """The measure and all measures inside it, outermost first."""
    inner: tuple[AnyMeasure, ...] = ()
    if isinstance(measure, Arithmetic):
        inner = (measure.left, measure.right)
    elif isinstance(measure, Filtered | PerGroup):
        inner = (measure.measure,)
    return (measure, *(part for one in inner for part in parts(one)))


def named_within(measure: AnyMeasure) -> Iterator[str]:
    """The sentence for a measure inside another one that has a name."""
    if measure.name is not None:
        yield f"only a measure of the query's own list has a name, not one inside another: {measure.name}"


def is_share_of_rows(measure: AnyMeasure) -> bool:
    """Whether the measure is how many rows in a hundred meet conditions, so that it lies between 0 and 100."""
    if isinstance(measure, Arithmetic) and measure.operator == "percentage":
        part = measure.left
        return isinstance(part, Filtered) and part.measure == measure.right == RowCount()
    return isinstance(measure, Rate)


def is_additive(measure: AnyMeasure) -> bool:
    """Whether the figures of groups add up to the figure of all of them: counts of rows and cells, and sums."""
    if isinstance(measure, Filtered):
        return is_additive(measure.measure)
    if isinstance(measure, Arithmetic):
        return measure.operator in ("sum", "difference") and is_additive(measure.left) and is_additive(measure.right)
    return isinstance(measure, RowCount) or (isinstance(measure, Statistic) and measure.function in ADDITIVE)


def of_no_rows(measure: AnyMeasure) -> int | None:
    """What the measure of no rows is: 0 for counts and what is worked out of counts alone, else empty."""
    if isinstance(measure, Filtered):
        return of_no_rows(measure.measure)
    if isinstance(measure, Arithmetic):
        is_empty = None in (of_no_rows(measure.left), of_no_rows(measure.right))
        return None if is_empty or measure.operator in ("ratio", "percentage") else 0
    counts = isinstance(measure, RowCount) or (isinstance(measure, Statistic) and measure.function in COUNTS)
    return 0 if counts else None


def default_name(measure: AnyMeasure) -> str:
    """The name of a measure that was given none: sum_revenue, rows, p90_price, mean_per_customer_sum_revenue."""
    if measure.name:
        return measure.name
    if isinstance(measure, Statistic):
        return f"{measure.function}_{slug(measure.column)}"
    if isinstance(measure, Quantile):
        return f"p{slug(f'{100 * measure.at:.6g}')}_{slug(measure.column)}"
    if isinstance(measure, Rate):
        return f"rate_{slug(measure.column)}"
    if isinstance(measure, Filtered):
        return f"{default_name(measure.measure)}_filtered"
    if isinstance(measure, Arithmetic):
        return f"{measure.operator}_{default_name(measure.left)}_{default_name(measure.right)}"
    if isinstance(measure, PerGroup):
        return f"{measure.function}_per_{slug(measure.per.column)}_{default_name(measure.measure)}"
    return "rows"


def slug(text: str) -> str:
    """A column's name with everything but letters, digits and `_` made `_`, in lower case."""
    return re.sub(r"[^0-9a-z]+", "_", text.lower()).strip("_") or "column"
