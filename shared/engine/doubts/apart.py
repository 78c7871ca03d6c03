"""Whether a query tells some values of a column apart: by its conditions, its groups, or a count of different ones."""

from collections.abc import Collection, Iterator, Set
from typing import Final

from sqlglot import exp

from shared.engine.doubts.grouped import group_keys
from shared.engine.sql.clauses import conjuncts

_COMPARED: Final = (exp.EQ, exp.NEQ, exp.NullSafeEQ, exp.NullSafeNEQ, exp.In)
_ASKING: Final = (exp.Predicate, exp.RegexpLike, exp.RegexpFullMatch, exp.StartsWith, exp.EndsWith, exp.Contains)
_BY_VALUE: Final = (exp.ApproxDistinct, exp.Mode)
_CHOOSING: Final = (exp.Min, exp.Max, exp.AnyValue, exp.First, exp.Last, exp.ArgMin, exp.ArgMax, exp.Mode)
"""Aggregates that give one of the column's cells as it is."""
_SAME_TEXT: Final = (exp.Column, exp.Lower, exp.Upper, exp.Trim, exp.Paren, exp.Cast)


def depends_on(tree: exp.Expr, column: str, values: Collection[str]) -> bool:
    """Whether what a query gives may change with how these values of a column are written, whatever their case."""
    names, texts = _names_of(tree, column), {_plain(one) for one in values}
    if any(_asks(one, names, texts) for one in tree.find_all(*_ASKING, exp.Case)):
        return True
    joined = (one for join in tree.find_all(exp.Join) for one in join.args.get("using") or ())
    if any(one.name.casefold() in names for one in joined):
        return True
    return any(not _leaves_out(select, names, texts) for select in _telling_apart(tree, names))


def tells_apart(tree: exp.Expr, names: Set[str]) -> bool:
    """Whether a query has groups by one of these columns, in small letters, or counts its different values."""
    return any(True for _ in _telling_apart(tree, names))


def _telling_apart(tree: exp.Expr, names: Set[str]) -> Iterator[exp.Select]:
    """The SELECTs that do so; a value that is computed of the column is told apart as it is."""
    for select in tree.find_all(exp.Select):
        keys = group_keys(select) + (select.selects if select.args.get("distinct") else [])
        if any(_has(key, names) for key in keys):
            yield select
    for one in tree.find_all(exp.Distinct, exp.Window, *_BY_VALUE):
        counted = isinstance(one, exp.Distinct) and not isinstance(one.parent, exp.Select)
        parts = one.args.get("partition_by") or () if isinstance(one, exp.Window) else [one]
        around = one.find_ancestor(exp.Select)
        if (counted or not isinstance(one, exp.Distinct)) and isinstance(around, exp.Select):
            yield from [around] if any(_has(part, names) for part in parts) else []


def _names_of(tree: exp.Expr, column: str) -> Set[str]:
    """The names of the column in a query, in small letters: its own, and those of what is made of its cells."""
    names = {column.casefold()}
    given = [
        one for one in tree.find_all(exp.Alias) if all(isinstance(of, _CHOOSING) for of in one.find_all(exp.AggFunc))
    ]
    for _ in given:
        more = {one.alias.casefold() for one in given if _has(one.this, names)} - names
        if not more:
            break
        names |= more
    return names


def _has(part: exp.Expr, names: Set[str]) -> bool:
    """Whether a part is made of cells of the column; one that only asks something of them is a condition."""
    own = part.walk(prune=lambda node: isinstance(node, (exp.Query, *_ASKING)) and node is not part)
    return any(isinstance(node, exp.Column) and node.name.casefold() in names for node in own)


def _asks(one: exp.Expr, names: Set[str], texts: Set[str]) -> bool:
    """Whether a condition may be met by one way to write a value and not by another."""
    if isinstance(one, exp.Is):
        return False
    if isinstance(one, exp.Case):
        sides = [one.this, *(branch.this for branch in one.args["ifs"])] if one.this is not None else []
    elif isinstance(one, exp.In):
        given = [one.args.get("query"), one.args.get("unnest")]
        sides = [one.this, *one.expressions, *(each for each in given if each is not None)]
    else:
        sides = list(one.iter_expressions())
    of_column = [side for side in sides if _has(side, names)]
    if not of_column:
        return False
    others = [side for side in sides if side not in of_column]
    plain = isinstance(one, (*_COMPARED, exp.Case)) and all(_is_text_of(side) for side in of_column)
    if not plain or len(of_column) > 1 or not all(isinstance(side, exp.Literal) for side in others):
        return True
    return any(_plain(side.this) in texts for side in others)


def _is_text_of(side: exp.Expr) -> bool:
    return all(isinstance(node, (*_SAME_TEXT, exp.Identifier, exp.DataType)) for node in side.walk())


def _leaves_out(select: exp.Select, names: Set[str], texts: Set[str]) -> bool:
    """Whether conditions of a SELECT leave other values of the column alone."""
    for one in conjuncts(select.args.get("where")):
        asked = [one.expression] if isinstance(one, exp.EQ) else one.expressions if isinstance(one, exp.In) else []
        if asked and _has(one.this, names) and not _asks(one, names, texts):
            return True
    return False


def _plain(text: str) -> str:
    return " ".join(str(text).split()).casefold()
