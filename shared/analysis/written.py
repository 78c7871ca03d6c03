"""A query that a model wrote itself, where no typed analysis fits: its cells become the facts."""

from typing import Self

from shared.analysis.base import Analysis, Findings
from shared.analysis.wording import show_number
from shared.contracts import Cell, DatasetProfile, Fact, PlannedQuery, QueryResult
from shared.reading.reading import Reading

MOST_FACTS = 60


class Written(Analysis):
    """One SELECT in DuckDB dialect over the relations given, with named columns, and what it is for."""

    least = 1

    sql: str
    purpose: str

    @classmethod
    def read(cls, reading: Reading, table: DatasetProfile) -> Self | None:
        return None

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        return (PlannedQuery(sql=self.sql, purpose=self.purpose),)

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        facts = tuple(fact for fact in _facts(results[0], self.purpose))
        return Findings(summary="", facts=facts[:MOST_FACTS])


def _facts(result: QueryResult, purpose: str) -> list[Fact]:
    """A fact for each number, named after its column and the labels of its row."""
    found: list[Fact] = []
    for row, record in enumerate(result.records()):
        labels = ", ".join(str(value) for value in record.values() if isinstance(value, str))
        for column, value in record.items():
            if isinstance(value, bool) or not isinstance(value, int | float):
                continue
            name = f"{column} ({labels})" if labels else column
            found.append(
                Fact(
                    id=f"f{len(found) + 1}",
                    name=name,
                    value=value,
                    text=f"{purpose}: {name.replace('_', ' ')} is {show_number(value)}.",
                    cells=(Cell(query=0, row=row, column=column),),
                )
            )
    return found
