"""What figures say: the facts of a result of aggregates, and the sentences around them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Protocol

from shared.analysis.base import Findings
from shared.analysis.conditions import AVERAGED, Filter
from shared.analysis.metrics import Metric, MetricCondition, Ordering, units_of
from shared.analysis.top_k import by_outer, labels, level, top_k_phrase
from shared.analysis.wording import (
    group_name,
    having_text,
    metric_name,
    predicate,
    rows_name,
    show_metric,
    unit_of,
    where_text,
)
from shared.contracts import Cell, ChartHint, DatasetProfile, Fact, QueryResult, Scalar, is_number
from shared.errors import ForfeitException
from shared.query.checks.last_period import whole
from shared.query.groupings import ByColumn, ByTime, Grouping
from shared.query.words.figures import common_decimals, decimals_of, show_number, show_plain
from shared.query.words.values import listed, sentence
from shared.table.nouns import doing, one_of, stated

_MOST_FACTS = 120
_FEW_GROUPS = 6
"""Up to so many groups a sentence tells each; of more it tells the ends."""
_MOST_TOLD, _MOST_PERIODS, _NAMED_TIED = 12, 36, 2
Decimals = tuple[int | None, ...]


class Aggregated(Protocol):
    """What the sentences need of an analysis: what it computes, of which rows, and by what."""

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The figures that are computed."""

    @property
    def filters(self) -> tuple[Filter, ...]:
        """The conditions on the rows."""

    @property
    def groups(self) -> tuple[Grouping, ...]:
        """The groupings: the figures are computed for each group."""

    @property
    def ordering(self) -> Ordering | None:
        """How the groups are ranked."""

    @property
    def having(self) -> MetricCondition | None:
        """The condition on the groups."""

    @property
    def within(self) -> tuple[Grouping, ...]:
        """The groups inside each of which the ordering's limit applies."""


def nothing(table: DatasetProfile, filters: tuple[Filter, ...]) -> ForfeitException:
    """The forfeit where no row passes the conditions."""
    what = where_text(filters, table)
    return ForfeitException(
        f"No {rows_name(table)} match{what}" if what else "There are no rows to compute this from",
        (f"Looked for {rows_name(table)}{what}",),
        "Loosen one of the conditions, or ask which values the column holds.",
    )


def valueless(analysis: Aggregated, table: DatasetProfile, rows: int) -> ForfeitException:
    """The forfeit where rows pass the conditions, and none of them gives the figure."""
    where, names = where_text(analysis.filters, table), listed([metric_name(one, table) for one in analysis.metrics])
    found = f"{rows:,} {rows_name(table)}{where}" if rows > 1 else f"the only row{where}"
    several = f"none of the {found} has" if rows > 1 else f"{found} does not have"
    return ForfeitException(
        f"There is no {names}{where}: {several} the values that it needs",
        (f"Looked for {rows_name(table)}{where}",),
        "Loosen one of the conditions, or ask which cells of the column are filled.",
    )


def value_findings(analysis: Aggregated, table: DatasetProfile, result: QueryResult) -> Findings:
    """One row of figures. Raises ForfeitException where there was nothing to compute them from."""
    row = result.rows[0] if result.rows else ()
    count = row[-1] if row else 0
    counting = all(metric.function in ("count", "distinct") for metric in analysis.metrics)
    if not count and not counting:
        raise nothing(table, analysis.filters)
    facts = tuple(
        _fact(analysis, table, metric, row[at], Cell(query=0, row=0, column=result.columns[at]), at)
        for at, metric in enumerate(analysis.metrics)
    )
    if all(fact.value is None for fact in facts):
        raise valueless(analysis, table, int(count) if isinstance(count, int | float) else 0)
    return Findings(
        summary=sentence(_all_told(analysis, table, facts)),
        facts=tuple(fact for fact in facts if fact.value is not None),
        visualization_hint="number",
    )


def _all_told(analysis: Aggregated, table: DatasetProfile, facts: tuple[Fact, ...]) -> str:
    """Every figure; the conditions once where there are several figures: "where sex is male, the average …"."""
    told = [_told(analysis, table, fact, metric) for fact, metric in zip(facts, analysis.metrics, strict=True)]
    where = where_text(analysis.filters, table)
    if len(told) == 1 or not where:
        return listed(told)
    return f"{where.strip()}, {listed([one.replace(where, '') for one in told])}"


def _told(analysis: Aggregated, table: DatasetProfile, fact: Fact, metric: Metric) -> str:
    where = where_text(analysis.filters, table)
    if fact.value is None:
        return f"the {fact.name} {doing(fact.name)} unknown"
    if metric.function == "rate":
        return f"{_text(fact.value, fact.unit, fact.decimals)} of {rows_name(table)}{where} {predicate(metric, table)}"
    if metric.column is None and metric.function == "count" and metric.per is None and len(analysis.metrics) == 1:
        return _counted(fact, analysis.filters, table)
    alone = len(analysis.metrics) == 1 and metric.function in AVERAGED
    return stated(fact.name, _metric_text(metric, table, fact.value, fact.decimals), averaged=alone)


