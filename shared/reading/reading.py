"""A question, understood: what is measured, of which rows, grouped and ordered how, and what stayed unexplained."""

from typing import Final, Literal

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


class Metric(Contract):
    """One number to compute. `column` is None for a count of rows; `parameter` is a percentile in 0..1.

    "rate" is the share of rows, in percent, whose yes/no column says yes: `positive` is the value that means yes.
    `per` makes it an average over groups: the function is computed for each of its values first, then averaged.
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


class Level(Contract):
    """A figure of a condition's own column, over all rows, that its cells are compared with.

    "deviations" and "quartiles" are stretches, for "between" and "outside": the mean plus and minus `parameter`
    standard deviations; the quartiles plus and minus `parameter` interquartile ranges. `parameter` of a percentile is
    in 0..1.
    """

    figure: Literal["mean", "median", "percentile", "deviations", "quartiles"]
    parameter: float | None = None

    @property
    def said(self) -> str:
        """The figure in words, before the name of its column."""
        if self.figure == "percentile":
            return f"{100 * (self.parameter or 0):g}th percentile of"
        return {"mean": "average", "deviations": "average and standard deviation of"}.get(self.figure, self.figure)


class Alternative(Contract):
    """What may hold instead of a condition."""

    column: str
    operator: Operator
    values: tuple[Scalar, ...] = ()
    label: str = ""


class Filter(Contract):
    """A condition on rows. "between" is half-open [low, high) on times, closed on numbers; times are ISO 8601.

    `label` says it in the user's words where the condition itself would not ("in 2023"); `otherwise` are conditions of
    which one is enough as well ("over 60 or under 5"). `level` stands in place of values, for a comparison with a
    figure of the column itself; "outside" is of such a stretch alone, its edges not outside. With a `grain` that part
    of a time is compared, such as its weekday (1 is Monday).
    """

    column: str
    operator: Operator
    grain: Grain | None = None
    values: tuple[Scalar, ...] = ()
    label: str = ""
    otherwise: tuple[Alternative, ...] = ()
    level: Level | None = None


class Grouping(Contract):
    """A column to group by, cut to a grain where it is a time."""

    column: str
    grain: Grain | None = None


class Ordering(Contract):
    """Order by the metric at `metric`; `limit` rows are asked for (None: all) after `offset` (1: the second)."""

    metric: int = 0
    descending: bool = True
    limit: int | None = None
    offset: int = 0


class Having(Contract):
    """A condition on groups: only those whose metric compares so with the number.

    `of` is the metric where it is none of the reading's own: "how many customers have more than 3 orders".
    """

    metric: int = 0
    operator: Literal["=", "<", "<=", ">", ">="]
    value: float
    of: Metric | None = None


Shape = Literal[
    "value", "table", "entity", "rows", "list", "share", "comparison", "correlation", "correlations", "missing",
    "overview", "outliers", "frame",
]  # fmt: skip


Headline = Literal["sides", "difference", "change", "ratio", "more", "less", "cells", "rows", "any"]


class Frame(Contract):
    """What a composed question asks for, ready to be computed: see `shared.reading.frames`."""


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
