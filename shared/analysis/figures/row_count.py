"""How many rows pass conditions, where rows and what is counted are the same thing."""

from typing import ClassVar

from sqlglot import exp

from shared.analysis import sql
from shared.analysis.base import Findings
from shared.analysis.fields import Column
from shared.analysis.rows.asked import Count
from shared.analysis.rows.rows import RowAnalysis, none_found
from shared.analysis.wording import sentence, where_text
from shared.contracts import Cell, Contract, DatasetProfile, Fact, PlannedQuery, QueryResult
from shared.errors import ForfeitException
from shared.table.names import spoken

_ROWS, _VALUES = "rows", "different values"


class RowCount(RowAnalysis, Count):
    """Counts the rows that pass the filters, or the `different` values of a column in them. Where `same` names a
    column, the count stands only if no value of it occurs twice, so that rows and values cannot be confused."""

    form: ClassVar[type[Contract]] = Count
    examples: ClassVar[tuple[str, ...]] = ("How many of them are there?", "How many different ones?")

    different: Column | None = None
    same: Column | None = None

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        wanted: list[tuple[str, exp.Expr]] = [(_ROWS, exp.Count(this=exp.Star()))]
        column = self.different or self.same
        if column:
            wanted.append((_VALUES, exp.Count(this=exp.Distinct(expressions=[sql.column(column)]))))
        purpose = f"Number of rows{where_text(self.filters, table)}"
        return (PlannedQuery(sql=sql.text(sql.select(table, wanted, self.filters)), purpose=purpose),)

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        row = dict(zip(results[0].columns, results[0].rows[0], strict=True))
        if not row[_ROWS]:
            raise none_found(table, self.filters)
        if self.same and row[_VALUES] != row[_ROWS]:
            name = spoken(table.column(self.same))
            raise ForfeitException(
                f"{row[_ROWS]} rows hold {row[_VALUES]} different values of {name}, and either could be meant",
                (f"Counted rows and values of {name}",),
                f"Say “how many rows” or “how many different {name}”.",
            )
        where = where_text(self.filters, table)
        column = _VALUES if self.different else _ROWS
        rows = "row" if row[_ROWS] == 1 else "rows"
        what = f"different values of {spoken(table.column(self.different))}" if self.different else rows
        text = sentence(f"there {'is' if row[column] == 1 else 'are'} {row[column]} {what}{where}")
        fact = Fact(
            id="f1", name=f"number of {what}{where}", value=row[column], text=text,
            cells=(Cell(query=0, row=0, column=column),),
        )  # fmt: skip
        return Findings(summary=text, facts=(fact,), visualization_hint="number")
