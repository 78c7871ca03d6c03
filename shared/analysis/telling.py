"""What figures say: the facts of a result of aggregates, and the sentences around them."""

from __future__ import annotations

from typing import Protocol

from shared.analysis.base import Findings
from shared.analysis.wording import (
    decimals_of,
    filter_text,
    group_label,
    having_text,
    listed,
    metric_name,
    predicate,
    rows_name,
    sentence,
    show_number,
    show_plain,
    singular,
    unit_of,
    where_text,
)
from shared.contracts import Cell, ChartHint, DatasetProfile, Fact, QueryResult, Scalar
from shared.failure.errors import ForfeitException
from shared.reading.meanings.columns import spoken
from shared.reading.reading import Filter, Grouping, Having, Metric, Ordering

_MOST_FACTS = 120
_FEW_GROUPS = 6
_MOST_TIED = 5
"""Up to so many groups a sentence tells each; of more it tells the ends."""


class Aggregated(Protocol):
    """What the sentences need of an analysis: what it computes, of which rows, and by what."""

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The figures."""

    @property
    def filters(self) -> tuple[Filter, ...]:
        """The conditions on the rows."""

    @property
    def groups(self) -> tuple[Grouping, ...]:
        """What they are computed for each of."""

    @property
    def ordering(self) -> Ordering | None:
        """How the groups are ranked."""

    @property
    def having(self) -> Having | None:
        """The condition on the groups."""


def group_name(group: Grouping) -> str:
    """A grouping in a sentence: "sales region", "month"."""
    return group.grain or " ".join(group.column.replace("_", " ").split())


def nothing(table: DatasetProfile, filters: tuple[Filter, ...]) -> ForfeitException:
    """The forfeit where no row passes the conditions."""
    what = where_text(filters, table)
    return ForfeitException(
        f"No {rows_name(table)} match{what}" if what else "There are no rows to compute this from",
        (f"Looked for {rows_name(table)}{what}",),
        "Loosen one of the conditions, or ask which values the column holds.",
    )


def _valueless(analysis: Aggregated, table: DatasetProfile, rows: int) -> ForfeitException:
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
        raise _valueless(analysis, table, int(count) if isinstance(count, int | float) else 0)
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
        return f"the {fact.name} is unknown"
    if metric.function == "rate":
        return f"{_shown(fact)} of {rows_name(table)}{where} {predicate(metric, table)}"
    if metric.column is None and metric.function == "count" and metric.per is None and len(analysis.metrics) == 1:
        return _counted(fact, analysis.filters, table)
    return f"the {fact.name} is {_shown(fact)}"


def _counted(fact: Fact, filters: tuple[Filter, ...], table: DatasetProfile) -> str:
    """ "There are 47 orders where …"."""
    rows = rows_name(table)
    one = fact.value == 1
    noun = singular(rows) if one else rows
    where = "".join((" where " if at == 0 else " and ") + filter_text(item, table) for at, item in enumerate(filters))
    return f"there {'is' if one else 'are'} {_shown(fact)} {noun}{where}"


def _fact(
    analysis: Aggregated, table: DatasetProfile, metric: Metric, value: Scalar, cell: Cell, at: int, label: str = ""
) -> Fact:
    unit = unit_of(metric, table)
    of = f" of {label}" if label else ""
    having = having_text(analysis.having, metric, table) if analysis.having else ""
    name = f"{metric_name(metric, table)}{of}{where_text(analysis.filters, table)}{having}"
    if metric.per and metric.function == "count":
        name = f"number of {_each(metric.per, table)}{where_text(analysis.filters, table)}{having}"
    decimals = decimals_of(value, unit) if isinstance(value, int | float) and not isinstance(value, bool) else None
    shown = show_plain(value) if name.startswith(_TIMES) else _text(value, unit, decimals)
    return Fact(
        id=f"f{at + 1}",
        name=name,
        value=value,
        unit=unit,
        decimals=decimals,
        text=sentence(f"the {name} is {shown}"),
        cells=(cell,),
    )


def _each(per: Grouping, table: DatasetProfile) -> str:
    return f"different {per.grain or spoken(table.column(per.column))}"


def _text(value: Scalar, unit: str | None, decimals: int | None) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return show_number(value, unit, decimals)
    return show_plain(value) if value is not None else "unknown"


_TIMES = ("earliest ", "latest ")


def _shown(fact: Fact) -> str:
    if fact.name.startswith(_TIMES):
        return show_plain(fact.value)
    return _text(fact.value, fact.unit, fact.decimals)


def _label(analysis: Aggregated, row: tuple[Scalar, ...]) -> str:
    return ", ".join(group_label(value, group) for value, group in zip(row, analysis.groups, strict=False))


def _row_facts(analysis: Aggregated, table: DatasetProfile, result: QueryResult, rows: range) -> list[Fact]:
    facts: list[Fact] = []
    for at in rows:
        row = result.rows[at]
        for number, metric in enumerate(analysis.metrics):
            place = len(analysis.groups) + number
            cell = Cell(query=0, row=at, column=result.columns[place])
            facts.append(_fact(analysis, table, metric, row[place], cell, len(facts), _label(analysis, row)))
    return [fact for fact in facts if fact.value is not None][:_MOST_FACTS]


def table_findings(analysis: Aggregated, table: DatasetProfile, result: QueryResult) -> Findings:
    """A row of figures for each group: all of a few, the ends of many."""
    facts = _row_facts(analysis, table, result, range(min(len(result.rows), _MOST_FACTS)))
    shown = [f"{_label(analysis, row)}: {_figure(analysis, table, row)}" for row in result.rows[:12]]
    hint = "line" if any(group.grain for group in analysis.groups) else "bar" if len(analysis.groups) == 1 else "table"
    few = len(result.rows) <= _FEW_GROUPS or len(analysis.metrics) > 1
    return Findings(
        summary=sentence(_each_told(analysis, table, shown, result) if few else _ends_told(analysis, table, result)),
        facts=tuple(facts),
        findings=tuple(shown),
        visualization_hint=hint,
    )


def _each_told(analysis: Aggregated, table: DatasetProfile, shown: list[str], result: QueryResult) -> str:
    more = f"; and {len(result.rows) - len(shown):,} more" if len(result.rows) > len(shown) else ""
    return f"the {_of_groups(analysis, table)} is {'; '.join(shown)}{more}"


def _of_groups(analysis: Aggregated, table: DatasetProfile) -> str:
    names = listed([metric_name(metric, table) for metric in analysis.metrics])
    by = listed([group_name(group) for group in analysis.groups])
    having = having_text(analysis.having, analysis.metrics[0], table) if analysis.having else ""
    return f"{names} by {by}{where_text(analysis.filters, table)}{having}"


def _ends_told(analysis: Aggregated, table: DatasetProfile, result: QueryResult) -> str:
    place = len(analysis.groups)
    known = [row for row in result.rows if isinstance(row[place], int | float)]
    if not known:
        return f"the {_of_groups(analysis, table)} is unknown for every group"
    low = min(known, key=lambda row: float(row[place] or 0))
    high = max(known, key=lambda row: float(row[place] or 0))
    ends = " to ".join(f"{_figure(analysis, table, row)} ({_label(analysis, row)})" for row in (low, high))
    where = where_text(analysis.filters, table)
    told = f"the {_of_groups(analysis, table).replace(where, '')} runs from {ends}"
    return f"{where.strip()}, {told}" if where else told


def _figure(analysis: Aggregated, table: DatasetProfile, row: tuple[Scalar, ...]) -> str:
    figures = []
    for at, metric in enumerate(analysis.metrics):
        value = row[len(analysis.groups) + at]
        unit = unit_of(metric, table)
        decimals = decimals_of(value, unit) if isinstance(value, int | float) else None
        figures.append(_text(value, unit, decimals))
    return ", ".join(figures)


def entity_findings(analysis: Aggregated, table: DatasetProfile, result: QueryResult) -> Findings:
    """Who is first, or the first few; those that tie with the last of them are told."""
    ordering = analysis.ordering or Ordering(limit=1)
    first, last = ordering.offset, min(ordering.offset + (ordering.limit or 1), len(result.rows))
    figure = len(analysis.groups)
    tied = [row for row in result.rows[last:] if row[figure] == result.rows[last - 1][figure]]
    if len(tied) > _MOST_TIED:
        raise _level(analysis, table, len(tied) + 1)
    facts = _row_facts(analysis, table, result, range(first, last + len(tied)))
    if analysis.groups[0].column == analysis.metrics[0].column:
        return _place_told(analysis, table, result, facts)
    where = where_text(analysis.filters, table)
    name = metric_name(analysis.metrics[0], table)
    end = _end(analysis.metrics[0], ordering)
    if last - first == 1:
        place = f"{ordinal_word(ordering.offset)}{end}"
        figure_told = _figure(analysis, table, result.rows[first])
        told = f"{_label(analysis, result.rows[first])} has the {place} {name}{where}: {figure_told}"
    else:
        shown = [f"{_label(analysis, row)} ({_figure(analysis, table, row)})" for row in result.rows[first:last]]
        told = f"The {last - first:,} with the {end} {name}{where} are {listed(shown)}"
    if tied:
        have = "has" if len(tied) == 1 else "have"
        told += f"; {listed([_label(analysis, row) for row in tied])} {have} the same"
    hint: ChartHint = "bar" if last - first > 1 else "number"
    return Findings(summary=" ".join(told.split()) + ".", facts=tuple(facts), visualization_hint=hint)


def _place_told(analysis: Aggregated, table: DatasetProfile, result: QueryResult, facts: list[Fact]) -> Findings:
    """The second or third value of a column; where one before it occurs twice, which is second is open."""
    ordering = analysis.ordering or Ordering(limit=1)
    name = metric_name(analysis.metrics[0], table)
    if any(row[-1] != 1 for row in result.rows[: ordering.offset]):
        raise ForfeitException(
            f"The {name} occurs more than once, so it is open which value comes next",
            (f"Ranked the values by {name}",),
            "Ask for the rows with the highest values, or for the next different value.",
        )
    place = ordinal_word(ordering.offset)
    where = where_text(analysis.filters, table)
    told = f"The {place}{name}{where} is {_figure(analysis, table, result.rows[ordering.offset])}."
    return Findings(summary=told, facts=tuple(facts), visualization_hint="number")


def _level(analysis: Aggregated, table: DatasetProfile, many: int) -> ForfeitException:
    """The forfeit where so many share the same place that none stands out."""
    name = metric_name(analysis.metrics[0], table)
    return ForfeitException(
        f"Too many have the same {name} for one of them to stand out",
        (f"Ranked {listed([group_name(group) for group in analysis.groups])} by {name}",),
        "Name another measure to rank by.",
    )


def ordinal_word(offset: int) -> str:
    """ "second " for 1."""
    return ("", "second ", "third ", "fourth ", "fifth ")[offset] if offset < 5 else f"{offset + 1}th "


def _end(metric: Metric, ordering: Ordering) -> str:
    if metric.function in ("min", "max"):
        return ""
    return "highest" if ordering.descending else "lowest"
