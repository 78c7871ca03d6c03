"""Labels that a query writes into columns of its own result, instead of what a row has there."""

from collections.abc import Callable, Iterable

from sqlglot import exp

from shared.engine.sql.syntax import readable

Labels = Iterable[tuple[str, str]]
"""Names of columns, and what is written there."""


def labels_among(sql: str, written: Callable[[exp.Select], Labels]) -> dict[str, str]:
    """What the SELECTs of a query write, by the columns of its result; none where the query cannot be read."""
    if (tree := readable(sql)) is None:
        return {}
    if not isinstance(tree, exp.Query):
        return {}
    found = (one for select in tree.find_all(exp.Select) for one in written(select))
    shown = {one.alias_or_name for one in tree.selects}
    return {name: label for name, label in found if name in shown or tree.is_star}


def text_of(one: exp.Expr | None) -> str:
    """A text that is written out in a query; empty for anything else."""
    return one.name if isinstance(one, exp.Literal) and one.is_string else ""
