"""Follow-ups ("and by region?", "what about East?") completed from the question before."""

import re
from datetime import datetime
from itertools import pairwise

from shared.contracts import DatasetProfile
from shared.offline.reading.meanings.lexing import spans_of
from shared.offline.reading.meanings.spans import Span, covers
from shared.offline.reading.meanings.tokens import Token, tokenise
from shared.offline.reading.parse import content, read
from shared.offline.reading.reading import Reading

_BARE = re.compile(r"(?:in|for|by|per|at|of|from|with|without|except|excluding)\b", re.IGNORECASE)
_OPENING = re.compile(
    r"(?:ok|okay|so)?[\s,.]*(?:what about|how about|same for|the same for|and|only|just|now|then|instead"
    rf"|{_BARE.pattern})\b",
    re.IGNORECASE,
)


def completed_question(question: str, previous: str, datasets: tuple[DatasetProfile, ...], now: datetime) -> str | None:
    """The follow-up as a question that stands alone; None where it does already, or adds nothing that can be read."""
    if not _elliptical(question) or _PERSONS & {token.text for token in tokenise(question)}:
        return None
    if not goes_on(question, datasets, now) and any(read(question, table, now)[0].answerable for table in datasets):
        return None
    for table in datasets:
        before = content(read(previous, table, now)[0])
        for merged in _merged(question, previous, table, now):
            reading = read(merged, table, now)[0]
            if reading.answerable and content(reading) != before:
                return merged
    return None


def widens(question: str, previous: str, datasets: tuple[DatasetProfile, ...], now: datetime) -> bool:
    """Whether a few words stand alone, and ask of all rows what may be meant of those of the question before."""
    asked = ((read(question, table, now)[0], read(previous, table, now)[0]) for table in datasets)
    return _elliptical(question) and any(one.answerable and not _of_some(one) and old.filters for one, old in asked)


def depends(question: str, previous: str, datasets: tuple[DatasetProfile, ...], now: datetime) -> str:
    """What of a question only the one before explains, which could not be read with it: a word that points back, or all
    of it, where it names nothing, or not what it counts, and the one before was of some rows or groups; else empty."""
    tokens = tokenise(question)
    for before, token in pairwise(tokens):
        behind = before.text in _BEHIND  # behind one of them, "there" only says that there is something
        points = {"there": not behind, "that": behind or bool(_BARE.fullmatch(before.text))}
        if token.text in POINTING or points.get(token.text):
            return token.text
    spans = [covers(tokens, spans_of(tokens, table, now))[0] for table in datasets]
    of_what = not all([span.word for span in one[:2]] == ["count", "verb"] for one in spans)  # "how many were late"
    named = of_what and any(span.kind in _NAMING and span.word != "aside" for one in spans for span in one)
    asked = [read(question, table, now)[0] for table in datasets]
    whole = any(one.answerable and one.shape in ("overview", "rows", "list") for one in asked)  # of the table itself
    return "" if named or whole or not any(_of_some(read(previous, table, now)[0]) for table in datasets) else question


_PERSONS = frozenset({"he", "she", "him", "her", "his", "hers"})
POINTING = _PERSONS | {"it", "its", "they", "them", "their", "theirs", "those", "these", "then"}
"""Words that stand for something said before, and name nothing themselves."""
_NAMING = ("column", "value", "period", "grain", "noun", "unknown")
_FIGURES = frozenset({"aggregate", "extreme", "count", "share"})
_BEHIND = frozenset({"is", "are", "was", "were", "been", "be", "of"})


def goes_on(question: str, datasets: tuple[DatasetProfile, ...], now: datetime) -> bool:
    """Whether it is no question of its own: it names a column only ("which regions?"), or begins as a follow-up does
    ("and …", "from …"), and behind a preposition says not what to compute either ("in which year was it highest")."""
    asked = [one for table in datasets if (one := read(question, table, now)[0]).answerable]
    if not _OPENING.match(question.strip()):
        return any(one.operations == ("which",) for one in asked)
    figures = (_FIGURES & {*one.operations} or any(metric.column for metric in one.metrics) for one in asked)
    return not (_BARE.match(question.strip()) and any(figures))


def _of_some(reading: Reading) -> bool:
    """Whether it is of groups, or of some of the rows only."""
    return bool(reading.groups or reading.filters or reading.part)


def tells(message: str, table: DatasetProfile, now: datetime) -> bool:
    """Whether it names anything that could be asked for: a column, a value, a time, a number, an operation."""
    tokens = tokenise(message)
    return any(_content(span) for span in covers(tokens, spans_of(tokens, table, now))[0])


def _elliptical(question: str) -> bool:
    return bool(_OPENING.match(question.strip())) or sum(one.kind != "mark" for one in tokenise(question)) <= 4


def _merged(question: str, previous: str, table: DatasetProfile, now: datetime) -> list[str]:
    """Candidates, best first: the new part in place of its like in the previous question, or added to it."""
    tokens, before = tokenise(question), tokenise(previous)
    new = [span for span in covers(tokens, spans_of(tokens, table, now))[0] if _content(span)]
    old = covers(before, spans_of(before, table, now))[0]
    found = []
    if len(new) == 1:
        said = " ".join(token.raw for token in tokens[new[0].start : new[0].end])
        found += [_replaced(before, span, said) for span in old if _alike(span, new[0])]
    taking_a_place = any(_alike(span, one) for span in old for one in new if one.kind in ("period", "value"))
    return found if taking_a_place else [*found, f"{previous.rstrip(' ?.!')} {_tail(question)}"]


def _content(span: Span) -> bool:
    named = ("column", "value", "period", "grain", "number", "noun")
    return span.kind in named or (span.kind == "operation" and span.word in _FIGURES)


def _alike(old: Span, new: Span) -> bool:
    if old.kind != new.kind:
        return False
    if old.kind == "value":
        return bool(old.column and new.column and old.column.name == new.column.name)
    if old.kind == "column":
        return bool(old.column and new.column and old.column.numeric == new.column.numeric)
    if old.kind == "operation":
        return old.word == new.word
    return old.kind in ("period", "grain", "noun")


def _replaced(tokens: tuple[Token, ...], span: Span, text: str) -> str:
    parts = [*(token.raw for token in tokens[: span.start]), text, *(token.raw for token in tokens[span.end :])]
    return re.sub(r"\s+([?,.;])", r"\1", " ".join(parts))


def _tail(question: str) -> str:
    stripped = question.strip().rstrip("?.! ")
    lowered = re.sub(r"^(?:ok |okay )?(?:and|now|then|so)[\s,]+", "", stripped, flags=re.IGNORECASE)
    about = re.sub(r"^(?:what about|how about|same for|the same for|only|just)\s+", "", lowered, flags=re.IGNORECASE)
    return about if about == lowered or re.match(r"(in|for|by|per)\b", about) else f"for {about}"
