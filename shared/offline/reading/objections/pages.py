"""Tables as short as those on a page: questions about them are of single rows, so that defaults for many mislead."""

from collections.abc import Iterator
from typing import Final

from shared.offline.reading.meanings.kinds import MOST_ON_A_PAGE
from shared.offline.reading.meanings.nouns import unique
from shared.offline.reading.sentence import Sentence

_TAKEN: Final = "I took “"


def _unread_count(sentence: Sentence) -> Iterator[str]:
    """ "how many festivals was the film shown at": rows are counted only where all words say which, and of what."""
    different = not sentence.has("distinct") and any(metric.function == "distinct" for metric in sentence.metrics)
    counting = sentence.single and (sentence.counts_rows or different)
    if not counting or sentence.table.row_count > MOST_ON_A_PAGE or _plainly(sentence):
        return
    yield "I could only count rows, and am not sure that their number is what it asks for"


def _plainly(sentence: Sentence) -> bool:
    """Whether what is counted is what rows are called, or what each has of its own, and no condition was guessed."""
    counts = [at for at, span in enumerate(sentence.spans) if span.kind == "operation" and span.word == "count"]
    counted = sentence.span(sentence.after(counts[0] if counts else -1))
    conditioned = {item.filter.column for item in sentence.filters}
    loose = [span.column for span in sentence.spans if span.kind == "column" and span.how == "part"]
    if any(column is not None and column.name not in conditioned for column in loose):
        return False
    if counted is None or any(told.startswith(_TAKEN) for told in sentence.assumptions):
        return False
    if counted.column is not None and counted.column.name in conditioned:
        return False
    own = counted.kind == "column" and counted.column is not None and unique(counted.column, sentence.table)
    return own or counted.kind == "noun"


PAGES: Final = (_unread_count,)
