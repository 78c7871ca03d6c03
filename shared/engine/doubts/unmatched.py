"""Joins whose rows find nothing: of how many values of the key the other table has none, and how many of these it has
but for capitals, blanks or hyphens.

The keys are those that the query takes; they are looked for in the whole of the other table, for who joins a part of it
asks for that part.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final, NamedTuple

from sqlglot import exp

from shared.contracts import DatasetProfile, Scalar
from shared.engine.doubts.grouped import steps_around
from shared.engine.sql.clauses import conjuncts, sources_of
from shared.engine.sql.syntax import readable, render
from shared.pattern import LazyPattern
from shared.query.base import RESERVED
from shared.query.words.values import number
from shared.table.names import spoken
from shared.table.nouns import plural

_NEARLY_UNIQUE: Final = 0.95
"""Of so many different values a column is one of a list of things, some of which were entered twice."""
_DEEPEST: Final = 20
_MOST: Final = 6
"""So many joins of a query are asked about."""
_AS_IT_IS: Final = (exp.Min, exp.Max, exp.AnyValue, exp.First, exp.Last)
_KEY, _ROWS, _OWN, _OTHER = (f"{RESERVED}{name}" for name in ("key", "rows", "own", "other"))

NO_MATCH: Final = "no match in "
_LEFT_OUT: Final = "are left out"
_LACKING: Final = "lack what is looked up there"
_SOME: Final = "are left out of some figures, and lack what is looked up there in others"
_THENS: Final = (_LEFT_OUT, _LACKING)
_LINE: Final = LazyPattern(
    rf"(?P<lost>[\d,]+) of [\d,]+ (?P<things>.+) in (?P<own>.+?)(?: \((?P<rows>[\d,]+) rows?[^)]*\))? ha(?:s|ve) "
    rf"{NO_MATCH}(?P<other>.+?), so (?P<after>.+)"
)

_NUMBERED: Final = LazyPattern(r"(?<=[^\W\d_])[\s_-]+(?:id|ids|no\.?|nr\.?|number|code|key)$", re.IGNORECASE)

ProfiledTables = Mapping[str, DatasetProfile]


class _Key(NamedTuple):
    """What a query joins by: a column of a table, and how its cells are compared."""

    table: DatasetProfile
    column: str
    compared: exp.Expr

    @property
    def listed(self) -> bool:
        """Whether the table is a list of what the key tells apart."""
        column = self.table.column(self.column)
        return 0 < _NEARLY_UNIQUE * (self.table.row_count - column.nulls) <= column.distinct

    def things(self, other: DatasetProfile) -> str:
        """What has the values of the key, in the plural, where its name or a table says that; else these values."""
        words = spoken(self.table.column(self.column))
        bare = _NUMBERED.sub("", words)
        known = {self.table.semantic.entity_name.casefold(), other.semantic.entity_name.casefold()}
        return plural(bare) if bare != words or words.casefold() in known else f"values of {words}"


class Unmatched(NamedTuple):
    """A question to the data: the query that counts the values of a key, those that another table lacks, the rows with
    these, those without a value, and how many of the lacking ones it has but for how they are written. `things` are
    what has these values. `left_out`: whether such rows are lost, or lack what would have been found."""

    sql: str
    own: str
    things: str
    other: str
    left_out: bool

    def told(self, counts: Sequence[Scalar]) -> tuple[str, ...]:
        """The sentence, given what the query counts; none where every value is found, or where none is."""
        values, lost, lost_rows, empty, alike = (int(one) if isinstance(one, int | float) else 0 for one in counts)
        if not lost:
            return ()
        which = f"{number(lost)} of {number(values)} {self.things} in {self.own}"
        rows = f"{number(lost_rows)} row{'' if lost_rows == 1 else 's'}"
        without = f", and {number(empty)} without one" if empty else ""
        held = f" ({rows}{without})" if empty or lost_rows != lost else ""
        has, it = ("has", "its rows") if lost == 1 else ("have", "their rows")
        then = f"{it} {_LEFT_OUT if self.left_out else _LACKING}"
        same = f"; {number(alike)} of them would but for capitals, blanks or hyphens" if alike else ""
        return (f"{which}{held} {has} {NO_MATCH}{self.other}, so {then}{same}.",)


def unmatched(tree: exp.Expr, datasets: Iterable[DatasetProfile]) -> Iterator[Unmatched]:
    """The questions to ask about a query's joins by one key, each once; none about rows that it asks for because they
    find nothing."""
    tables = {one.relation.casefold(): one for one in datasets}
    joins = ((select, join) for select in tree.find_all(exp.Select) for join in select.args.get("joins") or ())
    asked = (_asked(select, join, tree, tables) for select, join in joins)
    different = {one.sql: one for one in islice(filter(None, asked), _MOST)}
    yield from different.values()


def one_of_each(lines: Iterable[str]) -> tuple[str, ...]:
    """The sentences on several queries, one for each key and the table in which it finds nothing: that with the most
    rows, as "up to" where a query takes fewer, and of both where the same rows are left out of some and stay in
    others."""
    said = tuple(dict.fromkeys(lines))
    found = {one: each for one in said if (each := _LINE.fullmatch(one))}
    alike: dict[tuple[str, str, str], list[str]] = {}
    for one, each in found.items():
        alike.setdefault((each["things"], each["own"], each["other"]), []).append(one)
    told = {lines[0]: _one_for(lines, found) for lines in alike.values()}
    return tuple(told.get(one, one) for one in said if one in told or one not in found)


def _one_for(lines: Sequence[str], found: Mapping[str, re.Match[str]]) -> str:
    most = max(lines, key=lambda one: _rows_lost(found[one]))
    thens = {then for one in lines for then in _THENS if then in found[one]["after"]}
    (then,) = [one for one in _THENS if one in found[most]["after"]]
    told = most if len(thens) == 1 else most.replace(then, _SOME)
    fewer = len({_rows_lost(found[one]) for one in lines}) > 1
    return f"Up to {told}" if fewer else told


def _rows_lost(found: re.Match[str]) -> int:
    return int((found["rows"] or found["lost"]).replace(",", ""))


def told_together(lines: Iterable[str]) -> tuple[str, ...]:
    """The sentences, one for those that tell of the same key that as many of its values find nothing in several tables:
    "has no match in customers, and as many have none in subscriptions, so its rows …"."""
    told: dict[tuple[str, str], str] = {}
    for line in lines:
        before, found, after = line.partition(NO_MATCH)
        other, _, then = after.partition(", so ")
        key = (before, then) if then else (line, "")
        said = told.get(key)
        told[key] = f"{said}, and as many have none in {other}" if said and then else f"{before}{found}{other}"
    return tuple(f"{said}, so {then}" if then else said for (_, then), said in told.items())


def unless_sought(lines: Iterable[str], queries: Iterable[str], relations: Iterable[str]) -> tuple[str, ...]:
    """The sentences but for those on rows without a match that one of the queries asks about itself: its figures tell
    of them."""
    known = {one.casefold(): one for one in relations}
    sought = {known[name] for sql in queries for name in _sought(sql) if name in known}
    return tuple(one for one in lines if not any(f"{NO_MATCH}{name}, so " in one for name in sought))


def _sought(sql: str) -> Iterator[str]:
    """The tables, in small letters, in which a query looks for what is not there."""
    if (tree := readable(sql)) is None:
        return
    steps = {one.alias.casefold(): one.this for one in tree.find_all(exp.CTE)}
    for one in tree.find_all(exp.In, exp.Exists):
        if isinstance(one.find_ancestor(exp.Not, exp.Select), exp.Not):
            looked_in = one.args.get("query") if isinstance(one, exp.In) else one.this
            yield from _read(looked_in, steps) if isinstance(looked_in, exp.Expr) else ()
    for select in tree.find_all(exp.Select):
        for join in select.args.get("joins") or ():
            if join.side and _asks_for_none(select, join.this.alias_or_name):
                yield from _read(join.this, steps)


def _read(one: exp.Expr, steps: Mapping[str, exp.Expr]) -> Iterator[str]:
    """The tables that are read there, through the steps of the query."""
    met, seen = [one], set[str]()
    while met:
        for name in {each.name.casefold() for each in met.pop().find_all(exp.Table)} - seen:
            seen.add(name)
            if name in steps:
                met.append(steps[name])
            yield name


def _asked(select: exp.Select, join: exp.Join, tree: exp.Expr, tables: ProfiledTables) -> Unmatched | None:
    sides = _compared(select, join)
    if sides is None or join.side == "FULL" or join.kind in ("SEMI", "ANTI", "CROSS"):
        return None
    (before, own), (there, other) = sides
    keys = [_key(source, column, tree, tables) for source, column in ((before, own), (there, other))]
    if keys[0] is None or keys[1] is None or keys[0].table is keys[1].table:
        return None
    first, second = keys[0], keys[1]
    if not (first.listed or second.listed) and isinstance(join.args.get("on"), exp.And):
        return None  # what happens at the same time, say, need not happen to all
    swapped = first.listed and not second.listed
    if swapped:
        (before, own), (there, other), (first, second) = (there, other), (before, own), (second, first)
    kept = join.side == ("RIGHT" if swapped else "LEFT")
    if kept and _asks_for_none(select, there.alias_or_name):
        return None
    taken = _taken(select, before, own, tables)
    return Unmatched(
        _counting(select, taken, second),
        first.table.relation,
        first.things(second.table),
        second.table.relation,
        not kept,
    )


def _compared(select: exp.Select, join: exp.Join) -> tuple[tuple[exp.Expr, exp.Expr], tuple[exp.Expr, exp.Expr]] | None:
    """The source and the key of what was read before a join, and those of what it adds; None where it is by no key or
    by several."""
    sources, there = sources_of(select), join.this
    before = sources[: next(at for at, one in enumerate(sources) if one is there)]
    using = join.args.get("using") or ()
    if using:
        pair = [exp.column(using[0].name, quoted=True) for _ in range(2)]
        return ((before[0], pair[0]), (there, pair[1])) if len(using) == len(before) == 1 else None
    named = {one.alias_or_name.casefold(): one for one in before}
    found: list[tuple[tuple[exp.Expr, exp.Expr], tuple[exp.Expr, exp.Expr]]] = []
    for one in conjuncts(join.args.get("on") or select.args.get("where")):
        if not isinstance(one, exp.EQ):
            continue
        for own, other in ((one.this, one.expression), (one.expression, one.this)):
            of, of_other = _qualifier(own), _qualifier(other)
            if of in named and of_other == there.alias_or_name.casefold():
                found.append(((named[of], own), (there, other)))
    return found[0] if len(found) == 1 else None


def _qualifier(side: exp.Expr) -> str | None:
    """The source that all columns of a key are of, in small letters."""
    names = {one.table.casefold() for one in side.find_all(exp.Column)}
    return next(iter(names)) if len(names) == 1 and side.find(exp.Query) is None else None


def _key(source: exp.Expr, side: exp.Expr, tree: exp.Expr, tables: ProfiledTables, depth: int = 0) -> _Key | None:
    """What a key is in the table that it is read from; None where it is made of more than one column."""
    columns = list(side.find_all(exp.Column))
    if len(columns) != 1 or depth > _DEEPEST or side.find(exp.AggFunc, exp.Window):
        return None
    (column,) = columns
    steps = (one.this for one in tree.find_all(exp.CTE) if one.alias.casefold() == source.name.casefold())
    query = source.this if isinstance(source, exp.Subquery) else next(steps, None)
    if query is None:
        table = tables.get(source.name.casefold()) if isinstance(source, exp.Table) else None
        held = {one.name.casefold(): one.name for one in table.columns} if table else {}
        name = held.get(column.name.casefold())
        bare = _put(side, exp.column(name, quoted=True)) if name else side
        return _Key(table, name, bare) if table and name else None
    if not isinstance(query, exp.Select):
        return None
    inner = _given(query, column.name)
    of = _source(query, inner) if inner is not None else None
    found = _key(of, inner, tree, tables, depth + 1) if of is not None and inner is not None else None
    return _Key(found.table, found.column, _put(side, found.compared)) if found else None


def _put(side: exp.Expr, instead: exp.Expr) -> exp.Expr:
    """The key with something instead of its column."""
    return side.copy().transform(lambda node: instead.copy() if isinstance(node, exp.Column) else node)


def _given(query: exp.Select, name: str) -> exp.Expr | None:
    """What a query gives under the name."""
    for one in query.selects:
        if one.alias_or_name.casefold() == name.casefold():
            inner = one.unalias()
            return inner.this if isinstance(inner, _AS_IT_IS) else inner
    return exp.column(name, quoted=True) if query.is_star else None


def _source(query: exp.Select, side: exp.Expr) -> exp.Expr | None:
    """The source of a key's column, as far as it is named or there is no other."""
    sources, of = sources_of(query), _qualifier(side)
    named = [one for one in sources if one.alias_or_name.casefold() == of] if of else sources
    return named[0] if len(named) == 1 else None


