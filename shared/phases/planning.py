"""The brief as questions for the agents, without a model: what was asked, and the key figure in its breakdowns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Literal

from shared.contracts import ColumnProfile, DatasetProfile, DefaultAggregate, Scalar
from shared.table.units import is_duration

MOST_QUESTIONS: Final = 4
KEPT_FOR_ASIDES: Final = 2
MOST_FURTHER: Final = 3
Clarity = Literal["clear", "ambiguous", "unread"]
Reads = Callable[[str], Clarity]
"""Whether a question can be computed as it stands; ambiguous is one that may be about several figures."""
NAMED: Final[dict[Clarity, str]] = {"ambiguous": "{} {}?", "unread": "{} by {}?"}
"""How the key figure is named in a question that does not name it."""


def always_clear(_question: str) -> Clarity:
    """What reads a question where whoever computes it can ask back."""
    return "clear"


def questions_for(
    known: Mapping[str, str],
    tables: Sequence[DatasetProfile],
    asides: Iterable[str] = (),
    *,
    reads: Reads = always_clear,
) -> tuple[str, ...]:
    """At most MOST_QUESTIONS questions, each complete in itself: the business question, what was asked on the way, and
    the key figure by its breakdown.

    A business question that does not say which figure it is about ("which region sells best?") is asked of the key
    figure; one that can't be computed at all ("how do we sell more?") has the key figure's course beside it.
    """
    question = _of_key_figure(known, reads)
    kept = [text for text in asides if text.strip()][:KEPT_FOR_ASIDES]
    found = [question, *kept, *_of_figure(known, tables)]
    found += [] if reads(question) == "clear" else _course(known, tables)
    return tuple(dict.fromkeys(one.strip() for one in found if one.strip()))[:MOST_QUESTIONS]


def _of_key_figure(known: Mapping[str, str], reads: Reads) -> str:
    """The business question; with the key figure named, where it can be computed only so."""
    question, figure = known.get("question", ""), known.get("measure", "")
    clarity = reads(question)
    if clarity == "clear" or not figure:
        return question
    named = NAMED[clarity].format(question.rstrip(" ?.!"), figure)
    return named if reads(named) == "clear" else question


def further(known: Mapping[str, str], tables: Sequence[DatasetProfile]) -> tuple[str, ...]:
    """At most MOST_FURTHER questions about the key figure that can be asked after the plan: by other columns, and in
    its course."""
    table, column = column_named(known.get("measure", ""), tables)
    if table is None or column is None:
        return ()
    others = [by for by in table.having("dimension") if (by.words or by.name) != known.get("breakdown")]
    found = [*_course(known, tables), *(f"What is the {_figure(column)} by {by.words or by.name}?" for by in others)]
    return tuple(found[:MOST_FURTHER])


def _of_figure(known: Mapping[str, str], tables: Sequence[DatasetProfile]) -> list[str]:
    """The key figure by what it is to be broken down by, else by month; the rows, where no figure is known."""
    table, column = column_named(known.get("measure", ""), tables)
    if table is None or column is None:
        _, by = column_named(known.get("breakdown", ""), tables)
        return [f"How many rows are there by {by.words or by.name}?"] if by else []
    figure = _figure(column)
    breakdown, by = column_named(known.get("breakdown", ""), tables)
    if by and breakdown == table:
        return [f"What is the {figure} by {by.words or by.name}?"]
    return _course(known, tables) or [f"What is the {figure}?"]


def _course(known: Mapping[str, str], tables: Sequence[DatasetProfile]) -> list[str]:
    """The key figure by month, where its table has one time to tell it by."""
    table, column = column_named(known.get("measure", ""), tables)
    times = table.having("time") if table else ()
    if column is None or len(times) != 1 or _month(times[0].minimum) == _month(times[0].maximum) != "":
        return []
    return [f"What is the {_figure(column)} by month?"]


def _month(time: Scalar) -> str:
    return str(time or "")[:7]


def _figure(column: ColumnProfile) -> str:
    return f"{'total' if aggregate_of(column) == 'sum' else 'average'} {column.words or column.name}"


def aggregate_of(column: ColumnProfile) -> DefaultAggregate:
    """The aggregate that a key figure is told by: what is meant of the column, but of how long things took always the
    average, though it adds up."""
    return "mean" if is_duration(column) else column.default_aggregate


def column_named(
    words: str, tables: Sequence[DatasetProfile]
) -> tuple[DatasetProfile, ColumnProfile] | tuple[None, None]:
    """The column that goes by these words, and its table."""
    for table in tables:
        for column in table.columns:
            if words and words == (column.words or column.name):
                return table, column
    return None, None
