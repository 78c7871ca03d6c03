"""Figures that are estimates, because the query asks for approximations."""

from collections.abc import Iterable, Iterator

from sqlglot import exp

from shared.contracts import DatasetProfile
from shared.table.names import in_words, spoken


def estimates(tree: exp.Expr, datasets: Iterable[DatasetProfile]) -> Iterator[str]:
    """A sentence for each approximation."""
    words = {column.name.casefold(): spoken(column) for one in datasets for column in one.columns}
    for one in tree.find_all(exp.ApproxDistinct, exp.ApproxQuantile):
        column = one.find(exp.Column)
        of = (words.get(column.name.casefold()) or in_words(column.name)) if column else "values"
        counted = isinstance(one, exp.ApproxDistinct)
        yield (
            f"The number of different values of {of} is estimated, not counted."
            if counted
            else (f"This percentile of {of} is an estimate, not exact.")
        )
