"""Rows of a ROLLUP, a CUBE or GROUPING SETS that are of several groups together."""

from collections.abc import Iterable, Iterator

from sqlglot import exp

from shared.contracts import DatasetProfile
from shared.engine.doubts.grouped import SUBTOTALS


def totals(tree: exp.Expr, datasets: Iterable[DatasetProfile]) -> Iterator[str]:
    """A sentence for each column whose empty cell stands for all of its values."""
    columns = {column.name.casefold(): column for one in datasets for column in one.columns}
    for select in tree.find_all(exp.Select):
        group = select.args.get("group")
        sets = list(group.find_all(*SUBTOTALS)) if group else []
        keys = {column.name.casefold() for one in sets for column in one.find_all(exp.Column)}
        for one in select.selects:
            key = one.unalias()
            if isinstance(key, exp.Column) and key.name.casefold() in keys:
                column = columns.get(key.name.casefold())
                words = (column.words if column else "") or key.name
                known = f", or of the rows without a {words}" if column is None or column.nulls else ""
                yield f"Where no {words} is named, the figure is of all of them together{known}."
