"""What rows are grouped by.

A row whose group cell is empty belongs to no group: it is left out of every figure of the query, and counted as left
out (`completeness`). With `keep_empty` such rows make a group of their own, whose value is null.
Without a ranking groups come in ascending order of the groupings from first to last, null after all others: numbers and
times by size, texts by code point, false before true, bins from the lowest, and so the labels of a bucket.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated, Final, Literal, get_args

from pydantic import Field

from shared.contracts import ColumnProfile
from shared.query.base import Column, Node, Number
from shared.query.conditions import Part

Grain = Literal["hour", "day", "week", "month", "quarter", "year", "decade"]
MONTHS_OF_GRAIN: Final[dict[Grain, int]] = {"month": 1, "quarter": 3, "year": 12, "decade": 120}
GRAINS: Final[tuple[Grain, ...]] = get_args(Grain)
RECURRING: Final[dict[str, Part]] = {"weekday": "weekday", "month of year": "month", "hour of day": "hour"}
"""The parts of a time that people group by most, as a question and a result's column call them."""
TimeStep = Literal[Grain, "weekday", "month of year", "hour of day"]
"""A length of time, or a part of it that recurs, as a question calls it."""
STEPS: Final[tuple[TimeStep, ...]] = get_args(TimeStep)


class ByColumn(Node):
    """One group for each value of a column. Texts are the same if every character is."""

    kind: Literal["column"] = "column"
    column: Column
    keep_empty: bool = False


class ByTime(Node):
    """One group for each period with rows in it; weeks begin on Monday, decades with a year that ends in 0.

    The group's value is where it begins: a date, for hours a timestamp. Periods without rows are no groups. `hour` is
    for columns with a time of day.
    """

    kind: Literal["time"] = "time"
    column: Column
    grain: Grain
    keep_empty: bool = False


class ByPart(Node):
    """One group for each part of a time, whatever the date: all Mondays, all Decembers. The value is its number."""

    kind: Literal["part"] = "part"
    column: Column
    part: Part
    keep_empty: bool = False


class ByEdges(Node):
    """Bins of a number, cut at ascending edges, each in the bin above it. The first is under the first edge, then
    [edge, next edge), the last from the last edge on.

    The value is the bin's label as `bin_labels` gives it. A bin without rows is no group.
    """

    kind: Literal["edges"] = "edges"
    column: Column
    edges: tuple[Number, ...] = Field(min_length=1, max_length=50)
    keep_empty: bool = False

    def problems(self) -> Iterator[str]:
        yield from unordered(self.edges)


class ByWidth(Node):
    """Bins of a number of one width, [k * width, (k+1) * width). The value is floor(number / width) *
    width, the lower edge."""

    kind: Literal["width"] = "width"
    column: Column
    width: Annotated[Number, Field(gt=0)]
    keep_empty: bool = False


Grouping = ByColumn | ByTime | ByPart | ByEdges | ByWidth
AnyGrouping = Annotated[Grouping, Field(discriminator="kind")]


def by_step(column: ColumnProfile, step: TimeStep | None) -> Grouping:
    """A time column cut to a step of time, or a column of years to decades; left whole without a step."""
    name, part = column.name, RECURRING.get(step or "")
    if step is None or (column.of_years and step == "year"):
        return ByColumn(column=name)
    if column.of_years and step == "decade":
        return ByWidth(column=name, width=10)
    return ByPart(column=name, part=part) if part else ByTime.model_validate({"column": name, "grain": step})


def step_of(item: AnyGrouping) -> str | None:
    """The step of time that a grouping cuts a time to; None for any other."""
    if isinstance(item, ByTime):
        return item.grain
    return next((name for name, part in RECURRING.items() if isinstance(item, ByPart) and part == item.part), None)


def bin_labels(edges: tuple[int | float, ...]) -> tuple[str, ...]:
    """The labels of the bins between edges, from the lowest: one more than there are edges.

    (10, 20) gives "under 10", "10 to under 20", "20 and over"; numbers are written in their shortest form.
    """
    shown = [shortest(edge) for edge in edges]
    between = [f"{low} to under {high}" for low, high in pairwise(shown)]
    return (f"under {shown[0]}", *between, f"{shown[-1]} and over")


def shortest(number: int | float) -> str:
    """A number as people write it: no exponent, no trailing zeros."""
    text = f"{number:f}" if isinstance(number, float) and "e" in repr(number) else repr(number)
    return text.rstrip("0").rstrip(".") if "." in text else text


def unordered(edges: tuple[int | float, ...]) -> Iterator[str]:
    """The sentence for an edge that is not above the one before it."""
    if any(low >= high for low, high in pairwise(edges)):
        yield "edges ascend, each above the one before it"