def _counted(fact: Fact, filters: tuple[Filter, ...], table: DatasetProfile) -> str:
    """ "There are 47 orders where …"."""
    rows = rows_name(table)
    one = fact.value == 1
    noun = one_of(rows) if one else rows
    shown = _text(fact.value, fact.unit, fact.decimals)
    return f"there {'is' if one else 'are'} {shown} {noun}{where_text(filters, table)}"


def _fact(
    analysis: Aggregated,
    table: DatasetProfile,
    metric: Metric,
    value: Scalar,
    cell: Cell,
    at: int,
    label: str = "",
    decimals: int | None = None,
) -> Fact:
    unit = unit_of(metric, table)
    of = f" of {label}" if label else ""
    name = f"{metric_name(metric, table)}{of}{where_text(analysis.filters, table)}{having_told(analysis, table)}"
    if decimals is None and is_number(value):
        decimals = decimals_of(value, unit)
    return Fact(
        id=f"f{at + 1}",
        name=name,
        value=value,
        unit=unit,
        decimals=decimals,
        text=sentence(stated(name, _metric_text(metric, table, value, decimals), averaged=metric.function in AVERAGED)),
        cells=(cell,),
    )


def having_told(analysis: Aggregated, table: DatasetProfile) -> str:
    """The condition on its groups in words; empty where it has none."""
    having = analysis.having
    return having_text(having, analysis.metrics[having.metric], table) if having else ""


def _text(value: Scalar, unit: str | None, decimals: int | None) -> str:
    if is_number(value):
        return show_number(value, unit, decimals)
    return show_plain(value) if value is not None else "unknown"


def _metric_text(metric: Metric, table: DatasetProfile, value: Scalar, decimals: int | None) -> str:
    """A figure with its unit; a year as years are written."""
    if is_number(value):
        return show_metric(metric, table, value, decimals)
    return _text(value, None, decimals)


def decimals_of_rows(
    analysis: Aggregated, table: DatasetProfile, rows: Sequence[tuple[Scalar, ...]]
) -> tuple[int | None, ...]:
    """The decimals of each figure, alike in all rows; None where each has its own."""
    first = len(analysis.groups)
    return tuple(
        common_decimals((row[first + at] for row in rows), unit_of(metric, table))
        for at, metric in enumerate(analysis.metrics)
    )


def label_told(analysis: Aggregated, table: DatasetProfile, row: tuple[Scalar, ...]) -> str:
    """The group of a row as a sentence names it."""
    return ", ".join(labels(analysis.groups, table, row))


def row_facts(
    analysis: Aggregated, table: DatasetProfile, result: QueryResult, rows: range, query: int = 0, taken: int = 0
) -> list[Fact]:
    """The figures in these rows; ids go on from those that are taken."""
    facts: list[Fact] = []
    decimals = decimals_of_rows(analysis, table, result.rows)
    for at in rows:
        row = result.rows[at]
        for number, metric in enumerate(analysis.metrics):
            place, label = len(analysis.groups) + number, label_told(analysis, table, row)
            cell = Cell(query=query, row=at, column=result.columns[place])
            made = _fact(analysis, table, metric, row[place], cell, taken + len(facts), label, decimals[number])
            facts.append(made)
    return [fact for fact in facts if fact.value is not None][:_MOST_FACTS]


def table_findings(
    analysis: Aggregated, table: DatasetProfile, result: QueryResult, ends: tuple[QueryResult, ...] = ()
) -> Findings:
    """A row of figures for each group: all of a few, the ends of many. `ends` are the groups ranked from the lowest and
    from the highest figure, where the result was cut and does not hold them all."""
    facts = row_facts(analysis, table, result, range(min(len(result.rows), _MOST_FACTS)))
    decimals = decimals_of_rows(analysis, table, result.rows)
    rows = [(row, _figures(analysis, table, row, decimals)) for row in result.rows[: _most(analysis)]]
    shown = (
        by_outer(analysis, table, rows)
        if analysis.within
        else [f"{label_told(analysis, table, row)}: {told}" for row, told in rows]
    )
    whole = [group for group in analysis.groups if isinstance(group, ByColumn)]
    hint: ChartHint = (
        "bar" if len(whole) == len(analysis.groups) == 1 else "table" if len(whole) == len(analysis.groups) else "line"
    )
    for query, end in enumerate(ends, start=1):
        known = {(fact.name, fact.value) for fact in facts}
        found = row_facts(analysis, table, end, range(min(len(end.rows), 1)), query, len(facts))
        facts += [fact for fact in found if (fact.name, fact.value) not in known]
    apart = analysis.within or units_of(analysis.metrics, analysis.groups, table)
    few = len(result.rows) <= _FEW_GROUPS or len(analysis.metrics) > 1 or apart
    if few:
        told = _each_told(analysis, table, shown, result)
    else:
        told = _ends_told(analysis, table, result, [row for end in ends for row in end.rows[:1]])
    if result.row_count > len(shown) and not few:
        shown = [*shown[:-1], f"and {result.row_count - len(shown) + 1:,} more"]
    return Findings(summary=sentence(told), facts=tuple(facts), findings=tuple(shown), visualization_hint=hint)


