"""Names in a query: which of them the tables don't have, what is nearest, and mending what is clearly a slip."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from sqlglot import exp

from shared.engine.sql.series import name_of
from shared.engine.sql.syntax import parse, render
from shared.errors import QueryFailed
from shared.table.nouns import singular

Tables = Mapping[str, Sequence[str]]
"""The columns of each relation, by its name."""

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_WORD = re.compile(r"[^\W_]+")
_NEAR = 55.0
_SHORTEST_MISSPELT = 6
_LONG = 10
# Models write these for "the table", whatever its name is.
_PLACEHOLDERS = frozenset({"data", "dataset", "df", "mydata", "mytable", "thetable", "inputtable", "tbl"})
# Words of data that are one slip away from another word of data: never taken for a misspelling of it.
_WORDS_OF_DATA = """
    advice advise affect billing bidding booking capital capitol career carrier casual causal change charge collage
    college complement compliment contact contract country county cooking desert dessert district distinct effect
    expanse expense filing filling house horse intention invention landing leading lender leader loading martial marital
    master message massage minister minster missing mixing muster packing parent parking patent patient picking planned
    planted prevent present project protect racing rating ration removed remover rental renal retail returned sender
    server sever shipping shopping signal single stable staple started stated stationary stationery tracking trucking
    trading trailing training united untied visited waiting wanting winner winter rented rejected ejected receive
    relive sector section staged started stored sorted traced traded treated
"""
_REAL_WORDS = frozenset(_WORDS_OF_DATA.split())
_DERIVED = (exp.CTE, exp.Subquery)
_NAMED = (exp.Alias, exp.Table, exp.Lateral, *_DERIVED)


class UnknownName(NamedTuple):
    """A name that no relation has, where it stands, and what could stand there."""

    name: str
    identifier: exp.Identifier
    candidates: tuple[str, ...]
    is_table: bool


def nearest(name: str, candidates: Iterable[str], n: int = 3) -> tuple[str, ...]:
    """The candidates that read most like the name, best first, whatever their style; none where all are far."""
    scores = {candidate: _likeness(_phrase(name), _phrase(candidate)) for candidate in candidates}
    near = sorted((candidate for candidate, score in scores.items() if score >= _NEAR), key=lambda c: -scores[c])
    return tuple(near[:n])


def _likeness(one: str, other: str) -> float:
    """0..100: the whole counts as much as the part that fits best."""
    from rapidfuzz import fuzz  # only where a name is wrong: most queries need it not, and it takes time to import

    return (fuzz.ratio(one, other) + fuzz.WRatio(one, other)) / 2


def mend(name: str, candidates: Iterable[str]) -> str | None:
    """The one candidate that the name is a slip of: in case, style, plural or spelling. None where in doubt."""
    pool = tuple(dict.fromkeys(candidates))
    same = [candidate for candidate in pool if _joined(candidate) == _joined(name)]
    if same:
        return same[0] if len(same) == 1 else None
    near = [candidate for candidate in pool if _misspelt(_words(name), _words(candidate))]
    return near[0] if len(near) == 1 else None


def repair(sql: str, tables: Tables) -> str | None:
    """The query with every unknown name mended, or None where one can't be, or nothing is unknown. Never raises."""
    try:
        tree = parse(sql)
        # Twice: the columns are known only when the tables are.
        mended = [_mend_in_place(unknown, tables) for _ in range(2) for unknown in list(unknown_names(tree, tables))]
        return render(tree) if mended and all(mended) else None
    except QueryFailed:
        return None


def unknown_names(tree: exp.Expr, tables: Tables) -> Iterator[UnknownName]:
    """The names that certainly don't exist; what passes here may still be out of scope, which DuckDB will say."""
    return unknown_among(Parts(tree.bfs()), tables)


