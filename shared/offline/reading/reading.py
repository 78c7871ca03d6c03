"""A question, understood: what is measured, of which rows, grouped and ordered how, and what stayed unexplained."""

from collections.abc import Iterator
from typing import Any, Final, Literal, Self

from pydantic import Field, model_validator
from pydantic.json_schema import SkipJsonSchema

from shared.contracts import Contract, Scalar

Function = Literal[
    "count", "sum", "mean", "min", "max", "median", "distinct", "stddev", "variance", "percentile", "range", "rate",
    "pstddev", "pvariance", "geomean",
    "iqr", "variation", "skewness", "kurtosis", "error", "ratio", "percentage", "difference", "gap", "together",
]  # fmt: skip
ARITHMETIC: Final = frozenset({"ratio", "percentage", "difference", "gap", "together"})
"""Functions of two columns."""
Statistic = Literal["sum", "mean", "median", "averages"]
Operator = Literal["=", "!=", "<", "<=", ">", ">=", "between", "outside", "in", "not in", "is null", "is not null"]
Grain = Literal["hour", "day", "week", "month", "quarter", "year", "decade", "weekday", "month of year", "hour of day"]
Part = Literal["weekday", "month of year", "hour of day"]
PARTS: Final[dict[str, range]] = {"weekday": range(1, 8), "month of year": range(1, 13), "hour of day": range(24)}
"""The parts of a time that recur, and the numbers that each goes by."""
AVERAGED: Final = frozenset({"mean", "median"})
_SEVERAL: Final = {"=": "in", "!=": "not in"}
_ANY: Final = 10_000
_ARITY: Final = {"between": (2, 2), "in": (1, _ANY), "not in": (1, _ANY), "is null": (0, 0), "is not null": (0, 0)}
_TAKES: Final = {
    "between": "two values, the lower one and the higher one", "in": "at least one value",
    "not in": "at least one value", "is null": "no values", "is not null": "no values",
}  # fmt: skip
"""How many values an operator takes, where it is not one."""
_ORDERED: Final = frozenset({"<", "<=", ">", ">="})
_STRETCHES: Final = frozenset({"deviations", "quartiles"})


class Checked(Contract):
    """A value whose fields must fit each other: what cannot be meant cannot be built, and the error says what can."""

    @model_validator(mode="after")
    def _can_be_meant(self) -> Self:
        for problem in self.problems():
            raise ValueError(problem)
        return self

    def problems(self) -> Iterator[str]:
        """What is wrong with it, as sentences that say what would be right."""
        yield from ()


class Metric(Checked):
    """One number to compute. `column` is None for a count of rows; `parameter` is a percentile in 0..1.

    "rate" is the share of rows, in percent, whose yes/no column says yes: `positive` is the value that means yes.
    `per` makes "mean" or "median" one over groups: of the total of the column in each group, or, without a column, of
    the number of rows in each; "count" with `per` is the number of groups.
    Those of two columns (`other` is the second) are worked out of totals, of averages, or of each row and then averaged
    or halved by rank, as `statistic` says; "gap" is the difference without its sign.
    """

    function: Function
    column: str | None = None
    parameter: float | None = None
    positive: Scalar = None
    per: "Grouping | None" = None
    other: str | None = None
    statistic: Statistic = "sum"

    def problems(self) -> Iterator[str]:
        """A column, a parameter, a second column and the like: each where the function takes it, and only there."""
        two = ", ".join(sorted(ARITHMETIC))
        if self.column is None and self.function != "count" and not (self.per and self.function in AVERAGED):
            yield f"the function {self.function} needs a column; only count does without one"
        if (self.other is not None) != (self.function in ARITHMETIC):
            yield f"`other` is the second column of {two}: these need it, and no other function takes it"
        if self.statistic != "sum" and self.function not in ARITHMETIC:
            yield f"`statistic` is for the functions of two columns ({two}); leave it out elsewhere"
        if (self.parameter is not None) != (self.function == "percentile"):
            yield "`parameter` is the percentile, in 0..1: percentile needs it, and no other function takes it"
        if self.parameter is not None and not 0 <= self.parameter <= 1:
            yield "`parameter` is a percentile in 0..1, such as 0.9 for the 90th"
        if (self.positive is not None) != (self.function == "rate"):
            yield "`positive` is the value that means yes: rate needs it, and no other function takes it"
        if self.per is not None and not (self.function in AVERAGED or (self.function == "count" and not self.column)):
            yield "`per` is for mean and median over groups, and for count (without a column), the number of groups"


