"""Figures over rows: totals, averages, counts, extremes, medians, rates; for all rows, or for each group."""

from typing import ClassVar, Self

from pydantic import Field
from sqlglot import exp

from shared.analysis import sql
from shared.analysis.base import Analysis, Findings
from shared.analysis.wording import (
    decimals_of,
    group_label,
    listed,
    metric_name,
    rows_name,
    sentence,
    show_number,
    show_plain,
    unit_of,
    where_text,
)
from shared.contracts import Cell, ChartHint, DatasetProfile, Fact, PlannedQuery, QueryResult, Scalar
from shared.failure.errors import ForfeitException
from shared.reading.reading import Filter, Grouping, Metric, Ordering, Reading

_ROWS = "rows"
_MOST_FACTS = 120


class Aggregate(Analysis):
    """Computes metrics over the rows that pass the filters: one figure, or one for each group, ordered and limited.

    Use it for totals, averages, counts, minima and maxima, medians, standard deviations, percentiles, distinct counts
    and rates of yes/no columns, by up to two columns or by time, and for top and bottom lists.
    """

    asks: ClassVar[tuple[str, ...]] = (
        "What is the total?",
        "What is the average by group?",
        "How many are there?",
        "Which has the highest?",
        "Top five by value",
        "Development by month",
    )

    metrics: tuple[Metric, ...]
    filters: tuple[Filter, ...] = ()
    groups: tuple[Grouping, ...] = Field(default=(), max_length=3)
    ordering: Ordering | None = None
    entity: bool = False
    rivals: tuple[Metric, ...] = ()

    @classmethod
    def read(cls, reading: Reading, table: DatasetProfile) -> Self | None:
        if reading.shape not in ("value", "table", "entity") or not reading.metrics:
            return None
        if reading.shape == "entity" and len(reading.groups) != 1:
            return None
        return cls(
            metrics=reading.metrics,
            filters=reading.filters,
            groups=reading.groups,
            ordering=reading.ordering,
            entity=reading.shape == "entity",
            rivals=reading.rivals,
        )

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        if self.metrics[0].per is not None:
            return (PlannedQuery(sql=sql.text(self._two_levels(table)), purpose=self._purpose(table)),)
        queries = [PlannedQuery(sql=sql.text(self._query(table, self.metrics)), purpose=self._purpose(table))]
        for rival in self.rivals:
            built = self._query(table, (rival,))
            purpose = f"{sentence(metric_name(rival, table))[:-1]}, to see whether it agrees"
            queries.append(PlannedQuery(sql=sql.text(built), purpose=purpose))
        return tuple(queries)

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        if not self.groups:
            return _value_findings(self, table, results[0])
        self._check_rivals(table, results)
        _check_groups(self, table, results[0])
        return _entity_findings(self, table, results[0]) if self.entity else _table_findings(self, table, results[0])

    def _purpose(self, table: DatasetProfile) -> str:
        names = listed([metric_name(metric, table) for metric in self.metrics])
        by = " by " + listed([_group_name(group) for group in self.groups]) if self.groups else ""
        return sentence(f"{names}{by}{where_text(self.filters, table)}")[:-1]

    def _query(self, table: DatasetProfile, metrics: tuple[Metric, ...]) -> exp.Select:
        groups = [(_alias(group), sql.grouped(group)) for group in self.groups]
        figures = [(f"value_{at}" if at else "value", sql.metric(metric, table)) for at, metric in enumerate(metrics)]
        counted = (_ROWS, exp.Count(this=exp.Star()))
        built = sql.select(table, [*groups, *figures, counted], (*self.filters, *sql.present(self.groups)))
        if not self.groups:
            return built
        return self._ordered(built.group_by(*(expression.copy() for _, expression in groups)))

    def _ordered(self, built: exp.Select) -> exp.Select:
        names = [exp.column(_alias(group), quoted=True) for group in self.groups]
        timed = [name for name, group in zip(names, self.groups, strict=True) if group.grain]
        figure = exp.column("value", quoted=True)
        if self.ordering is None and timed:
            return built.order_by(*(exp.Ordered(this=name) for name in (*timed, *(n for n in names if n not in timed))))
        descending = self.ordering.descending if self.ordering else True
        keys = [
            exp.Ordered(this=figure, desc=descending, nulls_first=False),
            *(exp.Ordered(this=name) for name in names),
        ]
        built = built.order_by(*keys)
        if self.ordering is None or self.ordering.limit is None:
            return built
        return built.limit(self.ordering.limit + self.ordering.offset + 1)

    def _two_levels(self, table: DatasetProfile) -> exp.Select:
        metric = self.metrics[0]
        per = metric.per
        if per is None:
            raise ValueError("this metric has one level")
        inner_metric = Metric(function="sum" if metric.column else "count", column=metric.column)
        inner = sql.select(
            table, [("value", sql.metric(inner_metric, table))], (*self.filters, *sql.present([per]))
        ).group_by(sql.grouped(per))
        outer = exp.Median if metric.function == "median" else exp.Avg
        figures = [exp.alias_(outer(this=sql.column("value")), "value", quoted=True)]
        figures.append(exp.alias_(exp.Count(this=exp.Star()), _ROWS, quoted=True))
        return exp.select(*figures).from_(inner.subquery("groups"))

    def _check_rivals(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> None:
        """Where the words fit several metrics, the answer stands only if they all name the same."""
        wanted = [row[0] for row in self._asked_rows(results[0])]
        for rival, result in zip(self.rivals, results[1:], strict=False):
            if [row[0] for row in self._asked_rows(result)] != wanted:
                first, second = metric_name(self.metrics[0], table), metric_name(rival, table)
                raise ForfeitException(
                    f"The question can mean the {first} or the {second} of each {_group_name(self.groups[0])}, "
                    "and these do not agree",
                    (f"Ranked by {first}", f"Ranked by {second}"),
                    f"Say which of the two you mean: the {first} or the {second}.",
                )

    def _asked_rows(self, result: QueryResult) -> tuple[tuple[Scalar, ...], ...]:
        if self.ordering is None or self.ordering.limit is None:
            return result.rows
        return result.rows[self.ordering.offset : self.ordering.offset + self.ordering.limit]


def _alias(group: Grouping) -> str:
    return f"{group.column} ({sql.grain_name(group.grain)})" if group.grain else group.column


def _group_name(group: Grouping) -> str:
    return group.grain or " ".join(group.column.replace("_", " ").split())


def _nothing(table: DatasetProfile, filters: tuple[Filter, ...]) -> ForfeitException:
    what = where_text(filters, table)
    return ForfeitException(
        f"No {rows_name(table)} match{what}" if what else "There are no rows to compute this from",
        (f"Looked for {rows_name(table)}{what}",),
        "Loosen one of the conditions, or ask which values the column holds.",
    )


def _value_findings(analysis: Aggregate, table: DatasetProfile, result: QueryResult) -> Findings:
    row = result.rows[0] if result.rows else ()
    count = row[-1] if row else 0
    counting = all(metric.function in ("count", "distinct") for metric in analysis.metrics)
    if not count and not counting:
        raise _nothing(table, analysis.filters)
    facts = tuple(
        _fact(analysis, table, metric, row[at], Cell(query=0, row=0, column=result.columns[at]), at)
        for at, metric in enumerate(analysis.metrics)
    )
    if all(fact.value is None for fact in facts):
        raise _nothing(table, analysis.filters)
    told = listed([f"the {fact.name} is {_shown(fact)}" for fact in facts if fact.value is not None])
    return Findings(
        summary=sentence(told),
        facts=tuple(fact for fact in facts if fact.value is not None),
        visualization_hint="number",
    )


def _fact(
    analysis: Aggregate, table: DatasetProfile, metric: Metric, value: Scalar, cell: Cell, at: int, label: str = ""
) -> Fact:
    unit = unit_of(metric, table)
    of = f" of {label}" if label else ""
    name = f"{metric_name(metric, table)}{of}{where_text(analysis.filters, table)}"
    decimals = decimals_of(value, unit) if isinstance(value, int | float) and not isinstance(value, bool) else None
    shown = _text(value, unit, decimals)
    return Fact(
        id=f"f{at + 1}",
        name=name,
        value=value,
        unit=unit,
        decimals=decimals,
        text=sentence(f"the {name} is {shown}"),
        cells=(cell,),
    )


def _text(value: Scalar, unit: str | None, decimals: int | None) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return show_number(value, unit, decimals)
    return show_plain(value) if value is not None else "unknown"


def _shown(fact: Fact) -> str:
    return _text(fact.value, fact.unit, fact.decimals)


def _check_groups(analysis: Aggregate, table: DatasetProfile, result: QueryResult) -> None:
    offset = analysis.ordering.offset if analysis.ordering else 0
    if len(result.rows) <= offset:
        raise _nothing(table, analysis.filters)
    if all(row[len(analysis.groups)] is None for row in result.rows):
        raise _nothing(table, analysis.filters)


def _label(analysis: Aggregate, row: tuple[Scalar, ...]) -> str:
    return " | ".join(group_label(value, group) for value, group in zip(row, analysis.groups, strict=False))


def _row_facts(analysis: Aggregate, table: DatasetProfile, result: QueryResult, rows: range) -> list[Fact]:
    facts: list[Fact] = []
    for at in rows:
        row = result.rows[at]
        for number, metric in enumerate(analysis.metrics):
            place = len(analysis.groups) + number
            cell = Cell(query=0, row=at, column=result.columns[place])
            facts.append(_fact(analysis, table, metric, row[place], cell, len(facts), _label(analysis, row)))
    return [fact for fact in facts if fact.value is not None][:_MOST_FACTS]


def _table_findings(analysis: Aggregate, table: DatasetProfile, result: QueryResult) -> Findings:
    facts = _row_facts(analysis, table, result, range(min(len(result.rows), _MOST_FACTS)))
    names = listed([metric_name(metric, table) for metric in analysis.metrics])
    by = listed([_group_name(group) for group in analysis.groups])
    shown = [f"{_label(analysis, row)}: {_figure(analysis, table, row)}" for row in result.rows[:12]]
    more = f"; and {len(result.rows) - 12:,} more" if len(result.rows) > 12 else ""
    where = where_text(analysis.filters, table)
    hint = "line" if any(group.grain for group in analysis.groups) else "bar" if len(analysis.groups) == 1 else "table"
    return Findings(
        summary=sentence(f"the {names} by {by}{where} is {'; '.join(shown)}{more}"),
        facts=tuple(facts),
        findings=tuple(shown),
        visualization_hint=hint,
    )


def _figure(analysis: Aggregate, table: DatasetProfile, row: tuple[Scalar, ...]) -> str:
    figures = []
    for at, metric in enumerate(analysis.metrics):
        value = row[len(analysis.groups) + at]
        unit = unit_of(metric, table)
        numeric = isinstance(value, int | float) and not isinstance(value, bool)
        figures.append(_text(value, unit, decimals_of(value, unit) if numeric else None))  # type: ignore[arg-type]
    return ", ".join(figures)


def _entity_findings(analysis: Aggregate, table: DatasetProfile, result: QueryResult) -> Findings:
    ordering = analysis.ordering or Ordering(limit=1)
    first, last = ordering.offset, min(ordering.offset + (ordering.limit or 1), len(result.rows))
    figure = len(analysis.groups)
    tied = len(result.rows) > last and result.rows[last][figure] == result.rows[last - 1][figure]
    facts = _row_facts(analysis, table, result, range(first, last + tied))
    where = where_text(analysis.filters, table)
    name = metric_name(analysis.metrics[0], table)
    end = _end(analysis.metrics[0], ordering)
    if last - first == 1:
        place = f"{ordinal_word(ordering.offset)}{end}"
        figure_told = _figure(analysis, table, result.rows[first])
        told = f"{_label(analysis, result.rows[first])} has the {place} {name}{where}: {figure_told}"
    else:
        shown = [f"{_label(analysis, row)} ({_figure(analysis, table, row)})" for row in result.rows[first:last]]
        told = f"The {last - first} with the {end} {name}{where} are {listed(shown)}"
    if tied:
        told += f"; {_label(analysis, result.rows[last])} has the same"
    hint: ChartHint = "bar" if last - first > 1 else "number"
    return Findings(summary=" ".join(told.split()) + ".", facts=tuple(facts), visualization_hint=hint)


def ordinal_word(offset: int) -> str:
    """ "second " for 1."""
    return ("", "second ", "third ", "fourth ", "fifth ")[offset] if offset < 5 else f"{offset + 1}th "


def _end(metric: Metric, ordering: Ordering) -> str:
    if metric.function in ("min", "max"):
        return ""
    return "highest" if ordering.descending else "lowest"
