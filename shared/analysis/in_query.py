"""Analyses of no-model mode as values of the query language, so that one set of checks holds for both."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, Protocol

from pydantic import ValidationError

from shared.analysis.aggregate_facts import Aggregated
from shared.analysis.conditions import Filter, Level
from shared.analysis.metrics import Metric, Ordering, units_of
from shared.contracts import ColumnProfile, DatasetProfile, Scalar
from shared.errors import ForfeitException
from shared.query import conditions as c
from shared.query import groupings as g
from shared.query import measures as m
from shared.query.across import Share
from shared.query.problems import QueryProblem
from shared.query.query import Figures, Having, Ranking

MOST_GROUPS: Final = 10_000
"""How many groups of a ranking are fetched: all but of very many, and still ranked by a cut, which compares them."""
_MEETS: Final = {
    "<": lambda one, than: one < than[0], "<=": lambda one, than: one <= than[0],
    ">": lambda one, than: one > than[0], ">=": lambda one, than: one >= than[0],
    "between": lambda one, than: than[0] <= one <= than[1],
}  # fmt: skip
_FIGURE: Final = "figure"


class Unsaid(ValueError):
    """What the query language cannot say; its text is the reason."""


@contextmanager
def sayable(table: DatasetProfile) -> Iterator[None]:
    """What is said in the language inside must be sayable of the table: else a ForfeitException tells what would be
    right."""
    try:
        yield
    except (Unsaid, ValidationError, QueryProblem) as error:
        told = error.errors(include_url=False)[0]["msg"] if isinstance(error, ValidationError) else str(error)
        reason = told.removeprefix("Value error, ")
        raise ForfeitException(f"{reason[:1].upper()}{reason[1:]}", (f"Looked at {table.file_name}",)) from error


class OrderedGroups(Aggregated, Protocol):
    """An analysis of figures with what decides the order of its groups."""

    @property
    def entity(self) -> bool:
        """Whether the question is who is first, so that ties decide how many are told."""

    @property
    def ranked(self) -> bool:
        """Whether the first groups of a ranking are asked for, rather than all."""


# ---- figures -------------------------------------------------------------------------------------------------------


def figures_of(analysis: OrderedGroups, table: DatasetProfile) -> Figures:
    """The figures of an aggregate. Its groups stand in the order of `arranged`. Raises Unsaid, ValidationError."""
    if analysis.metrics[0].per is not None:
        return _over_groups(analysis, table)
    groups = arranged(analysis, table)
    return Figures(
        where=where(analysis.filters, table),
        groups=groups,
        measures=tuple(dict.fromkeys(map(measure, analysis.metrics))),
        having=_having(analysis),
        ranking=_ranking(analysis, table, groups),
    )


def places(metrics: Sequence[Metric]) -> tuple[int, ...]:
    """Which of the measures of `figures_of` each metric is: two metrics may be one."""
    measures = tuple(dict.fromkeys(map(measure, metrics)))
    return tuple(measures.index(measure(one)) for one in metrics)


def arranged(analysis: OrderedGroups, table: DatasetProfile) -> tuple[g.Grouping, ...]:
    """The groups in the order of the result's columns, which is that of its rows where these are not ranked: what says
    the unit of the figures, then periods, then all else."""
    if not _in_order_of_groups(analysis):
        return analysis.groups
    apart = units_of(analysis.metrics, analysis.groups, table)
    return tuple(sorted(analysis.groups, key=lambda one: (one not in apart, isinstance(one, g.ByColumn))))


def _in_order_of_groups(analysis: OrderedGroups) -> bool:
    timed = not all(isinstance(one, g.ByColumn) for one in analysis.groups)
    return timed and analysis.ordering is None and not analysis.entity and not analysis.within


def _ranking(analysis: OrderedGroups, table: DatasetProfile, groups: Sequence[g.Grouping]) -> Ranking | None:
    if not groups or _in_order_of_groups(analysis):
        return None
    ordering = analysis.ordering or Ordering(limit=1 if analysis.within else None)
    by = places(analysis.metrics)[ordering.metric]
    end = {"by": by, "descending": ordering.descending}
    if analysis.within:
        within = tuple(groups.index(one) for one in analysis.within)
        return Ranking(**end, limit=ordering.limit or 1, offset=ordering.offset, within=within, ties=True)
    if ordering.limit is not None:
        return Ranking(**end, limit=MOST_GROUPS)  # the table shows what came next, and its title names no part
    units = () if analysis.ranked else units_of(analysis.metrics, groups, table)
    within = tuple(groups.index(one) for one in units)
    return None if len(within) == len(groups) else Ranking(**end, within=within)


def _having(analysis: OrderedGroups) -> tuple[Having, ...]:
    having = analysis.having
    if having is None:
        return ()
    of = places(analysis.metrics)[having.metric] if having.of is None else measure(having.of)
    return (Having(measure=of, operator=having.operator, value=having.value),)


def _over_groups(analysis: OrderedGroups, table: DatasetProfile) -> Figures:
    """An average over groups, or their number. The groups are a query of their own where they must meet a condition, or
    are counted."""
    metric = analysis.metrics[0]
    if metric.per is None:
        raise ValueError("this metric has one level")
    per, rows = metric.per, where(analysis.filters, table)
    inner = m.Statistic(function="sum", column=metric.column) if metric.column else m.RowCount()
    function = metric.function
    if function == "count":
        counted = m.Statistic(function="known", column=metric.per.column)
        groups = Figures(where=rows, groups=(per,), measures=(counted,), having=_having(analysis))
        return Figures(source=groups, measures=(m.RowCount(),))
    if function != "mean" and function != "median":
        raise Unsaid(f"a {function} over groups")
    if analysis.having is None:
        return Figures(where=rows, measures=(m.PerGroup(function=function, per=per, measure=inner),))
    named = inner.model_copy(update={"name": _FIGURE})
    groups = Figures(where=rows, groups=(per,), measures=(named,), having=_having(analysis))
    return Figures(source=groups, measures=(m.Statistic(function=function, column=_FIGURE),))


def side_of(metric: Metric, conditions: Sequence[Filter], table: DatasetProfile) -> Figures:
    """One side of a comparison: the metric of the rows that meet the conditions. Raises Unsaid, ValidationError."""
    return Figures(where=where(conditions, table), measures=(measure(metric),))


def share_of(
    metric: Metric,
    filters: Sequence[Filter],
    part: Sequence[Filter],
    groups: Sequence[g.Grouping],
    table: DatasetProfile,
) -> Figures:
    """A share in percent; behind it the amount of the part and of the whole, or, of groups that are each a part of all,
    each group's amount. Raises Unsaid, ValidationError."""
    whole = measure(metric)
    rows = where(filters, table)
    if not part:
        ranking = Ranking(by=1) if isinstance(groups[0], g.ByColumn) else None
        return Figures(where=rows, groups=tuple(groups), measures=(whole,), across=(Share(measure=0),), ranking=ranking)
    some = m.Filtered(measure=whole, where=where(part, table))
    share = m.Arithmetic(operator="percentage", left=some, right=whole)
    ranking = Ranking(by=0) if groups and isinstance(groups[0], g.ByColumn) else None
    return Figures(where=rows, groups=tuple(groups), measures=(share, some, whole), ranking=ranking)


