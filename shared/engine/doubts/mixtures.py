"""What a query takes together though it is in different units: amounts of several currencies added up, the higher of
kilograms and pounds.

When units are mixed, `shared.table.mixed_units` says, as in the query language. Here they are followed from the columns
of tables through WITH, subqueries and set operations. Where a column of a table says the unit of each row, or a label
that of each side of a UNION, rows that have the same one are of one unit.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Final, NamedTuple

from sqlglot import exp

from shared.contracts import ColumnProfile, DatasetProfile
from shared.engine.doubts.comparisons import compared, is_chosen, keeps_nearly_all, without_ties
from shared.engine.doubts.grouped import keys_of, own_nodes, pinned, steps_around
from shared.engine.doubts.row_values import BY_ANOTHER, UNMIXED, values_in
from shared.engine.results.lineage import ITSELF, in_scope, qualified
from shared.engine.results.units import unit_kept
from shared.engine.sql.clauses import sources_of
from shared.engine.sql.syntax import parse
from shared.errors import QueryFailed
from shared.query.base import RESERVED
from shared.table.mixed_units import converts, deciding, single, unlike_rows, unlike_units
from shared.table.names import in_words
from shared.table.unit_arithmetic import UNKNOWN, Operand, of_column
from shared.table.unit_powers import FIXED, OPEN, UnitPower

_TOGETHER: Final = (exp.Add, exp.Sub, exp.Coalesce, exp.Greatest, exp.Least)
_PICKING: Final = (
    exp.AnyValue, exp.First, exp.Last, exp.FirstValue, exp.LastValue, exp.NthValue, exp.Lag, exp.Lead, exp.ArrayAgg,
    exp.List,
)  # fmt: skip
"""What takes values one by one, whatever they are in."""
_EXTREMES: Final = (exp.Max, exp.Min, *BY_ANOTHER)
_AS_THEY_ARE: Final = "they were combined without converting them"
COMPARED: Final = "they were compared without converting them"
RANKED: Final = "they were ranked without converting them"
_OPEN: Final = (exp.Is, exp.NEQ, exp.NullSafeNEQ, exp.Not, exp.Or, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.Between)
"""Conditions that leave many values of a column."""


class UnitMix(NamedTuple):
    """What the cells of a column are in: `of` is the one unit, empty where there is none. Where it differs from row to
    row, `rows` says so, `by` are the columns of which rows with the same value have the same one, and `single` those
    that tell rows apart. `fixed` are the columns, as their table calls them, of which rows with the same value have the
    same unit, or the same cell where there is one unit. Nine tenths of the cells are in the `middle`."""

    of: str = ""
    rows: str = ""
    by: frozenset[str] = frozenset()
    single: frozenset[str] = frozenset()
    fixed: frozenset[str] = frozenset()
    middle: tuple[float, float] | None = None


UnitColumns = Sequence[tuple[str, UnitMix]]
KnownUnits = Mapping[str, UnitMix]
UnitTables = Mapping[str, UnitColumns]
_NO_UNIT: Final = UnitMix()


def mixtures(sql: str, datasets: Iterable[DatasetProfile]) -> tuple[str, ...]:
    """A sentence for each mixture; none where the query cannot be read."""
    walk = _Walk()
    try:
        walk.query(parse(sql), _known(datasets))
    except (QueryFailed, RecursionError):
        return ()
    return tuple(walk.said)


def unlike(sql: str, datasets: Iterable[DatasetProfile]) -> tuple[str, ...]:
    """The columns of a query's result of which the cells are in different units from row to row; none where the query
    cannot be read."""
    try:
        found = _Walk().query(parse(sql), _known(datasets))
    except (QueryFailed, RecursionError):
        return ()
    return tuple(name for name, unit in found if unit.rows)


def _known(datasets: Iterable[DatasetProfile]) -> UnitTables:
    return {one.relation.casefold(): [(each.name, _unit(each, one)) for each in one.columns] for one in datasets}


def _unit(column: ColumnProfile, table: DatasetProfile) -> UnitMix:
    if column.unit_column:
        by = _folded(deciding(table, column.unit_column))
        return UnitMix(
            rows=unlike_rows(column, table),
            by=by,
            single=_folded(single(table)),
            fixed=by,
            middle=(column.quantiles["0.05"], column.quantiles["0.95"]) if column.quantiles else None,
        )
    return UnitMix(of_column(column, column.unit).unit or "", fixed=_folded(column.fixed_by))


class _Walk:
    """One walk over a query, and what it has found."""

    def __init__(self) -> None:
        self.said: dict[str, None] = {}

    def query(self, tree: exp.Expr, tables: UnitTables) -> UnitColumns:
        """The units of a query's columns, in their order."""
        for common in getattr(tree, "ctes", ()):
            tables = {**tables, common.alias.casefold(): _renamed(common, self.query(common.this, tables))}
        if isinstance(tree, exp.Subquery):
            return self.query(tree.this, tables)
        if isinstance(tree, exp.Union):
            return _united([(side, self.query(side, tables)) for side in _sides(tree)])
        if isinstance(tree, exp.SetOperation):
            first, _ = (self.query(side, tables) for side in (tree.left, tree.right))
            return first
        return self._select(tree, tables) if isinstance(tree, exp.Select) else []

    def _select(self, tree: exp.Select, tables: UnitTables) -> UnitColumns:
        sources = self._sources(tree, tables)
        named = ((at, *one) for at, columns in sources.items() for one in (*columns, (ITSELF, _NO_UNIT)))
        one_row, one_unit = pinned(tree, queries=True), pinned(tree) | _narrowed(tree, frozenset(sources))
        known = {
            key: UnitMix(UNKNOWN) if unit.rows and (one_unit & unit.by or one_row & unit.single) else unit
            for key, unit in in_scope(named, unlike=UnitMix()).items()
        }
        found: list[tuple[str, UnitMix]] = []
        for one in tree.selects:
            if one.is_star:
                asked = [one.text("table").casefold()] if one.text("table") else list(sources)
                found += [(name, known[qualified(at, name)]) for at in asked for name, _ in sources.get(at, ())]
            else:
                found.append((one.alias_or_name, self._expression(one.unalias(), known, tables, one.alias_or_name)))
        for part in ("where", "having", "qualify", "order"):
            if isinstance(tree.args.get(part), exp.Expr):
                self._expression(tree.args[part], known, tables, "")
        for asking in (*tree.selects, *map(tree.args.get, ("where", "having", "qualify"))):
            self._compared(asking, known)
        self._ranked(tree, found, known)
        return _selected(found, tree)

    def _compared(self, part: exp.Expr | None, known: KnownUnits) -> None:
        """Of comparisons of a column that is in different units with one number, wherever in a SELECT they stand."""
        for one, side in compared(part) if part else ():
            for unit in _unlike(side, known):
                if not is_chosen(one, unit.by) and not keeps_nearly_all(one, unit.middle):
                    self.said[f"{unit.rows}; {COMPARED}."] = None

    def _ranked(self, tree: exp.Select, shown: UnitColumns, known: KnownUnits) -> None:
        """Of the first few rows in the order of a column that is in different units; `shown` are the query's own."""
        order, named = tree.args.get("order"), {name.casefold(): unit for name, unit in reversed(shown)}
        before: frozenset[str] = frozenset()
        keys = order.expressions if order and tree.args.get("limit") else ()
        for one in without_ties(keys, [name for name, _ in shown if not name.startswith(RESERVED)]):
            key, unit = one.this, _NO_UNIT
            if isinstance(key, exp.Column):
                own = None if key.table else named.get(key.name.casefold())
                unit = own or _told(key, known)
            elif isinstance(key, exp.Literal) and key.is_int and 0 < int(key.this) <= len(shown):
                unit = shown[int(key.this) - 1][1]
            if unit.rows and not before & unit.by:
                self.said[f"{unit.rows}; {RANKED}."] = None
            before |= _folded(column.name for column in one.find_all(exp.Column))

    def _sources(self, tree: exp.Select, tables: UnitTables) -> dict[str, UnitColumns]:
        found: dict[str, UnitColumns] = {}
        for source in sources_of(tree):
            inner = isinstance(source, exp.Subquery)
            given = self.query(source, tables) if inner else tables.get(source.name.casefold(), ())
            found[source.alias_or_name.casefold()] = _renamed(source, given)
        return found

    def _expression(self, one: exp.Expr, known: KnownUnits, tables: UnitTables, name: str) -> UnitMix:
        """The unit of an expression; what it takes together is said."""
        plain = {key: UNKNOWN if unit.rows else unit.of for key, unit in known.items()}
        nodes = list(own_nodes(one))
        for node in nodes:
            if isinstance(node, exp.Query):
                self.query(node, tables)
            elif isinstance(node, _TOGETHER):
                self._together(_units(_parts(node), plain))
        mixed, various = False, _NO_UNIT
        for aggregate in nodes:
            if isinstance(aggregate, exp.AggFunc) and not isinstance(aggregate, (*UNMIXED, *_PICKING)):
                mixed |= self._aggregate(aggregate, known, plain)
        if not mixed:
            various = next((unit for unit in _unlike(one, known)), _NO_UNIT)
        if not mixed and isinstance(one, exp.Case) and (units := _units(_branches(one), plain)):
            return UnitMix(rows=f"Values of {in_words(name)} are in {' and in '.join(units)}", by=_asked_in(one))
        if isinstance(one, exp.Column) and not various.rows:
            return _told(one, known)
        return various if various.rows else UnitMix("" if mixed else unit_kept(one, plain) or "")

    def _together(self, units: Sequence[str]) -> None:
        if units:
            told = f"Figures in {' and in '.join(units)} were combined without converting them"
            self.said[f"{told}, so the result has no clear unit."] = None

    def _aggregate(self, aggregate: exp.Expr, known: KnownUnits, plain: Mapping[str, str]) -> bool:
        """Whether rows of different units go into it; that is said."""
        found = False
        groups = keys_of(aggregate)
        for case in aggregate.find_all(exp.Case):
            units = _units(_branches(case), plain)
            if units and not groups & _asked_in(case):
                self._together(units)
                found = True
        taken_of = aggregate.expression if isinstance(aggregate, BY_ANOTHER) else aggregate
        for unit in _unlike(taken_of, known):
            if groups & unit.by or keys_of(aggregate, themselves=True) & unit.single:
                continue
            extreme = isinstance(aggregate, _EXTREMES)
            taken = "the highest or lowest was picked without converting them" if extreme else _AS_THEY_ARE
            self.said[f"{unit.rows}; {taken}."] = None
            found = True
        return found


