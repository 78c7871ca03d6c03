"""What a reply must say of the data behind a query, whoever wrote it: that it could be read in another way, lacks rows,
repeats what it adds up, or is in several units."""

from collections.abc import Iterable

from shared.contracts import DatasetProfile, ExecutedQuery
from shared.engine.doubts.mixtures import mixtures
from shared.engine.doubts.reading import readings


def doubts(queries: Iterable[ExecutedQuery], datasets: Iterable[DatasetProfile]) -> tuple[str, ...]:
    """A sentence for each ambiguity and each doubtful repair of the columns and datasets that figures of the queries
    depend on, for each column that they add up though it says the same in many rows, and for what they take together
    though it is in different units."""
    asked, known = tuple(query.sql for query in queries), tuple(datasets)
    told = (*readings(asked, known), *(line for sql in asked for line in mixtures(sql, known)))
    return tuple(dict.fromkeys(told))
