"""The time that a table covers."""

from typing import ClassVar

from shared.analysis import sql
from shared.analysis.base import Findings
from shared.analysis.composed import Coverage as Asked
from shared.analysis.composed import Frame
from shared.analysis.fields import TimeColumn
from shared.analysis.framed import FramedAnalysis
from shared.analysis.telling import nothing
from shared.analysis.wording import sentence, show_plain, where_text
from shared.contracts import Cell, DatasetProfile, Fact, PlannedQuery, QueryResult
from shared.table.names import spoken


class Coverage(FramedAnalysis, Asked):
    """Tells the earliest and the latest value of a time column."""

    form: ClassVar[type[Frame]] = Asked
    examples: ClassVar[tuple[str, ...]] = ("What period does the data cover?", "From when to when does the data run?")

    column: TimeColumn

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        figures = {name: sql.formula(f"{name}(:cell)", cell=self.column) for name in ("min", "max")}
        counted = sql.formula("count(:cell)", cell=self.column)
        named = {"earliest": figures["min"], "latest": figures["max"], "rows": counted}
        purpose = f"Earliest and latest {spoken(table.column(self.column))}{where_text(self.filters, table)}"
        return (sql.planned(sql.select(table, named, self.filters), purpose),)

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        row = results[0].rows[0] if results[0].rows else (None, None, 0)
        if row[0] is None:
            raise nothing(table, self.filters)
        column, where = table.column(self.column), where_text(self.filters, table)
        name = spoken(column)
        shown = [show_plain(value)[:10] if column.type == "date" else show_plain(value) for value in row[:2]]
        facts = tuple(
            Fact(
                id=f"f{at + 1}", name=f"{end} {name}{where}", value=value,
                text=sentence(f"the {end} {name}{where} is {said}"),
                cells=(Cell(query=0, row=0, column=end),),
            )
            for at, (end, value, said) in enumerate(zip(("earliest", "latest"), row, shown, strict=False))
        )  # fmt: skip
        told = f"the data{where} runs from {shown[0]} to {shown[1]}, by {name}"
        return Findings(summary=sentence(told), facts=facts, visualization_hint="number")
