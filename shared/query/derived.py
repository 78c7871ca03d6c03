"""Columns that a query derives for each row before its conditions. A later one may use an earlier one.

Each has a name that no column before it has, capital letters or not. Where a cell that it needs is empty it is empty
too, but for fills. "All rows" are those that the query reads, before its conditions.
"""

from collections.abc import Iterator
from typing import Annotated, Final, Literal

from pydantic import Field, StrictStr

from shared.query.base import Column, Name, Node, Number, Value
from shared.query.conditions import Part
from shared.query.groupings import unordered

_BODY = (
    r" *(?P<sign>[-\u2212+])? *(?:[A-Za-z]{1,3}\.? *)?(?:[$€£¥₹] *(?P<second>[-\u2212+])? *)?"
    r"(?P<digits>(?:[0-9]{1,3}(?:[THOUSANDS' ][0-9]{3})+|[0-9]+)(?:DECIMAL[0-9]+)?|DECIMAL[0-9]+)"
    r"(?: *[A-Za-z%/°²³][A-Za-z%/°²³ .]{0,19}| +[-–—:=] +[A-Za-zÀ-ɏ][^0-9]{0,59})? *"
).replace(r"\u2212", "\u2212")
_MARKS = {".": (",", r"\."), ",": (r"\.", ",")}
SCALED: Final = "[0-9]([kKmMbBtT]|[bB][nN]) *[)]? *$"
"""Searched in a cell: digits with a letter behind them that may be a scale."""


def number_pattern(decimal_mark: str) -> str:
    """What a cell with a number in it looks like, without brackets around it, as a regular expression (of RE2 and of
    Python alike) with the groups `sign`, `second` and `digits`. Digits hold thousands marks: ",", "." (the one that is
    not the decimal mark), "'" or a blank. To be matched with the whole cell, or with what stands in its brackets."""
    thousands, decimal = _MARKS[decimal_mark]
    return _BODY.replace("THOUSANDS", thousands).replace("DECIMAL", decimal)


class CleanedNumber(Node):
    """The number in a text: "$1,234.50" 1234.5, "(5)" -5, "45%" 45; a rate by currency or year that a Recode or Bucket
    wrote. So "12 kg" is 12, "-€3" -3, "4 - good" 4, a number itself.

    A cell that `number_pattern` matches as a whole is read: its digits without thousands marks (group `digits`),
    negative where a sign "-" or "\N{MINUS SIGN}" stands in group `sign` or `second`, or where the number stands in
    brackets. Anything else is unreadable, and empty: "n/a", "3-5", "1.2.3", "1e5", "1,23", "(5". So are digits with k,
    m, b, bn or t directly behind them ("1.5M": a scale or a unit, nobody can tell; `SCALED` finds them).
    """

    kind: Literal["cleaned_number"] = "cleaned_number"
    name: Name
    column: Column
    decimal_mark: Literal[".", ","] = "."


class Bucket(Node):
    """A label for each stretch of a number, cut as in a grouping by edges, so one label more than edges. Its values are
    texts."""

    kind: Literal["bucket"] = "bucket"
    name: Name
    column: Column
    edges: tuple[Number, ...] = Field(min_length=1, max_length=50)
    labels: tuple[Annotated[StrictStr, Field(min_length=1, max_length=40)], ...]

    def problems(self) -> Iterator[str]:
        yield from unordered(self.edges)
        if len(self.labels) != len(self.edges) + 1 or len(set(self.labels)) != len(self.labels):
            yield (f"{len(self.edges)} edges make {len(self.edges) + 1} stretches: give as many different labels")


LabelText = Annotated[StrictStr, Field(min_length=1, max_length=200)]
"""The name that merged values are told by."""


class MergedValues(Node):
    """Values that are told as one, under a name."""

    to: LabelText
    values: tuple[Annotated[StrictStr, Field(max_length=1000)], ...] = Field(min_length=1, max_length=100)


class Recode(Node):
    """A text with several of its values told as one, such as the spellings of a name; values that are not listed stay
    as they are, or are all told as `others`. An empty cell stays empty.

    Texts are the same if every character is. A cell that holds a name of `merged` already is told by that name, too.
    """

    kind: Literal["recode"] = "recode"
    name: Name
    column: Column
    merged: tuple[MergedValues, ...] = Field(min_length=1, max_length=40)
    others: LabelText | None = None

    def problems(self) -> Iterator[str]:
        listed = [value for one in self.merged for value in one.values]
        names = [one.to for one in self.merged] + ([self.others] if self.others else [])
        if len(set(listed)) != len(listed):
            yield "each value is merged into one name: list none twice"
        if len(set(names)) != len(names):
            yield "a name stands once: put all values that it takes into one list"
        for one in self.merged:
            if self.others is None and one.values == (one.to,):
                yield f"{one.to!r} alone, told as {one.to!r}, stays what it is: list what else it takes"
            yield from self._elsewhere(one.to, {*listed} - {*one.values})
        yield from self._elsewhere(self.others, {*listed})

    def _elsewhere(self, name: str | None, others: set[str]) -> Iterator[str]:
        if name in others:
            yield f"{name!r} is told under another name here: choose another one"