def unknown_among(parts: "Parts", tables: Tables) -> Iterator[UnknownName]:
    """The unknown names of a query that has been walked already."""
    relations = {name.lower(): tuple(columns) for name, columns in tables.items()}
    unknown = list(_unknown_tables(parts, tables))
    yield from unknown
    if not unknown:
        yield from _unknown_columns(parts, relations)


class Parts:
    """The parts of a query that are names or give names, from one look through all of its nodes."""

    def __init__(self, nodes: Iterable[exp.Expr]) -> None:
        self.tables: list[tuple[str, exp.Table]] = []  # with their names in lower case
        self.columns: list[exp.Column] = []
        self.derived: set[str] = set()  # names of CTEs and subqueries, in lower case
        self.ctes: set[str] = set()
        self._given: list[str] = []
        self._listed: list[str] = []
        for node in nodes:
            self._take(node)

    def _take(self, node: exp.Expr) -> None:
        if isinstance(node, exp.Column):
            self.columns.append(node)
        elif isinstance(node, exp.TableAlias | exp.Pivot):
            self._take_listed(node)
        elif isinstance(node, _NAMED):
            self._take_named(node, node.alias)

    def _take_listed(self, node: exp.Expr) -> None:
        """The columns that an alias or a PIVOT lists, and the alias of what is no table."""
        self._listed += [name.name for name in node.args.get("columns") or ()]
        if isinstance(node, exp.TableAlias) and not isinstance(node.parent, exp.Table):
            self._given.append(node.name)
            self.derived.add(node.name.lower())

    def _take_named(self, node: exp.Expr, alias: str) -> None:
        self._given.append(alias)
        if isinstance(node, exp.Table) and isinstance(node.this, exp.GenerateSeries):
            self._given.append(name_of(node.this))
            self.derived.add((alias or name_of(node.this)).lower())
        elif isinstance(node, exp.Table):
            self.tables.append((node.name.lower(), node))
        elif isinstance(node, _DERIVED):
            self.derived.add(alias.lower())
            self.ctes |= {alias.lower()} if isinstance(node, exp.CTE) else set()

    @property
    def aliases(self) -> tuple[str, ...]:
        """Every name that the query itself gives, to whatever and wherever."""
        names = (*self._given, *self._listed, *(table.name for _, table in self.tables))
        return tuple(dict.fromkeys(name for name in names if name))


def tables_read(sql: str) -> frozenset[str]:
    """Names of the tables that a query reads, without its own CTEs. Raises QueryFailed where it cannot be parsed."""
    tables = (one for one in parse(sql).find_all(exp.Table) if isinstance(one.this, exp.Identifier))
    return frozenset(table.name for table in tables if table.name.lower() not in visible_ctes(table))


def visible_ctes(table: exp.Table) -> set[str]:
    """Names of the WITH clauses that a FROM at this place can see, in lower case."""
    names: set[str] = set()
    node: exp.Expr = table
    came_from: exp.Expr | None = None
    while node is not None:
        names.update(_ctes_of(node, came_from))
        node, came_from = node.parent, node  # type: ignore[assignment]  # the loop ends where there is no parent
    return names


def _ctes_of(node: exp.Expr, came_from: exp.Expr | None) -> Iterator[str]:
    if isinstance(node, exp.With):
        # Inside a WITH, a CTE sees those before it.
        for cte in node.expressions:
            if cte is came_from:
                return
            yield cte.alias.lower()
    with_ = node.args.get("with_")
    if with_ is not None and with_ is not came_from:
        yield from (cte.alias.lower() for cte in with_.expressions)


def _unknown_tables(parts: Parts, tables: Tables) -> Iterator[UnknownName]:
    known = {name.lower() for name in tables}
    for name, table in parts.tables:
        if name not in known and isinstance(table.this, exp.Identifier):
            ctes = visible_ctes(table)
            if name not in ctes:
                yield UnknownName(table.name, table.this, (*tables, *sorted(ctes)), is_table=True)


