"""Figures over rows: totals, averages, counts, extremes, medians, rates; for all rows, or for each group."""

from collections.abc import Iterator
from typing import ClassVar, Self

from pydantic import Field

from shared.analysis import sql
from shared.analysis.aggregate_facts import (
    nothing,
    table_findings,
    value_findings,
    valueless,
)
from shared.analysis.base import Findings
from shared.analysis.bound_analysis import TranslatedAnalysis, written
from shared.analysis.conditions import Filter
from shared.analysis.grouped_picture import pictures_of
from shared.analysis.in_query import arranged, figures_of, places
from shared.analysis.metrics import Metric, MetricCondition, Ordering, units_of
from shared.analysis.naming import figure_names, group_alias, rows_alias
from shared.analysis.pictures import Pictures, beside, incomplete
from shared.analysis.ranked_facts import ranked_findings
from shared.analysis.wording import group_name, metric_name, where_text
from shared.contracts import DatasetProfile, PlannedQuery, QueryResult
from shared.errors import ForfeitException
from shared.query.groupings import AnyGrouping, ByColumn
from shared.query.query import Query
from shared.query.sql.plain import ResultPlace
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
    groups: tuple[AnyGrouping, ...] = Field(default=(), max_length=3)
    ordering: Ordering | None = None
    entity: bool = False
    having: MetricCondition | None = None
    within: tuple[AnyGrouping, ...] = Field(
        default=(), max_length=1, description="One of the groups: the ordering's limit applies inside each of it."
    )
    by_unit: bool = Field(default=False, description="Whether the first group was added for the unit of its rows.")

    def problems(self) -> Iterator[str]:
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
        return (figures_of(self, table),)

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        return (self._planned(table, self._purpose(table)),)

    def _planned(self, table: DatasetProfile, purpose: str) -> PlannedQuery:
        (bound,) = self.bound(table)
        return sql.planned(written(bound, self._columns(table)), purpose)

    def _columns(self, table: DatasetProfile) -> list[ResultPlace]:
        """Its groups in their order, its figures, and the number of rows behind them."""
        by, names = arranged(self, table), figure_names(self.metrics, table)
        columns = [ResultPlace(group_alias(group, table), by.index(group)) for group in self.groups]
        at = (len(by) + one for one in places(self.metrics)) if self.metrics[0].per is None else (0,)
        columns += map(ResultPlace, names, at)
        return [*columns, ResultPlace(rows_alias(table), None)]

    def apart(self, column: str) -> Self | None:
        """The same figures for each value of the column; what is ranked is ranked inside each."""
        grouped = len(self.groups) > 2 or column in {one.column for one in self.groups}
        if self.metrics[0].per or self.having or self.within or grouped:
            return None
        group = ByColumn(column=column, keep_empty=True)
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
            one._planned(table, f"{end}: {self._purpose(table)}")
            for end, one in zip(("Lowest", "Highest"), asked, strict=True)
        )

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        if not self.groups:
            return self.with_notes(value_findings(self, table, results[0]), table)
        self._check_groups(table, results[0])
        if self.ranked:
            found = ranked_findings(self, table, results[0])
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
        return sentence(f"{names}{by}{where_text(self.filters, table)}")[:-1] + self._places_shown()

    def _places_shown(self) -> str:
        """Which part of a ranking its table shows, for the title: ", the 5 highest"; nothing where all are shown."""
        last = self.shown(0)
        if self.ordering is None or last is None:
            return ""
        return f", the {last} {'highest' if self.ordering.descending else 'lowest'}"
