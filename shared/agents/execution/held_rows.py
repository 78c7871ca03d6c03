"""Doubts about rows of a table, asked of the data: each is told where the rows that figures are computed from are such,
and counted over these."""

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from shared.agents.execution.completeness import RunQueries
from shared.contracts import PlannedQuery, QueryResult
from shared.engine.doubts.repeats import agreed
from shared.engine.doubts.row_doubts import Counted, RowDoubt
from shared.engine.doubts.taken_rows import counts_of
from shared.engine.doubts.told import ResultRows
from shared.engine.secondary import spared
from shared.errors import CandorError

_MOST_ASKED: Final = 24
"""So many counts are asked beside the figures of one answer; of what is beyond them it is told what the table holds."""


class ToldPart(NamedTuple):
    """What is told of a query's result: the figures of these columns, of these rows, and only of so many `first` rows;
    None where that is not known."""

    columns: frozenset[str] | None = None
    rows: ResultRows | None = None
    first: int | None = None


class DoubtOfQuery(NamedTuple):
    """A sentence about the data behind a query, and the rows of its result that are told, where that is known, and
    whether these are the whole result."""

    line: str
    sql: str
    rows: ResultRows | None = None
    whole: bool = False


def records(result: QueryResult, rows: Collection[int] | None) -> ResultRows:
    """The rows of a result, those at these places or all."""
    kept = result.rows if rows is None else [result.rows[row] for row in sorted(rows) if row < len(result.rows)]
    return [dict(zip(result.columns, row, strict=True)) for row in kept]


QueryDoubts = tuple[DoubtOfQuery, ...]


class HeldRows:
    """What the data says of the rows that the queries of one task take, each asked once."""

    def __init__(self) -> None:
        self._known: dict[str, Counted] = {}

    def told(self, found: Sequence[DoubtOfQuery], ask: RunQueries) -> tuple[str, ...]:
        """The sentences, each once, of all rows that these queries take; none that is of none of them. A sentence is as
        it is true of the whole table where a query takes that, and where the data cannot be asked."""
        of_line: dict[str, list[tuple[str, ...] | None]] = {}
        doubts: dict[str, RowDoubt] = {}
        lines = agreed(one.line for one in found)
        for one in (each._replace(line=line) for each, line in zip(found, lines, strict=True)):
            of_line.setdefault(str(one.line), [])
            if isinstance(one.line, RowDoubt):
                doubts.setdefault(str(one.line), one.line)
                of_line[one.line].append(_counts(one, one.line))
        self._count([sql for line in of_line.values() for counts in line for sql in counts or ()], ask)
        told = (self._said(doubts[line], counts) if line in doubts else line for line, counts in of_line.items())
        return tuple(dict.fromkeys(filter(None, told)))

    def _said(self, doubt: RowDoubt, counts: Sequence[tuple[str, ...] | None]) -> str:
        if not all(one and all(sql in self._known for sql in one) for one in counts):
            return str(doubt)
        rows = [self._known[sql] for one in counts for sql in one or ()]
        return next(iter(spared(lambda: [doubt.question.say(rows)], "rows of a doubt")), str(doubt))

    def _count(self, counts: Sequence[str], ask: RunQueries) -> None:
        left = [one for one in dict.fromkeys(counts) if one not in self._known][:_MOST_ASKED]
        if not left:
            return
        try:
            outcomes = ask([PlannedQuery(sql=one, purpose="Rows of a doubt") for one in left])
        except CandorError:
            return
        for one, outcome in zip(left, outcomes, strict=True):
            cells = outcome.result.rows[0] if outcome.result and outcome.result.rows else ()
            numbers = [int(cell) for cell in cells if isinstance(cell, int | float)]
            if numbers and len(numbers) == len(cells):
                self._known[one] = Counted(tuple(numbers[:-1]), numbers[-1])


def _counts(one: DoubtOfQuery, doubt: RowDoubt) -> tuple[str, ...] | None:
    return next(
        iter(spared(lambda: (counts_of(one.sql, doubt.question, one.rows, whole=one.whole),), "rows of a doubt")), None
    )
