"""Tables as short as those on a page: questions about them are of single rows, so that defaults for many mislead."""

from collections.abc import Iterator
from typing import Final

from shared.contracts import DatasetProfile
from shared.offline.reading.meanings.columns import Name
from shared.offline.reading.meanings.kinds import MOST_ON_A_PAGE, RANKS, like_years
from shared.offline.reading.meanings.nouns import unique
from shared.offline.reading.sentence import Sentence

_RANKED: Final = "I ranked by "
_TAKEN: Final = "I took “"


def _unread_count(sentence: Sentence) -> Iterator[str]:
    """ "how many festivals was the film shown at": rows are counted only where all words say which, and of what."""
    different = not sentence.has("distinct") and any(metric.function == "distinct" for metric in sentence.metrics)
    counting = sentence.single and (sentence.counts_rows or different)
    if not counting or sentence.table.row_count > MOST_ON_A_PAGE or _plainly(sentence):
        return
    yield "in so short a table more or fewer than its rows could be meant"


def _plainly(sentence: Sentence) -> bool:
    """Whether what is counted is what rows are called, or what each has of its own, and no condition was guessed."""
    counts = [at for at, span in enumerate(sentence.spans) if span.kind == "operation" and span.word == "count"]
    counted = sentence.span(sentence.after(counts[0] if counts else -1))
    if any(span.kind == "column" and span.how == "part" for span in sentence.spans):
        return False
    if counted is None or any(told.startswith(_TAKEN) for told in sentence.assumptions):
        return False
    if counted.column is not None and counted.column.name in {item.filter.column for item in sentence.filters}:
        return False
    own = counted.kind == "column" and counted.column is not None and unique(counted.column, sentence.table)
    return own or counted.kind == "noun"


def _ranked_by_default(sentence: Sentence) -> Iterator[str]:
    """ "the person at the top", ranked by the only numbers that there are."""
    default = any(told.startswith(_RANKED) for told in sentence.assumptions)
    if default and sentence.table.row_count <= MOST_ON_A_PAGE:
        yield "it does not say by which column to rank"


def _unconfirmed(sentence: Sentence) -> Iterator[str]:
    """ "which area has the least number of residents": a guess at what is meant is no reading of a single row."""
    if sentence.table.row_count > MOST_ON_A_PAGE or sentence.gaps or (sentence.counts_rows and sentence.single):
        return
    if _of_words(sentence.table) and _guessed(sentence):
        yield "in so short a table a single row could be meant, and I found none that the question tells apart"


def _of_words(table: DatasetProfile) -> bool:
    """Whether a table holds words rather than figures, as pages do and measurements don't."""
    return 2 * sum(column.numeric for column in table.columns) <= len(table.columns)


_WHOLE: Final = ("overview", "missing", "correlation", "share")
_NAMED: Final = ("exact", "form", "core")


def _guessed(sentence: Sentence) -> bool:
    """Whether a column is not called by its name, or rows are counted, or numbered, for want of a figure to rank by."""
    by = sentence.shape is None and sentence.groups and sentence.has("by")
    two = any(metric.other for metric in sentence.metrics)
    if sentence.shape in _WHOLE or by or two or sentence.has("aggregate", "percentile", "distinct"):
        return False
    loose = any(span.kind == "column" and span.how not in _NAMED for span in sentence.spans)
    counted = sentence.shape == "entity" and not sentence.measured
    numbers = any(set(Name(column).core) <= RANKS or like_years(column) for _, column in sentence.measured)
    return loose or counted or numbers


PAGES: Final = (_unconfirmed, _unread_count, _ranked_by_default)
