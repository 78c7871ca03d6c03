"""Names in a query: which of them the tables don't have, what is nearest, and mending what is clearly a slip."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from rapidfuzz import fuzz
from rapidfuzz.distance import OSA
from sqlglot import exp

from shared.data.syntax import parse, render
from shared.failure.errors import QueryFailed

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


Nodes = Sequence[exp.Expr]
"""All parts of a query."""

E = TypeVar("E", bound=exp.Expr)


@dataclass(frozen=True)
class UnknownName:
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
    return unknown_among(tuple(tree.bfs()), tables)


def unknown_among(nodes: Nodes, tables: Tables) -> Iterator[UnknownName]:
    """The unknown names of a query that has been walked already."""
    relations = {name.lower(): tuple(columns) for name, columns in tables.items()}
    unknown = list(_unknown_tables(nodes, tables))
    yield from unknown
    if not unknown:
        yield from _unknown_columns(nodes, relations)


def _of(nodes: Nodes, *kinds: type[E]) -> Iterator[E]:
    """Those of some kinds: a tree is walked once, and looked through for each kind."""
    return (node for node in nodes if isinstance(node, kinds))


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


def _unknown_tables(nodes: Nodes, tables: Tables) -> Iterator[UnknownName]:
    known = {name.lower() for name in tables}
    for table in _of(nodes, exp.Table):
        if isinstance(table.this, exp.Identifier) and table.name.lower() not in known:
            ctes = visible_ctes(table)
            if table.name.lower() not in ctes:
                yield UnknownName(table.name, table.this, (*tables, *sorted(ctes)), is_table=True)


def _unknown_columns(nodes: Nodes, relations: Mapping[str, tuple[str, ...]]) -> Iterator[UnknownName]:
    used = {table.name.lower() for table in _of(nodes, exp.Table)}
    columns = tuple(dict.fromkeys(c for name, of_table in relations.items() if name in used for c in of_table))
    aliases = _aliases(nodes)
    known = {column.lower() for column in columns} | {alias.lower() for alias in aliases}
    bases = _base_relations(nodes, relations)
    for column in _of(nodes, exp.Column):
        if _is_astray(column, known):
            yield UnknownName(column.table, column.args["table"], (*relations, *aliases), is_table=True)
            continue
        own = bases.get(column.table.lower()) if column.table else None
        if own is not None and not _has(own, column.name):
            yield UnknownName(column.name, column.this, own, is_table=False)
        elif column.name.lower() not in known and _is_plain(column):
            yield UnknownName(column.name, column.this, (*columns, *aliases), is_table=False)


def _is_astray(column: exp.Column, known: set[str]) -> bool:
    """Whether what stands before the dot is nothing that the query names."""
    return bool(column.table) and not column.db and column.table.lower() not in known


def _is_plain(column: exp.Column) -> bool:
    """Not a star, and not the written form of an expression, by which DuckDB names a column without an alias."""
    return isinstance(column.this, exp.Identifier) and "(" not in column.name


def _has(columns: Iterable[str], name: str) -> bool:
    return name == "*" or name.lower() in {column.lower() for column in columns}


def _aliases(nodes: Nodes) -> tuple[str, ...]:
    """Every name that the query itself gives, to whatever and wherever."""
    given = [node.alias for node in _of(nodes, exp.Alias, exp.CTE, exp.Table, exp.Subquery, exp.Lateral)]
    listed = [name.name for alias in _of(nodes, exp.TableAlias) for name in alias.args.get("columns") or ()]
    tables = [table.name for table in _of(nodes, exp.Table)]
    return tuple(dict.fromkeys(name for name in (*given, *listed, *tables) if name))


def _base_relations(nodes: Nodes, relations: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Columns by the name under which a relation is used, where that name can mean nothing else in the query."""
    ctes = {cte.alias.lower() for cte in _of(nodes, exp.CTE)}
    derived = ctes | {subquery.alias.lower() for subquery in _of(nodes, exp.Subquery)}
    bases: dict[str, tuple[str, ...]] = {}
    clashing = set(derived)
    for table in _of(nodes, exp.Table):
        name, columns = table.alias_or_name.lower(), relations.get(table.name.lower())
        renamed = bool((table.args.get("alias") or exp.TableAlias()).args.get("columns"))
        if columns is None or table.name.lower() in ctes or renamed or bases.get(name, columns) != columns:
            clashing.add(name)
        else:
            bases[name] = columns
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
    return tuple(_singular(word.lower()) for word in _WORD.findall(_CAMEL.sub(" ", plain)))


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("ses", "xes", "zes", "ches", "shes")) and not word.endswith("ases"):
        return word[:-2]
    if len(word) > 2 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


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
    return OSA.distance(written, right) <= (2 if shorter >= _LONG else 1)
