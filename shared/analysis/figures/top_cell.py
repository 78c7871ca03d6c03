"""A cell of the row that comes first in the order of a measure."""

from typing import ClassVar

from sqlglot import exp

from shared.analysis import sql
from shared.analysis.base import Findings
from shared.analysis.composed import Frame
from shared.analysis.composed import TopCell as Asked
from shared.analysis.conditions import Filter
from shared.analysis.facts import number
from shared.analysis.fields import Column, OrderedColumn
from shared.analysis.framed import FramedAnalysis
from shared.analysis.telling import nothing
from shared.analysis.wording import listed, sentence, show_number, show_plain, where_text
from shared.contracts import Cell, DatasetProfile, Fact, PlannedQuery, QueryResult, Scalar
from shared.errors import ForfeitException
from shared.table.names import spoken

_MOST_TIED = 3


class TopCell(FramedAnalysis, Asked):
    """Gives the cell in the column `show` of the row with the highest (or lowest) cell in the column `by`: "the rating
    of the most expensive film". Where rows share that place each different cell is told, up to three."""

    form: ClassVar[type[Frame]] = Asked
    examples: ClassVar[tuple[str, ...]] = ("Rating of the most expensive one", "Which kind is the longest?")

    show: Column
    by: OrderedColumn

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        cell, known = sql.column(self.by), Filter(column=self.by, operator="is not null")
        place = exp.Window(
            this=exp.Anonymous(this="rank"), order=exp.Order(expressions=[exp.Ordered(this=cell, desc=self.descending)])
        )
        counted = sql.formula("count(*) OVER ()")
        wanted = {"place": place, "cell": sql.column(self.show), "figure": cell.copy(), "ranked": counted}
        inner = sql.select(table, wanted, (*self.filters, known))
        cells: dict[str, exp.Expr] = {name: sql.column(name) for name in ("cell", "figure", "ranked")}
        query = sql.select_from(inner, {**cells, "rows": exp.Count(this=exp.Star())}).where(sql.formula("place = 1"))
        query = query.group_by(*(one.copy() for one in cells.values())).order_by(exp.Ordered(this=sql.column("cell")))
        return (sql.planned(query, sentence(self._name(table))[:-1]),)

    def _name(self, table: DatasetProfile) -> str:
        return f"{spoken(table.column(self.show))} of the {self._row(table)}"

    def _row(self, table: DatasetProfile) -> str:
        end, by = "highest" if self.descending else "lowest", spoken(table.column(self.by))
        return f"row with the {end} {by}{where_text(self.filters, table)}"

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        rows, name = results[0].rows, self._name(table)
        if not rows:
            raise nothing(table, self.filters)
        if results[0].row_count > _MOST_TIED or any(row[0] is None for row in rows):
            known = "share that place" if results[0].row_count > 1 else "has no such cell"
            raise ForfeitException(
                f"The {name} is not one: {results[0].row_count} rows {known}", (f"Looked up the {name}",)
            )
        shown = [self._said(row[0], self.show, table) for row in rows]
        facts = [
            self._fact(at, name, row[0], said, "cell", self.show, table)
            for at, (row, said) in enumerate(zip(rows, shown, strict=True))
        ]
        edge = self._said(rows[0][1], self.by, table)
        by = spoken(table.column(self.by))
        facts.append(
            self._fact(len(rows), f"{by} of the {self._row(table)}", rows[0][1], edge, "figure", self.by, table)
        )
        verb = "is" if len(shown) == 1 else "is shared:"
        return Findings(
            summary=sentence(f"the {name} {verb} {listed(shown)} ({by} {edge})"), facts=tuple(facts),
            visualization_hint="number",
        )  # fmt: skip

    def _said(self, value: Scalar, name: str, table: DatasetProfile) -> str:
        figure, own = number(value), table.column(name)
        year = own.type == "integer" and own.additivity == "non_additive"
        if figure is not None and not year:
            return show_number(figure, own.unit)
        return show_plain(value)[:10] if own.type == "date" else show_plain(value)

    def _fact(
        self, at: int, name: str, value: Scalar, said: str, cell: str, column: str, table: DatasetProfile
    ) -> Fact:
        row = 0 if cell == "figure" else at
        return Fact(
            id=f"f{at + 1}", name=name, value=value, unit=table.column(column).unit,
            text=sentence(f"the {name} is {said}"),
            cells=(Cell(query=0, row=row, column=cell),),
        )  # fmt: skip
