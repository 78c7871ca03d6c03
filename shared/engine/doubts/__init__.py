"""What a reply must say of the data behind a query: that it could be read in another way, lacks rows, repeats what is
added up, or is in several units; and of a query that a model wrote freely, what the language would refuse or tell."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from shared.contracts import DatasetProfile, ExecutedQuery
from shared.engine.doubts.cuts import cuts
from shared.engine.doubts.empties import empties, unmet
from shared.engine.doubts.ended import ended
from shared.engine.doubts.estimates import estimates
from shared.engine.doubts.grain import grain
from shared.engine.doubts.joins import Fan, fans
from shared.engine.doubts.lengths import lengths
from shared.engine.doubts.mixed_rows import mixed_rows
from shared.engine.doubts.periods import periods
from shared.engine.doubts.reading import readings
from shared.engine.doubts.repeats import entered_twice
from shared.engine.doubts.states import states
from shared.engine.doubts.sums import sums
from shared.engine.doubts.told import ResultRows
from shared.engine.doubts.totals import totals
from shared.engine.doubts.unmatched import Unmatched, unmatched
from shared.engine.secondary import spared
from shared.engine.sql.syntax import parse, readable


def doubts(queries: Iterable[ExecutedQuery], datasets: Iterable[DatasetProfile]) -> tuple[str, ...]:
    """A sentence for each ambiguity and each doubtful repair of the columns and datasets that figures of the queries
    depend on, for each column that they add up though it says the same in many rows, for what they take together
    though it is in different units, for parts of a whole of which it is not known whether they belong to it, and for
    rows of what is over that are counted beside the others."""
    asked, known = tuple(query.sql for query in queries), tuple(datasets)
    told = list(spared(lambda: readings(asked, known), "readings"))
    for sql in asked:
        told += spared(partial(mixed_rows, sql, known), "mixtures")
        told += spared(partial(_parts, sql, known), "parts")
        told += spared(partial(_over, sql, known), "ended rows")
    return tuple(dict.fromkeys(told))


def _parts(sql: str, datasets: Sequence[DatasetProfile]) -> Iterator[str]:
    return unmet(parse(sql), datasets)


def _over(sql: str, datasets: Sequence[DatasetProfile]) -> Iterator[str]:
    return ended(parse(sql), datasets)


def caveats(sql: str, datasets: Sequence[DatasetProfile], told: ResultRows | None = None) -> tuple[str, ...]:
    """What the query language would refuse or tell of a query that is not written in it: a sentence for each sum of
    what does not add up, each figure of a part of the rows, or of rows that are no things, each estimate, each length
    of time that is counted by borders, each row of several groups together, each period that the data does not fill,
    each state that is read at the end of the data though a period before it is asked for, each column whose empty cells
    are taken for something, or left out where nobody can count them, and each table of which rows entered twice are
    taken once. With the rows that are `told`, those of them alone."""
    if (tree := readable(sql)) is None:
        return ()
    finds = (
        partial(sums, sql, tree, datasets),
        partial(cuts, tree, datasets),
        partial(estimates, tree, datasets),
        partial(lengths, tree, datasets),
        partial(totals, tree, datasets, told),
        partial(periods, tree, datasets, told),
        partial(states, tree, datasets),
        partial(empties, sql, tree, datasets),
        partial(grain, tree, datasets),
        partial(entered_twice, sql, tree, datasets),
    )
    return tuple(dict.fromkeys(line for find in finds for line in spared(find, "caveats")))


def fans_of(sql: str, datasets: Sequence[DatasetProfile]) -> tuple[Fan | Unmatched, ...]:
    """What is to be asked of the data about the joins of a query: rows that they take several times, and rows that find
    nothing."""
    taken = spared(lambda: fans(parse(sql), datasets), "joins")
    return (*taken, *spared(lambda: unmatched(parse(sql), datasets), "rows without a match"))
