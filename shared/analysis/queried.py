"""A query of the query language, as a model asks it: checked, compiled, told and turned into facts from one value."""

from typing import Self

from shared.analysis.base import Analysis, Findings
from shared.contracts import DatasetProfile, PlannedQuery, QueryResult
from shared.errors import ForfeitException
from shared.offline.reading.reading import Reading
from shared.query.check import BoundQuery, check
from shared.query.checks import findings
from shared.query.compile import compile_query
from shared.query.completeness import told
from shared.query.facts import facts
from shared.query.problems import QueryProblem
from shared.query.query import Query
from shared.query.verbalise import verbalise


class Queried(Analysis):
    """Figures or rows, in the query language. Its SQL, its words and its facts are readings of the one value."""

    least = 1

    query: Query

    @classmethod
    def read(cls, reading: Reading, table: DatasetProfile) -> Self | None:
        return None

    def bound(self, table: DatasetProfile) -> BoundQuery:
        """The query held against the table. Raises ForfeitException, with what would be right, where it does not fit or
        would mislead."""
        try:
            bound = check(self.query, table)
        except QueryProblem as problem:
            raise ForfeitException(problem.sentence) from problem
        wrong = [one.sentence for one in findings(bound) if one.verdict == "refuse"]
        if wrong:
            raise ForfeitException(" ".join(wrong))
        return bound

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        bound = self.bound(table)
        purpose = verbalise(bound)
        sql = compile_query(bound).sql(dialect="duckdb")
        return (PlannedQuery(sql=sql, purpose=purpose[:1].upper() + purpose[1:]),)

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        bound, result = self.bound(table), results[0]
        notes = [one.sentence for one in findings(bound) if one.verdict == "tell"]
        lines = (told(bound, result), *notes)
        return Findings(summary="", facts=facts(bound, result), findings=tuple(line for line in lines if line))
