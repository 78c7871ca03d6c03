"""Missing values: how many cells of each column are empty."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from shared.analysis import sql
from shared.analysis.base import Analysis, Findings
from shared.analysis.conditions import Filter
from shared.analysis.fields import AnyColumn, Different
from shared.analysis.pictures import axis, bars_of, capital
from shared.analysis.wording import where_text
from shared.contracts import Cell, DatasetProfile, Fact, PlannedQuery, QueryResult
from shared.errors import ForfeitException
from shared.query.trees import exp
from shared.query.words.figures import show_number
from shared.query.words.values import listed, sentence
from shared.table.names import spoken

_AFFECTED: Final = "rows_with_an_empty_cell"
_ROWS: Final = "number_of_rows"


class Missing(Analysis):
    """Number and share of empty cells, in the columns named or in all of them."""

    least = 1
    as_entered = True
    in_query = True
    examples = (
        "Which column has the most missing values?",
        "Share of missing values",
        "Is anything missing in the table?",
        "Are there gaps in {columns}?",
    )

    columns: Annotated[tuple[AnyColumn, ...], Different] = ()
    filters: tuple[Filter, ...] = ()
    asked: Literal["columns", "cells", "rows", "any"] = "columns"
    """Which figure comes first: of each column, of all empty cells, of rows with any, or whether there are some."""

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        names = self._names(table)
        figures: list[tuple[str, exp.Expr]] = [(name, exp.Count(this=sql.column(name))) for name in names]
        empty = exp.or_(*(exp.Is(this=sql.column(name), expression=exp.Null()) for name in names))
        affected = exp.CountIf(this=empty)
        counted = [(_AFFECTED, affected), (_ROWS, exp.Count(this=exp.Star()))]
        query = sql.select(table, [*figures, *counted], self.filters)
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
        cells, rows = sum(empty for empty, _ in ranked), int(row[-2] or 0)
        told = self._told(some, cells, rows, table) if some else self._none(table)
        whole = _whole(len(facts), cells, rows, sum(1 for empty, _ in ranked if empty), where)
        pictures = bars_of(
            [(capital(spoken(table.column(name))), 100 * empty / total) for empty, name in ranked if empty],
            title=f"Share of empty cells by column{where}",
            along=axis("column"),
            figure=axis("share of empty cells", "%"),
        )
        return Findings(summary=sentence(told), facts=(*facts, *whole), visualization_hint="bar", pictures=pictures)

    def _told(self, some: list[str], cells: int, rows: int, table: DatasetProfile) -> str:
        where = where_text(self.filters, table)
        columns = "1 column has" if len(some) == 1 else f"{len(some):,} columns have"
        which = f"{columns} empty cells{where}: {listed(some)}"
        if self.asked == "cells" and cells > 1:
            return f"there are {cells:,} empty cells{where}: {listed(some)}"
        if self.asked == "rows" and rows > 1:
            return f"{rows:,} rows{where} have an empty cell: {listed(some)}"
        lead = "yes: " if self.asked == "any" else ""
        return f"{lead}in {table.row_count:,} rows, {which}" if not where else f"{lead}{which}"

    def _none(self, table: DatasetProfile) -> str:
        where = where_text(self.filters, table)
        lead = "no: " if self.asked == "any" else ""
        if self.columns:
            return f"{lead}{listed([spoken(table.column(name)) for name in self.columns])} has no empty cells{where}"
        return f"{lead}no column has empty cells{where}"


def _whole(taken: int, cells: int, rows: int, columns: int, where: str) -> tuple[Fact, ...]:
    counted = Cell(query=0, row=0, column=_AFFECTED)
    return (
        Fact(id=f"f{taken + 1}", name=f"number of empty cells{where}", value=cells, text=f"{cells:,} cells are empty."),
        Fact(
            id=f"f{taken + 2}", name=f"number of rows with an empty cell{where}", value=rows,
            text=f"{rows:,} rows have an empty cell.", cells=(counted,),
        ),
        Fact(
            id=f"f{taken + 3}", name=f"number of columns with empty cells{where}", value=columns,
            text=f"{columns:,} columns have empty cells.",
        ),
    )  # fmt: skip


def _fact(at: int, empty: int, total: int, name: str, where: str, table: DatasetProfile) -> Fact:
    shown = show_number(100 * empty / total, "%")
    return Fact(
        id=f"f{at + 1}", name=f"share of missing values of {name}{where}", value=100 * empty / total, unit="%",
        text=f"{shown} of the rows{where} have no {spoken(table.column(name))}.",
        cells=(Cell(query=0, row=0, column=name), Cell(query=0, row=0, column=_ROWS)),
    )  # fmt: skip
