"""Of which rows an aggregate is one figure: by what they are grouped, and which values a condition leaves."""

from collections.abc import Iterable, Iterator
from typing import Final

from sqlglot import exp

from shared.engine.sql.clauses import conjuncts
from shared.engine.sql.syntax import SUBTOTALS
from shared.query.groupings import GRAINS, Grain

_OF_A_YEAR: Final = "of a year"
"""Beside a part of a year that stands for itself: each March, of whatever year."""
_DAYS, _MONTHS = ("%d", "%j", "%x", "%c"), ("%m", "%b", "%B")
_INTO: Final = {exp.DayOfWeekIso: "week", exp.Day: "month", exp.DayOfYear: "year"}
"""What counts the days of a period."""


def own_nodes(one: exp.Expr) -> Iterator[exp.Expr]:
    """The nodes of an expression; of the queries within it none but the first."""
    yield from one.walk(prune=lambda node: isinstance(node, exp.Query))


def keys_of(aggregate: exp.Expr, *, themselves: bool = False) -> frozenset[str]:
    """The columns that what an aggregate takes together is grouped by, in small letters: those of its window, or of its
    SELECT. None of those that a ROLLUP takes together; with `themselves` only those of which each value is a group, and
    not those that a group is computed from, as a month is of a day."""
    window = aggregate.find_ancestor(exp.Window, exp.Select)
    select = aggregate.find_ancestor(exp.Select)
    if isinstance(window, exp.Window) and window.this.find(type(aggregate)) is not None:
        keys = list(window.args.get("partition_by") or ())
        nested = aggregate.find_ancestor(exp.AggFunc, exp.Window) is not window
        keys += group_keys(select) if select and nested else []
    else:
        keys = group_keys(select) if select else []
    if themselves:
        return frozenset(key.name.casefold() for key in (one.unnest() for one in keys) if isinstance(key, exp.Column))
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


def aggregates(select: exp.Select) -> bool:
    """Whether it gives figures of several rows together."""
    own = (node for one in select.selects for node in own_nodes(one))
    return any(isinstance(one, exp.AggFunc) and one.find_ancestor(exp.Window, exp.Select) is select for one in own)


def periods_of(keys: Iterable[exp.Expr]) -> dict[str, Grain]:
    """The columns of times whose periods these are, in small letters, and the shortest of these periods."""
    found: dict[str, set[str]] = {}
    for key in keys:
        columns = {column.name.casefold() for column in key.find_all(exp.Column)}
        for name in columns if len(columns) == 1 else ():
            found.setdefault(name, set()).update(_grains(key))
    told: dict[str, Grain] = {}
    for name, grains in found.items():
        whole = grains if _OF_A_YEAR not in grains or "year" in grains else set[str]()
        shortest = next((grain for grain in GRAINS if grain in whole), None)
        told |= {name: shortest} if shortest else {}
    return told


def _grains(key: exp.Expr) -> Iterator[str]:
    """The length of the periods that a key tells apart; of a part of a year that it is one, too."""
    one = key.unnest()
    while isinstance(one, exp.Cast | exp.TryCast | exp.Paren):
        one = one.this
    if isinstance(one, exp.DateTrunc | exp.TimestampTrunc):
        yield from (one.args["unit"].name.lower(), "year")
    elif isinstance(one, exp.Sub) and isinstance(one.this, exp.Column):  # a date, less the days that it is into them
        into = (grain for node, grain in _INTO.items() if one.expression.find(node))
        yield from (part for grain in into for part in (grain, "year"))
    elif isinstance(one, exp.TimeToStr):
        written = one.args["format"].name
        days, months = (any(part in written for part in parts) for parts in (_DAYS, _MONTHS))
        yield from ("year",) if "%Y" in written and not days else ()
        yield from ("month",) if "%Y" in written and months and not days else ()
    else:
        part = one.name.lower() if isinstance(one, exp.Extract) else type(one).__name__.lower()
        yield from (part,) if part == "year" else (part, _OF_A_YEAR) if part in ("month", "quarter") else ()


def pinned(select: exp.Select, *, queries: bool = False) -> frozenset[str]:
    """The columns of which the conditions of a SELECT leave one value, in small letters; with `queries` also one that a
    query gives."""
    met = conjuncts(select.args.get("where"))
    return frozenset(name.casefold() for one in met for name in _pinned(one.unnest(), queries))


def _pinned(one: exp.Expr, queries: bool) -> Iterator[str]:
    if isinstance(one, exp.In) and isinstance(one.this, exp.Column) and len(one.expressions) == 1:
        yield one.this.name
    if isinstance(one, exp.EQ):
        for side, other in ((one.this, one.expression), (one.expression, one.this)):
            given = queries if isinstance(other, exp.Query) else other.find(exp.Column) is None
            if isinstance(side, exp.Column) and given:
                yield side.name


def steps_around(select: exp.Select) -> list[exp.Query]:
    """The queries around this one that have steps of their own (WITH), the outermost first."""
    found: list[exp.Query] = []
    one = select.parent
    while one is not None:
        found += [one] if isinstance(one, exp.Query) and one.args.get("with_") else []
        one = one.parent
    return found[::-1]
