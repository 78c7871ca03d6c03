"""Figures over rows: totals, averages, counts, extremes, medians, rates; for all rows, or for each group."""

from collections.abc import Iterator
from typing import ClassVar, Self

from pydantic import Field, model_validator
from sqlglot import exp

from shared.analysis import sql
from shared.analysis.base import Findings
from shared.analysis.bound import TranslatedAnalysis
from shared.analysis.conditions import Filter
from shared.analysis.grouped import pictures_of
from shared.analysis.in_query import FETCHED, figures_of, signed
from shared.analysis.metrics import Grouping, Metric, MetricCondition, Ordering, units_of
from shared.analysis.naming import figure_name, figure_names, group_alias, rows_alias
from shared.analysis.pictures import Pictures, beside, incomplete
from shared.analysis.telling import (
    MOST_TIED,
    entity_findings,
    nothing,
    table_findings,
    value_findings,
    valueless,
)
from shared.analysis.wording import group_name, metric_name, where_text
from shared.contracts import DatasetProfile, PlannedQuery, QueryResult
from shared.errors import ForfeitException
from shared.query.query import Query
from shared.query.words.values import listed, sentence


class Aggregate(TranslatedAnalysis):
    """Computes metrics over the rows that pass the filters: one figure, or one for each group, ordered and limited.

    Use it for totals, averages, counts, minima and maxima, medians, standard deviations, percentiles, distinct counts
    and rates of yes/no columns, by up to two columns or by time, and for top and bottom lists.
    """

    least = 1
    over_groups: ClassVar[bool] = True
    examples = (
        "What is the total?",
        "What is the average by group?",
        "How many are there?",
        "Which has the highest?",
    )

    metrics: tuple[Metric, ...] = Field(min_length=1)
    filters: tuple[Filter, ...] = ()
    groups: tuple[Grouping, ...] = Field(default=(), max_length=3)
    ordering: Ordering | None = None
    entity: bool = False
    having: MetricCondition | None = None
    within: tuple[Grouping, ...] = Field(
        default=(), max_length=1, description="One of the groups: the ordering's limit applies inside each of it."
    )
    by_unit: bool = Field(default=False, description="Whether the first group was added for the unit of its rows.")

    @model_validator(mode="after")
    def _can_be_meant(self) -> Self:
        for problem in self._problems():
            raise ValueError(problem)
        return self

    def _problems(self) -> Iterator[str]:
        """What does not fit together, as sentences that say what would."""
        per = any(metric.per for metric in self.metrics)
        if per and (len(self.metrics) > 1 or self.groups):
            yield "a metric with `per` stands alone: ask for other metrics, or for groups, in a call of their own"
        if not self.groups and (self.ordering or self.entity or self.within):
            yield "`ordering`, `entity` and `within` are about groups: give `groups` too"
        if self.having and not (self.groups or per):
            yield "`having` is a condition on groups: give `groups` too"
        if self.having and per and self.having.of is None:
            yield "beside `per`, `having` needs `of`: the figure of a group that is compared"
        if len(set(self.groups)) < len(self.groups):
            yield "name each of the groups once"
        if self.within and (len(self.groups) < 2 or self.within[0] not in self.groups):
            yield "`within` is one of two or more `groups`"
        for name, at in (("ordering", self.ordering), ("having", self.having)):
            if at is not None and at.metric >= len(self.metrics):
                yield f"`{name}.metric` is a place in `metrics`: at most {len(self.metrics) - 1}"

    def in_language(self, table: DatasetProfile) -> tuple[Query, ...]:
        return (figures_of(self.model_copy(update={"metrics": tuple(map(signed, self.metrics))}), table),)

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        self.bound(table)
        if self.metrics[0].per is not None:
            return (sql.planned(self._two_levels(table), self._purpose(table)),)
        return (sql.planned(self._query(table, self.metrics), self._purpose(table)),)

    def apart(self, column: str) -> Self | None:
        """The same figures for each value of the column; what is ranked is ranked inside each."""
        group = Grouping(column=column)
        if self.metrics[0].per or self.having or self.within or len(self.groups) > 2 or group in self.groups:
            return None
        ranking = {"within": (group,), "entity": False, "ordering": self.ordering or Ordering(limit=1)}
        update = {"groups": (group, *self.groups), "by_unit": True, **(ranking if self.ranked else {})}
        return self.model_copy(update=update)

    def shown(self, query: int) -> int | None:
        if self.ordering is None or self.ordering.limit is None or self.ordering.limit == 1 or self.within:
            return None
        return self.ordering.offset + self.ordering.limit

    def wider(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> tuple[PlannedQuery, ...]:
        """Where more groups exist than are fetched: the queries for those with the lowest and the highest figure."""
        if (
            not results[0].truncated
            or not self.groups
            or self.ranked
            or self.within
            or units_of(self.metrics, self.groups, table)
        ):
            return ()
        ends = (Ordering(limit=1, descending=False), Ordering(limit=1))
        asked = [self.model_copy(update={"ordering": end}) for end in ends]
        return tuple(
            sql.planned(one._query(table, self.metrics), f"{end}: {self._purpose(table)}")
            for end, one in zip(("Lowest", "Highest"), asked, strict=True)
        )

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        if not self.groups:
            return self.with_notes(value_findings(self, table, results[0]), table)
        self._check_groups(table, results[0])
        if self.ranked:
            found = entity_findings(self, table, results[0])
        else:
            found = table_findings(self, table, results[0], results[1:])
        noted = {
            "findings": (*found.findings, *self._by_unit(table)),
            "pictures": self._pictures(table, results[0], found),
        }
        return self.with_notes(found.model_copy(update=noted), table)

    def _pictures(self, table: DatasetProfile, result: QueryResult, found: Findings) -> Pictures:
        ranked = sorted({cell.row for fact in found.facts for cell in fact.cells}) if self.ranked else None
        place = self.ordering.metric if self.ordering and self.ranked else 0
        told = tuple(line for bound in self.bound(table) for line in incomplete(bound))
        return tuple(beside(one, told) for one in pictures_of(self, table, result, place, ranked))

    def _by_unit(self, table: DatasetProfile) -> Iterator[str]:
        """Why there is a group that nobody asked for."""
        unit = self.groups[0].column
        held = dict.fromkeys(metric.column for metric in self.metrics if metric.column)
        amounts = [one for one in map(table.column, held) if one.unit_column == unit]
        if self.by_unit and amounts:
            names = listed([one.words or one.name for one in amounts])
            yield f"{names}: amounts in different currencies, which {unit} says, are not taken together."

    @property
    def ranked(self) -> bool:
        """Whether the first groups of a ranking are asked for, rather than all."""
        return not self.within and (self.entity or (self.ordering is not None and self.ordering.limit is not None))

    def _check_groups(self, table: DatasetProfile, result: QueryResult) -> None:
        offset = self.ordering.offset if self.ordering else 0
        place = len(self.groups) + (self.ordering.metric if self.ordering else 0)
        if not result.rows and not (self.within and offset):
            raise nothing(table, self.filters)
        if result.rows and all(row[place] is None for row in result.rows):
            raise valueless(self, table, sum(int(row[-1] or 0) for row in result.rows))
        if len(result.rows) <= (0 if self.within else offset) or (self.ranked and result.rows[offset][place] is None):
            groups = listed([group_name(group, table) for group in self.groups])
            raise ForfeitException(
                f"There are not so many groups by {groups}{where_text(self.filters, table)}",
                (f"Ranked them by {metric_name(self.metrics[place - len(self.groups)], table)}",),
            )

    def _purpose(self, table: DatasetProfile) -> str:
        names = listed([metric_name(metric, table) for metric in self.metrics])
        by = " by " + listed([group_name(group, table) for group in self.groups]) if self.groups else ""
        return sentence(f"{names}{by}{where_text(self.filters, table)}")[:-1]

    def _query(self, table: DatasetProfile, metrics: tuple[Metric, ...]) -> exp.Select:
        groups = [(group_alias(group), sql.grouped(group, table.column(group.column))) for group in self.groups]
        names = figure_names(metrics, table)
        figures = [(name, sql.metric(metric, table)) for name, metric in zip(names, metrics, strict=True)]
        counted = (rows_alias(table), exp.Count(this=exp.Star()))
        named = self.groups[1:] if self.by_unit else self.groups  # amounts without a currency are told apart, too
        built = sql.select(table, [*groups, *figures, counted], (*self.filters, *sql.present(named)))
        if not self.groups:
            return built
        built = built.group_by(*(expression.copy() for _, expression in groups))
        if self.having:
            built = built.having(sql.held(self.having, self.having.of or metrics[self.having.metric], table))
        by = names[self.ordering.metric if self.ordering and len(metrics) > self.ordering.metric else 0]
        return self._topped(built, by) if self.within else self._ordered(built, by, self._units(table))

    def _units(self, table: DatasetProfile) -> tuple[Grouping, ...]:
        return units_of(self.metrics, self.groups, table)

    def _ordered(self, built: exp.Select, figure_name: str, units: tuple[Grouping, ...]) -> exp.Select:
        names = [exp.column(group_alias(group), quoted=True) for group in self.groups]
        timed = [name for name, group in zip(names, self.groups, strict=True) if group.grain]
        figure = exp.column(figure_name, quoted=True)
        apart = [exp.column(group_alias(group), quoted=True) for group in units if not self.ranked]
        built = built.order_by(*(exp.Ordered(this=name) for name in apart))
        if self.ordering is None and timed and not self.entity:
            return built.order_by(*(exp.Ordered(this=name) for name in (*timed, *(n for n in names if n not in timed))))
        descending = self.ordering.descending if self.ordering else True
        keys = [
            exp.Ordered(this=figure, desc=descending, nulls_first=False),
            *(exp.Ordered(this=name) for name in names),
        ]
        built = built.order_by(*keys)
        if self.ordering is None or self.ordering.limit is None:
            return built
        return built.limit(max(self.ordering.limit + self.ordering.offset + MOST_TIED + 1, FETCHED))

    def _topped(self, built: exp.Select, figure_name: str) -> exp.Select:
        """The first few of each outer group; those that tie for the last place all stay."""
        ordering = self.ordering or Ordering(limit=1)
        outer = [exp.column(group_alias(group), quoted=True) for group in self.within]
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
        if self.having:
            inner = inner.having(sql.held(self.having, self.having.of or inner_metric, table))
        if metric.function == "count":
            return exp.select(exp.alias_(counted, name, quoted=True)).from_(inner.subquery("groups"))
        outer = exp.Median if metric.function == "median" else exp.Avg
        figures = [exp.alias_(outer(this=sql.column(inner_name)), name, quoted=True)]
        figures.append(exp.alias_(counted, rows_alias(table), quoted=True))
        return exp.select(*figures).from_(inner.subquery("groups"))
