"""Queries of an analysis over rows that were entered twice: each of them counts once, whatever the analysis asks."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from shared.analysis.base import Analysis
from shared.contracts import DatasetProfile, PlannedQuery
from shared.query.trees import exp
from shared.query.words.verbalise import ONCE

AnalysisT = TypeVar("AnalysisT", bound=Analysis)


def with_distinct_rows(queries: Sequence[PlannedQuery], tables: Iterable[DatasetProfile]) -> tuple[PlannedQuery, ...]:
    """The queries, reading of these tables each row once that repeats another in every column; their purposes say so.
    Raises QueryFailed where one cannot be read."""
    relations = {one.relation for one in tables}
    return tuple(
        query.model_copy(
            update={
                "sql": _once(query.sql, relations),
                "shown": _once(query.shown, relations) if query.shown else "",
                "purpose": f"{query.purpose}, {ONCE}",
            }
        )
        for query in queries
    )


def without_repeats(table: DatasetProfile) -> DatasetProfile:
    """The table as it is when each row is read once."""
    return table.model_copy(update={"row_count": table.row_count - _again(table)})


def of_distinct_rows(analysis: AnalysisT, table: DatasetProfile) -> AnalysisT:
    """The analysis, where rows were entered twice counting each once, unless it is about rows as they were entered."""
    return analysis.model_copy(update={"distinct_rows": bool(_again(table)) and not analysis.as_entered})


def _again(table: DatasetProfile) -> int:
    """How many rows repeat another one in every column, in a table that tells rows apart."""
    return sum(one.rows for one in table.repairs if one.kind == "repeated")


def _once(sql: str, relations: set[str]) -> str:
    from shared.engine.sql.syntax import parse, render  # a parser of SQL: only where a query is written anew

    tree = parse(sql)
    own = {one.alias for one in tree.find_all(exp.CTE)}
    for table in list(tree.find_all(exp.Table)):
        if table.name in relations - own and not table.args.get("db"):
            rows = exp.select("*").distinct().from_(exp.table_(table.name, quoted=True))
            table.replace(rows.subquery(exp.to_identifier(table.alias or table.name, quoted=True)))
    return render(tree)
