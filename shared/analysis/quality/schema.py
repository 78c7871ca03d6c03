"""The columns of a table: their names, their types, how many there are of a kind."""

from typing import Annotated, ClassVar, Final

from sqlglot import exp

from shared.analysis import sql
from shared.analysis.base import Findings
from shared.analysis.composed import Frame
from shared.analysis.composed import Schema as Asked
from shared.analysis.facts import Facts
from shared.analysis.fields import Column, Different
from shared.analysis.framed import FramedAnalysis
from shared.analysis.wording import listed, sentence
from shared.contracts import Cell, ColumnProfile, DatasetProfile, Fact, PlannedQuery, QueryResult
from shared.errors import ForfeitException

_TYPES: Final = {
    "integer": "whole number", "number": "number", "text": "text", "date": "date", "timestamp": "date and time",
    "time": "time of day", "boolean": "yes/no",
}  # fmt: skip


class Schema(FramedAnalysis, Asked):
    """Tells the columns of a table: their names, how many there are (of a kind), or their types as they were read."""

    form: ClassVar[type[Frame]] = Asked
    examples: ClassVar[tuple[str, ...]] = (
        "What are the column names?",
        "How many numeric columns are there?",
        "Data types",
    )

    columns: Annotated[tuple[Column, ...], Different] = ()

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        counted = sql.planned(sql.select(table, {"rows": exp.Count(this=exp.Star())}), "Number of rows")
        if self.asked != "different" or not self._chosen(table):
            return (counted,)
        cells = {
            one.name: exp.Count(this=exp.Distinct(expressions=[sql.column(one.name)])) for one in self._chosen(table)
        }
        return counted, sql.planned(sql.select(table, cells), "Different values of each column")

    def _chosen(self, table: DatasetProfile) -> list[ColumnProfile]:
        named = [one for one in table.columns if not self.columns or one.name in self.columns]
        return [one for one in named if _of_kind(one, self.kind)]

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        chosen = self._chosen(table)
        if not table.columns:
            raise ForfeitException("The table has no columns", ("Looked at its columns",))
        if self.asked == "different" and chosen:
            return self._different(chosen, results)
        rows, count = results[0].rows[0][0], len(chosen)
        kind = "" if self.kind == "all" else f"{self.kind} "
        facts = (
            Fact(id="f1", name=f"number of {kind}columns", value=count, text=f"There are {count:,} {kind}columns."),
            Fact(
                id="f2", name="number of rows", value=rows, text=f"The table has {rows:,} rows.",
                cells=(Cell(query=0, row=0, column="rows"),),
            ),
        )  # fmt: skip
        told = self._told(table, chosen, rows)
        lines = tuple(f"{one.name}: {_TYPES.get(one.type, one.type)}" for one in chosen)
        return Findings(summary=sentence(told), facts=facts, findings=lines, visualization_hint="table")

    def _different(self, chosen: list[ColumnProfile], results: tuple[QueryResult, ...]) -> Findings:
        facts = Facts(results)
        shown = [
            f"{one.name} {facts.add(f'number of different values of {one.name}', column=one.name, query=1)}"
            for one in chosen
        ]
        told = f"different values of each column: {listed(shown)}"
        return Findings(summary=sentence(told), facts=facts.all(), findings=tuple(shown), visualization_hint="bar")

    def _told(self, table: DatasetProfile, chosen: list[ColumnProfile], rows: object) -> str:
        count, names = len(chosen), listed([one.name for one in chosen])
        if self.asked == "size":
            return f"{table.file_name} has {rows:,} rows and {len(table.columns):,} columns"
        kind = "" if self.kind == "all" else f"{self.kind} "
        if not chosen:
            return f"{'none of these is a' if self.columns else f'{table.file_name} has no'} {kind}column".replace(
                "  ", " "
            )
        if self.asked == "types" and len(chosen) == 1:
            return f"{chosen[0].name} holds {_held(chosen[0])}"
        if self.asked == "types":
            return f"the {count:,} columns hold: {listed([f'{one.name} {_held(one)}' for one in chosen])}"
        return f"there {'is' if count == 1 else 'are'} {count:,} {kind}column{'' if count == 1 else 's'}: {names}"


def _of_kind(column: ColumnProfile, kind: str) -> bool:
    if kind == "numeric":
        return column.numeric
    if kind == "time":
        return column.temporal or column.type == "time"
    if kind == "yes/no":
        return column.type == "boolean" or column.yes is not None
    return kind == "all" or column.type in ("text", "boolean")


def _held(column: ColumnProfile) -> str:
    return {"text": "text", "boolean": "yes/no values"}.get(column.type, f"{_TYPES.get(column.type, column.type)}s")
