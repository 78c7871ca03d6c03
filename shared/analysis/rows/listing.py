"""The different values of a column, among the rows that pass the filters."""

from shared.analysis import sql
from shared.analysis.base import Findings
from shared.analysis.bound_analysis import TranslatedAnalysis, written
from shared.analysis.conditions import Filter
from shared.analysis.fields import AnyColumn
from shared.analysis.in_query import values_of
from shared.analysis.naming import ROWS
from shared.analysis.wording import rows_name, several_of, where_text
from shared.contracts import Cell, DatasetProfile, Fact, PlannedQuery, QueryResult
from shared.errors import ForfeitException
from shared.query.query import Query
from shared.query.sql.plain import ResultPlace
from shared.query.words.figures import show_plain
from shared.query.words.values import listed, sentence
from shared.table.names import spoken

_MOST_TOLD = 20


class Listing(TranslatedAnalysis):
    """Lists the values of one column that occur, each once, and how many rows hold each."""

    least = 1
    examples = ("Which values are there?", "List all of them", "What is this row's attribute?")

    column: AnyColumn
    filters: tuple[Filter, ...] = ()

    def in_language(self, table: DatasetProfile) -> tuple[Query, ...]:
        return (values_of(self.column, self.filters, table),)

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        (bound,) = self.bound(table)
        query = written(bound, (ResultPlace(self.column, 0), ResultPlace(ROWS, None)))
        several = several_of(spoken(table.column(self.column)))
        return (sql.planned(query, f"Different {several}{where_text(self.filters, table)}"),)

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        result = results[0]
        where = where_text(self.filters, table)
        if not result.rows:
            raise ForfeitException(f"No {rows_name(table)} match{where}", (f"Looked for {rows_name(table)}{where}",))
        name = spoken(table.column(self.column))
        several = several_of(name)
        shown = [show_plain(row[0]) for row in result.rows]
        count = result.row_count
        told_of = [*shown[:_MOST_TOLD], *([f"{count - _MOST_TOLD:,} more"] if count > _MOST_TOLD else [])]
        told = (
            f"the {name}{where} is {shown[0]}"
            if count == 1
            else f"there are {count:,} different {several}{where}: {listed(told_of)}"
        )
        facts = [_counted(several, where, count)] if count > 1 else []
        facts += [_fact(at, name, where, value, self.column) for at, value in enumerate(shown[:_MOST_TOLD])]
        found = Findings(summary=sentence(told), facts=tuple(facts), visualization_hint="table")
        return self.with_notes(found, table)


def _counted(several: str, where: str, count: int) -> Fact:
    return Fact(
        id="f0",
        name=f"number of different {several}{where}",
        value=count,
        text=f"There are {count:,} different {several}{where}.",
    )


def _fact(at: int, name: str, where: str, value: str, column: str) -> Fact:
    cells = (Cell(query=0, row=at, column=column),)
    return Fact(
        id=f"f{at + 1}", name=f"{name}{where}", value=value, text=sentence(f"{name}{where}: {value}"), cells=cells
    )
