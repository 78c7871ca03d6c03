"""A state read at the end of the data where a period before it is asked for: who has left, of the customers of May."""

from collections.abc import Iterable, Iterator

from sqlglot import exp

from shared.contracts import ColumnProfile, DatasetProfile
from shared.engine.doubts.periods import bounds_of
from shared.query.words.values import time
from shared.table.names import spoken


def states(tree: exp.Expr, datasets: Iterable[DatasetProfile]) -> Iterator[str]:
    """A sentence for each column of times of which a query asks alone whether there is one, though it asks for a period
    of another column, and some of these times come after that: they are not yet there within it."""
    read = {one.name.casefold() for one in tree.find_all(exp.Table)}
    times = [one for table in datasets if table.relation.casefold() in read for one in table.columns if one.temporal]
    for column in times:
        latest = str(column.maximum or "")[:10]
        if not column.nulls or not latest or not _asks_only_whether(tree, column):
            continue
        ends = [day for other in times if other.name != column.name for day in bounds_of(tree, other)[1]]
        if ends and max(ends) <= latest:
            yield (
                f"Which rows have an entry for {spoken(column)} is told as of the end of the data: some of these "
                f"dates, up to {time(latest)}, lie after the period that is asked for."
            )


def _asks_only_whether(tree: exp.Expr, column: ColumnProfile) -> bool:
    """Whether a query tests a column for being empty, compares its times with nothing, and shows none of them."""
    own = [one for one in tree.find_all(exp.Column) if one.name.casefold() == column.name.casefold()]
    tests = [one.find_ancestor(exp.Predicate, exp.Select) for one in own]
    asked = [isinstance(one, exp.Is) and isinstance(one.expression, exp.Null) for one in tests]
    inner = [isinstance(one, exp.Select) and one is not tree for one in tests]
    return any(asked) and all(one or passed for one, passed in zip(asked, inner, strict=True))
