"""A question, understood: what is measured, of which rows, grouped and ordered how, and what stayed unexplained."""

from typing import Literal

from shared.contracts import Contract, Scalar

Function = Literal[
    "count", "sum", "mean", "min", "max", "median", "distinct", "stddev", "variance", "percentile", "correlation"
]
Operator = Literal["=", "!=", "<", "<=", ">", ">=", "between", "in", "not in", "is null", "is not null"]
Grain = Literal["hour", "day", "week", "month", "quarter", "year"]


class Metric(Contract):
    """One number to compute. `column` is None for a count of rows; `parameter` is a percentile in 0..1."""

    function: Function
    column: str | None = None
    parameter: float | None = None
    second_column: str | None = None


class Filter(Contract):
    """A condition on rows. "between" is half-open [low, high) on times, closed on numbers; times are ISO 8601."""

    column: str
    operator: Operator
    values: tuple[Scalar, ...] = ()


class Grouping(Contract):
    """A column to group by, cut to a grain where it is a time."""

    column: str
    grain: Grain | None = None


class Ordering(Contract):
    """Order by the metric at `metric`; `limit` rows are asked for (None: all)."""

    metric: int = 0
    descending: bool = True
    limit: int | None = None


Shape = Literal["value", "table", "entity", "rows", "share", "comparison", "missing", "overview"]


class Reading(Contract):
    """One way to understand a question.

    `confidence` in 0..1 is the weakest link of the reading; `unexplained` are content words that no part of it uses,
    `assumptions` are the choices that it took, as sentences for the user, and `gaps` are reasons not to answer.
    """

    question: str
    relation: str = "data"
    shape: Shape = "value"
    metrics: tuple[Metric, ...] = ()
    filters: tuple[Filter, ...] = ()
    groups: tuple[Grouping, ...] = ()
    ordering: Ordering | None = None
    part: tuple[Filter, ...] = ()
    operations: tuple[str, ...] = ()
    unexplained: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    gaps: tuple[str, ...] = ()
    confidence: float = 0.0