def _told(column: exp.Column, known: KnownUnits) -> UnitMix:
    return known.get(qualified(column.table, column.name), known.get(column.name.casefold(), _NO_UNIT))


def _power(column: exp.Column, known: KnownUnits) -> UnitPower:
    unit = _told(column, known)
    row = UnitPower.row((column.table.casefold(), unit.by))
    return row if unit.rows else FIXED if unit.of else OPEN


def _units(parts: Iterable[exp.Expr | None], plain: Mapping[str, str]) -> tuple[str, ...]:
    """The different units of these; nothing where all that are known are one."""
    return unlike_units(unit_kept(one, plain) for one in parts if one is not None)


def _parts(one: exp.Expr) -> list[exp.Expr]:
    return [one.left, one.right] if isinstance(one, exp.Binary) else [one.this, *one.expressions]


def _branches(case: exp.Case) -> list[exp.Expr | None]:
    return [*(branch.args["true"] for branch in case.args["ifs"]), case.args.get("default")]


def _asked_in(case: exp.Case) -> frozenset[str]:
    """The columns that decide which branch is taken."""
    asked = [case.this, *(branch.this for branch in case.args["ifs"])]
    return _folded(column.name for one in asked if isinstance(one, exp.Expr) for column in one.find_all(exp.Column))


