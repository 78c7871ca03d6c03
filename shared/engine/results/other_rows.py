"""Which other rows than its table's a query's figures are of, and what no condition of it says."""

from collections.abc import Iterable, Iterator
from typing import Final

from sqlglot import exp

from shared.contracts import DatasetProfile

_OF_OTHER_ROWS: Final = (
    exp.Join,
    exp.SetOperation,
    exp.Limit,
    exp.Offset,
    exp.Fetch,
    exp.TableSample,
    exp.Pivot,
    exp.Rollup,
    exp.Cube,
    exp.GroupingSets,
)
"""What makes other rows of a table's than its conditions choose."""


def other_rows(tree: exp.Expr, datasets: Iterable[DatasetProfile], *, limited: bool) -> Iterator[str]:
    """What joins, unites, leaves out or merges rows, and groups that are not shown, each as it is written; of a
    `limited` query its last LIMIT only where single rows are cut off that no column names one by one."""
    grouped = [one for one in tree.find_all(exp.Select) if _is_grouped(one)]
    cut = tree.args.get("limit") if limited and (grouped or _is_keyed(tree, datasets)) else None
    yield from (one.sql() for one in tree.find_all(*_OF_OTHER_ROWS) if one is not cut)
    yield from (one.sql() for one in tree.find_all(exp.Distinct) if isinstance(one.parent, exp.Select))
    yield from (one.sql() for one in grouped[1:])
    yield from (key.sql() for one in tree.find_all(exp.Select) for key in unselected(one))
    if isinstance(tree, exp.Select) and not tree.is_star:
        shown = {column.name.casefold() for one in tree.selects for column in one.find_all(exp.Column)}
        steps = (one for one in grouped if one is not tree)
        keys = (key for one in steps for key in one.selects if key.find(exp.AggFunc) is None)
        yield from (key.sql() for key in keys if key.alias_or_name.casefold() not in shown)


def unselected(select: exp.Select) -> list[exp.Expr]:
    """What a SELECT groups by and does not show."""
    group = select.args.get("group")
    shown = {told for one in select.selects for told in (one.unalias().sql(), one.alias_or_name)}
    keys = group.expressions if isinstance(group, exp.Group) else []
    return [key for key in keys if not isinstance(key, exp.Literal) and not {key.sql(), key.name} & shown]


def _is_grouped(select: exp.Select) -> bool:
    """Whether a row of a SELECT stands for several that it reads."""
    own = (one for one in select.find_all(exp.AggFunc) if one.find_ancestor(exp.Select) is select)
    return bool(select.args.get("group")) or any(one.find_ancestor(exp.Window) is None for one in own)


def _is_keyed(tree: exp.Expr, datasets: Iterable[DatasetProfile]) -> bool:
    """Whether a query of single rows shows a column that has another value in each of them."""
    keys = {
        column.name.casefold()
        for one in datasets
        for column in one.columns
        if column.distinct == one.row_count and not column.nulls
    }
    given = tree.selects if isinstance(tree, exp.Select) else []
    return any(one.is_star or (isinstance(one, exp.Column) and one.name.casefold() in keys) for one in given)
