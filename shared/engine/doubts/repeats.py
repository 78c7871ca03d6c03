"""Whether rows that repeat another one in every column make a difference to what a query gives."""

from typing import Final

from sqlglot import exp

_OF_ROWS: Final = (exp.AggFunc, exp.Window, exp.Anonymous)
"""What may be computed of several rows together; a function that is not known by its name may be such a one."""
_SAME: Final = (exp.Min, exp.Max, exp.ArgMin, exp.ArgMax, exp.AnyValue, exp.LogicalAnd, exp.LogicalOr)
"""What comes to the same whether a row stands there once or twice."""


def counts_repeats(tree: exp.Expr, relation: str) -> bool:
    """Whether the query takes a row of the relation as often as it stands there: somewhere it reads rows that it does
    not first make different ones, by a DISTINCT or by groups, and of which it computes more than extremes or how many
    different ones there are."""
    read = (one for one in tree.find_all(exp.Table) if one.name.casefold() == relation.casefold())
    return not all(_once(one.find_ancestor(exp.Select)) for one in read)


def _once(select: exp.Select | None) -> bool:
    if select is None:
        return False
    computed = [one for one in select.find_all(*_OF_ROWS) if one.find_ancestor(exp.Select) is select]
    if computed:
        return all(isinstance(one, _SAME) or isinstance(one.this, exp.Distinct) for one in computed)
    return bool(select.args.get("distinct") or select.args.get("group"))