class Level(Checked):
    """A figure of a condition's own column, over all rows, that its cells are compared with.

    "deviations" and "quartiles" are stretches, for "between" and "outside": the mean plus and minus `parameter`
    standard deviations; the quartiles plus and minus `parameter` interquartile ranges. `parameter` of a percentile is
    in 0..1.
    """

    figure: Literal["mean", "median", "percentile", "deviations", "quartiles"]
    parameter: float | None = None

    def problems(self) -> Iterator[str]:
        """A parameter where the figure has one."""
        if self.figure in AVERAGED and self.parameter is not None:
            yield "`parameter` is for percentile, deviations and quartiles alone"
        if self.figure == "percentile" and not 0 <= (-1 if self.parameter is None else self.parameter) <= 1:
            yield "a level that is a percentile needs `parameter` in 0..1, such as 0.9 for the 90th"
        if self.figure in _STRETCHES and not (self.parameter or 0) > 0:
            yield "a level of deviations or quartiles needs `parameter` above 0: how many of them the stretch reaches"

    @property
    def said(self) -> str:
        """The figure in words, before the name of its column."""
        if self.figure == "percentile":
            return f"{100 * (self.parameter or 0):g}th percentile of"
        return {"mean": "average", "deviations": "average and standard deviation of"}.get(self.figure, self.figure)


class Alternative(Checked):
    """What may hold instead of a condition: as many values as its operator takes."""

    column: str
    operator: Operator
    values: tuple[Scalar, ...] = ()
    label: SkipJsonSchema[str] = ""

    @model_validator(mode="before")
    @classmethod
    def _with_several(cls, given: Any) -> Any:
        """One of several values is "in", and none of them "not in", however it was written."""
        if not isinstance(given, dict) or not isinstance(given.get("values"), list | tuple):
            return given
        several = _SEVERAL.get(str(given.get("operator"))) if len(given["values"]) > 1 else None
        return {**given, "operator": several} if several else given

    def problems(self) -> Iterator[str]:
        """As many values as the operator takes, each of them a value."""
        told, many = f"the operator {self.operator}", len(self.values)
        least, most = _ARITY.get(self.operator, (1, 1))
        if None in self.values:
            yield "an empty cell is no value to compare with: use the operator is null or is not null, without values"
        elif self.operator == "outside":
            yield "the operator outside needs a `level` of deviations or quartiles; otherwise give < or >"
        elif not least <= many <= most:
            yield f"{told} takes {_TAKES.get(self.operator, 'one value')}, not {many}"
        elif self.operator == "between" and _descends(*self.values):
            yield f"{told} takes the lower value first"


class Filter(Alternative):
    """A condition on rows. "between" is half-open [low, high) on times, closed on numbers; times are ISO 8601.

    `otherwise` are conditions of which one is enough as well ("over 60 or under 5"). `level` stands in place of values,
    for a comparison with a figure of the column itself: <, <=, >, >= with its mean, median or percentile, "between"
    and "outside" with a stretch of deviations or quartiles, its edges not outside. With a `grain` that part of a time
    is compared, such as its weekday (1 is Monday).
    """

    # `label` says the condition in the user's words; no-model mode alone sets it.
    grain: Part | None = None
    otherwise: tuple[Alternative, ...] = ()
    level: Level | None = None

    def problems(self) -> Iterator[str]:
        """A level with its operators and without values; a part of a time by its numbers; or plain values."""
        if self.level is None:
            yield from super().problems()
        elif self.values or self.grain:
            yield "a `level` stands in place of values: give neither values nor a grain beside it"
        elif self.operator not in (("between", "outside") if self.level.figure in _STRETCHES else _ORDERED):
            yield "a level of deviations or quartiles goes with between or outside, any other with <, <=, > or >="
        if self.grain and not self.values:
            yield f"the {self.grain} is compared with values; whether a time is missing is asked without a grain"
        if self.grain and not all(_is_number_of(self.grain, value) for value in self.values):
            known = PARTS[self.grain]
            yield f"a {self.grain} is a whole number from {known[0]} to {known[-1]}"


