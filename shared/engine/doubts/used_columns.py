"""A query without the columns that nothing reads, of its inner queries or of its own: no figure depends on these."""

from collections.abc import Collection, Iterator
from typing import Final

from sqlglot import exp
from sqlglot.errors import SqlglotError
from sqlglot.optimizer.scope import Scope, traverse_scope

from shared.engine.sql.syntax import readable, render

_EVERYTHING: Final = "*"


def used_columns(tree: exp.Expr) -> exp.Expr:
    """The query, in whose inner SELECTs those columns are left alone that a query which reads them names, or may mean
    by a star. As it is where its parts cannot be told."""
    pruned = tree.copy()
    try:
        scopes = traverse_scope(pruned)
    except SqlglotError:
        return tree
    needed: dict[int, set[str]] = {id(pruned): {_EVERYTHING}}
    for scope in reversed(scopes):
        select = scope.expression
        wanted = needed.get(id(select), {_EVERYTHING})
        if isinstance(select, exp.Select) and _EVERYTHING not in wanted and not _is_bound(select):
            kept = [one for one in select.selects if one.is_star or _is_read(one, wanted, select)]
            select.set("expressions", kept or select.selects[:1])
        for name, source in scope.sources.items():
            if isinstance(source, Scope):
                needed.setdefault(id(source.expression), set()).update(_read_of(name, scope, select))
    return pruned


def without_columns(sql: str, unused: Collection[str]) -> str:
    """The query without these columns of its result, but for those that its other parts name; as it is where it cannot
    be read."""
    tree = readable(sql) if unused else None
    if not isinstance(tree, exp.Select) or _is_bound(tree):
        return sql
    gone, names = {name.casefold() for name in unused}, [one.alias_or_name.casefold() for one in tree.selects]
    kept = [one for one in tree.selects if _is_read(one, set(names) - gone, tree)]
    return render(tree.select(*kept, append=False)) if 0 < len(kept) < len(names) else sql


def _is_read(one: exp.Expr, wanted: set[str], select: exp.Select) -> bool:
    """Whether a column of a SELECT is among those that are wanted, or its other parts name it, as its order does."""
    name = one.alias_or_name.casefold()
    inside = {id(column) for column in one.find_all(exp.Column)}
    others = (column for column in _own(select) if id(column) not in inside)
    return not name or name in wanted or any(column.name.casefold() == name for column in others)


def _own(select: exp.Select) -> Iterator[exp.Column]:
    """The columns that a SELECT names, and those of queries within its conditions, not those of what it reads."""
    nodes = select.walk(prune=lambda node: isinstance(node, exp.With) or _is_source(node))
    return (node for node in nodes if isinstance(node, exp.Column))


def _is_source(node: exp.Expr) -> bool:
    return isinstance(node, exp.Subquery) and isinstance(node.parent, exp.From | exp.Join)


def _is_bound(select: exp.Select) -> bool:
    """Whether its columns belong together: it tells rows apart by all of them, stands in a union, or names them by
    their places."""
    places = (one for part in ("group", "order") if select.args.get(part) for one in select.args[part].expressions)
    by_place = any(isinstance(one.this if isinstance(one, exp.Ordered) else one, exp.Literal) for one in places)
    return bool(select.args.get("distinct")) or by_place or isinstance(select.parent, exp.SetOperation)


def _read_of(name: str, scope: Scope, query: exp.Expr) -> set[str]:
    """The columns, in small letters, that a query may read of its source of that name; of a column without a table any
    of its sources may be meant."""
    if not isinstance(query, exp.Select) or query.is_star or scope.pivots:
        return {_EVERYTHING}
    lists = query.args.get("joins") or ()
    if any(one.args.get("method") == "NATURAL" for one in lists):
        return {_EVERYTHING}
    columns = list(_own(query))
    joined = {one.name.casefold() for join in lists for one in join.args.get("using") or ()}
    return joined | {one.name.casefold() for one in columns if not one.table or one.table.casefold() == name.casefold()}
