"""What a query writes in a column where there is no value: "unknown" of coalesce(carrier, 'unknown')."""

from collections.abc import Iterator

from sqlglot import exp

from shared.engine.results.lineage import KnownTexts, followed, told_of
from shared.engine.results.written_labels import labels_among, text_of


def empties_among(sql: str) -> dict[str, str]:
    """That label by the names of its columns, also of one that is called otherwise further out; none where the query
    cannot be read."""
    return labels_among(sql, _of_select) | followed(sql, {}, _followed)


def _followed(one: exp.Expr, known: KnownTexts) -> str | None:
    return told_of(one, known) if isinstance(one, exp.Column) else _label(one) or None


def _of_select(select: exp.Select) -> Iterator[tuple[str, str]]:
    for one in select.selects:
        if label := _label(one.unalias()):
            yield one.alias_or_name, label


def _label(one: exp.Expr) -> str:
    if isinstance(one, exp.Coalesce) and one.expressions:
        return text_of(one.expressions[-1])
    branches = one.args["ifs"] if isinstance(one, exp.Case) and one.this is None else []
    empty = (branch for branch in branches if _is_empty(branch.this))
    return next((text_of(branch.args["true"]) for branch in empty), "")


def _is_empty(condition: exp.Expr) -> bool:
    return isinstance(condition, exp.Is) and isinstance(condition.expression, exp.Null)
