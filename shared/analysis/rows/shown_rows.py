"""Rows as they are, where nobody asks for a figure of them."""

from shared.analysis.base import Findings
from shared.analysis.fields import Conditions
from shared.analysis.plain import PlainAnalysis
from shared.contracts import DatasetProfile, QueryResult
from shared.query.facts import facts
from shared.query.measures import RowCount
from shared.query.query import Figures, Query, Rows
from shared.query.verbalise import naming_of, scope_words


class ShownRows(PlainAnalysis):
    """Shows the rows that meet the conditions, and says how many there are."""

    in_query = True
    examples = ("Show me the data", "Show me the rows", "List all rows", "Show me all of those", "Preview the data")

    where: Conditions = ()

    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        return Figures(where=self.where, measures=(RowCount(),)), Rows(where=self.where)

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        (counted, _), (count, rows) = self.bound(table), results
        self.require(rows.row_count, naming_of(counted).rows, "to show", "Looked for them", "Loosen the conditions.")
        (told, *_) = facts(counted, count, query=0)
        one = told.value == 1
        named = naming_of(counted).row if one else naming_of(counted).rows
        there = f"There {'is' if one else 'are'} {told.value:,} {named}{scope_words(counted).removeprefix(f', for {named}')}."
        return Findings(summary=there, facts=(told,), visualization_hint="table")
