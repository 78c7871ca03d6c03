"""Empty cells: how many each column has."""

from typing import Self

from sqlglot import exp

from shared.analysis import sql
from shared.analysis.base import Analysis, Findings
from shared.analysis.fields import Column
from shared.analysis.wording import listed, sentence, show_number, where_text
from shared.contracts import Cell, DatasetProfile, Fact, PlannedQuery, QueryResult
from shared.failure.errors import ForfeitException
from shared.reading.columns import spoken
from shared.reading.reading import Filter, Reading


class Missing(Analysis):
    """Number and share of empty cells, in the columns named or in all of them."""

    cued = False
    least = 1
    asks = ("Which column has the most missing values?", "Share of missing values")

    columns: tuple[Column, ...] = ()
    filters: tuple[Filter, ...] = ()

    @classmethod
    def read(cls, reading: Reading, table: DatasetProfile) -> Self | None:
        return cls(columns=reading.columns, filters=reading.filters) if reading.shape == "missing" else None

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        figures: list[tuple[str, exp.Expr]] = [(name, exp.Count(this=sql.column(name))) for name in self._names(table)]
        query = sql.select(table, [*figures, ("number_of_rows", exp.Count(this=exp.Star()))], self.filters)
        return (sql.planned(query, f"Filled cells by column{where_text(self.filters, table)}"),)

    def _names(self, table: DatasetProfile) -> tuple[str, ...]:
        return self.columns or tuple(column.name for column in table.columns)

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        row = results[0].rows[0]
        total = int(row[-1] or 0)
        if not total:
            tried = (f"Counted the rows of {table.file_name}{where_text(self.filters, table)}",)
            raise ForfeitException("There are no rows to look for empty cells in", tried)
        counted = [(total - int(row[at] or 0), name) for at, name in enumerate(self._names(table))]
        ranked = sorted(counted, key=lambda pair: -pair[0])
        where = where_text(self.filters, table)
        facts = tuple(_fact(at, empty, total, name, where, table) for at, (empty, name) in enumerate(ranked))
        some = [
            f"{spoken(table.column(name))} {empty:,} ({show_number(100 * empty / total, '%')})"
            for empty, name in ranked
            if empty
        ]
        told = (
            f"of {total:,} rows{where}, these columns have empty cells: {listed(some)}"
            if some
            else f"no column has empty cells{where}"
        )
        return Findings(summary=sentence(told), facts=facts, visualization_hint="bar")


def _fact(at: int, empty: int, total: int, name: str, where: str, table: DatasetProfile) -> Fact:
    shown = show_number(100 * empty / total, "%")
    return Fact(
        id=f"f{at + 1}", name=f"share of missing values of {name}{where}", value=100 * empty / total, unit="%",
        text=f"{shown} of the rows{where} have no {spoken(table.column(name))}.",
        cells=(Cell(query=0, row=0, column=name),),
    )  # fmt: skip
