"""The brief as questions for the agents, without a model: what was asked, and the key figure in its breakdowns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from shared.contracts import ColumnProfile, DatasetProfile

MOST_QUESTIONS: Final = 4
KEPT_FOR_ASIDES: Final = 2


def questions_for(
    known: Mapping[str, str], tables: Sequence[DatasetProfile], asides: Iterable[str] = ()
) -> tuple[str, ...]:
    """At most MOST_QUESTIONS questions, each complete in itself: the business question, what was asked on the way, and
    the key figure by its breakdown."""
    kept = [text for text in asides if text.strip()][:KEPT_FOR_ASIDES]
    found = [known.get("question", ""), *kept, *_of_figure(known, tables)]
    return tuple(dict.fromkeys(one.strip() for one in found if one.strip()))[:MOST_QUESTIONS]


def _of_figure(known: Mapping[str, str], tables: Sequence[DatasetProfile]) -> list[str]:
    """The key figure by what it is to be broken down by, else by month; the rows, where no figure is known."""
    table, column = column_named(known.get("measure", ""), tables)
    if table is None or column is None:
        _, by = column_named(known.get("breakdown", ""), tables)
        return [f"How many rows are there by {by.words or by.name}?"] if by else []
    figure = f"{'total' if column.default_aggregate == 'sum' else 'average'} {column.words or column.name}"
    breakdown, by = column_named(known.get("breakdown", ""), tables)
    times = table.having("time")
    if by and breakdown == table:
        return [f"What is the {figure} by {by.words or by.name}?"]
    return [f"What is the {figure} by month?" if len(times) == 1 else f"What is the {figure}?"]


def column_named(
    words: str, tables: Sequence[DatasetProfile]
) -> tuple[DatasetProfile, ColumnProfile] | tuple[None, None]:
    """The column that goes by these words, and its table."""
    for table in tables:
        for column in table.columns:
            if words and words == (column.words or column.name):
                return table, column
    return None, None
