"""Rows as they are, where nobody asks for a figure of them."""

from typing import Final

from pydantic import Field

from shared.analysis import sql
from shared.analysis.base import Analysis, Findings
from shared.analysis.bound_analysis import number_of_rows
from shared.analysis.conditions import Filter
from shared.analysis.naming import rows_alias
from shared.analysis.wording import rows_name, where_text
from shared.contracts import Cell, DatasetProfile, Fact, PlannedQuery, QueryResult
from shared.query.checks.grain import several_rows
from shared.query.semantics import ProfileSemantics
from shared.query.words.values import listed, sentence
from shared.table.names import spoken
from shared.table.nouns import one_of

_MOST_NAMED: Final = 12


class ShownRows(Analysis):
    """Shows the rows that meet the conditions, all or the first so many in the order of the file, and says how many
    there are."""

    least = 1
    as_entered = True
    in_query = True
    examples = (
        "Show me the data",
        "Show me the rows",
        "List all rows",
        "Preview the data",
        "Show me the first {first} rows",
        "First {first} rows",
    )

    filters: tuple[Filter, ...] = ()
    first: int = Field(default=0, ge=0, le=10_000, description="How many of them; 0 for all.")

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        counted = number_of_rows(table, rows_alias(table), self.filters)
        rows = sql.select(table, [(one.name, sql.column(one.name)) for one in table.columns], self.filters)
        rows = rows.limit(self.first) if self.first else rows
        named = f"{rows_name(table)}{where_text(self.filters, table)}"
        return sql.planned(counted, f"Number of {named}"), sql.planned(rows, sentence(named)[:-1])

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        rows, where = rows_name(table), where_text(self.filters, table)
        count = int(results[0].rows[0][0] or 0)
        self.require(count, rows, "to show", f"Looked for {rows}{where}", "Loosen one of the conditions.")
        told = f"there is 1 {one_of(rows)}{where}" if count == 1 else f"there are {count:,} {rows}{where}"
        if 0 < self.first < count:
            told = (
                f"{told}, of which the first {self.first:,} are shown"
                if self.first > 1
                else f"{told}; here is the first"
            )
        named = _named(table, results[1]) if self.filters and count <= _MOST_NAMED else ()
        listing = f": {listed([str(one.value) for one in named])}" if named else ""
        cell = Cell(query=0, row=0, column=results[0].columns[0])
        fact = Fact(id="f1", name=f"number of {rows}{where}", value=count, text=sentence(told), cells=(cell,))
        noted = (several_rows(*semantics.row_nouns),) if (semantics := ProfileSemantics(table)).entity else ()
        told = sentence(f"{told}{listing}")
        return Findings(summary=told, facts=(fact, *named), findings=noted, visualization_hint="table")


def _named(table: DatasetProfile, shown: QueryResult) -> tuple[Fact, ...]:
    """What each row is called, where a column names them all."""
    label = table.semantic.label_column
    cells = [record.get(label) for record in shown.records()] if label else []
    if label is None or table.column(label).role == "id" or not all(isinstance(one, str) and one for one in cells):
        return ()
    name = spoken(table.column(label))
    return tuple(
        Fact(
            id=f"f{at + 2}", name=name, value=str(one), text=sentence(f"{name}: {one}"),
            cells=(Cell(query=1, row=at, column=label),),
        )
        for at, one in enumerate(cells)
    )  # fmt: skip