def _descends(low: Scalar, high: Scalar) -> bool:
    if isinstance(low, str) or isinstance(high, str):
        return isinstance(low, str) and isinstance(high, str) and low > high
    return low is not None and high is not None and low > high


def _is_number_of(part: str, value: Scalar) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value in PARTS[part]


class Grouping(Contract):
    """A column to group by, cut to a grain where it is a time."""

    column: str
    grain: Grain | None = None


class Ordering(Contract):
    """Order by the metric at `metric`; `limit` rows are asked for (None: all) after `offset` (1: the second)."""

    metric: int = Field(default=0, ge=0)
    descending: bool = True
    limit: int | None = Field(default=None, ge=1)
    offset: int = Field(default=0, ge=0)


class Having(Checked):
    """A condition on groups: only those whose metric (the one at `metric`) compares so with the number.

    `of` is the metric where it is none of the reading's own: "how many customers have more than 3 orders".
    """

    metric: int = Field(default=0, ge=0)
    operator: Literal["=", "<", "<=", ">", ">="]
    value: float = Field(allow_inf_nan=False)
    of: Metric | None = None

    def problems(self) -> Iterator[str]:
        """A figure of the group itself."""
        if self.of is not None and self.of.per is not None:
            yield "the figure that groups must meet is one of the group itself: without `per`"


Shape = Literal[
    "value", "table", "entity", "rows", "list", "share", "comparison", "correlation", "correlations", "missing",
    "overview", "outliers", "frame",
]  # fmt: skip


Headline = Literal["sides", "difference", "change", "ratio", "more", "less", "cells", "rows", "any"]


class Frame(Contract):
    """What a composed question asks for, ready to be computed: see `shared.offline.reading.frames`."""


class Reading(Contract):
    """One way to understand a question.

    `shape` is the kind of answer: one value, a table of groups, the group or row at an extreme ("entity"), rows, a list
    of distinct values, a share of `part` among the filtered rows, a comparison of `sides`, and so on. `columns` are
    those to show for rows and lists, or the pair of a correlation. `rivals` are other metrics that the words may mean
    as well as the first: an answer stands only where they agree with it.
    `within` are groups inside each of which the ordering's limit applies ("top two products in each region"), and
    `headline` is what of a comparison was asked for, or of empty cells.
    `confidence` in 0..1 is the weakest link of the reading; `unexplained` are content words that no part of it uses
    (`unapplied` those of them that say what to do, not with what), `assumptions` are the choices that it took, as
    sentences for the user, and `gaps` are reasons not to answer. `frame` is what a composed question asks for.
    """

    question: str
    relation: str = "data"
    shape: Shape = "value"
    metrics: tuple[Metric, ...] = ()
    rivals: tuple[Metric, ...] = ()
    filters: tuple[Filter, ...] = ()
    groups: tuple[Grouping, ...] = ()
    ordering: Ordering | None = None
    having: Having | None = None
    within: tuple[Grouping, ...] = ()
    headline: Headline = "sides"
    part: tuple[Filter, ...] = ()
    sides: tuple[tuple[Filter, ...], ...] = ()
    columns: tuple[str, ...] = ()
    operations: tuple[str, ...] = ()
    unexplained: tuple[str, ...] = ()
    unapplied: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    gaps: tuple[str, ...] = ()
    confidence: float = 0.0
    would_help: str | None = None
    frame: Frame | None = None

    @property
    def answerable(self) -> bool:
        """Whether every word is explained and nothing speaks against answering."""
        return not self.unexplained and not self.gaps
