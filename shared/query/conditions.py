"""Conditions on rows.

Logic has two values: a row meets a condition or it does not. A cell that is empty meets `empty`, `!=`, `none_of` and
`not` of anything that it does not meet; it meets no other condition. So `!=` is exactly "not =", and `not` of
"price > 5" holds for prices up to 5 *and* for rows without a price.
"""

from collections.abc import Iterator
from typing import Annotated, Final, Literal

from pydantic import Field, StrictInt

from shared.query.base import Column, Node, Number, Time, Value, moment

Operator = Literal["=", "!=", "<", "<=", ">", ">="]
Inequality = Literal["<", "<=", ">", ">="]
Part = Literal["year", "quarter", "month", "day", "weekday", "hour"]
"""A part of a time: the year, the quarter 1..4, the month 1..12, the day of the month 1..31, the weekday 1 (Monday) ..
7 (Sunday), the hour 0..23 (0 for a date without a time of day)."""

PART_NUMBERS: Final[dict[Part, range]] = {
    "year": range(1, 10_000), "quarter": range(1, 5), "month": range(1, 13), "day": range(1, 32),
    "weekday": range(1, 8), "hour": range(24),
}  # fmt: skip
Among = Literal["all", "selected"]
"""The rows that a figure inside a condition is taken of.

`all`: every row of the query's source (with its derived columns), whatever the conditions. `selected`: in a query's
`where`, the rows that meet all those of its conditions that compare with no figure, at any depth; in the `where` of a
filtered measure, all rows that meet the query's whole `where`.
"""


class Compare(Node):
    """The cell, compared with a value. On texts and flags only `=` and `!=`; texts are equal if every character is.

    On a time column the value is a date or a time; a date alone is its midnight.
    """

    kind: Literal["compare"] = "compare"
    column: Column
    operator: Operator
    value: Value


class CompareColumns(Node):
    """The cell, compared with another cell of the same row. Where either is empty the row does not meet it, but for
    `!=`, which is "not ="."""

    kind: Literal["compare_columns"] = "compare_columns"
    column: Column
    operator: Operator
    other: Column

    def problems(self) -> Iterator[str]:
        if self.column == self.other:
            yield "name two different columns: a column compared with itself says nothing"


class OneOf(Node):
    """The cell is one of two or more different values. For a single value use `compare`."""

    kind: Literal["one_of"] = "one_of"
    column: Column
    values: tuple[Value, ...] = Field(min_length=2, max_length=200)

    def problems(self) -> Iterator[str]:
        yield from _repeated(self.values)


class NoneOf(Node):
    """The cell is none of two or more different values. An empty cell is none of them. For one value use `!=`."""

    kind: Literal["none_of"] = "none_of"
    column: Column
    values: tuple[Value, ...] = Field(min_length=2, max_length=200)

    def problems(self) -> Iterator[str]:
        yield from _repeated(self.values)


class Range(Node):
    """A number from low to high, both included. For times use `period`."""

    kind: Literal["range"] = "range"
    column: Column
    low: Number
    high: Number

    def problems(self) -> Iterator[str]:
        if self.low > self.high:
            yield f"low must not be above high: {self.low} is above {self.high}"


class Period(Node):
    """A time from start, included, up to end, excluded. March 2025 is 2025-03-01 to 2025-04-01."""

    kind: Literal["period"] = "period"
    column: Column
    start: Time
    end: Time

    def problems(self) -> Iterator[str]:
        if moment(self.start) >= moment(self.end):
            yield (f"a period ends after it starts, and its end is excluded: {self.start} to {self.end} is empty")


class Empty(Node):
    """The cell is empty. (An empty text is a value; ingestion has made cells empty that hold none.)"""

    kind: Literal["empty"] = "empty"
    column: Column


class Known(Node):
    """The cell is not empty."""

    kind: Literal["known"] = "known"
    column: Column


class PartIs(Node):
    """A part of a time is one of the given numbers: weekday 6 or 7, month 12, hour 8."""

    kind: Literal["part_is"] = "part_is"
    column: Column
    part: Part
    values: tuple[StrictInt, ...] = Field(min_length=1, max_length=60)

    def problems(self) -> Iterator[str]:
        known = PART_NUMBERS[self.part]
        yield from _repeated(self.values)
        if not all(value in known for value in self.values):
            yield f"the {self.part} of a time is a whole number from {known[0]} to {known[-1]}"


class Contains(Node):
    """The text holds this text somewhere, capital letters or not. Both are compared in lower case, and `%` and `_` are
    plain characters."""

    kind: Literal["contains"] = "contains"
    column: Column
    text: str = Field(min_length=1, max_length=300)


class Lists(Node):
    """The cell lists this thing, alone or beside others. For columns whose cells list several things each; their `=`
    compares whole cells."""

    kind: Literal["lists"] = "lists"
    column: Column
    thing: str = Field(min_length=1, max_length=300)


