"""What a reply must say of the data that it was computed from: that it could be read in another way, or lacks rows."""

import re
from collections.abc import Iterable, Iterator

from shared.contracts import DatasetProfile, ExecutedQuery


def doubts(queries: Iterable[ExecutedQuery], datasets: Iterable[DatasetProfile]) -> tuple[str, ...]:
    """A sentence for each ambiguity and each doubtful repair of the columns and datasets that the queries use."""
    used = tuple(query.sql for query in queries)
    told = [detail for dataset in datasets for name, detail in _of(dataset) if any(_uses(sql, name) for sql in used)]
    return tuple(dict.fromkeys(told))


def _of(dataset: DatasetProfile) -> Iterator[tuple[str, str]]:
    """The name that a query must hold for a doubt to concern it, and the doubt."""
    yield from ((doubt.column, doubt.detail) for doubt in dataset.ambiguities)
    yield from ((one.column or dataset.relation, one.detail) for one in dataset.repairs if one.doubt)


def _uses(sql: str, name: str) -> bool:
    return bool(re.search(rf"(?<![\w]){re.escape(name)}(?![\w])", sql, re.IGNORECASE))
