"""A query without the figures of its result, or the rows after its first, that nobody tells, for what is to be said of
those that are told."""

from collections.abc import Collection

from sqlglot import exp

from shared.engine.sql.syntax import readable, render


def narrowed(sql: str, columns: Collection[str]) -> str:
    """The query with those computed columns of its result alone that are among `columns`; what it groups and orders by,
    and what it computes from no rows, stays, as does what has no name. The query as it is where that cannot be done."""
    if (tree := readable(sql)) is None:
        return sql
    if not isinstance(tree, exp.Select) or tree.args.get("distinct") or not _by_name(tree):
        return sql
    told = {name.casefold() for name in columns} | _named(tree)
    names = [one.alias_or_name.casefold() for one in tree.selects]
    kept = [
        one.copy()
        for one, name in zip(tree.selects, names, strict=True)
        if name in told or not one.alias or names.count(name) > 1 or not one.find(exp.AggFunc, exp.Window)
    ]
    if len(kept) == len(names) or not kept:
        return sql
    return render(tree.select(*kept, append=False))


def ranking(sql: str, told: int | None, rows: int) -> str:
    """The query, ended by a limit after as many first rows of its result as are `told` if it has an order and no limit:
    what is told of it ranks, whatever else it gives. Else the query as it is."""
    if not told or told >= rows:
        return sql
    if (tree := readable(sql)) is None:
        return sql
    ranks = isinstance(tree, exp.Select) and tree.args.get("order") and not tree.args.get("limit")
    return render(tree.limit(told)) if ranks else sql


def _by_name(tree: exp.Select) -> bool:
    """Whether nothing is left that it orders or groups by the place of a column, which would be another column without
    those that go: what stands by its place in a list is named."""
    for part in filter(None, (tree.args.get("order"), tree.args.get("group"))):
        for one in list(part.find_all(exp.Literal)):
            at = int(one.name) - 1 if one.is_int else -1
            listed = one.parent is part or (isinstance(one.parent, exp.Ordered) and one.parent.this is one)
            if not listed:
                continue
            if not 0 <= at < len(tree.selects):
                return False
            column = tree.selects[at]
            if isinstance(part, exp.Order) and column.alias:
                one.replace(exp.column(column.alias, quoted=True))
            elif not column.find(exp.AggFunc, exp.Window):
                one.replace(column.unalias().copy())
            else:
                return False
    subtotals = (one for one in tree.find_all(exp.Rollup, exp.Cube, exp.GroupingSets))
    return not any(one.find(exp.Literal) for one in subtotals)


def _named(tree: exp.Select) -> set[str]:
    """The columns that its other parts name, or that another column of the result may be computed from."""
    parts = (tree.args.get(part) for part in ("where", "group", "having", "qualify", "order"))
    named = {one.name.casefold() for part in parts if part for one in part.find_all(exp.Column)}
    for one in tree.selects:
        own = one.alias_or_name.casefold()
        named |= {name for each in one.unalias().find_all(exp.Column) if (name := each.name.casefold()) != own}
    return named
