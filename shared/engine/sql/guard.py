"""The gate before the worker: a query passes if its syntax tree is made only of what is known to be harmless."""

import re
from collections.abc import Callable
from typing import NamedTuple

from sqlglot import exp

from shared.engine.sql.allowlist import (
    FUNCTIONS,
    LATERAL_PARTS,
    NAMES,
    PIVOT_PARTS,
    SELECT_PARTS,
    SENTENCES,
    STRUCTURE,
    TABLE_PARTS,
    TYPES,
    WITH_PARTS,
)
from shared.engine.sql.names import Parts, Tables, UnknownName, nearest, unknown_among
from shared.engine.sql.series import wrong_with
from shared.engine.sql.syntax import MAX_DEPTH, MAX_LENGTH, failed, parse, render

_WORDS = re.compile(r"\w+( \w+)*")
_KINDS = STRUCTURE | FUNCTIONS
_PARTS: dict[type[exp.Expr], frozenset[str]] = {
    exp.Select: SELECT_PARTS,
    exp.Table: TABLE_PARTS,
    exp.With: WITH_PARTS,
    exp.Lateral: LATERAL_PARTS,
}
_PATH = re.compile(r"""\$(\.("[^"*]*"|[^.\["*?]+)|\[#?-?\d+\])*|([^$*][^*]*)?""")
"""A path into JSON that leads to one place: from '$' on by keys and numbers, or a key or a pointer as it is."""
_CUT = (exp.Split, exp.RegexpExtractAll, exp.Column)
"""What unnest may take apart: no more comes out than the table's cells hold."""
MOST_CONSTANTS = 200
"""How many values may be written down in VALUES, and how many columns a PIVOT may make."""
_FUNCTIONS = (kind for kind in FUNCTIONS if issubclass(kind, exp.Func))
_FUNCTION_NAMES = tuple(sorted(NAMES | {name.lower() for kind in _FUNCTIONS for name in kind.sql_names()}))


class CheckedQuery(NamedTuple):
    """A query that may run: `sql` is written anew from its tree, `relations` are the tables that it reads."""

    sql: str
    relations: tuple[str, ...]


def check(sql: str, tables: Tables, *, max_length: int = MAX_LENGTH) -> CheckedQuery:
    """The query as it will run over these tables (columns by relation).

    Raises QueryFailed: `rejected`, `syntax`, or `unknown_name` with the unknown name and the nearest valid ones.
    """
    tree = parse(sql, max_length=max_length)
    parts = Parts(_allowed_nodes(tree))
    for unknown in unknown_among(parts, tables):
        raise failed("unknown_name", _told(unknown), unknown.name, nearest(unknown.name, unknown.candidates))
    relations = _relations(parts, tables)
    return CheckedQuery(sql=render(tree, copy=False), relations=relations)


def _allowed_nodes(tree: exp.Expr) -> list[exp.Expr]:
    """Every node, level by level, without recursion: the one walk for all that looks at the tree.

    Raises QueryFailed at the first that is not allowed.
    """
    nodes: list[exp.Expr] = []
    level = [tree]
    for _ in range(MAX_DEPTH + 1):
        for node in level:
            if type(node) not in _ALWAYS:
                _require_allowed(node)
        nodes += level
        level = [child for node in level for child in node.iter_expressions()]
        if not level:
            return nodes
    raise failed("rejected", "The query is nested too deeply.")


def _require_allowed(node: exp.Expr) -> None:
    look = _LOOKED_INTO.get(type(node))
    if look is not None:
        look(node)
    elif type(node) not in _KINDS:
        raise _refused(node)


def _require_known_function(node: exp.Expr) -> None:
    name = node.name
    if name.lower() not in NAMES:
        raise failed("rejected", f"The function {name[:60]!r} is not available.", name, nearest(name, _FUNCTION_NAMES))
    if name.lower() == "age" and len(node.expressions) < 2:  # one is counted up to the day on which it is run
        raise failed("rejected", "age takes two times, the later one first: age(TIMESTAMP '2024-12-31', ordered_at).")


def _require_parts(node: exp.Expr) -> None:
    allowed = _PARTS[type(node)]
    for part, value in node.args.items():
        if value and part not in allowed:
            raise failed("rejected", SENTENCES.get(part, f"{part.strip('_').upper()} is not available in a query."))
    if isinstance(node, exp.Table) and not isinstance(node.this, exp.Identifier | exp.GenerateSeries):
        raise failed("rejected", "Functions cannot stand in FROM; only the given tables can.")
    if isinstance(node, exp.Lateral) and not isinstance(node.this, (exp.Subquery, exp.Unnest)):
        raise failed("rejected", "Only a subquery or unnest can be LATERAL.")


