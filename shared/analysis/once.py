"""Queries of an analysis over rows that were entered twice: each of them counts once, whatever the analysis asks."""

from collections.abc import Iterable, Sequence

from sqlglot import exp

from shared.contracts import DatasetProfile, PlannedQuery
from shared.engine.sql.syntax import parse, render
from shared.query.verbalise import ONCE


def once(queries: Sequence[PlannedQuery], tables: Iterable[DatasetProfile]) -> tuple[PlannedQuery, ...]:
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
    again = sum(one.rows for one in table.repairs if one.kind == "repeated")
    return table.model_copy(update={"row_count": table.row_count - again})


def _once(sql: str, relations: set[str]) -> str:
    tree = parse(sql)
    own = {one.alias for one in tree.find_all(exp.CTE)}
    for table in list(tree.find_all(exp.Table)):
        if table.name in relations - own and not table.args.get("db"):
            rows = exp.select("*").distinct().from_(exp.table_(table.name, quoted=True))
            table.replace(rows.subquery(exp.to_identifier(table.alias or table.name, quoted=True)))
    return render(tree)