def _most(analysis: Aggregated) -> int:
    """How many rows are told of a long result: of one figure by period a whole course, such as three years' months."""
    course = len(analysis.groups) == len(analysis.metrics) == 1 and not isinstance(analysis.groups[0], ByColumn)
    return _MOST_PERIODS if course else _MOST_TOLD


def _each_told(analysis: Aggregated, table: DatasetProfile, shown: list[str], result: QueryResult) -> str:
    left = result.row_count - min(len(result.rows), _most(analysis))
    more = f"; and {left:,} more" if left else ""
    if analysis.within:
        where = f"{where_text(analysis.filters, table)}{having_told(analysis, table)}"
        return f"{top_k_phrase(analysis, table, where)} {'; '.join(shown)}{more}"
    return f"{_of_groups(analysis, table)}: {'; '.join(shown)}{more}"


def _of_groups(analysis: Aggregated, table: DatasetProfile) -> str:
    names = listed([metric_name(metric, table) for metric in analysis.metrics])
    by = listed([group_name(group, table) for group in analysis.groups])
    comma = "," if _CLAUSE in names else ""  # orders that are returned, by product: nobody returned them by it
    return f"{names}{comma} by {by}{where_text(analysis.filters, table)}{having_told(analysis, table)}"


_CLAUSE = " that "


def _are(analysis: Aggregated, told: str) -> str:
    return "are" if len(analysis.metrics) > 1 else doing(told)


def _tied_told(analysis: Aggregated, table: DatasetProfile, rows: list[tuple[Scalar, ...]]) -> str:
    """The groups at an end of the figures: two by name, of more the first."""
    names = [label_told(analysis, table, row) for row in rows]
    return listed(names if len(names) <= _NAMED_TIED else [names[0], f"{len(names) - 1} more"])


def _ends_told(analysis: Aggregated, table: DatasetProfile, result: QueryResult, ends: list[tuple[Scalar, ...]]) -> str:
    """From where to where the figures run: by all rows, or by the ends where not all were fetched."""
    place = len(analysis.groups)
    known = [row for row in ends or result.rows if isinstance(row[place], int | float)]
    if result.truncated and not ends:
        return f"there are {result.row_count:,} groups: the {_of_groups(analysis, table)} is in the table, cut short"
    if not known:
        told = _of_groups(analysis, table)
        return f"the {told} {_are(analysis, told)} unknown for every group"
    filled, by = [] if ends else _of_whole_periods(analysis, table, known), analysis.groups[0]
    among = f" among the complete {by.grain}s" if isinstance(by, ByTime) and 0 < len(filled) < len(known) else ""
    known = filled or known
    low = min(known, key=lambda row: float(row[place] or 0))
    high = max(known, key=lambda row: float(row[place] or 0))
    decimals, where = decimals_of_rows(analysis, table, known), where_text(analysis.filters, table)
    tied = [[row] if ends else [one for one in known if level(one[place], row[place])] for row in (low, high)]
    told_ends = [
        f"{_figures(analysis, table, row, decimals)} ({_tied_told(analysis, table, level_with)})"
        for row, level_with in zip((low, high), tied, strict=True)
    ]
    same = len(tied[0]) == (len(known) if among else len(result.rows))
    span = (
        f"{_figures(analysis, table, low, decimals)} in every group" if same else f"between {' and '.join(told_ends)}"
    )
    of = _of_groups(analysis, table).replace(where, "")
    told = f"the {of} {_are(analysis, of)} {span}{among}"
    return f"{where.strip()}, {told}" if where else told


def _of_whole_periods(
    analysis: Aggregated, table: DatasetProfile, rows: list[tuple[Scalar, ...]]
) -> list[tuple[Scalar, ...]]:
    """The rows of the periods that the data fills: a first or last one that it cuts is no lowest. All, where the groups
    are no periods."""
    by = analysis.groups[0]
    if len(analysis.groups) != 1 or not isinstance(by, ByTime):
        return rows
    filled = whole(table.column(by.column), by.grain, table.columns)
    days = [(date.fromisoformat(str(row[0])[:10]), row) for row in rows if row[0] is not None]
    return [row for day, row in days if filled is None or filled.since <= day < filled.until]


def figure_told(
    analysis: Aggregated, table: DatasetProfile, row: tuple[Scalar, ...], at: int, decimals: Decimals = ()
) -> str:
    """The figure of one metric in a row with its unit, and with the decimals of its column where these are given."""
    return _metric_text(analysis.metrics[at], table, row[len(analysis.groups) + at], decimals[at] if decimals else None)


def _figures(analysis: Aggregated, table: DatasetProfile, row: tuple[Scalar, ...], decimals: Decimals) -> str:
    """All figures of a row, in the order of the metrics."""
    return ", ".join(figure_told(analysis, table, row, at, decimals) for at in range(len(analysis.metrics)))
