"""A query of the query language, as a model asks it."""

from typing import Self

from pydantic import PrivateAttr

from shared.analysis.base import Findings
from shared.analysis.plain import PlainAnalysis, notes
from shared.contracts import DatasetProfile, QueryResult
from shared.query.check import unused
from shared.query.facts import facts
from shared.query.query import Query


class QueryAnalysis(PlainAnalysis):
    """Figures or rows, in the query language, which may look up columns of the other tables. Who asked tells the
    figures, so there is no summary."""

    query: Query
    _tables: tuple[DatasetProfile, ...] = PrivateAttr(default=())

    def over(self, tables: tuple[DatasetProfile, ...]) -> Self:
        told = self.model_copy()
        told._tables = tables
        return told

    def other_tables(self) -> tuple[DatasetProfile, ...]:
        return self._tables

    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        return (self.query,)

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        (bound,), (result,) = self.bound(table), results
        idle = (f"Nothing uses the derived column “{name}”." for name in unused(self.query))
        return Findings(summary="", facts=facts(bound, result), findings=(*notes(bound, result), *idle))
