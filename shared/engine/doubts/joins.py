"""Joins that take rows several times: what is added up or averaged of these counts some of them more than once.

Whether one does is asked of the data: rows are numbered before they are joined, and counted behind the join.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sqlglot import exp

from shared.contracts import DatasetProfile, Scalar
from shared.engine.doubts.grouped import own_nodes, sources_of
from shared.engine.syntax import render
from shared.query.base import RESERVED
from shared.query.words.values import number

_COUNTED_ONCE: Final = (exp.Max, exp.Min, exp.ApproxDistinct, exp.AnyValue, exp.ArgMax, exp.ArgMin, exp.First, exp.Last)
"""Aggregates that give the same however often a row is there."""
_LEFT_OUT: Final = ("group", "having", "order", "limit", "offset", "qualify", "distinct", "windows")
_SOURCES: Final = (exp.Table, exp.Subquery)


@dataclass(frozen=True)
class Fan:
    """A question to the data: the query that counts, for each of these sources of a join, how many rows of it there are
    behind the join, and how many different ones; `tables` are those that are read under these names. `groups` are the
    sources of each aggregate: where every one of them is repeated, so is what it takes."""

    sql: str
    sources: tuple[str, ...]
    tables: Mapping[str, str]
    groups: tuple[frozenset[str], ...]

    def told(self, counts: Sequence[Scalar]) -> tuple[str, ...]:
        """A sentence for each source whose rows are counted more than once, given what the query counts."""
        numbers = [int(one) if isinstance(one, int | float) else 0 for one in counts]
        pairs = dict(zip(self.sources, zip(numbers[::2], numbers[1::2], strict=True), strict=True))
        repeated = {name for name, (rows, different) in pairs.items() if rows > different}
        of = {name: None for group in self.groups if group <= repeated for name in sorted(group)}
        return tuple(_sentence(self.tables.get(name, name), *pairs[name]) for name in of)


def _sentence(table: str, rows: int, different: int) -> str:
    counted = f"{number(different)} rows of {table}" if different != 1 else f"one row of {table}"
    return f"The join takes {counted} {number(rows)} times: what is computed of them counts some more than once."


def fans(tree: exp.Expr, datasets: Iterable[DatasetProfile]) -> Iterator[Fan]:
    """The questions to ask about a query's joins; none where what is joined is the only one of its kind."""
    tables = {one.relation.casefold(): one for one in datasets}
    for select in tree.find_all(exp.Select):
        sources = [one for one in sources_of(select) if isinstance(one, _SOURCES) and one.alias_or_name]
        if not select.args.get("joins") or _each_finds_one(select, tables):
            continue
        names = tuple(one.alias_or_name for one in sources)
        groups = tuple(dict.fromkeys(_groups(select, sources, names, tables)))
        if groups:
            read = {one.alias_or_name: one.name for one in sources if isinstance(one, exp.Table)}
            yield Fan(_counting(select, names), names, read, groups)


def _groups(
    select: exp.Select, sources: Sequence[exp.Expr], names: Sequence[str], tables: Mapping[str, DatasetProfile]
) -> Iterator[frozenset[str]]:
    """The sources that each aggregate takes its values from; all of them where it counts rows."""
    by_name = {name.casefold(): name for name in names}
    for one in (node for shown in select.selects for node in own_nodes(shown)):
        if not isinstance(one, exp.AggFunc) or isinstance(one, _COUNTED_ONCE) or isinstance(one.this, exp.Distinct):
            continue
        if one.find_ancestor(exp.Window, exp.Select) is not select:
            continue
        columns = list(one.find_all(exp.Column))
        found = {_source_of(column, sources, by_name, tables) for column in columns}
        if not columns and isinstance(one, exp.Count):
            yield from [frozenset(names)] if len(names) == len(sources_of(select)) else []
        elif found and "" not in found:
            yield frozenset(found)


def _source_of(
    column: exp.Column, sources: Sequence[exp.Expr], by_name: Mapping[str, str], tables: Mapping[str, DatasetProfile]
) -> str:
    """The source of a column; empty where it could be of several, or of none that is known."""
    if column.table:
        return by_name.get(column.table.casefold(), "")
    having = [one.alias_or_name for one in sources if column.name.casefold() in _columns(one, tables)]
    return having[0] if len(having) == 1 else ""


def _columns(source: exp.Expr, tables: Mapping[str, DatasetProfile]) -> set[str]:
    if isinstance(source, exp.Subquery):
        return {name.casefold() for name in source.named_selects}
    table = tables.get(source.name.casefold())
    return {one.name.casefold() for one in table.columns} if table else set()


def _each_finds_one(select: exp.Select, tables: Mapping[str, DatasetProfile]) -> bool:
    """Whether the profile says that no row finds more than one match: each join is by a column of a table all of whose
    values differ."""
    return all(_finds_one(join, tables) for join in select.args.get("joins") or ())


def _finds_one(join: exp.Join, tables: Mapping[str, DatasetProfile]) -> bool:
    table = tables.get(join.this.name.casefold()) if isinstance(join.this, exp.Table) else None
    if table is None:
        return False
    different = {one.name.casefold() for one in table.columns if one.distinct == table.row_count}
    using = {one.name.casefold() for one in join.args.get("using") or ()}
    on = join.args.get("on")
    met = list(on.flatten()) if isinstance(on, exp.And) else [on] if on is not None else []
    alias = join.this.alias_or_name.casefold()
    sides = (side for one in met if isinstance(one, exp.EQ) for side in (one.this, one.expression))
    own = {side.name.casefold() for side in sides if isinstance(side, exp.Column) and side.table.casefold() == alias}
    return bool(different & (using | own))


def _counting(select: exp.Select, names: Sequence[str]) -> str:
    """The query that counts the rows of each source behind the join."""
    counting = select.copy()
    for part in _LEFT_OUT:
        counting.set(part, None)
    for at, source in enumerate(one for one in sources_of(counting) if one.alias_or_name in names):
        inner = source.copy()
        inner.set("joins", None)
        number_ = exp.alias_(exp.Window(this=exp.RowNumber()), f"{RESERVED}row_{at}", quoted=True)
        plain = exp.select(exp.Star(), number_).from_(inner)
        source.replace(plain.subquery(source.alias_or_name, copy=False))
    shown: list[exp.Expr] = []
    for at, name in enumerate(names):
        column = exp.column(f"{RESERVED}row_{at}", table=name, quoted=True)
        shown += [exp.Count(this=column), exp.Count(this=exp.Distinct(expressions=[column.copy()]))]
    aliased = [exp.alias_(one, f"{RESERVED}count_{at}", quoted=True) for at, one in enumerate(shown)]
    counting.set("expressions", aliased)
    around = [common.copy() for above in _ancestors(select) for common in above.ctes]
    own = list(counting.ctes)
    if around:
        counting.set("with_", exp.With(expressions=[*around, *own]))
    return render(counting)


def _ancestors(select: exp.Select) -> list[exp.Query]:
    """The queries around this one, the outermost first."""
    found: list[exp.Query] = []
    one = select.parent
    while one is not None:
        found += [one] if isinstance(one, exp.Query) and one.args.get("with_") else []
        one = one.parent
    return found[::-1]
