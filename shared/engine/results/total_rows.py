"""Rows of a result that are the total of those that they stand among, by the label that a query writes in their column:
"all beers" beside five beers."""

from collections.abc import Iterator

from sqlglot import exp

from shared.engine.results.written_labels import labels_among, text_of
from shared.engine.sql.syntax import SUBTOTALS


def totals_among(sql: str) -> dict[str, str]:
    """The label of such rows by the names of their columns; none where the query cannot be read."""
    return labels_among(sql, lambda select: (*_of_sets(select), *_beside_groups(select)))


def _of_sets(select: exp.Select) -> Iterator[tuple[str, str]]:
    """Of a ROLLUP, a CUBE or GROUPING SETS, where a label stands for the empty cell of a key."""
    group = select.args.get("group")
    sets = list(group.find_all(*SUBTOTALS)) if group else []
    keys = {column.name.casefold() for one in sets for column in one.find_all(exp.Column)}
    for one in select.selects if keys else ():
        label = _instead(one.unalias(), keys)
        if label:
            yield one.alias_or_name, label


def _instead(one: exp.Expr, keys: set[str]) -> str:
    """What is written where a key is empty."""
    if isinstance(one, exp.Coalesce) and isinstance(one.this, exp.Column) and one.this.name.casefold() in keys:
        return text_of(next(iter(one.expressions), None))
    for branch in one.args["ifs"] if isinstance(one, exp.Case) else ():
        if (
            branch.this.find(exp.Is, exp.Grouping, exp.GroupingId)
            and {each.name.casefold() for each in one.find_all(exp.Column)} <= keys
        ):
            return text_of(branch.args["true"])
    return ""


def _beside_groups(select: exp.Select) -> Iterator[tuple[str, str]]:
    """Of a side of a UNION that gives figures of the same rows as another, which is grouped."""
    above = select.parent
    if not isinstance(above, exp.Union) or select.args.get("group") or not select.find(exp.AggFunc):
        return
    sides = [one for one in (above.left, above.right) if isinstance(one, exp.Select) and one is not select]
    for grouped in (one for one in sides if one.args.get("group") and _read(one) == _read(select)):
        for own, there in zip(select.selects, grouped.selects, strict=False):
            label = text_of(own.unalias())
            if label and not isinstance(there.unalias(), exp.Literal):
                yield above.selects[select.selects.index(own)].alias_or_name, label


def _read(select: exp.Select) -> tuple[exp.Expr | list[exp.Expr] | None, ...]:
    """What a SELECT reads, and on which conditions."""
    return tuple(select.args.get(part) or None for part in ("from_", "joins", "where"))