class AgainstFigure(Node):
    """A number, compared with `times` a figure of its column among rows.

    Empty cells do not take part in the figure; where no cell is known there is no figure, and no row meets it. `=` is
    only for the minimum and the maximum themselves: the rows at the extreme, all of them.
    """

    kind: Literal["against_figure"] = "against_figure"
    column: Column
    operator: Literal["<", "<=", ">", ">=", "="]
    figure: Literal["mean", "median", "min", "max"]
    times: Annotated[Number, Field(gt=0)] = 1
    among: Among = "all"

    def problems(self) -> Iterator[str]:
        if self.operator == "=" and (self.figure not in ("min", "max") or self.times != 1):
            yield "only the min and the max themselves can be equalled; compare others with <, <=, > or >="


class AgainstQuantile(Node):
    """A number, compared with a quantile of its column among rows. Linear interpolation between the known cells
    (position (n-1) * at, as numpy's default); above the 90th percentile is `>` with at 0.9."""

    kind: Literal["against_quantile"] = "against_quantile"
    column: Column
    operator: Inequality
    at: float = Field(gt=0, lt=1)
    among: Among = "all"


class AgainstSpread(Node):
    """A number, by how far it lies from the middle of its column.

    The stretch from low to high is, around the `mean`, mean - reach * s to mean + reach * s, with s the sample standard
    deviation (n-1); around the `quartiles`, Q1 - reach * (Q3-Q1) to Q3 + reach * (Q3-Q1), quartiles interpolated as in
    `against_quantile`. `above` is > high, `below` < low, `outside` either of the two, `within` low <= number <= high.
    Where there is no such figure (fewer than two known cells have no s) no row meets it.
    """

    kind: Literal["against_spread"] = "against_spread"
    column: Column
    position: Literal["above", "below", "outside", "within"]
    around: Literal["mean", "quartiles"]
    reach: Annotated[Number, Field(gt=0, le=100)]
    among: Among = "all"


class AnyOf(Node):
    """At least one of two or more conditions is met."""

    kind: Literal["any_of"] = "any_of"
    conditions: tuple["Condition", ...] = Field(min_length=2, max_length=20)

    def problems(self) -> Iterator[str]:
        if any(isinstance(one, AnyOf) for one in self.conditions):
            yield "put the conditions of an any_of inside an any_of into one list"
        yield from _repeated(self.conditions)


class AllOf(Node):
    """All of two or more conditions are met. Not for a whole `where`, whose conditions must all be met anyway."""

    kind: Literal["all_of"] = "all_of"
    conditions: tuple["Condition", ...] = Field(min_length=2, max_length=20)

    def problems(self) -> Iterator[str]:
        if any(isinstance(one, AllOf) for one in self.conditions):
            yield "put the conditions of an all_of inside an all_of into one list"
        yield from _repeated(self.conditions)


class Not(Node):
    """The condition is not met. An empty cell, which meets hardly any condition, meets its `not`."""

    kind: Literal["not"] = "not"
    condition: "Condition"

    def problems(self) -> Iterator[str]:
        inner = self.condition
        instead = _INSTEAD_OF_NOT.get(inner.kind)
        if isinstance(inner, Compare | CompareColumns) and inner.operator in ("=", "!="):
            instead = "the operator != or ="
        if instead:
            yield f"instead of not around {inner.kind}, use {instead}"


_INSTEAD_OF_NOT = {
    "not": "the condition itself", "one_of": "none_of", "none_of": "one_of", "empty": "known", "known": "empty",
}  # fmt: skip

Condition = Annotated[
    Compare | CompareColumns | OneOf | NoneOf | Range | Period | Empty | Known | PartIs | Contains | Lists
    | AgainstFigure | AgainstQuantile | AgainstSpread | AnyOf | AllOf | Not,
    Field(discriminator="kind"),
]  # fmt: skip
Relative = AgainstFigure | AgainstQuantile | AgainstSpread
Conditions = Annotated[tuple[Condition, ...], Field(max_length=20)]
"""Conditions that must all be met."""


def is_relative(condition: Condition) -> bool:
    """Whether the condition, or one inside it, compares with a figure."""
    if isinstance(condition, AnyOf | AllOf):
        return any(is_relative(one) for one in condition.conditions)
    if isinstance(condition, Not):
        return is_relative(condition.condition)
    return isinstance(condition, Relative)


def list_problems(conditions: tuple[Condition, ...]) -> Iterator[str]:
    """What is wrong with a list of conditions: it could be said more plainly."""
    if any(isinstance(one, AllOf) for one in conditions):
        yield "all conditions of a list must be met anyway: put those of the all_of into the list itself"
    yield from _repeated(conditions)


def _repeated(values: tuple[object, ...]) -> Iterator[str]:
    keys = [(type(value).__name__ if isinstance(value, bool) else "", value) for value in values]
    if any(key in keys[:place] for place, key in enumerate(keys)):
        yield "the same is said twice: each value or condition stands once"