def _asks_for_none(select: exp.Select, name: str) -> bool:
    """Whether the query asks about rows that find nothing: it takes these alone, or counts or names them."""
    conditions = (select.args.get("where"), select.args.get("having"), select.args.get("qualify"))
    parts = [one for one in (*conditions, *select.selects) if one]
    asked = (one for part in parts for one in part.find_all(exp.Is))
    return any(column.table.casefold() == name.casefold() for one in asked for column in one.find_all(exp.Column))


def _taken(select: exp.Select, source: exp.Expr, key: exp.Expr, tables: ProfiledTables) -> exp.Select:
    """The keys that the query takes of a source, with their rows."""
    read = source.copy()
    read.set("joins", None)
    rows = exp.alias_(exp.Count(this=exp.Star()), _ROWS, quoted=True)
    taken = exp.select(exp.alias_(key.copy(), _KEY, quoted=True), rows).from_(read)
    name = source.alias_or_name.casefold()
    for one in conjuncts(select.args.get("where")):
        if one.find(exp.Query) is None and _qualifier(one) == name:
            taken = taken.where(one.copy())
    return taken.group_by(exp.Literal.number(1))


def _counting(select: exp.Select, taken: exp.Select, other: _Key) -> str:
    """The query that counts the values of a key, those that the other table lacks, the rows with these, those without
    a value, and the lacking values that it has when both are folded."""
    there = exp.select(exp.alias_(other.compared, _KEY, quoted=True)).distinct()
    there = there.from_(exp.to_table(other.table.relation)).where(
        exp.Not(this=exp.Is(this=other.compared.copy(), expression=exp.Null()))
    )
    key = f'"{_KEY}"'
    lost = f'{key} NOT IN (SELECT {key} FROM "{_OTHER}")'
    folded = f"regexp_replace(lower(CAST({key} AS VARCHAR)), '[-_/ .]', '', 'g')"
    counted = exp.select(
        f"count({key})",
        f"count(*) FILTER (WHERE {lost})",
        f'sum("{_ROWS}") FILTER (WHERE {lost})',
        f'sum("{_ROWS}") FILTER (WHERE {key} IS NULL)',
        f'count(*) FILTER (WHERE {lost} AND {folded} IN (SELECT {folded} FROM "{_OTHER}"))',
        dialect="duckdb",
    ).from_(exp.to_table(_OWN))
    names = [exp.alias_(one, f"{RESERVED}count_{at}", quoted=True) for at, one in enumerate(counted.selects)]
    counted.set("expressions", names)
    steps = [common.copy() for above in (*steps_around(select), select) for common in above.ctes]
    for name, query in ((_OWN, taken), (_OTHER, there)):
        steps.append(exp.CTE(this=query, alias=exp.TableAlias(this=exp.to_identifier(name, quoted=True))))
    counted.set("with_", exp.With(expressions=steps))
    return render(counted)
