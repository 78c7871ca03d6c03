"""A query of the query language, as a model asks it."""

from shared.analysis.base import Findings
from shared.analysis.plain import PlainAnalysis, notes
from shared.contracts import DatasetProfile, QueryResult
from shared.query.facts import facts
from shared.query.query import Query


class QueryAnalysis(PlainAnalysis):
    """Figures or rows, in the query language. Who asked tells the figures, so there is no summary."""

    query: Query

    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        return (self.query,)

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        (bound,), (result,) = self.bound(table), results
        return Findings(summary="", facts=facts(bound, result), findings=tuple(notes(bound, result)))
