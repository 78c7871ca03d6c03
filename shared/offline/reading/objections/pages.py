"""Tables as short as those on a page: questions about them are of single rows, so that defaults for many mislead."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from shared.contracts import ColumnProfile, DatasetProfile
from shared.offline.reading.meanings.columns import Name
from shared.offline.reading.meanings.kinds import MOST_ON_A_PAGE, RANKS, like_years, yearly
from shared.offline.reading.meanings.nouns import unique
from shared.offline.reading.sentence import Sentence
from shared.table.names import spoken

_RANKED: Final = "I ranked by "
_TAKEN: Final = "I took “"
_EACH_ONE: Final = "I counted rows, since each is one"
_ENDS: Final = frozenset({"only", "first", "last", "latest", "earliest", "one", "single", "sole"})


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
    if any(told.startswith(_EACH_ONE) for told in sentence.assumptions):
        return True
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


def _thing_after_the(sentence: Sentence) -> Iterator[str]:
    """ "the year with the most riders": one of the years is looked for, and no number of riders."""
    if sentence.texts[0] not in ("the", "name") or not sentence.single or sentence.table.row_count > MOST_ON_A_PAGE:
        return
    at = next((at for at, text in enumerate(sentence.texts) if at and text not in _ENDS and text != "the"), 0)
    measured = [column for _, column in sentence.measured]
    for column in _things(sentence, at):
        if sentence.metrics and column not in measured:
            yield f"it asks for one {spoken(column)}, and all that I could give is a figure"
            return


def _things(sentence: Sentence, at: int) -> list[ColumnProfile]:
    named = [span.column for span in sentence.spans if span.kind == "column" and span.start <= at < span.end]
    found = [column for column in named if column is not None]
    return [column for column in found if column.type == "text" or column.temporal or yearly(column)]


def _beside_the_end(sentence: Sentence) -> Iterator[str]:
    """ "the least amount of time", where times would be ranked by something else."""
    ranked = [column for _, column in sentence.measured]
    if sentence.shape != "entity" or not ranked or sentence.table.row_count > MOST_ON_A_PAGE:
        return
    grouped = {group.column for group in sentence.groups}
    for at, span in enumerate(sentence.spans):
        beside = sentence.span(sentence.after(at)) if span.kind == "operation" and span.word == "extreme" else None
        column = beside.column if beside is not None and beside.kind == "column" else None
        if column is None or column in ranked:
            continue
        if column.name not in grouped or column.numeric or column.type == "time":
            yield f"“{span.text} {beside.text if beside else ''}” is not about {spoken(ranked[0])}"


def _only_or_both(sentence: Sentence) -> Iterator[str]:
    """ "how many were in both 2010 and 2012", "how many only won gold": not those in either, nor all with gold."""
    if not sentence.counts_rows or not sentence.single or sentence.table.row_count > MOST_ON_A_PAGE:
        return
    equal = [item.filter.column for item in sentence.filters if item.filter.operator in ("=", "in")]
    either = len(set(equal)) < len(equal) or any(item.filter.operator == "in" for item in sentence.filters)
    if "both" in sentence.said and either:
        yield "“both” asks for what is each, and I would count what is either"
    for one, following in pairwise(sentence.spans):
        if one.text == "only" and following.kind == "value":
            yield f"“only {following.text}” leaves out what is {following.text} and something else"


def _unconfirmed(sentence: Sentence) -> Iterator[str]:
    """ "which area has the least number of residents": a guess at what is meant is no reading of a single row."""
    if sentence.table.row_count > MOST_ON_A_PAGE or sentence.gaps or (sentence.counts_rows and sentence.single):
        return
    if _of_words(sentence.table) and _guessed(sentence):
        yield "in so short a table a single row could be meant, and I found none that the question tells apart"


def _of_words(table: DatasetProfile) -> bool:
    """Whether a table holds words rather than figures, as pages do and measurements don't."""
    return 2 * sum(column.numeric for column in table.columns) <= len(table.columns)


_WHOLE: Final = ("overview", "missing", "correlation", "correlations", "outliers", "share")
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


PAGES: Final = (_unconfirmed, _unread_count, _ranked_by_default, _thing_after_the, _beside_the_end, _only_or_both)