def _unknown_columns(parts: Parts, relations: Mapping[str, tuple[str, ...]]) -> Iterator[UnknownName]:
    used = {name for name, _ in parts.tables}
    columns = tuple(dict.fromkeys(c for name, of_table in relations.items() if name in used for c in of_table))
    aliases = parts.aliases
    known = {name.lower() for name in (*columns, *aliases)}
    bases = _base_relations(parts, relations)
    for column in parts.columns:
        name, table = column.name, column.table
        own = bases.get(table.lower()) if table else None
        if table and not column.db and table.lower() not in known:  # what stands before the dot is nothing known
            yield UnknownName(table, column.args["table"], (*relations, *aliases), is_table=True)
        elif own is not None and not _has(own, name):
            yield UnknownName(name, column.this, own, is_table=False)
        elif name.lower() not in known and _is_plain(column):
            yield UnknownName(name, column.this, (*columns, *aliases), is_table=False)


def _is_plain(column: exp.Column) -> bool:
    """Not a star, and not the written form of an expression, by which DuckDB names a column without an alias."""
    return isinstance(column.this, exp.Identifier) and "(" not in column.name


def _has(columns: Iterable[str], name: str) -> bool:
    return name == "*" or name.lower() in {column.lower() for column in columns}


def _base_relations(parts: Parts, relations: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Columns by the name under which a relation is used, where that name can mean nothing else in the query."""
    bases: dict[str, tuple[str, ...]] = {}
    clashing = set(parts.derived)
    for name, table in parts.tables:
        columns, alias = relations.get(name), table.args.get("alias")
        used = alias.name.lower() if alias and alias.name else name
        renamed = bool(alias and alias.args.get("columns"))
        changed = renamed or bool(table.args.get("pivots"))
        if columns is None or name in parts.ctes or changed or bases.get(used, columns) != columns:
            clashing.add(used)
        else:
            bases[used] = columns
    return {name: columns for name, columns in bases.items() if name not in clashing}


def _mend_in_place(unknown: UnknownName, tables: Tables) -> bool:
    right = mend(unknown.name, unknown.candidates)
    if right is None and unknown.is_table and len(tables) == 1 and _joined(unknown.name) in _PLACEHOLDERS:
        right = next(iter(tables))
    if right is None:
        return False
    _follow(unknown, right)
    unknown.identifier.replace(exp.to_identifier(right, quoted=True))
    return True


def _follow(unknown: UnknownName, right: str) -> None:
    """A table's old name also stands before its columns; an alias keeps it valid there."""
    table = unknown.identifier.parent
    if unknown.is_table and isinstance(table, exp.Table) and not table.alias:
        table.set("alias", exp.TableAlias(this=exp.to_identifier(unknown.name, quoted=True)))


@lru_cache(maxsize=4096)
def _words(name: str) -> tuple[str, ...]:
    plain = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    return tuple(singular(word.lower()) for word in _WORD.findall(_CAMEL.sub(" ", plain)))


def _phrase(name: str) -> str:
    return " ".join(_words(name))


def _joined(name: str) -> str:
    return "".join(_words(name))


def _misspelt(written: tuple[str, ...], right: tuple[str, ...]) -> bool:
    """Whether the same words stand in both, but for one that is misspelt."""
    if len(written) != len(right):
        return False
    wrong = [(a, b) for a, b in zip(written, right, strict=True) if a != b]
    return len(wrong) == 1 and _slip(*wrong[0])


def _slip(written: str, right: str) -> bool:
    """Whether a word is the other with a slip inside it. Not at its ends, where slips change the meaning (employer,
    employee; import, export), not in a number, and not where it is a word of its own."""
    shorter = min(len(written), len(right))
    if shorter < _SHORTEST_MISSPELT or not (written + right).isalpha() or written in _REAL_WORDS:
        return False
    if written[0] != right[0] or written[-1] != right[-1]:
        return False
    from rapidfuzz.distance import OSA

    return OSA.distance(written, right) <= (2 if shorter >= _LONG else 1)
