"""Joins that take rows several times: what is added up or averaged of these counts some of them more than once.

Whether one does is asked of the data: rows are numbered before they are joined, and counted behind the join.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from sqlglot import exp

from shared.contracts import DatasetProfile, Scalar
from shared.engine.doubts.grouped import group_keys, own_nodes, steps_around
from shared.engine.sql.clauses import conjuncts, sources_of
from shared.engine.sql.syntax import SUBTOTALS, render
from shared.query.base import RESERVED
from shared.query.words.values import number

_COUNTED_ONCE: Final = (exp.Max, exp.Min, exp.ApproxDistinct, exp.AnyValue, exp.ArgMax, exp.ArgMin, exp.First, exp.Last)
"""Aggregates that give the same however often a row is there."""
_LEFT_OUT: Final = ("group", "having", "order", "limit", "offset", "qualify", "distinct", "windows")
_SOURCES: Final = (exp.Table, exp.Subquery)


class Fan(NamedTuple):
    """A question to the data: the query that counts, for each of these sources of a join, how many rows of it there are
    behind the join, how many different ones, and how many different ones in each group of the query, all groups taken
    together; `tables` are those that are read under these names. `groups` are the sources of each aggregate: where
    every one of them is repeated within a group of the query, so is what it takes."""

    sql: str
    sources: tuple[str, ...]
    tables: Mapping[str, str]
    groups: tuple[frozenset[str], ...]

    def told(self, counts: Sequence[Scalar]) -> tuple[str, ...]:
        """A sentence for each source whose rows are counted more than once, given what the query counts."""
        numbers = [int(one) if isinstance(one, int | float) else 0 for one in counts]
        rows, different, apart = (dict(zip(self.sources, numbers[at::3], strict=True)) for at in range(3))
        repeated = {name for name in self.sources if rows[name] > apart[name]}
        of: dict[str, None] = {}
        for group in sorted(self.groups, key=len):
            if group <= repeated and not group & of.keys():
                most = max((one for one in self.sources if one in group), key=lambda name: rows[name] / different[name])
                of[most] = None
        return tuple(_sentence(self.tables.get(name, ""), rows[name], different[name]) for name in of)


def _sentence(table: str, rows: int, different: int) -> str:
    counted, it = (f"{number(different)} rows", "some count") if different != 1 else ("one row", "it counts")
    of = f" of {table}" if table else ""  # of what a step of the query gives only its writer knows the name
    return f"Combining the tables repeats {counted}{of} ({number(rows)} in all), so {it} more than once."


def fans(tree: exp.Expr, datasets: Iterable[DatasetProfile]) -> Iterator[Fan]:
    """The questions to ask about a query's joins; none where what is joined is the only one of its kind, and none about
    a count of pairs of one table."""
    tables = {one.relation.casefold(): one for one in datasets}
    for select in tree.find_all(exp.Select):
        sources = [one for one in sources_of(select) if isinstance(one, _SOURCES) and one.alias_or_name]
        if not select.args.get("joins") or _each_finds_one(select, tables):
            continue
        names = tuple(one.alias_or_name for one in sources)
        read = {one.alias_or_name: _table_read(one.name, tree, tables) for one in sources if isinstance(one, exp.Table)}
        pairs = len(read) == len(names) and len(set(read.values())) == 1
        found = (one for one in _groups(select, sources, names, tables) if not (pairs and one == frozenset(names)))
        groups = tuple(dict.fromkeys(found))
        if groups:
            called = {name: read.get(name, name) for name in names}
            known = {name: table for name, table in called.items() if table.casefold() in tables}
            yield Fan(_counting(select, names), names, known, groups)


def _table_read(name: str, tree: exp.Expr, tables: Mapping[str, DatasetProfile]) -> str:
    """The table that is read under the name, also where a step of the query of that name reads one alone."""
    step = next((one for one in tree.find_all(exp.CTE) if one.alias.casefold() == name.casefold()), None)
    within = {one.name for one in step.find_all(exp.Table)} if step is not None else set()
    return next(iter(within)) if len(within) == 1 and {one.casefold() for one in within} <= tables.keys() else name


def _groups(
    select: exp.Select, sources: Sequence[exp.Expr], names: Sequence[str], tables: Mapping[str, DatasetProfile]
) -> Iterator[frozenset[str]]:
    """The sources that each aggregate takes its values from; all of them where it counts rows. None of one that chooses
    among the rows of one source by another: of these it may choose each once."""
    by_name = {name.casefold(): name for name in names}
    for one in (node for shown in select.selects for node in own_nodes(shown)):
        if not isinstance(one, exp.AggFunc) or isinstance(one, _COUNTED_ONCE) or isinstance(one.this, exp.Distinct):
            continue
        if one.find_ancestor(exp.Window, exp.Select) is not select:
            continue
        columns = list(one.find_all(exp.Column))
        found = {_source_of(column, sources, by_name, tables) for column in columns}
        asked = one.parent.expression.find_all(exp.Column) if isinstance(one.parent, exp.Filter) else ()
        chosen = {_source_of(column, sources, by_name, tables) for column in asked}
        if len(found | chosen) > 1 and (chosen or one.find(exp.Case, exp.If)):
            continue
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
    met = conjuncts(join.args.get("on"))
    alias = join.this.alias_or_name.casefold()
    sides = (side for one in met if isinstance(one, exp.EQ) for side in (one.this, one.expression))
    own = {side.name.casefold() for side in sides if isinstance(side, exp.Column) and side.table.casefold() == alias}
    return bool(different & (using | own))


def _counting(select: exp.Select, names: Sequence[str]) -> str:
    """The query that counts the rows of each source behind the join, the different ones, and those of each group."""
    keys = _keys(select)
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
        grouped = exp.Tuple(expressions=[column.copy(), *(key.copy() for key in keys)])
        there = exp.Case(
            ifs=[exp.If(this=exp.Not(this=exp.Is(this=column.copy(), expression=exp.Null())), true=grouped)]
        )
        shown.append(exp.Count(this=column))
        shown += [
            exp.Count(this=exp.Distinct(expressions=[one])) for one in (column.copy(), there if keys else column.copy())
        ]
    aliased = [exp.alias_(one, f"{RESERVED}count_{at}", quoted=True) for at, one in enumerate(shown)]
    counting.set("expressions", aliased)
    around = [common.copy() for above in steps_around(select) for common in above.ctes]
    own = list(counting.ctes)
    if around:
        counting.set("with_", exp.With(expressions=[*around, *own]))
    return render(counting)


def _keys(select: exp.Select) -> list[exp.Expr]:
    """What a SELECT is grouped by, as it is computed, where it gives figures of its groups alone."""
    group = select.args.get("group")
    if group is None or group.find(*SUBTOTALS) is not None:
        return []
    keys = group_keys(select)
    names = {one.alias.casefold() for one in select.selects if one.alias and one.unalias() in keys}
    return [one for one in keys if one.alias_or_name.casefold() not in names or not _is_name(one, select)]


def _is_name(key: exp.Expr, select: exp.Select) -> bool:
    """Whether a key may be the name that the SELECT gives to another."""
    given = (one.unalias() for one in select.selects if one.alias.casefold() == key.name.casefold())
    return isinstance(key, exp.Column) and not key.table and all(one != key for one in given)
