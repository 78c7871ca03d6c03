"""What each segment is like: its size, the averages of its measures, and its most common values."""

from typing import Self

from pydantic import Field
from sqlglot import exp

from shared.analysis import sql
from shared.analysis.base import Findings
from shared.analysis.conditions import Filter
from shared.analysis.cued import Cued
from shared.analysis.facts import Facts
from shared.analysis.figures.shares import percent_of_all
from shared.analysis.metrics import Grouping, Metric
from shared.analysis.segments.segment_reading import dimensions_of, measures_of
from shared.analysis.wording import group_label, listed, metric_name, rows_name, unit_of, where_text
from shared.contracts import DatasetProfile, PlannedQuery, QueryResult
from shared.errors import ForfeitException
from shared.offline.reading.reading import Reading
from shared.table.names import spoken

_MOST_MEASURES, _MOST_TRAITS, _SHOWN = 5, 3, 8


class SegmentProfile(Cued):
    """Describes each value of a category: number of rows, the averages of measures, and the most common value of other
    columns. Where `measures` or `traits` are left out, the table's own are taken.

    Use it for "profile the regions", "what characterises each plan" and "what are enterprise customers like".
    """

    least = 1
    asks = (
        "Profile each region",
        "Profile the segments by region",
        "What characterises each region?",
        "Key characteristics by region",
    )
    cues = "profile; profiles; characteristics; characterise; characterize; traits"
    also = "segment segments key what each describe group groups"

    segment: Grouping
    measures: tuple[Metric, ...] = Field(default=(), max_length=_MOST_MEASURES)
    traits: tuple[Grouping, ...] = Field(default=(), max_length=_MOST_TRAITS)
    filters: tuple[Filter, ...] = ()

    @classmethod
    def read(cls, reading: Reading, table: DatasetProfile) -> Self | None:
        segments = dimensions_of(reading, table)
        if not cls.asked_for(reading) or len(segments) != 1 or reading.ordering:
            return None
        measures = tuple(_mean(metric.column or "") for metric in measures_of(reading, table))[:_MOST_MEASURES]
        return cls(segment=segments[0], measures=measures, filters=reading.filters)

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        segment = table.column(self.segment.column)
        count, group = exp.Count(this=exp.Star()), sql.grouped(self.segment, segment)
        whole = exp.Window(this=exp.Sum(this=count.copy()))
        figures = [("segment", group), ("rows", count), ("row_share", percent_of_all(count)), ("all_rows", whole)]
        figures += [(f"measure_{at}", sql.metric(metric, table)) for at, metric in enumerate(self._measures(table))]
        query = sql.select(table, figures, self.filters).group_by(group.copy())
        largest = exp.Ordered(this=sql.column("rows"), desc=True)
        query = query.order_by(largest, exp.Ordered(this=sql.column("segment")))
        of = f"{self._by(table)}{where_text(self.filters, table)}"
        sizes = sql.planned(query, f"Size and averages of each {of}")
        return sizes, *(self._commonest(table, trait) for trait in self._traits(table))

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        sizes, facts = results[0], Facts(results)
        rows, by, where = rows_name(table), self._by(table), where_text(self.filters, table)
        if not sizes.rows:
            raise ForfeitException(f"No {rows} match{where}", (f"Looked for {rows}{where}",), "Loosen a condition.")
        if 2 * sizes.row_count > facts.number("all_rows") > _SHOWN:
            tried = (f"Grouped the {rows} by {by}",)
            raise ForfeitException(f"Nearly every row has its own {by}, so there are no segments to profile", tried)
        lines = [self._line(table, results, facts, row) for row in range(min(len(sizes.rows), _SHOWN))]
        more = [f"{sizes.row_count - _SHOWN:,} smaller segments are in the table."] if sizes.row_count > _SHOWN else []
        summary = (
            f"There is only one segment by {by}{where}: {lines[0]}"
            if len(lines) == 1
            else f"Of {sizes.row_count:,} segments by {by}{where}, the largest is {lines[0]}"
        )
        return Findings(summary=summary, facts=facts.all(), findings=(*lines[1:], *more), visualization_hint="table")

    def _measures(self, table: DatasetProfile) -> tuple[Metric, ...]:
        own = tuple(_mean(column.name) for column in table.having("measure") if column.name != self.segment.column)
        return self.measures or own[:_MOST_MEASURES]

    def _traits(self, table: DatasetProfile) -> tuple[Grouping, ...]:
        taken = {self.segment.column, *(item.column for item in self.filters)}
        own = tuple(Grouping(column=column.name) for column in table.having("dimension") if column.name not in taken)
        return self.traits or own[:_MOST_TRAITS]

    def _commonest(self, table: DatasetProfile, trait: Grouping) -> PlannedQuery:
        """Each segment's most common values of a trait (several where they are equally common), empty cells apart."""
        group, own = (sql.grouped(one, table.column(one.column)) for one in (self.segment, trait))
        count = exp.Count(this=exp.Star())
        whole = exp.Window(this=exp.Sum(this=count.copy()), partition_by=[group.copy()])
        place = exp.Window(
            this=exp.Anonymous(this="rank"),
            partition_by=[group.copy()],
            order=exp.Order(expressions=[exp.Ordered(this=count.copy(), desc=True)]),
        )
        columns = [("segment", group), ("value", own), ("rows", count), ("known", whole), ("place", place)]
        inner = sql.select(table, columns, (*self.filters, *sql.present([trait])))
        inner = inner.group_by(group.copy(), own.copy())
        share = exp.Div(
            this=exp.Mul(this=exp.Literal.number("100.0"), expression=sql.column("rows")),
            expression=sql.column("known"),
        )
        shown = [
            sql.column("segment"),
            sql.column("value"),
            sql.column("rows"),
            exp.alias_(share, "share", quoted=True),
        ]
        first = exp.EQ(this=sql.column("place"), expression=exp.Literal.number(1))
        query = exp.select(*shown).from_(inner.subquery("_counted")).where(first)
        query = query.order_by(*(exp.Ordered(this=sql.column(name)) for name in ("segment", "value")))
        purpose = f"Most common {spoken(table.column(trait.column))} of each {self._by(table)}"
        return sql.planned(query, f"{purpose}{where_text(self.filters, table)}")

    def _line(self, table: DatasetProfile, results: tuple[QueryResult, ...], facts: Facts, row: int) -> str:
        label = group_label(facts.value("segment", row), self.segment)
        where, rows = where_text(self.filters, table), rows_name(table)
        count = facts.add(f"number of {rows} in {label}{where}", column="rows", row=row)
        share = facts.add(f"share of {rows} in {label}{where}", "%", column="row_share", row=row)
        parts = [self._average(table, facts, metric, at, row, label) for at, metric in enumerate(self._measures(table))]
        for query, trait in enumerate(self._traits(table), start=1):
            told = self._trait(table, results[query], facts, trait, query, facts.value("segment", row), label)
            parts += [told] if told else []
        return f"{label} with {count} {rows} ({share}){': ' if parts else ''}{', '.join(parts)}."

    def _average(self, table: DatasetProfile, facts: Facts, metric: Metric, at: int, row: int, label: str) -> str:
        name = metric_name(metric, table)
        of = f"{name} of {label}{where_text(self.filters, table)}"
        return f"{name} {facts.add(of, unit_of(metric, table), column=f'measure_{at}', row=row)}"

    def _trait(
        self,
        table: DatasetProfile,
        result: QueryResult,
        facts: Facts,
        trait: Grouping,
        query: int,
        segment: object,
        label: str,
    ) -> str:
        found = [at for at, row in enumerate(result.rows) if row[0] == segment]
        last_is_cut = result.truncated and found[-1:] == [len(result.rows) - 1]
        if not found or len(found) > 2 or last_is_cut:
            return ""
        name = spoken(table.column(trait.column))
        values = [_value(facts, trait, query, at) for at in found]
        of = f"share of the most common {name}, {' or '.join(values)}, in {label}{where_text(self.filters, table)}"
        share = facts.add(of, "%", column="share", row=found[0], query=query)
        return f"most common {name} {listed(values)} ({share}{' each' if len(values) > 1 else ''})"

    def _by(self, table: DatasetProfile) -> str:
        return self.segment.grain or spoken(table.column(self.segment.column))


def _mean(column: str) -> Metric:
    return Metric(function="mean", column=column)


def _value(facts: Facts, trait: Grouping, query: int, row: int) -> str:
    return group_label(facts.value("value", row, query), trait)