def _require_cut(node: exp.Expr) -> None:
    taken = node.expressions if isinstance(node, exp.Unnest) else [node.this]
    others = node.args.get("offset") if isinstance(node, exp.Unnest) else node.expressions
    if len(taken) == 1 and isinstance(taken[0], exp.GenerateSeries) and not others:
        return
    if others or not taken or not all(isinstance(one, _CUT) for one in taken):
        raise failed("rejected", "unnest takes apart only a column, or what string_split has cut from one.")


def _require_short_series(node: exp.Expr) -> None:
    if isinstance(node, exp.GenerateSeries) and (wrong := wrong_with(node)):
        raise failed("rejected", wrong)


def _require_constants(node: exp.Expr) -> None:
    """VALUES: rows of written constants, few of them."""
    cells = [cell for row in node.expressions for cell in (row.expressions if isinstance(row, exp.Tuple) else [row])]
    if len(cells) > MOST_CONSTANTS or not all(_is_constant(cell) for cell in cells):
        raise failed("rejected", f"VALUES takes constants only, {MOST_CONSTANTS} at most.")


def _is_constant(cell: exp.Expr) -> bool:
    if isinstance(cell, exp.Neg | exp.Cast):
        return isinstance(cell.this, exp.Literal)
    return isinstance(cell, exp.Literal | exp.Null | exp.Boolean)


def _require_listed_columns(node: exp.Expr) -> None:
    """COLUMNS: all columns, or those whose names match a pattern; no lambda."""
    plain = isinstance(node.this, exp.Star) or (isinstance(node.this, exp.Literal) and node.this.is_string)
    if not plain or node.args.get("unpack"):
        raise failed("rejected", "COLUMNS takes * or a pattern of names: COLUMNS(*), COLUMNS('rev.*').")


def _require_listed_pivot(node: exp.Expr) -> None:
    """PIVOT over values that are written out, so that its columns are known before it runs."""
    others = {part for part, value in node.args.items() if value and part not in PIVOT_PARTS}
    fields, made = node.args.get("fields") or (), node.args.get("columns") or ()
    if others or not fields or not all(_is_listed(one) for one in fields) or len(made) > MOST_CONSTANTS:
        raise failed("rejected", SENTENCES["pivots"])


def _is_listed(field: exp.Expr) -> bool:
    values = [one.this if isinstance(one, exp.PivotAlias) else one for one in field.expressions]
    plain = isinstance(field, exp.In) and isinstance(field.this, exp.Column)
    return plain and bool(values) and all(isinstance(one, exp.Literal) for one in values)


def _require_plain_path(node: exp.Expr) -> None:
    path = node.expression
    if not isinstance(path, exp.Literal) or not _PATH.fullmatch(path.name):
        raise failed("rejected", "A path into JSON is written out, as in '$.key[0]'.")


def _require_plain_type(node: exp.Expr) -> None:
    if node.this not in TYPES:
        raise failed("rejected", "Values can be cast to numbers, text, dates, times and booleans only.")


def _require_interval(node: exp.Expr) -> None:
    if not isinstance(node.expression, exp.Interval):
        raise failed("rejected", "date_add takes an INTERVAL that is written out; write the date + to_days(…) instead.")


def _require_words(node: exp.Expr) -> None:
    if not _WORDS.fullmatch(node.name):
        raise _refused(node)


def _refused(node: exp.Expr) -> Exception:
    name = type(node).__name__
    return failed("rejected", SENTENCES.get(name, f"{name} is not available in a query."))


_LOOKED_INTO: dict[type[exp.Expr], Callable[[exp.Expr], None]] = {
    exp.Anonymous: _require_known_function,
    exp.DataType: _require_plain_type,
    exp.Var: _require_words,
    exp.DateAdd: _require_interval,
    exp.Explode: _require_cut,
    exp.GenerateSeries: _require_short_series,
    exp.Unnest: _require_cut,
    exp.Values: _require_constants,
    exp.Columns: _require_listed_columns,
    exp.Pivot: _require_listed_pivot,
    exp.JSONExtract: _require_plain_path,
    exp.JSONExtractScalar: _require_plain_path,
    **dict.fromkeys(_PARTS, _require_parts),
}
_ALWAYS = _KINDS - _LOOKED_INTO.keys()
"""The kinds that are allowed whatever is in them."""


def _told(unknown: UnknownName) -> str:
    return f"There is no {'table' if unknown.is_table else 'column'} {unknown.name[:80]!r}."


def _relations(parts: Parts, tables: Tables) -> tuple[str, ...]:
    used = {name for name, _ in parts.tables}
    return tuple(name for name in tables if name.lower() in used)
