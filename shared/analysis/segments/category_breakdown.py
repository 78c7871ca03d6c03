"""Segments by categories: how many there are, how large each is, and what it is worth."""

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
from shared.analysis.segments.segment_reading import measures_of
from shared.analysis.wording import group_label, listed, rows_name, where_text
from shared.contracts import ColumnProfile, DatasetProfile, PlannedQuery, QueryResult
from shared.errors import ForfeitException
from shared.offline.reading.reading import Reading
from shared.table.names import spoken

_SHOWN = 8


class CategoryBreakdown(Cued):
    """Groups rows by one category, or by several at once: each group's number of rows and its share, and of a measure
    its total, its share of the whole and its average. Rows without a category are a group of their own, "(missing)".

    Use it for segments that columns name already, such as region, type or plan, and for their distribution.
    """

    least = 1
    asks = (
        "Segment by region",
        "Break down the rows by region",
        "Which segments by region are there and how large is each?",
        "Distribution of the rows across regions",
        "Group by region",
    )
    cues = "segment; group; break down; breakdown; distribution; distribute; classify; categorize; cluster"
    also = "size sizes large each are there how which"

    categories: tuple[Grouping, ...] = Field(min_length=1, max_length=3)
    measure: Metric | None = Field(default=None, description="A measure to total and average; none: rows are counted.")
    filters: tuple[Filter, ...] = ()

    def measured(self) -> tuple[str, ...]:
        return (self.measure.column,) if self.measure and self.measure.column else ()

    @classmethod
    def read(cls, reading: Reading, table: DatasetProfile) -> Self | None:
        categories, measures = reading.groups, measures_of(reading, table)
        if any(metric.function == "percentile" for metric in reading.metrics):
            return None
        if not cls.asked_for(reading) or not 1 <= len(categories) <= 3 or len(measures) > 1 or reading.ordering:
            return None
        return cls(categories=categories, measure=next(iter(measures), None), filters=reading.filters)

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        groups = [
            (_alias(at), sql.grouped(category, table.column(category.column)))
            for at, category in enumerate(self.categories)
        ]
        query = sql.select(table, [*groups, *self._figures(table)], self.filters)
        largest = ["total", "rows"] if self._additive(table) else ["rows"]
        keys = [exp.Ordered(this=sql.column(name), desc=True, nulls_first=False) for name in largest]
        names = [exp.Ordered(this=sql.column(name)) for name, _ in groups]
        query = query.group_by(*(group.copy() for _, group in groups)).order_by(*keys, *names)
        return (sql.planned(query, f"Segments by {self._by(table)}{self._where(table)}"),)

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        result, facts = results[0], Facts(results)
        self._check(table, result, facts)
        summary = self._summary(table, result, facts)
        lines = [self._line(table, facts, row) for row in range(min(len(result.rows), _SHOWN))]
        return Findings(
            summary=summary,
            facts=facts.all(),
            findings=tuple(lines),
            visualization_hint="bar" if len(self.categories) == 1 else "table",
        )

    def _figures(self, table: DatasetProfile) -> list[tuple[str, exp.Expr]]:
        count = exp.Count(this=exp.Star())
        whole = exp.Window(this=exp.Sum(this=count.copy()))
        figures: list[tuple[str, exp.Expr]] = [
            ("rows", count),
            ("row_share", percent_of_all(count)),
            ("all_rows", whole),
        ]
        own = self._own(table)
        if own is None:
            return figures
        cell = sql.column(own.name)
        figures.append(("average", exp.Avg(this=cell)))
        if own.additivity == "additive":
            total, lowest = exp.Sum(this=cell.copy()), exp.Min(this=exp.Min(this=cell.copy()))
            figures += [("total", total), ("total_share", percent_of_all(total)), ("lowest", exp.Window(this=lowest))]
        return figures

    def _check(self, table: DatasetProfile, result: QueryResult, facts: Facts) -> None:
        """Raises ForfeitException where there is nothing to segment, or nothing that segments it."""
        rows, by = rows_name(table), self._by(table)
        if not result.rows:
            tried = (f"Looked for {rows}{self._where(table)}",)
            raise ForfeitException(f"No {rows} match{self._where(table)}", tried, "Loosen one of the conditions.")
        if 2 * result.row_count > facts.number("all_rows") > _SHOWN:
            raise ForfeitException(
                f"Nearly every row has its own {by}, so it makes no segments",
                (f"Grouped the {rows} by {by}",),
                "Name a column whose values several rows share, such as a region or a type.",
            )

    def _summary(self, table: DatasetProfile, result: QueryResult, facts: Facts) -> str:
        rows, by, where = rows_name(table), self._by(table), self._where(table)
        if result.row_count == 1:
            count = facts.add(f"number of {rows}{where}", column="rows")
            return f"There is only one segment: all {count} {rows}{where} have the {by} {self._label(facts, 0)}."
        shown = range(min(len(result.rows), _SHOWN))
        labels = [self._label(facts, row) for row in shown]
        shares = [
            facts.add(f"share of {rows} in {label}{where}", "%", column="row_share", row=row)
            for row, label in zip(shown, labels, strict=True)
        ]
        told = [f"{label} ({share})" for label, share in zip(labels, shares, strict=True)]
        more = [f"{result.row_count - _SHOWN:,} more"] if result.row_count > _SHOWN else []
        return f"{result.row_count:,} segments identified by {by}{where}: {listed([*told, *more])} of all {rows}."

    def _line(self, table: DatasetProfile, facts: Facts, row: int) -> str:
        label, where, own = self._label(facts, row), self._where(table), self._own(table)
        rows = rows_name(table)
        parts = [f"{facts.add(f'number of {rows} in {label}{where}', column='rows', row=row)} {rows}"]
        if own is not None and own.additivity == "additive":
            parts.append(self._total(own, facts, row, f"{label}{where}"))
        if own is not None:
            name = f"average {spoken(own)}"
            parts.append(f"{name} {facts.add(f'{name} of {label}{where}', own.unit, column='average', row=row)}")
        return f"{label}: {', '.join(parts)}."

    def _total(self, own: ColumnProfile, facts: Facts, row: int, of: str) -> str:
        name = f"total {spoken(own)}"
        told = f"{name} {facts.add(f'{name} of {of}', own.unit, column='total', row=row)}"
        if facts.number("lowest", row) < 0 or facts.value("total_share", row) is None:
            return told
        return f"{told} ({facts.add(f'share of {name} of {of}', '%', column='total_share', row=row)} of all)"

    def _own(self, table: DatasetProfile) -> ColumnProfile | None:
        return table.column(self.measure.column) if self.measure and self.measure.column else None

    def _additive(self, table: DatasetProfile) -> bool:
        own = self._own(table)
        return own is not None and own.additivity == "additive"

    def _by(self, table: DatasetProfile) -> str:
        return listed([category.grain or spoken(table.column(category.column)) for category in self.categories])

    def _where(self, table: DatasetProfile) -> str:
        return where_text(self.filters, table)

    def _label(self, facts: Facts, row: int) -> str:
        values = [facts.value(_alias(at), row) for at in range(len(self.categories))]
        return " | ".join(group_label(value, group) for value, group in zip(values, self.categories, strict=True))


def _alias(at: int) -> str:
    return f"category_{at + 1}" if at else "category"