class Tier(Node):
    """A number's place among all rows: "High" from the quantile `high` on, "Low" up to `low`, else "Medium".
    Where the two are one number, every cell is "Medium".

    Quantiles as in the measure; numbers that agree in twelve significant digits are equal, so they share a tier.
    """

    kind: Literal["tier"] = "tier"
    name: Name
    column: Column
    low: float = Field(default=0.2, gt=0, lt=1)
    high: float = Field(default=0.8, gt=0, lt=1)

    def problems(self) -> Iterator[str]:
        if self.low > self.high:
            yield f"low must not be above high: {self.low} is above {self.high}"


class Calculation(Node):
    """Two numbers of a row, a column or a constant each. At least one of them is a column.

    A division by 0 is empty, and so is a result that is no finite number. Division is never whole-number division.
    """

    kind: Literal["calculation"] = "calculation"
    name: Name
    operator: Literal["+", "-", "*", "/"]
    left: Column | Number
    right: Column | Number

    def problems(self) -> Iterator[str]:
        if not any(isinstance(side, str) for side in (self.left, self.right)):
            yield "a calculation takes at least one column"
        if self.operator == "/" and self.right == 0:
            yield "nothing can be divided by 0"


class FilledWithFigure(Node):
    """Its empty cells filled by a figure of its known cells, over all rows, or those that share the cells of `per`.

    Empty cells share with empty ones.
    `mean` and `median` (between the middle two) of numbers; `mode`, the commonest value, among equally common ones the
    smallest (texts by code point). A column without a known cell stays empty.
    """

    kind: Literal["filled_with_figure"] = "filled_with_figure"
    name: Name
    column: Column
    figure: Literal["mean", "median", "mode"]
    per: tuple[Column, ...] = Field(default=(), max_length=4)

    def problems(self) -> Iterator[str]:
        if len({*self.per, self.column}) != len(self.per) + 1:
            yield "per names other columns than the one that is filled, each once"


class FilledWithValue(Node):
    """Its empty cells filled by a value of its own type."""

    kind: Literal["filled_with_value"] = "filled_with_value"
    name: Name
    column: Column
    value: Value


class FilledWithColumn(Node):
    """Its empty cells filled by those of another column."""

    kind: Literal["filled_with_column"] = "filled_with_column"
    name: Name
    column: Column
    other: Column

    def problems(self) -> Iterator[str]:
        if self.column == self.other:
            yield "a column is filled by another one, not by itself"


Filled = FilledWithFigure | FilledWithValue | FilledWithColumn


class TimePart(Node):
    """A part of a time as a whole number."""

    kind: Literal["time_part"] = "time_part"
    name: Name
    column: Column
    part: Part


class TextForm(Node):
    """A text's length in characters, or the text in lower case. Characters are code points."""

    kind: Literal["text_form"] = "text_form"
    name: Name
    column: Column
    form: Literal["length", "lower"]


SpanUnit = Literal["days", "hours", "minutes", "seconds"]
"""What a length of time is counted in."""
MICROSECONDS: Final[dict[SpanUnit, int]] = {"hours": 3_600_000_000, "minutes": 60_000_000, "seconds": 1_000_000}
"""How many microseconds are one of these."""


class TimeBetween(Node):
    """How long from one time to another: whole days from date to date, else exact. Negative where the end is before the
    start.

    Of days, times of day do not count; in hours, minutes and seconds a date is its midnight, and parts of one count.
    """

    kind: Literal["time_between"] = "time_between"
    name: Name
    start: Column
    end: Column
    unit: SpanUnit = "days"

    def problems(self) -> Iterator[str]:
        if self.start == self.end:
            yield "the time between two times needs two different columns"


Derived = Annotated[
    CleanedNumber
    | Bucket
    | Recode
    | Tier
    | Calculation
    | FilledWithFigure
    | FilledWithValue
    | FilledWithColumn
    | TimePart
    | TextForm
    | TimeBetween,
    Field(discriminator="kind"),
]