def _narrowed(tree: exp.Select, sources: frozenset[str]) -> frozenset[str]:
    """The columns of which conditions leave some values, in small letters: one, as far as can be read. `sources` are
    what it reads; what a query among them gives may be one value."""
    tables = _tables_of(tree)
    met = [tree.args["where"].this] if tree.args.get("where") else []
    met += [join.args["on"] for join in tree.args.get("joins") or () if join.args.get("on")]
    found: list[str] = []
    while met:
        one = met.pop().unnest()
        if isinstance(one, exp.And):
            met += [one.left, one.right]
        elif not isinstance(one, _OPEN) and not (isinstance(one, exp.In) and _several(one)):
            columns = [node for node in own_nodes(one) if isinstance(node, exp.Column)]
            own = [each for each in columns if not each.table or each.table.casefold() in sources]
            several = sum(not each.table or each.table.casefold() in tables for each in own) > 1
            found += [] if several else [each.name for each in own]
    return _folded(found)


def _tables_of(tree: exp.Select) -> frozenset[str]:
    """The names under which a SELECT reads tables, no queries, in small letters."""
    common = {one.alias.casefold() for above in (*steps_around(tree), tree) for one in above.ctes}
    read = (one for one in sources_of(tree) if isinstance(one, exp.Table) and one.name.casefold() not in common)
    return _folded(one.alias_or_name for one in read)


