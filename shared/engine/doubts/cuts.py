"""Figures of no more rows than a LIMIT within the query leaves: the average of a top ten is no average of all."""

from collections.abc import Iterable, Iterator, Mapping
from math import ceil, prod
from typing import Final, NamedTuple

from sqlglot import exp

from shared.contracts import DatasetProfile
from shared.engine.doubts.grouped import aggregates, group_keys, periods_of
from shared.engine.sql.clauses import sources_of
from shared.query.checks.cut import figure_of
from shared.table.nouns import plural

_ROWS = "rows"
_DAYS: Final[dict[str, int]] = {"day": 1, "week": 7, "month": 31, "quarter": 92, "year": 366}
"""Of a period: no more."""


class There(NamedTuple):
    """How many rows or groups there are, at least and at most."""

    least: int
    most: int


def cuts(tree: exp.Expr, datasets: Iterable[DatasetProfile]) -> Iterator[str]:
    """A sentence for each LIMIT below an aggregate."""
    tables = {one.relation.casefold(): one for one in datasets}
    named = {one.alias.casefold(): one.this for one in tree.find_all(exp.CTE)}
    for select in tree.find_all(exp.Select):
        if aggregates(select):
            for source in sources_of(select):
                yield from _cut(source, named, tables, set())


def _cut(
    source: exp.Expr, named: Mapping[str, exp.Expr], tables: Mapping[str, DatasetProfile], seen: set[str]
) -> Iterator[str]:
    """The sentence for a source that a LIMIT cuts, itself or below what only hands rows on. `seen` are the names of
    those that were looked at."""
    query = _query(source, named, seen)
    if query is None:
        return
    limit, offset = (_number(query.args.get(part)) for part in ("limit", "offset"))
    grouped = query.args.get("group") is not None
    if (limit is not None or offset) and (grouped or not aggregates(query)):
        there = _there(query, named, tables, set())
        if limit is None or (there is not None and limit < there.most):
            read = [tables.get(one.name.casefold()) for one in sources_of(query)]
            table = read[0] if len(read) == 1 and not query.args.get("distinct") else None
            what = "groups" if grouped else plural(table.semantic.entity_name) if table else _ROWS
            sure = limit is None or there is None or limit < there.least
            yield figure_of(limit, offset or 0, what) if sure else f"This figure covers at most {limit} {what}."
    elif not aggregates(query):
        for inner in sources_of(query):
            yield from _cut(inner, named, tables, seen)


def _query(source: exp.Expr, named: Mapping[str, exp.Expr], seen: set[str]) -> exp.Select | None:
    """The query that a source is; None of a table, and of a name that was seen, which it is from now on."""
    name = source.name.casefold() if isinstance(source, exp.Table) else ""
    if name in seen or (name and name not in named):
        return None
    seen |= {name} if name else set()
    query = named[name] if name else source.unnest() if isinstance(source, exp.Subquery) else source
    return query if isinstance(query, exp.Select) else None


def _there(
    query: exp.Select, named: Mapping[str, exp.Expr], tables: Mapping[str, DatasetProfile], seen: set[str]
) -> There | None:
    """How many rows a query has but for its conditions and its LIMIT; None where nothing says it."""
    sources = sources_of(query)
    if len(sources) != 1:
        return None
    inner, table = _query(sources[0], named, seen), tables.get(sources[0].name.casefold())
    keys = group_keys(query) or (query.selects if query.args.get("distinct") else [])
    if inner is not None:
        return None if keys or aggregates(query) else _there(inner, named, tables, seen)
    if table is None or not isinstance(sources[0], exp.Table):
        return None
    if not keys:
        rows = 1 if aggregates(query) else table.row_count
        return There(rows, rows)
    found = [_values(key.unalias(), table) for key in keys]
    return There(max(one.least for one in found), min(prod(one.most for one in found), table.row_count))


def _values(key: exp.Expr, table: DatasetProfile) -> There:
    """How many values a key has: of a column those that it holds; what is computed of one has no more, and of periods
    no fewer than its days fill."""
    names = {column.name.casefold() for column in key.find_all(exp.Column)}
    columns = [one for one in table.columns if one.name.casefold() in names]
    if len(columns) != 1:
        return There(1, table.row_count)
    (column,) = columns
    most = column.distinct or table.row_count
    if isinstance(key, exp.Column):
        return There(most, most)
    grain = periods_of([key]).get(column.name.casefold())
    days = _DAYS.get(grain) if grain and column.type == "date" else None
    return There(ceil(column.distinct / days) if days and column.distinct else 1, most)


def _number(part: object) -> int | None:
    written = part.expression if isinstance(part, exp.Limit | exp.Offset) else None
    return int(written.this) if isinstance(written, exp.Literal) and written.is_int else None
