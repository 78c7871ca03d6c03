"""Which figures of a query come from no table: a model can write any number it likes into a SELECT."""

from collections.abc import Mapping

from sqlglot import exp

from shared.engine.syntax import parse
from shared.errors import QueryFailed

Columns = dict[str, bool]
"""Output columns of a query in their order: whether each is a label, or something of a table takes part in it."""

_ZERO = exp.Literal.number(0)
_LABELS = (exp.Null, exp.Boolean, exp.CurrentDate, exp.CurrentTimestamp)
_DATES = (exp.DType.DATE, exp.DType.TIMESTAMP)


def invented(sql: str) -> tuple[str, ...]:
    """The output columns that a query makes up: no column and no row of a table takes part in them, and they are more
    than labels (texts, dates). None where the query cannot be read, which the guard will say.

    Columns that cannot move the figure take no part: those of `x * 0`, `x - x`, a choice between written figures, or
    what a written figure is capped at. Any other constant that is calculated with a column goes unnoticed.
    """
    try:
        return tuple(name for name, read in _columns(parse(sql), {}).items() if not read)
    except (QueryFailed, RecursionError):
        return ()


def _selects(tree: exp.Expr) -> list[exp.Expr]:
    return list(tree.selects) if isinstance(tree, exp.Query) else []


def _is_label(one: exp.Expr) -> bool:
    value = one.unalias()
    if isinstance(value, exp.Cast):
        return value.to.this in _DATES
    return isinstance(value, _LABELS) or (isinstance(value, exp.Literal) and value.is_string)


def _columns(tree: exp.Expr, known: Mapping[str, Columns], *, within: bool = True) -> Columns:
    """The output columns of a query, given those of the named queries around it.

    `within`: whether the queries within its columns are asked too; who asks each of them by itself has no need.
    """
    known = {**known, **_named(tree, known, within=within)}
    if isinstance(tree, exp.Subquery):
        return _columns(tree.this, known, within=within)
    if isinstance(tree, exp.SetOperation):
        return _both(_columns(tree.this, known, within=within), _columns(tree.expression, known, within=within))
    sources = _sources(tree, known, within=within)
    columns = enumerate(_selects(tree))
    return {one.alias_or_name or f"column {at}": _reads(one, sources, known, within=within) for at, one in columns}


def _named(tree: exp.Expr, known: Mapping[str, Columns], *, within: bool) -> dict[str, Columns]:
    found: dict[str, Columns] = {}
    for table in getattr(tree, "ctes", ()):
        found[table.alias.lower()] = _columns(table.this, {**known, **found}, within=within)
    return found


def _both(one: Columns, other: Columns) -> Columns:
    """A column of a union comes from a table where both sides do."""
    sides = [*other.values()] + [False] * len(one)
    return {name: read and there for (name, read), there in zip(one.items(), sides, strict=False)}


def _sources(tree: exp.Expr, known: Mapping[str, Columns], *, within: bool) -> dict[str, Columns | None]:
    """What a SELECT reads, by name: the columns of a query within it, None for a table of the data."""
    joins = tree.args.get("joins") or ()
    begun = tree.args.get("from_") or tree.args.get("from")
    given = [begun.this] if begun else []
    read = (*given, *(join.this for join in joins))
    return {one.alias_or_name.lower(): _source(one, known, within=within) for one in read}


def _source(one: exp.Expr, known: Mapping[str, Columns], *, within: bool) -> Columns | None:
    if isinstance(one, exp.Table):
        return known.get(one.name.lower())
    return _columns(one, known, within=within)


def _reads(one: exp.Expr, sources: Mapping[str, Columns | None], known: Mapping[str, Columns], *, within: bool) -> bool:
    """Whether a table takes part in an expression: by a column, by its rows, or by a query within it."""
    if _is_label(one):
        return True
    one = one.copy().transform(_substance)
    queries = one.find_all(exp.Query) if within else ()
    if any(any(_columns(query, known, within=False).values()) for query in queries):
        return True
    if any(_is_read(column, sources) for column in one.find_all(exp.Column)):
        return True
    return _counts(one) and any(source is None or any(source.values()) for source in sources.values())


def _substance(node: exp.Expr) -> exp.Expr:
    """What remains of a calculation when the columns that cannot move its figure are gone."""
    match node:
        case exp.Paren():
            return _bare(node) if isinstance(node.this, exp.Literal) else node
        case exp.Mul() if _ZERO in (_bare(node.this), _bare(node.expression)):
            return _ZERO.copy()
        case exp.Sub() if _bare(node.this) == _bare(node.expression):
            return _ZERO.copy()
        case exp.Sub(this=exp.Add() as sum_) if _bare(node.expression) in (sum_.this, sum_.expression):
            return _bare(sum_.this if _bare(node.expression) == sum_.expression else sum_.expression)
        case exp.Nullif():
            return _bare(node.this)
        case exp.Case() | exp.If() if _chooses_a_figure(node):
            return _ZERO.copy()
        case exp.Least() | exp.Greatest() if any(map(_is_figure, (node.this, *node.expressions))):
            return _ZERO.copy() if node.find(exp.AggFunc) else node
    return node


def _bare(one: exp.Expr) -> exp.Expr:
    return one.unnest()


def _is_figure(one: exp.Expr | None) -> bool:
    """Whether this is a number that is written down and is more than a flag or a bound of percentages."""
    bare = one.unnest() if one is not None else None
    return isinstance(bare, exp.Literal) and not bare.is_string and float(bare.this) not in (0.0, 1.0, 100.0)


def _chooses_a_figure(choice: exp.Expr) -> bool:
    """Whether a computed value only decides which of several written figures is told."""
    branches = choice.args.get("ifs") or [choice]
    results = [branch.args.get("true") for branch in branches]
    results += [choice.args.get("default"), choice.args.get("false")]
    written = [one for one in results if one is not None and not isinstance(one.unnest(), exp.Null)]
    return (
        any(map(_is_figure, written))
        and all(isinstance(one.unnest(), exp.Literal) for one in written)
        and any(branch.this.find(exp.AggFunc) for branch in branches)
    )


def _is_read(column: exp.Column, sources: Mapping[str, Columns | None]) -> bool:
    asked = [sources[column.table.lower()]] if column.table.lower() in sources else list(sources.values())
    return any(source is None or source.get(column.name, any(source.values())) for source in asked)


def _counts(one: exp.Expr) -> bool:
    """Whether rows are counted: by name, by a window, or as a sum of ones."""
    ones = any(total.this == exp.Literal.number(1) for total in one.find_all(exp.Sum))
    return ones or one.find(exp.Count, exp.Window, exp.Star) is not None
