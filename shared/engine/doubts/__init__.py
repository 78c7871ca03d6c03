"""What a reply must say of the data behind a query: that it could be read in another way, lacks rows, repeats what is
added up, or is in several units; and of a query that a model wrote freely, what the language would refuse or tell."""

from collections.abc import Iterable, Sequence
from contextlib import suppress

from shared.contracts import DatasetProfile, ExecutedQuery
from shared.engine.doubts.cuts import cuts
from shared.engine.doubts.empties import empties, unmet
from shared.engine.doubts.estimates import estimates
from shared.engine.doubts.grain import grain
from shared.engine.doubts.joins import Fan, fans
from shared.engine.doubts.mixtures import mixtures
from shared.engine.doubts.periods import periods
from shared.engine.doubts.reading import readings
from shared.engine.doubts.sums import sums
from shared.engine.doubts.totals import totals
from shared.engine.syntax import parse
from shared.errors import QueryFailed


def doubts(queries: Iterable[ExecutedQuery], datasets: Iterable[DatasetProfile]) -> tuple[str, ...]:
    """A sentence for each ambiguity and each doubtful repair of the columns and datasets that figures of the queries
    depend on, for each column that they add up though it says the same in many rows, for what they take together
    though it is in different units, and for parts of a whole of which it is not known whether they belong to it."""
    asked, known = tuple(query.sql for query in queries), tuple(datasets)
    told = [*readings(asked, known), *(line for sql in asked for line in mixtures(sql, known))]
    for sql in asked:
        with suppress(QueryFailed, RecursionError):
            told += unmet(parse(sql), known)
    return tuple(dict.fromkeys(told))


def caveats(sql: str, datasets: Sequence[DatasetProfile]) -> tuple[str, ...]:
    """What the query language would refuse or tell of a query that is not written in it: a sentence for each sum of
    what does not add up, each figure of a part of the rows, or of rows that are no things, each estimate, each row of
    several groups together, each period that the data does not fill, and each column whose empty cells are taken for
    something, or left out where nobody can count them."""
    try:
        tree = parse(sql)
        found: tuple[str, ...] = (*sums(sql, tree, datasets), *cuts(tree, datasets), *estimates(tree, datasets))
        found += (
            *totals(tree, datasets),
            *periods(tree, datasets),
            *empties(sql, tree, datasets),
            *grain(tree, datasets),
        )
        return tuple(dict.fromkeys(found))
    except (QueryFailed, RecursionError):
        return ()


def fans_of(sql: str, datasets: Sequence[DatasetProfile]) -> tuple[Fan, ...]:
    """What is to be asked of the data about the joins of a query."""
    try:
        return tuple(fans(parse(sql), datasets))
    except (QueryFailed, RecursionError):
        return ()