def values_of(column: str, filters: Sequence[Filter], table: DatasetProfile) -> Figures:
    """The different values of a column, and how many rows hold each. Raises Unsaid, ValidationError."""
    held = m.Statistic(function="known", column=column)
    return Figures(where=where(filters, table), groups=(g.ByColumn(column=column),), measures=(held,))


# ---- measures ------------------------------------------------------------------------------------------------------


def measure(metric: Metric) -> m.AnyMeasure:
    """A metric of one level as a measure. Raises Unsaid."""
    if metric.column is None:
        return m.RowCount()
    if metric.function == "percentile":
        return _quantile(metric.column, metric.parameter or 0)
    if metric.function == "rate":
        if metric.positive is None:
            raise Unsaid("a rate of no value")
        return m.Rate(column=metric.column, value=metric.positive)
    return m.Statistic(function="known" if metric.function == "count" else metric.function, column=metric.column)


def _quantile(column: str, at: float) -> m.AnyMeasure:
    if 0 < at < 1:
        return m.Quantile(column=column, at=at)
    return m.Statistic(function="max" if at else "min", column=column)


# ---- conditions ----------------------------------------------------------------------------------------------------


def where(filters: Sequence[Filter], table: DatasetProfile) -> tuple[c.Condition, ...]:
    """The filters as conditions of the query language that must all be met, each once. Raises Unsaid where the language
    has none like one of them."""
    return tuple(dict.fromkeys(one for item in filters for one in _alternatives(item, table)))


