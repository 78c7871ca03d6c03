"""Shares in percent: of rows or of a total, of a part or of each group."""

from collections.abc import Iterator

from pydantic import Field

from shared.analysis import sql
from shared.analysis.base import Findings
from shared.analysis.bound_analysis import TranslatedAnalysis, written
from shared.analysis.conditions import Filter
from shared.analysis.in_query import share_of
from shared.analysis.metrics import Metric
from shared.analysis.naming import group_alias, snake
from shared.analysis.pictures import Pictures, axis, bars
from shared.analysis.wording import filter_text, group_label, group_name, group_step, metric_name, rows_name, where_text
from shared.contracts import Cell, DatasetProfile, Fact, PlannedQuery, QueryResult
from shared.errors import ForfeitException
from shared.query.groupings import AnyGrouping
from shared.query.query import Query
from shared.query.sql.plain import ResultPlace
from shared.query.words.figures import show_number
from shared.query.words.values import listed, sentence
from shared.table.nouns import doing

_FEW_GROUPS = 6


class ShareOfWhole(TranslatedAnalysis):
    """What percentage of the filtered rows (metric: count) or of the total of a measure (metric: its sum) the rows of
    `part` make up, in all or in each group; without a part, what percentage of the whole each group makes up."""

    least = 1
    examples = (
        "What percentage of the rows are of a kind?",
        "What share of the total comes from one group?",
        "Share of the total by group",
    )

    metric: Metric
    filters: tuple[Filter, ...] = ()
    part: tuple[Filter, ...] = ()
    groups: tuple[AnyGrouping, ...] = Field(default=(), max_length=2)

    def problems(self) -> Iterator[str]:
        if self.metric.function != ("sum" if self.metric.column else "count"):
            yield "a share is one of a total (sum of a column) or of a number of rows (count, no column)"
        if not (self.part or self.groups):
            yield "give `part`, the conditions on the rows whose share is asked for, or `groups`"
        if len(set(self.groups)) < len(self.groups):
            yield "name each of the groups once"

    def in_language(self, table: DatasetProfile) -> tuple[Query, ...]:
        return (share_of(self.metric, self.filters, self.part, self.groups, table),)

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        (bound,) = self.bound(table)
        first, of_part = len(self.groups), bool(self.part)
        places = (first, first + 1, first + 2) if of_part else (first + 1, first)
        columns = [ResultPlace(group_alias(group, table), at) for at, group in enumerate(self.groups)]
        columns += map(ResultPlace, self._columns(table), places)
        return (sql.planned(written(bound, columns), sentence(self._name(table))[:-1]),)

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        whole = -1 if self.part else len(self.groups)  # which of nothing is no share
        if all(row[whole] in (None, 0) for row in results[0].rows):
            where = where_text(self.filters, table)
            raise ForfeitException(
                f"The {metric_name(self.metric, table)}{where} is nothing, so there is nothing to take a share of"
                if self.metric.column
                else f"No {rows_name(table)} match{where}, so there is nothing to take a share of",
                (f"Looked for {rows_name(table)}{where}",),
            )
        of = self._group_findings if self.groups else self._part_findings
        return self.with_notes(of(table, results[0]), table)

    def _name(self, table: DatasetProfile) -> str:
        of = metric_name(self.metric, table) if self.metric.column else rows_name(table)
        part = where_text(self.part, table)
        by = " by " + listed([group_step(group, table) or group.column for group in self.groups]) if self.groups else ""
        base = f", among those{where_text(self.filters, table)}" if self.filters else ""
        return f"share of {of}{part}{by}{base}"

    def _columns(self, table: DatasetProfile) -> tuple[str, str, str]:
        """The result columns of the share, its part and its whole: share_of_orders, orders_in_part, orders_in_all."""
        of = metric_name(self.metric, table) if self.metric.column else rows_name(table)
        taken = [column.name for column in table.columns]
        name, part, whole = (snake(text, taken) for text in (f"share of {of}", f"part of {of}", f"{of} in all"))
        return name, part, whole

    def _part_findings(self, table: DatasetProfile, result: QueryResult) -> Findings:
        share, part, whole = (value if isinstance(value, int | float) else 0 for value in result.rows[0])
        name = self._name(table)
        of = metric_name(self.metric, table) if self.metric.column else rows_name(table)
        unit = table.column(self.metric.column).unit if self.metric.column else None
        told = self._part_told(
            table, show_number(share, "%"), f"({show_number(part, unit)} of {show_number(whole, unit)})"
        )
        columns = self._columns(table)
        facts = (
            _fact("f1", name, share, "%", columns[0]),
            _fact("f2", f"{of}{where_text((*self.part, *self.filters), table)}", part, unit, columns[1]),
            _fact("f3", f"{of}{where_text(self.filters, table)} in all", whole, unit, columns[2]),
        )
        return Findings(summary=sentence(told), facts=facts, visualization_hint="number")

    def _part_told(self, table: DatasetProfile, share: str, amounts: str) -> str:
        """ "In 7.6 % of orders the status is cancelled", "7.6 % of the total revenue comes from orders where …"."""
        whose = " and ".join(filter_text(item, table) for item in self.part)
        base = where_text(self.filters, table)
        rows = rows_name(table)
        if self.metric.column:
            of = metric_name(self.metric, table)
            return f"{share} of the {of}{base} {doing(of, 'comes', 'come')} from {rows} where {whose} {amounts}"
        return f"in {share} of {rows}{base}{',' if base else ''} the {whose} {amounts}"

    def _group_findings(self, table: DatasetProfile, result: QueryResult) -> Findings:
        facts, shown = [], []
        place = len(self.groups)
        for at, row in enumerate(result.rows):
            share = row[place]
            if not isinstance(share, int | float):
                continue
            label = ", ".join(group_label(value, group, table) for value, group in zip(row, self.groups, strict=False))
            shown.append(f"{label}: {show_number(share, '%')}")
            facts.append(
                _fact(f"f{at + 1}", f"{self._name(table)} of {label}", share, "%", self._columns(table)[0], at)
            )
        told = f"the {self._name(table)} is {'; '.join(shown)}"
        if len(shown) > _FEW_GROUPS:
            told = f"the {self._name(table)} starts with {'; '.join(shown[:3])}"
        return Findings(
            summary=sentence(told),
            facts=tuple(facts),
            findings=tuple(shown[:12]),
            visualization_hint="bar" if place == 1 else "table",
            pictures=self._pictures(table, result) if place == 1 else (),
        )

    def _pictures(self, table: DatasetProfile, result: QueryResult) -> Pictures:
        (own,), share = self.groups, self._name(table).partition(" by ")[0]
        base = f", among those{where_text(self.filters, table)}" if self.filters else ""
        return bars(
            result,
            self._columns(table)[0],
            result.columns[0],
            title=f"{share} by {group_name(own, table)}{base}",
            along=axis(group_name(own, table)),
            figure=axis(share, "%"),
            label=lambda cell: group_label(cell, own, table),
        )


def _fact(identity: str, name: str, value: float, unit: str | None, column: str, row: int = 0) -> Fact:
    shown = show_number(value, unit)
    return Fact(
        id=identity, name=name, value=value, unit=unit, text=sentence(f"the {name} {doing(name)} {shown}"),
        cells=(Cell(query=0, row=row, column=column),),
    )  # fmt: skip
