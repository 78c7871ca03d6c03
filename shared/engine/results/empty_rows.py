"""What a query writes in a column where there is no value: "unknown" of coalesce(carrier, 'unknown')."""

from sqlglot import exp

from shared.engine.sql.syntax import parse
from shared.errors import QueryFailed


def empties_among(sql: str) -> dict[str, str]:
    """That label by the names of its columns; none where the query cannot be read."""
    try:
        tree = parse(sql)
    except QueryFailed:
        return {}
    if not isinstance(tree, exp.Query):
        return {}
    columns = (one for select in tree.find_all(exp.Select) for one in select.selects)
    found = {one.alias_or_name: label for one in columns if (label := _label(one.unalias()))}
    shown = {one.alias_or_name for one in tree.selects}
    return {name: label for name, label in found.items() if name in shown or tree.is_star}


def _label(one: exp.Expr) -> str:
    if isinstance(one, exp.Coalesce) and one.expressions:
        return _text(one.expressions[-1])
    branches = one.args["ifs"] if isinstance(one, exp.Case) and one.this is None else []
    empty = (branch for branch in branches if _is_empty(branch.this))
    return next((_text(branch.args["true"]) for branch in empty), "")


def _is_empty(condition: exp.Expr) -> bool:
    return isinstance(condition, exp.Is) and isinstance(condition.expression, exp.Null)


def _text(one: exp.Expr) -> str:
    return one.name if isinstance(one, exp.Literal) and one.is_string else ""
