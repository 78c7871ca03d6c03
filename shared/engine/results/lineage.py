"""What is known of a table's columns, followed to the columns of a query's result."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeVar

from sqlglot import exp

from shared.engine.sql.clauses import sources_of
from shared.engine.sql.syntax import parse
from shared.errors import QueryFailed

KnownTexts = Mapping[str, str]
"""What is known of columns, by their names in small letters."""
Kept = TypeVar("Kept")
_WITHIN: Final = "\0"
"""Between the name of a source and that of its column; no name holds it."""
ITSELF: Final = ""
"""In the place of a column's name: a source that there is, whatever is known of its columns."""
LineageRule = Callable[[exp.Expr, KnownTexts], str | None]
"""What is known of an expression, given what is known of the columns that it reads; None where nothing is."""


def followed(sql: str, tables: Mapping[str, KnownTexts], rule: LineageRule) -> dict[str, str]:
    """What is known of each result column, through subqueries, WITH and, where all sides agree, set operations.

    `tables` are those that may be read, by their names in small letters. Empty where the query cannot be read.
    """
    try:
        return dict(_selected(parse(sql), tables, rule))
    except (QueryFailed, RecursionError):
        return {}


def spelled(found: Mapping[str, Kept], columns: Iterable[str]) -> dict[str, Kept]:
    """What is known of result columns by the names that the result has: a star gives them in small letters."""
    return {name: found[key] for name in columns for key in (name, name.casefold()) if key in found}


def alike(parts: Iterable[exp.Expr | None], known: KnownTexts, rule: LineageRule) -> str | None:
    """The one thing that is known of all of these; zero and nothing agree with any."""
    found = {rule(one, known) for one in parts if one is not None and not _is_nothing(one)}
    return next(iter(found)) if len(found) == 1 else None


def _selected(tree: exp.Expr, tables: Mapping[str, KnownTexts], rule: LineageRule) -> list[tuple[str, str]]:
    """What is known of a query's columns, by their names, given what is known of those of the tables."""
    for common in getattr(tree, "ctes", ()):
        tables = {**tables, common.alias.casefold(): _folded(_selected(common.this, tables, rule))}
    if isinstance(tree, exp.SetOperation):
        return _agreed(tree, tables, rule)
    if not isinstance(tree, exp.Select):
        return []
    known = _sources(tree, tables, rule)
    found: dict[str, str | None] = {}
    for one in tree.selects:
        star = one.this if isinstance(one, exp.Column) else one
        if isinstance(star, exp.Star):
            found |= _starred(star, one.table if isinstance(one, exp.Column) else "", known, rule)
        else:
            found[one.alias_or_name] = rule(one.unalias(), known | _of_queries_in(one, tables, rule))
    return [(name, told) for name, told in found.items() if told]


def _starred(star: exp.Star, source: str, known: KnownTexts, rule: LineageRule) -> dict[str, str | None]:
    """What is known of the columns of all sources, or of one (`i.*`), with what stands in their place (REPLACE)."""
    start = qualified(source, "") if source else ""
    names = {key.removeprefix(start): told for key, told in known.items() if key.startswith(start)}
    kept = {name: told for name, told in names.items() if name != ITSELF and _WITHIN not in name}
    for one in star.args.get("except_") or ():
        kept.pop(one.name.casefold(), None)
    replaced = star.args.get("replace") or ()
    return kept | {one.alias.casefold(): rule(one.unalias(), known) for one in replaced}


def _of_queries_in(one: exp.Expr, tables: Mapping[str, KnownTexts], rule: LineageRule) -> dict[str, str]:
    """What is known of the one column of each query within an expression, by its SQL behind a mark."""
    found: dict[str, str] = {}
    for query in one.find_all(exp.Subquery):
        columns = _selected(query.this, tables, rule)
        if len(columns) == len(getattr(query.this, "selects", ())) == 1:
            found[_of_query(query)] = columns[0][1]
    return found


def _of_query(query: exp.Subquery) -> str:
    return f"{_WITHIN}{query.this.sql()}"


def told_of_query(query: exp.Subquery, known: Mapping[str, Kept]) -> Kept | None:
    """What is known of the one column of a query within an expression, by what that query reads itself."""
    return known.get(_of_query(query))


def _agreed(tree: exp.SetOperation, tables: Mapping[str, KnownTexts], rule: LineageRule) -> list[tuple[str, str]]:
    """What is known of the columns of the first side and, of those that stand in their places, of the other."""
    one, other = (dict(_selected(side, tables, rule)) for side in (tree.left, tree.right))
    names, places = ([column.alias_or_name for column in side.selects] for side in (tree.left, tree.right))
    return [
        (name, one[name]) for name, there in zip(names, places, strict=False) if one.get(name, "") == other.get(there)
    ]


def _sources(tree: exp.Select, tables: Mapping[str, KnownTexts], rule: LineageRule) -> dict[str, str]:
    """What is known of the columns that a SELECT reads, by name; of a name that means different things nothing."""
    named: list[tuple[str, str, str]] = []
    for source in sources_of(tree):
        given = _selected(source.this, tables, rule) if isinstance(source, exp.Subquery) else None
        told = _folded(given) if given is not None else tables.get(source.name.casefold(), {})
        named += [(source.alias_or_name, name, one) for name, one in {**told, ITSELF: ""}.items()]
    return in_scope(named)


def qualified(source: str, name: str) -> str:
    """The key of a column of a source."""
    return f"{source.casefold()}{_WITHIN}{name.casefold()}"


def in_scope(named: Iterable[tuple[str, str, Kept]], unlike: Kept | None = None) -> dict[str, Kept]:
    """What is known of columns, given with their sources, by the names that they can be called by; a name of several
    that are not alike has `unlike`, or nothing."""
    found: dict[str, Kept] = {}
    other: set[str] = set()
    for source, name, told in named:
        bare = name.casefold()
        other |= {bare} if found.get(bare, told) != told else set()
        found |= {bare: told, qualified(source, name): told}
    if unlike is not None:
        return found | dict.fromkeys(other, unlike)
    return {name: told for name, told in found.items() if name not in other}


def told_of(column: exp.Column, known: Mapping[str, Kept]) -> Kept | None:
    """What is known of a column, as that of its source where it names one."""
    key = qualified(column.table, column.name)
    return known.get(key if qualified(column.table, ITSELF) in known else column.name.casefold())


def _folded(found: Iterable[tuple[str, str]]) -> dict[str, str]:
    return {name.casefold(): told for name, told in found}


def _is_nothing(one: exp.Expr) -> bool:
    return isinstance(one, exp.Null) or (isinstance(one, exp.Literal) and one.is_number and float(one.this) == 0)
