"""Runs values of the query language as Candor does: checked, compiled, through the guard, by DuckDB; in process."""

import math
from collections.abc import Callable
from typing import Any

import duckdb

from shared.contracts import Completeness, QueryResult
from shared.engine.duckdb.worker_main import plain
from shared.engine.results.accounts import accounted
from shared.engine.sql.guard import check as guarded
from shared.engine.sql.syntax import render
from shared.query.base import RESERVED
from shared.query.bound import BoundQuery
from shared.query.check import check
from shared.query.problems import read_query
from shared.query.sql.compile import compile_query
from tests.shared.query.tables import Table

_CONNECTION = duckdb.connect(config={"threads": 1})
"""One for all tests: several threads cost a small table more than they bring."""
_MOST_LOADED = 1000
_LOADED: dict[int, Table] = {}
"""The tables that the connection has, each with those beside it in a schema of its own, by their identities."""


def run(query: Any, table: Table, *, is_guarded: bool = True, accounted: bool = True) -> tuple[BoundQuery, QueryResult]:
    """A query, given as a value or as its JSON, and its result over the table; the guard has accepted the SQL."""
    bound = check(read_query(query) if isinstance(query, dict) else query, table.profile, table.datasets)
    _use(table)
    known = {one.profile.relation: list(one.kinds) for one in (table, *table.others)}
    sql = render(compile_query(bound, accounted=accounted))
    sql = guarded(sql, known).sql if is_guarded else sql
    cursor = _CONNECTION.execute(sql)
    rows = tuple(tuple(plain(cell) for cell in row) for row in cursor.fetchall())
    names = tuple(column[0] for column in cursor.description)
    return bound, QueryResult(columns=names, rows=rows, row_count=len(rows), sql=sql)


def asked(query: Any, table: Table, *, is_guarded: bool = True, accounted: bool = True) -> list[tuple[Any, ...]]:
    """The rows of the result, without the reserved columns."""
    _, result = run(query, table, is_guarded=is_guarded, accounted=accounted)
    kept = [at for at, name in enumerate(result.columns) if not name.startswith(RESERVED)]
    return [tuple(row[at] for at in kept) for row in result.rows]


def counted_beside(sql: str, table: Table) -> Callable[[str], Completeness | None]:
    """What is counted beside a query of SQL: of a column, what its first figure is a figure of."""
    counts = accounted(sql, {table.profile.relation})
    if counts is None:
        return lambda _column: None
    _use(table)
    cursor = _CONNECTION.execute(counts.sql)
    names = tuple(column[0] for column in cursor.description)
    rows = tuple(tuple(plain(cell) for cell in row) for row in cursor.fetchall())
    result = QueryResult(columns=names, rows=rows, row_count=len(rows), sql=counts.sql)
    return lambda column: counts.of(result, 0, column, None)


def _use(table: Table) -> None:
    """Queries are of this table from now on: it is loaded the first time."""
    schema = f'"{id(table)}"'
    if id(table) in _LOADED:
        _CONNECTION.execute(f"USE {schema}")
        return
    if len(_LOADED) == _MOST_LOADED:
        let_go()
    _CONNECTION.execute(f"CREATE SCHEMA IF NOT EXISTS {schema}")
    _CONNECTION.execute(f"USE {schema}")
    table.load(_CONNECTION)
    _LOADED[id(table)] = table


def let_go() -> None:
    """Lets go of all tables that were loaded."""
    _CONNECTION.execute("USE main")
    while _LOADED:
        _CONNECTION.execute(f'DROP SCHEMA "{_LOADED.popitem()[0]}" CASCADE')


def figure(measure: dict[str, Any], table: Table, **others: Any) -> Any:
    """The one figure of a query with one measure and no groups."""
    (row,) = asked({"kind": "figures", "measures": [measure], **others}, table)
    return row[0]


def alike(one: list[tuple[Any, ...]], other: list[tuple[Any, ...]]) -> bool:
    """Whether rows are the same, floating-point figures in nine digits."""
    return len(one) == len(other) and all(
        len(left) == len(right) and all(_same(a, b) for a, b in zip(left, right, strict=True))
        for left, right in zip(one, other, strict=True)
    )


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, int | float) and isinstance(other, int | float):
        return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)
    return bool(one == other)
