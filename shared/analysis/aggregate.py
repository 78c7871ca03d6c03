"""Figures over rows: totals, averages, counts, extremes, medians, rates; for all rows, or for each group."""

from typing import Self

from pydantic import Field
from sqlglot import exp

from shared.analysis import sql
from shared.analysis.base import Analysis, Findings
from shared.analysis.naming import ROWS, figure_name, figure_names
from shared.analysis.telling import entity_findings, group_name, nothing, table_findings, value_findings
from shared.analysis.wording import listed, metric_name, sentence, where_text
from shared.contracts import DatasetProfile, PlannedQuery, QueryResult, Scalar
from shared.failure.errors import ForfeitException
from shared.reading.reading import Filter, Grouping, Having, Metric, Ordering, Reading

_RANKED = 10
"""How many of a ranking are fetched where one is asked for, so that a reader sees what came next."""


class Aggregate(Analysis):
    """Computes metrics over the rows that pass the filters: one figure, or one for each group, ordered and limited.

    Use it for totals, averages, counts, minima and maxima, medians, standard deviations, percentiles, distinct counts
    and rates of yes/no columns, by up to two columns or by time, and for top and bottom lists.
    """

    cued = False
    least = 1
    asks = (
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
    having: Having | None = None
    within: tuple[Grouping, ...] = Field(default=(), max_length=1)

    @classmethod
    def read(cls, reading: Reading, table: DatasetProfile) -> Self | None:
        if reading.shape not in ("value", "table", "entity") or not reading.metrics:
            return None
        if reading.shape == "entity" and len(reading.groups) != 1 + len(reading.within):
            return None
        return cls(
            metrics=reading.metrics,
            filters=reading.filters,
            groups=reading.groups,
            ordering=reading.ordering,
            entity=reading.shape == "entity",
            rivals=reading.rivals,
            having=reading.having,
            within=reading.within,
        )

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        if self.metrics[0].per is not None:
            return (sql.planned(self._two_levels(table), self._purpose(table)),)
        queries = [sql.planned(self._query(table, self.metrics), self._purpose(table))]
        for rival in self.rivals:
            built = self._query(table, (rival,))
            purpose = f"{sentence(metric_name(rival, table))[:-1]}, to see whether it agrees"
            queries.append(sql.planned(built, purpose))
        return tuple(queries)

    def shown(self, query: int) -> int | None:
        if self.ordering is None or self.ordering.limit is None or self.ordering.limit == 1 or self.within:
            return None
        return self.ordering.offset + self.ordering.limit

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        if not self.groups:
            return value_findings(self, table, results[0])
        self._check_rivals(table, results)
        self._check_groups(table, results[0])
        ranked = self.entity and not self.within
        return entity_findings(self, table, results[0]) if ranked else table_findings(self, table, results[0])

    def _check_groups(self, table: DatasetProfile, result: QueryResult) -> None:
        offset = self.ordering.offset if self.ordering else 0
        place = len(self.groups)
        if len(result.rows) <= offset or all(row[place] is None for row in result.rows):
            raise nothing(table, self.filters)

    def _purpose(self, table: DatasetProfile) -> str:
        names = listed([metric_name(metric, table) for metric in self.metrics])
        by = " by " + listed([group_name(group) for group in self.groups]) if self.groups else ""
        return sentence(f"{names}{by}{where_text(self.filters, table)}")[:-1]

    def _query(self, table: DatasetProfile, metrics: tuple[Metric, ...]) -> exp.Select:
        groups = [(_alias(group), sql.grouped(group, table.column(group.column))) for group in self.groups]
        names = figure_names(metrics, table)
        figures = [(name, sql.metric(metric, table)) for name, metric in zip(names, metrics, strict=True)]
        counted = (ROWS, exp.Count(this=exp.Star()))
        built = sql.select(table, [*groups, *figures, counted], (*self.filters, *sql.present(self.groups)))
        if not self.groups:
            return built
        built = built.group_by(*(expression.copy() for _, expression in groups))
        if self.having:
            built = built.having(sql.held(self.having, self.having.of or metrics[self.having.metric], table))
        return self._topped(built, names[0]) if self.within else self._ordered(built, names[0])

    def _ordered(self, built: exp.Select, figure_name: str) -> exp.Select:
        names = [exp.column(_alias(group), quoted=True) for group in self.groups]
        timed = [name for name, group in zip(names, self.groups, strict=True) if group.grain]
        figure = exp.column(figure_name, quoted=True)
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
        return built.limit(max(self.ordering.limit + self.ordering.offset + 1, _RANKED))

    def _topped(self, built: exp.Select, figure_name: str) -> exp.Select:
        """The first few of each outer group; those that tie for the last place all stay."""
        ordering = self.ordering or Ordering(limit=1)
        outer = [exp.column(_alias(group), quoted=True) for group in self.within]
        figure = exp.column(figure_name, quoted=True)
        key = exp.Ordered(this=figure, desc=ordering.descending, nulls_first=False)
        place = exp.Window(this=exp.Anonymous(this="rank"), partition_by=outer, order=exp.Order(expressions=[key]))
        low, high = ordering.offset + 1, ordering.offset + (ordering.limit or 1)
        kept = exp.Between(this=place, low=exp.Literal.number(low), high=exp.Literal.number(high))
        built.set("qualify", exp.Qualify(this=kept))
        return built.order_by(*(exp.Ordered(this=name.copy()) for name in outer), key.copy())

    def _two_levels(self, table: DatasetProfile) -> exp.Select:
        metric = self.metrics[0]
        per = metric.per
        if per is None:
            raise ValueError("this metric has one level")
        inner_metric = Metric(function="sum" if metric.column else "count", column=metric.column)
        inner_name, name = figure_name(inner_metric, table), figure_name(metric, table)
        inner = sql.select(
            table, [(inner_name, sql.metric(inner_metric, table))], (*self.filters, *sql.present([per]))
        ).group_by(sql.grouped(per, table.column(per.column)))
        counted = exp.Count(this=exp.Star())
        if metric.function == "count" and self.having:
            inner = inner.having(sql.held(self.having, self.having.of or inner_metric, table))
            return exp.select(exp.alias_(counted, name, quoted=True)).from_(inner.subquery("groups"))
        outer = exp.Median if metric.function == "median" else exp.Avg
        figures = [exp.alias_(outer(this=sql.column(inner_name)), name, quoted=True)]
        figures.append(exp.alias_(counted, ROWS, quoted=True))
        return exp.select(*figures).from_(inner.subquery("groups"))

    def _check_rivals(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> None:
        """Where the words fit several metrics, the answer stands only if they all name the same."""
        wanted = [row[0] for row in self._asked_rows(results[0])]
        for rival, result in zip(self.rivals, results[1:], strict=False):
            if [row[0] for row in self._asked_rows(result)] != wanted:
                first, second = metric_name(self.metrics[0], table), metric_name(rival, table)
                raise ForfeitException(
                    f"The question can mean the {first} or the {second} of each {group_name(self.groups[0])}, "
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
