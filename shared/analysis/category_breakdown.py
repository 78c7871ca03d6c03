"""Segments by a category: how many there are, how large each is, and what it is worth."""

from typing import ClassVar, Self

from pydantic import Field
from sqlglot import exp

from shared.analysis import sql
from shared.analysis.base import Analysis, Findings
from shared.analysis.facts import Facts
from shared.analysis.segment_reading import category_of, measures_of
from shared.analysis.shares import percent_of_all
from shared.analysis.wording import group_label, listed, rows_name, sentence, where_text
from shared.contracts import DatasetProfile, PlannedQuery, QueryResult
from shared.failure.errors import ForfeitException
from shared.reading.columns import spoken
from shared.reading.reading import Filter, Grouping, Metric, Reading

_SHOWN = 8


class CategoryBreakdown(Analysis):
    """Groups rows by a category: each group's number of rows and its share, and of a measure its total, its share of the
    whole and its average. Rows without a category are a group of their own, "(missing)".

    Use it for segments that a column names already, such as region, type or plan, and for their distribution.
    """

    asks: ClassVar[tuple[str, ...]] = (
        "Break down by category",
        "Segment by group",
        "Which segments are there and how large is each?",
        "Distribution across categories",
        "Classify and categorize the groups",
    )

    category: Grouping
    measure: Metric | None = Field(default=None, description="A measure to total and average; none: rows are counted.")
    filters: tuple[Filter, ...] = ()

    @classmethod
    def read(cls, reading: Reading, table: DatasetProfile) -> Self | None:
        category = category_of(reading, table)
        if category is None:
            return None
        return cls(category=category, measure=next(iter(measures_of(reading, table)), None), filters=reading.filters)

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        group = sql.grouped(self.category)
        query = sql.select(table, [("category", group), *self._figures(table)], self.filters).group_by(group.copy())
        largest = [sql.column("total")] if self._additive(table) else []
        keys = [exp.Ordered(this=key, desc=True, nulls_first=False) for key in (*largest, sql.column("rows"))]
        query = query.order_by(*keys, exp.Ordered(this=sql.column("category")))
        of = f" and {spoken(table.column(self.measure.column))}" if self.measure and self.measure.column else ""
        purpose = f"{self._rows(table)}{of} by {self._by(table)}{where_text(self.filters, table)}"
        return (PlannedQuery(sql=sql.text(query), purpose=sentence(purpose)[:-1]),)

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        result, facts = results[0], Facts(results)
        if not result.rows:
            where = where_text(self.filters, table)
            raise ForfeitException(
                f"No {self._rows(table)} match{where}", (f"Looked for {self._rows(table)}{where}",), "Loosen a condition."
            )
        if 2 * result.row_count > facts.number("all_rows") > _SHOWN:
            raise ForfeitException(
                f"Nearly every row has its own {self._by(table)}, so it makes no segments",
                (f"Grouped the {self._rows(table)} by {self._by(table)}",),
                "Name a column that several rows share, such as a region or a type.",
            )
        lines = [self._line(table, facts, row) for row in range(len(result.rows))]
        return Findings(
            summary=self._summary(table, result, facts),
            facts=facts.all(),
            findings=tuple(lines[:_SHOWN]) if len(lines) > 1 else (),
            visualization_hint="bar",
        )

    def _figures(self, table: DatasetProfile) -> list[tuple[str, exp.Expr]]:
        count = exp.Count(this=exp.Star())
        figures: list[tuple[str, exp.Expr]] = [
            ("rows", count),
            ("row_share", percent_of_all(count)),
            ("all_rows", exp.Window(this=exp.Sum(this=count.copy()))),
        ]
        if self.measure and self.measure.column:
            cell = sql.column(self.measure.column)
            figures.append(("average", exp.Avg(this=cell)))
            if self._additive(table):
                total, lowest = exp.Sum(this=cell.copy()), exp.Min(this=cell.copy())
                figures += [("total", total), ("total_share", percent_of_all(total))]
                figures.append(("lowest", exp.Window(this=exp.Min(this=lowest))))
        return figures

    def _additive(self, table: DatasetProfile) -> bool:
        return bool(self.measure and self.measure.column and table.column(self.measure.column).summable)

    @staticmethod
    def _rows(table: DatasetProfile) -> str:
        return rows_name(table)

    def _by(self, table: DatasetProfile) -> str:
        return self.category.grain or spoken(table.column(self.category.column))

    def _label(self, facts: Facts, row: int) -> str:
        return group_label(facts.value("category", row), self.category)

    def _summary(self, table: DatasetProfile, result: QueryResult, facts: Facts) -> str:
        count, by, where = result.row_count, self._by(table), where_text(self.filters, table)
        if count == 1:
            rows = facts.add(f"number of {self._rows(table)}", column="rows")
            return f"There is one segment only: all {rows} {self._rows(table)}{where} have the {by} {self._label(facts, 0)}."
        shares = [
            f"{self._label(facts, row)} ({facts.add(self._share_name(table, facts, row), '%', column='row_share', row=row)})"
            for row in range(min(len(result.rows), _SHOWN))
        ]
        if count > _SHOWN:
            shares.append(f"{count - _SHOWN:,} more")
        told = f"{count:,} segments by {by}, in percent of {self._rows(table)}{where}: {listed(shares)}"
        return sentence(told)

    def _share_name(self, table: DatasetProfile, facts: Facts, row: int) -> str:
        return f"share of {self._rows(table)} in {self._label(facts, row)}{where_text(self.filters, table)}"

    def _line(self, table: DatasetProfile, facts: Facts, row: int) -> str:
        label, where = self._label(facts, row), where_text(self.filters, table)
        rows = facts.add(f"number of {self._rows(table)} in {label}{where}", column="rows", row=row)
        told = f"{label}: {rows} {self._rows(table)}"
        if not (self.measure and self.measure.column):
            return f"{told}."
        own = table.column(self.measure.column)
        name = spoken(own)
        if self._additive(table):
            told += f", total {name} {facts.add(f'total {name} of {label}{where}', own.unit, column='total', row=row)}"
            if facts.number("lowest", row) >= 0 and facts.value("total_share", row) is not None:
                share = facts.add(f"share of total {name} of {label}{where}", "%", column="total_share", row=row)
                told += f" ({share} of all)"
        average = facts.add(f"average {name} of {label}{where}", own.unit, column="average", row=row)
        return f"{told}, average {name} {average}."
