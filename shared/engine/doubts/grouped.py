"""Of which rows an aggregate is one figure: by what they are grouped, and which values a condition leaves."""

from collections.abc import Iterator
from typing import Final

from sqlglot import exp

SUBTOTALS: Final = (exp.Rollup, exp.Cube, exp.GroupingSets)
"""What gives figures of several groups together beside those of each."""


def own_nodes(one: exp.Expr) -> Iterator[exp.Expr]:
    """The nodes of an expression; of the queries within it none but the first."""
    yield from one.walk(prune=lambda node: isinstance(node, exp.Query))


def keys_of(aggregate: exp.Expr) -> frozenset[str]:
    """The columns that what an aggregate takes together is grouped by, in small letters: those of its window, or of its
    SELECT. None of those that a ROLLUP takes together."""
    window = aggregate.find_ancestor(exp.Window, exp.Select)
    select = aggregate.find_ancestor(exp.Select)
    if isinstance(window, exp.Window) and window.this.find(type(aggregate)) is not None:
        keys = list(window.args.get("partition_by") or ())
        nested = aggregate.find_ancestor(exp.AggFunc, exp.Window) is not window
        keys += group_keys(select) if select and nested else []
    else:
        keys = group_keys(select) if select else []
    return frozenset(column.name.casefold() for key in keys for column in key.find_all(exp.Column))


def group_keys(select: exp.Select) -> list[exp.Expr]:
    """What a SELECT is grouped by, as it is computed."""
    group = select.args.get("group")
    if group is None:
        return []
    shown = [one.unalias() for one in select.selects]
    if group.args.get("all"):
        return [one for one in shown if one.find(exp.AggFunc) is None]
    aliases = {one.alias.casefold(): one.unalias() for one in select.selects if one.alias}
    keys: list[exp.Expr] = []
    for one in group.expressions:
        if isinstance(one, SUBTOTALS):
            continue
        if isinstance(one, exp.Literal) and one.is_int and 0 < int(one.this) <= len(shown):
            keys.append(shown[int(one.this) - 1])
        else:
            named = aliases.get(one.name.casefold()) if isinstance(one, exp.Column) else None
            keys += [one, *([named] if named is not None else [])]
    return keys


def pinned(select: exp.Select) -> frozenset[str]:
    """The columns of which the conditions of a SELECT leave one value, in small letters."""
    where = select.args.get("where")
    met = where.this if where else None
    parts = met.flatten() if isinstance(met, exp.And) else (met,)
    return frozenset(name.casefold() for one in parts if one is not None for name in _pinned(one.unnest()))


def _pinned(one: exp.Expr) -> Iterator[str]:
    if isinstance(one, exp.In) and isinstance(one.this, exp.Column) and len(one.expressions) == 1:
        yield one.this.name
    if isinstance(one, exp.EQ):
        for side, other in ((one.this, one.expression), (one.expression, one.this)):
            if isinstance(side, exp.Column) and not isinstance(other, exp.Query) and other.find(exp.Column) is None:
                yield side.name
