"""Figures of no more rows than a LIMIT within the query leaves: the average of a top ten is no average of all."""

from collections.abc import Iterable, Iterator, Mapping

from sqlglot import exp

from shared.contracts import DatasetProfile
from shared.engine.doubts.grouped import aggregates, group_keys, sources_of
from shared.query.checks.cut import figure_of
from shared.table.nouns import plural

_ROWS = "rows"


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
        if limit is None or (there is not None and limit < there):
            read = [tables.get(one.name.casefold()) for one in sources_of(query)]
            table = read[0] if len(read) == 1 and not query.args.get("distinct") else None
            what = "groups" if grouped else plural(table.semantic.entity_name) if table else _ROWS
            yield figure_of(limit, offset or 0, what)
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
) -> int | None:
    """How many rows a query has at least but for its conditions and its LIMIT; None where nothing says it."""
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
        return 1 if aggregates(query) else table.row_count
    names = {key.unalias().name.casefold() for key in keys if isinstance(key.unalias(), exp.Column)}
    counts = [one.distinct or table.row_count for one in table.columns if one.name.casefold() in names]
    return max(counts, default=None)


def _number(part: object) -> int | None:
    written = part.expression if isinstance(part, exp.Limit | exp.Offset) else None
    return int(written.this) if isinstance(written, exp.Literal) and written.is_int else None
