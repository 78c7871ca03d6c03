"""Figures of no more rows than a LIMIT within the query leaves: the average of a top ten is no average of all."""

from collections.abc import Iterable, Iterator, Mapping

from sqlglot import exp

from shared.contracts import DatasetProfile
from shared.engine.doubts.grouped import aggregates, sources_of
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
                yield from _cut(source, named, tables, frozenset())


def _cut(
    source: exp.Expr, named: Mapping[str, exp.Expr], tables: Mapping[str, DatasetProfile], seen: frozenset[str]
) -> Iterator[str]:
    """The sentence for a source that a LIMIT cuts, itself or below what only hands rows on."""
    name = source.name.casefold() if isinstance(source, exp.Table) else ""
    if name in seen or (name and name not in named):
        return
    query = named[name] if name else source.unnest() if isinstance(source, exp.Subquery) else source
    if not isinstance(query, exp.Select):
        return
    limit, offset = (_number(query.args.get(part)) for part in ("limit", "offset"))
    grouped = query.args.get("group") is not None
    if (limit is not None or offset) and (grouped or not aggregates(query)):
        read = [tables.get(one.name.casefold()) for one in sources_of(query)]
        table = read[0] if len(read) == 1 else None
        if grouped or table is None or limit is None or limit < table.row_count:
            what = "groups" if grouped else plural(table.semantic.entity_name) if table else _ROWS
            yield figure_of(limit, offset or 0, what)
    elif not aggregates(query):
        for inner in sources_of(query):
            yield from _cut(inner, named, tables, seen | {name} if name else seen)


def _number(part: object) -> int | None:
    written = part.expression if isinstance(part, exp.Limit | exp.Offset) else None
    return int(written.this) if isinstance(written, exp.Literal) and written.is_int else None