def _several(one: exp.In) -> bool:
    return len({each.name.strip().casefold() for each in one.expressions}) > 1


def _unlike(one: exp.Expr, known: KnownUnits) -> Iterator[UnitMix]:
    """Of the columns whose values go into an expression the units of those that are in different ones, but for those
    that are chosen by what says the unit, or converted."""
    whole = one.parent if isinstance(one.parent, exp.Filter) else one
    asked = _folded(
        node.name
        for node in own_nodes(whole)
        if isinstance(node, exp.Column) and not isinstance(node.parent, exp.Window)
    )
    joined = _joined(one.find_ancestor(exp.Select))
    for column, factors in values_in(one, partial(_power, known=known)):
        unit = _told(column, known)
        if unit.rows and not asked & unit.by:
            by_unit = bool(joined & unit.by)
            if not any(_is_rate(factor, column, unit.fixed, by_unit=by_unit, known=known) for factor in factors):
                yield unit


def _is_rate(factor: exp.Expr, column: exp.Column, by: frozenset[str], *, by_unit: bool, known: KnownUnits) -> bool:
    """Whether an amount whose unit is decided `by` columns may be converted by it; `by_unit` where a table is joined by
    what says the unit."""
    if factor.find(exp.Query):
        return True
    factors = list(factor.find_all(exp.Column))
    if by_unit and any(each.table.casefold() != column.table.casefold() for each in factors):
        return True
    told = (_told(each, known) for each in factors)
    return any(converts(Operand(one.of), one.fixed, by) for one in told if not one.rows)


def _joined(tree: exp.Select | None) -> frozenset[str]:
    """The columns by which a SELECT joins what it reads, in small letters."""
    joins = (tree.args.get("joins") or ()) if tree else ()
    by = [join.args["on"] for join in joins if join.args.get("on")]
    named = [one.name for join in joins for one in join.args.get("using") or ()]
    return _folded((*named, *(column.name for one in by for column in one.find_all(exp.Column))))


def _selected(found: UnitColumns, tree: exp.Select) -> UnitColumns:
    """The units, what says them by the names under which a SELECT shows that."""
    if not any(unit.rows for _, unit in found):
        return found
    shown = {one.alias_or_name: _folded(column.name for column in one.find_all(exp.Column)) for one in tree.selects}
    stars = any(one.is_star for one in tree.selects)

    @cache
    def named(names: frozenset[str]) -> frozenset[str]:
        return _folded(name for name, columns in shown.items() if columns and columns <= names) | (
            names if stars else frozenset()
        )

    return [
        (name, unit._replace(by=named(unit.by), single=named(unit.single)) if unit.rows else unit)
        for name, unit in found
    ]


def _sides(tree: exp.Expr) -> Iterator[exp.Expr]:
    """The queries that a UNION puts below each other."""
    for side in (tree.this, tree.expression):
        inner = side.unnest() if isinstance(side, exp.Subquery) else side
        if isinstance(inner, exp.Union) and not inner.ctes:
            yield from _sides(inner)
        else:
            yield side


def _united(sides: Sequence[tuple[exp.Expr, UnitColumns]]) -> UnitColumns:
    """The columns of a union: of different units where those of its sides are."""
    names = [name for name, _ in sides[0][1]]
    written = [[one.unalias() for one in side.selects] for side, _ in sides if isinstance(side, exp.Query)]
    labels = {
        name
        for name, *cells in zip(names, *written, strict=False)
        if all(isinstance(one, exp.Literal) and one.is_string for one in cells) and len(set(cells)) == len(cells)
    }
    found: list[tuple[str, UnitMix]] = []
    for name, *units in zip(names, *([unit for _, unit in columns] for _, columns in sides), strict=False):
        known = unlike_units(one.of for one in units)
        various = next((one for one in units if one.rows), None)
        if various:
            found.append((name, various))
        elif known:
            found.append((name, UnitMix(rows=f"Values of {name} are in {' and in '.join(known)}", by=_folded(labels))))
        else:
            found.append((name, units[0] if len(set(units)) == 1 else _NO_UNIT))
    return found


def _renamed(one: exp.Expr, columns: UnitColumns) -> UnitColumns:
    """The columns under the names that an alias lists."""
    named = [(new, unit) for new, (_, unit) in zip(one.alias_column_names, columns, strict=False)]
    return [*named, *columns[len(named) :]]


def _folded(names: Iterable[str]) -> frozenset[str]:
    return frozenset(name.casefold() for name in names)
