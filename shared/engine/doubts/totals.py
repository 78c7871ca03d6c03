"""Rows of a ROLLUP, a CUBE or GROUPING SETS that are of several groups together."""

from collections.abc import Iterable, Iterator

from sqlglot import exp

from shared.contracts import DatasetProfile
from shared.engine.doubts.grouped import SUBTOTALS
from shared.engine.syntax import parse
from shared.errors import QueryFailed


def totals(tree: exp.Expr, datasets: Iterable[DatasetProfile]) -> Iterator[str]:
    """A sentence for each column whose empty cell stands for all of its values."""
    columns = {column.name.casefold(): column for one in datasets for column in one.columns}
    for _, key in _together(tree):
        column = columns.get(key.casefold())
        words = (column.words if column else "") or key
        known = f", or of the rows without a {words}" if column is None or column.nulls else ""
        yield f"Where no {words} is named, the figure is of all of them together{known}."


def labels_of_totals(sql: str, datasets: Iterable[DatasetProfile]) -> dict[str, str]:
    """What the empty cells of a result's columns stand for, by their names: all values, or none, where the file has
    rows without one, too."""
    columns = {column.name.casefold(): column for one in datasets for column in one.columns}
    try:
        found = list(_together(parse(sql)))
    except QueryFailed:
        return {}
    told: dict[str, str] = {}
    for shown, key in found:
        column = columns.get(key.casefold())
        words = (column.words if column else "") or key
        told[shown] = f"no {words} named" if column is None or column.nulls else f"{words}: all together"
    return told


def _together(tree: exp.Expr) -> Iterator[tuple[str, str]]:
    """The result columns whose empty cells are of several groups together, each with the column that it shows."""
    for select in tree.find_all(exp.Select):
        group = select.args.get("group")
        sets = list(group.find_all(*SUBTOTALS)) if group else []
        keys = {column.name.casefold() for one in sets for column in one.find_all(exp.Column)}
        for one in select.selects:
            key = one.unalias()
            if isinstance(key, exp.Column) and key.name.casefold() in keys:
                yield one.alias_or_name, key.name
