"""A query without the figures of its result that nobody tells, for what is to be said of those that are told."""

from collections.abc import Collection

from sqlglot import exp

from shared.engine.syntax import parse, render
from shared.errors import QueryFailed


def narrowed(sql: str, columns: Collection[str]) -> str:
    """The query with those computed columns of its result alone that are among `columns`; what it groups and orders by,
    and what it computes from no rows, stays. The query as it is where that cannot be done."""
    try:
        tree = parse(sql)
    except QueryFailed:
        return sql
    if not isinstance(tree, exp.Select) or tree.args.get("distinct") or _by_number(tree):
        return sql
    told = {name.casefold() for name in columns} | _named(tree)
    kept = [
        one for one in tree.selects if one.alias_or_name.casefold() in told or not one.find(exp.AggFunc, exp.Window)
    ]
    if len(kept) == len(tree.selects) or not kept:
        return sql
    tree = tree.copy()
    names = {one.alias_or_name for one in kept}
    tree.set("expressions", [one for one in tree.selects if one.alias_or_name in names])
    return render(tree)


def _by_number(tree: exp.Select) -> bool:
    """Whether it orders or groups by the place of a column."""
    parts = (tree.args.get("order"), tree.args.get("group"))
    listed = (one for part in parts if part for one in part.expressions)
    return any(isinstance(one.this if isinstance(one, exp.Ordered) else one, exp.Literal) for one in listed)


def _named(tree: exp.Select) -> set[str]:
    """The columns that its other parts name, or that another column of the result may be computed from."""
    parts = (tree.args.get(part) for part in ("where", "group", "having", "qualify", "order"))
    named = {one.name.casefold() for part in parts if part for one in part.find_all(exp.Column)}
    for one in tree.selects:
        own = one.alias_or_name.casefold()
        named |= {name for each in one.unalias().find_all(exp.Column) if (name := each.name.casefold()) != own}
    return named
