"""Whether rows that repeat another one in every column make a difference to what a query gives."""

from typing import Final

from sqlglot import exp

_OF_ROWS: Final = (exp.AggFunc, exp.Window, exp.Anonymous)
"""What may be computed of several rows together; a function that is not known by its name may be such a one."""


def counts_repeats(tree: exp.Expr, relation: str) -> bool:
    """Whether the query takes a row of the relation as often as it stands there: somewhere it reads rows that it does
    not first make different ones, by a DISTINCT or by groups of which nothing is computed."""
    read = (one for one in tree.find_all(exp.Table) if one.name.casefold() == relation.casefold())
    return not all(_once(one.find_ancestor(exp.Select)) for one in read)


def _once(select: exp.Select | None) -> bool:
    if select is None or not (select.args.get("distinct") or select.args.get("group")):
        return False
    return not any(one.find_ancestor(exp.Select) is select for one in select.find_all(*_OF_ROWS))
