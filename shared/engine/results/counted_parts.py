"""What an aggregate of a query takes of which rows, and the counts that say how many these are."""

from collections.abc import Iterator, Set
from typing import NamedTuple

from sqlglot import exp

from shared.query.base import RESERVED

ROWS = f"{RESERVED}rows"
"""Under which the rows of a group are counted."""
_NAMED = frozenset({"quantile_cont", "quantile_disc", "geomean", "mad", "sem"})
"""Aggregates that the parser knows as functions of any kind."""
_RANKS = (exp.Rank, exp.DenseRank, exp.RowNumber, exp.PercentRank, exp.CumeDist, exp.Ntile)

EITHER = " or "
"""Between the names of columns of which one at least must be known."""


class CountedPart(NamedTuple):
    """One aggregate of a figure: the column that it is of (or several, EITHER between them), and the names under which
    the rows that meet its own condition and those that it uses are counted."""

    column: str | None
    met: str
    used: str


def is_counted(figure: exp.Expr) -> bool:
    """Whether the rows that each aggregate of a figure uses can be counted. Of one that looks at other groups too (a
    share of all, a rank, a change) they are those of its own group."""
    if any(one.name.lower() not in _NAMED for one in figure.find_all(exp.Anonymous)):
        return False
    own = {one.sql() for one in aggregates(figure) if one.find_ancestor(exp.Window) is None}
    if not all(_looks_at_groups(one, own) for one in figure.find_all(exp.Window)):
        return False
    within = any(_chooses_within(taken(one)) or _reads_more(one) for one in aggregates(figure))
    return not within and figure.find(exp.Select, exp.WithinGroup) is None


def _looks_at_groups(window: exp.Window, own: Set[str]) -> bool:
    """Whether a window ranks figures of groups, or takes those that stand beside it as the group's own."""
    inside = {one.sql() for one in aggregates(window)}
    return bool(inside) and (isinstance(window.this, _RANKS) or inside <= own)


def aggregates(figure: exp.Expr) -> Iterator[exp.Expr]:
    """The aggregates that a figure is made of, each with its FILTER, and each once."""
    found: dict[str, exp.Expr] = {}
    for one in figure.find_all(exp.AggFunc, exp.Anonymous):
        if not isinstance(one.parent, exp.Window) or one.arg_key != "this":
            own = one.parent if isinstance(one.parent, exp.Filter) else one
            found.setdefault(own.sql(), own)
    yield from found.values()


def _chooses_within(of: exp.Expr | None) -> bool:
    """Whether a CASE or a NULLIF is a part of what an aggregate takes, or this is a NULLIF: whether its cells are empty
    or not chosen, nothing says."""
    if of is None or isinstance(of, exp.Nullif):
        return of is not None
    own = {id(one) for one in (of, *(of.args["ifs"] if isinstance(of, exp.Case) else ()))}
    return any(id(one) not in own for one in of.find_all(exp.Case, exp.If, exp.Nullif))


def _reads_more(aggregate: exp.Expr) -> bool:
    """Whether an aggregate reads another column beside what it takes (a correlation, the value at a highest): a row
    may be left out for either."""
    function = aggregate.this if isinstance(aggregate, exp.Filter) else aggregate
    parts = function.expressions if isinstance(function, exp.Anonymous) else list(function.iter_expressions())
    ordered = any(one.find(exp.Order) is not None for one in parts)
    return ordered or sum(one.find(exp.Column) is not None for one in parts) > 1


def taken(aggregate: exp.Expr) -> exp.Expr | None:
    """What an aggregate takes of each row; None where it takes the row. To a sum an empty cell and 0 are the same."""
    function = aggregate.this if isinstance(aggregate, exp.Filter) else aggregate
    given = function.expressions if isinstance(function, exp.Anonymous) else [function.this]
    of: exp.Expr | None = given[0] if given else None
    of = of.expressions[0] if isinstance(of, exp.Distinct) else of
    while isinstance(of, exp.Paren) or (isinstance(of, exp.Coalesce) and _fills_a_sum(of, function)):
        of = of.this
    return None if isinstance(of, exp.Star) else of