def _alternatives(item: Filter, table: DatasetProfile) -> tuple[c.Condition, ...]:
    """A filter with what may hold instead, as conditions of which all must be met."""
    if not item.otherwise:
        return _conditions(item, table)
    found: dict[c.Condition, None] = {}
    for one in (item, *(Filter.model_validate(other.model_dump()) for other in item.otherwise)):
        conditions = _conditions(one, table)
        any_of = conditions[0] if len(conditions) == 1 else c.AllOf(conditions=conditions)
        found |= dict.fromkeys(any_of.conditions if isinstance(any_of, c.AnyOf) else (any_of,))
    return _any(tuple(found))


def _any(conditions: tuple[c.Condition, ...]) -> tuple[c.Condition, ...]:
    return conditions if len(conditions) == 1 else (c.AnyOf(conditions=conditions),)


def _conditions(item: Filter, table: DatasetProfile) -> tuple[c.Condition, ...]:
    """A filter without its alternatives."""
    own, values = table.column(item.column), tuple(dict.fromkeys(item.values))
    if item.operator == "is null":
        return (c.Empty(column=item.column),)
    if item.operator == "is not null":
        return (c.Known(column=item.column),)
    if item.level is not None:
        return (_against(item, item.level),)
    if item.grain is not None:
        return (_part(item, g.RECURRING[item.grain], own),)
    if item.operator in ("lists", "not lists"):
        listed: tuple[c.Condition, ...] = tuple(c.Lists(column=item.column, thing=str(one)) for one in values)
        (found,) = _any(listed)
        return (found,) if item.operator == "lists" else (c.Not(condition=found),)
    if item.operator == "between":
        return _between(item, own, *item.values)
    return (_compared(item, own, values),)


def _compared(item: Filter, own: ColumnProfile, values: tuple[Scalar, ...]) -> c.Condition:
    known = [_value(one, own) for one in values]
    several = len(known) > 1
    if item.operator in ("=", "in"):
        return c.OneOf(column=own.name, values=tuple(known)) if several else _compare(own.name, "=", known[0])
    if item.operator in ("!=", "not in"):
        return c.NoneOf(column=own.name, values=tuple(known)) if several else _compare(own.name, "!=", known[0])
    if item.operator in ("<", "<=", ">", ">="):
        return _compare(own.name, item.operator, known[0])
    raise Unsaid(f"the operator {item.operator}")


def _compare(column: str, operator: str, value: Any) -> c.Condition:
    return c.Compare.model_validate({"column": column, "operator": operator, "value": value})


def _value(value: Scalar, own: ColumnProfile) -> Any:
    if value is None:
        raise Unsaid("a comparison with nothing")
    if own.type == "date" and isinstance(value, str) and len(value) > 10:
        return value[:10]  # as a column of days is compared here
    return value


def _between(item: Filter, own: ColumnProfile, low: Scalar, high: Scalar) -> tuple[c.Condition, ...]:
    first, last = _value(low, own), _value(high, own)
    if own.temporal:
        return (c.Period(column=own.name, start=first, end=last),)
    if own.numeric:
        return (c.Range(column=own.name, low=first, high=last),)
    return (_compare(own.name, ">=", first), _compare(own.name, "<=", last))


def _part(item: Filter, part: c.Part, own: ColumnProfile) -> c.Condition:
    if not (own.temporal or (own.type == "time" and part == "hour")):
        raise Unsaid(f"{own.name} has no {part}")
    given = tuple(dict.fromkeys(one for one in item.values if isinstance(one, int)))
    if item.operator in _MEETS:
        given = tuple(one for one in c.PART_NUMBERS[part] if _MEETS[item.operator](one, item.values))
    if not given:
        raise Unsaid(f"no {part} is meant by that condition")
    found = c.PartIs(column=own.name, part=part, values=given)
    return c.Not(condition=found) if item.operator in ("!=", "not in") else found


def _against(item: Filter, level: Level) -> c.Condition:
    """A comparison with a figure of the column over all rows."""
    given: dict[str, Any] = {"column": item.column, "operator": item.operator}
    if level.figure in ("deviations", "quartiles"):
        around = "mean" if level.figure == "deviations" else "quartiles"
        position = "within" if item.operator == "between" else "outside"
        spread = {"column": item.column, "position": position, "around": around, "reach": level.parameter}
        return c.AgainstSpread.model_validate(spread)
    if level.figure == "percentile":
        at = level.parameter or 0
        if 0 < at < 1:
            return c.AgainstQuantile.model_validate({**given, "at": at})
        return c.AgainstFigure.model_validate({**given, "figure": "max" if at else "min"})
    return c.AgainstFigure.model_validate({**given, "figure": level.figure})