def _fills_a_sum(of: exp.Coalesce, function: exp.Expr) -> bool:
    return isinstance(function, exp.Sum) and all(map(is_zero, of.expressions))


def is_zero(one: object) -> bool:
    """Whether it is the number 0, written out."""
    return isinstance(one, exp.Literal) and one.is_number and float(one.this) == 0


def counts_cells(aggregate: exp.Expr) -> bool:
    """Whether it is the number of known cells of a column."""
    function = aggregate.this if isinstance(aggregate, exp.Filter) else aggregate
    return isinstance(function, exp.Count) and not isinstance(function.this, exp.Distinct)


def counted_part(aggregate: exp.Expr, counts: dict[str, exp.Expr], *, beside_rows: bool) -> CountedPart:
    """What an aggregate uses, with the counts that say so added to `counts`. A count of known cells beside one of rows
    is meant as that, and is one of no column."""
    where = aggregate.expression if isinstance(aggregate, exp.Filter) else None
    adds = isinstance(aggregate.this if isinstance(aggregate, exp.Filter) else aggregate, exp.Sum)
    of = taken(aggregate)

    def counted(what: exp.Expr) -> str:
        count: exp.Expr = exp.Count(this=what)
        count = exp.Filter(this=count, expression=where.copy()) if where is not None else count
        known = next((name for name, other in counts.items() if other == count), None)
        counts[name := known or f"{RESERVED}count_{len(counts)}"] = count
        return name

    met = counted(exp.Star()) if where is not None else ROWS
    if of is None:
        return CountedPart(None, met, met)
    if beside_rows and isinstance(of, exp.Column) and counts_cells(aggregate):
        return CountedPart(None, met, counted(of.copy()))
    columns = EITHER.join(dict.fromkeys(one.name for one in of.find_all(exp.Column))) or None
    if not isinstance(of, exp.Case | exp.If) or not _chooses(of):
        return CountedPart(columns, met, counted(of.copy()))
    chosen, values = _choice(of, adds=adds)
    read = EITHER.join(dict.fromkeys(one.name for branch in values for one in branch.find_all(exp.Column)))
    return CountedPart(read or columns, counted(chosen), counted(_choice(of, adds=adds, values=True)[0]))


def _choice(of: exp.Case | exp.If, *, adds: bool, values: bool = False) -> tuple[exp.Case, list[exp.Expr]]:
    """A CASE that gives 1, or its `values`, wherever this one takes something, and these; to a sum, 0 is nothing."""
    branches = of.args["ifs"] if isinstance(of, exp.Case) else [of]
    default = of.args.get("default") if isinstance(of, exp.Case) else of.args.get("false")
    taken: list[exp.Expr] = []

    def told(value: exp.Expr | None) -> exp.Expr:
        if value is None or isinstance(value, exp.Null) or (adds and is_zero(value)):
            return exp.Null()
        inner = (
            value.this if isinstance(value, exp.Coalesce) and adds and all(map(is_zero, value.expressions)) else value
        )
        taken.append(inner)
        return inner.copy() if values else exp.Literal.number(1)

    made = [exp.If(this=branch.this.copy(), true=told(branch.args["true"])) for branch in branches]
    compared = of.this.copy() if isinstance(of, exp.Case) and of.this is not None else None
    return exp.Case(this=compared, ifs=made, default=told(default)), taken


def _chooses(one: exp.Expr) -> bool:
    """Whether a CASE may leave out rows that are known: not one that has a figure for each row of a known column."""
    given = one.args["ifs"] if isinstance(one, exp.Case) and one.this is None and not one.args.get("default") else []
    every = any(asks_for_known(branch.this) for branch in given)
    return not (every and all(isinstance(branch.args["true"], exp.Literal) for branch in given))


def asks_for_known(condition: exp.Expr) -> bool:
    """Whether it is `column IS NOT NULL`."""
    test = condition.this
    return (
        isinstance(condition, exp.Not)
        and isinstance(test, exp.Is)
        and isinstance(test.this, exp.Column)
        and isinstance(test.expression, exp.Null)
    )
