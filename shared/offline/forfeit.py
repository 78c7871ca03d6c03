"""What no-model mode says of a question that it cannot read: only what is true of the data, and was really done."""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from shared.contracts import ColumnProfile, DatasetProfile, Forfeit, ForfeitCode
from shared.failure.unknown_words import unknown
from shared.offline.intent import said_of
from shared.offline.matching import Match
from shared.offline.reading.follow_up import POINTING
from shared.offline.reading.meanings.columns import column_spans, names_of
from shared.offline.reading.meanings.times import time_spans
from shared.offline.reading.meanings.tokens import stem, stems_of, tokenise
from shared.offline.reading.reading import Reading
from shared.query.words.values import listed
from shared.table.names import spoken, words_of

MOST_WORDS = 200
_MOST_NAMED = 3
_MOST_COLUMNS = 15
_SHORTEST = 3
_LONGEST = 60
_TELLING = ("needs_cause", "forecast", "judgement", "out_of_range")
"""Kinds of reasons beside which it does not matter what else was not read."""
_NO_CAUSE = frozenset({"count", "much", "who"})
_WHOLE = ("exact", "form", "core")
"""How a word that means a whole column may be written."""


class Unread(NamedTuple):
    """The words of a `question` that its reading on a table leaves open: those `there`, each with its place as a
    column, a value, or part of one; and those `absent`, as in the `lacking` ones of the `others` that were read."""

    table: DatasetProfile
    there: dict[str, str]
    absent: tuple[str, ...]
    others: tuple[DatasetProfile, ...] = ()
    lacking: tuple[DatasetProfile, ...] = ()
    question: str = ""

    @staticmethod
    def of(reading: Reading, table: DatasetProfile, now: datetime, others: tuple[DatasetProfile, ...] = ()) -> "Unread":
        """The unexplained words of a reading on a table, without those that say what to do."""
        undone = _undone(reading)
        words = as_written((word for word in reading.unexplained if word not in undone), reading)
        words = tuple(word for word in words if not any(time_spans(tokenise(f"in {word}"), now)))
        there = {word: place for word in words if (place := _place(word, table))}
        absent = tuple(word for word in words if word not in there)
        lacking = tuple(one for one in others if not any(_place(word, one) for word in absent))
        return Unread(table, there, absent, others, lacking, reading.question)

    @property
    def words(self) -> tuple[str, ...]:
        """All of them."""
        return (*self.there, *self.absent)

    @property
    def places(self) -> str:
        """Those that the data knows, each with its place."""
        return listed([f"{quoted((word,))} ({place})" for word, place in self.there.items()])

    def told_there(self) -> str:
        """That the data knows them, and the question is not read all the same, as a clause."""
        them = "them" if len(self.there) > 1 else "it"
        return f"I found {self.places} in {_source(self.table)}, but could not read what the question asks of {them}"

    def told_absent(self) -> str:
        """That nothing is called so, or that it is not understood, as a clause."""
        read = (self.table, *self.lacking)
        partly = any(one.type == "text" and len(one.top_values) < one.distinct for by in read for one in by.columns)
        value = "known value" if partly else "value"  # where the profile does not list every value that words could be
        there = listed([_source(one) for one in self.others if one not in self.lacking])
        besides = f"; I could not read the question of {there} either, nor of them together" if there else ""
        lacks = f"no column and no {value} of {listed([*map(_source, read)], 'or')}"
        return unknown(self.absent, self.question, lacks) + besides


def forfeit(reading: Reading, table: DatasetProfile, others: tuple[DatasetProfile, ...], now: datetime) -> Forfeit:
    """Why a reading on a table is not answered; it was the best one, and `others` were read too."""
    unread = Unread.of(reading, table, now, others)
    return Forfeit(
        code=_code(reading, unread),
        reason=(reason := _reason(reading, unread))[:1].upper() + reason[1:],
        attempted_actions=tuple(_tried(reading, unread, now)),
        would_help=_known(unread) if unread.absent else None,
        unknown=unread.words,
    )


def _reason(reading: Reading, unread: Unread) -> str:
    """The one reason that tells most: what the question asks cannot be told of any table, a word is in none, the words
    can be meant in several ways, a word was not read."""
    undone, caused = unapplied(reading), reading.code == "needs_cause" and not _telling(reading)
    gaps = reading.gaps[caused:]
    if unread.absent and not _telling(reading):
        return unread.told_absent()
    if gaps and not (undone and gaps[0].endswith(" to compute")):  # a word says what, and it was not read
        return re.sub(r"^it asks\b", "I read it as asking", gaps[0])
    if unread.there:
        return unread.told_there()
    if undone:
        asks = "ask" if len(undone) > 1 else "asks"
        return f"I could not read {'what' if reading.metrics else 'which figure'} {quoted(undone)} {asks} for"
    sure = "my reading of the question is not sure enough to give a number for it"
    return "I could not tell which figure or which rows it asks for" if caused else sure


def unapplied(reading: Reading) -> tuple[str, ...]:
    """The words that found nothing to go with, those that only stand for something else among them."""
    return as_written(_undone(reading), reading)


def _undone(reading: Reading) -> list[str]:
    """These, but for what is only a part of, a word that says something else (TCK-1250)."""
    whole = ((word, as_written((word,), reading)[0].lower()) for word in reading.unapplied)
    undone = [word for word, written in whole if _SIGNS.sub(" ", written) == _SIGNS.sub(" ", word.lower())]
    return [*undone, *(word for word in reading.unexplained if word in POINTING)]


def _code(reading: Reading, unread: Unread) -> ForfeitCode:
    return "not_in_data" if unread.absent and not _telling(reading) else reading.code or "not_understood"


def _telling(reading: Reading) -> bool:
    """Whether it does not matter what else was not read; of a quantity or a person, a word of causing asks no cause."""
    return reading.code in _TELLING and not (reading.code == "needs_cause" and _NO_CAUSE & {*reading.operations})


def _source(table: DatasetProfile) -> str:
    """What was looked through: the file, or the part of it that was read."""
    return "what I read of " * any(one.kind == "unread" for one in table.repairs) + table.file_name


def lacking(match: Match, table: DatasetProfile, example: str) -> Forfeit:
    """Why a question that is like an example of an analysis is not answered: a condition of it could mean several
    things or lies outside of the data, or a column that it needs is not named. `example` is one that can be read."""
    code: ForfeitCode = "not_understood"
    told = f"I can read this: “{example}”." if example else None
    if match.undecided is not None:
        code, reason = match.undecided.code or code, match.undecided.gaps[0]
    else:
        slot, columns = match.lacking[0]
        words = {"time": "date or time", "entity": "column that identifies things", "dimension": "grouping column"}
        what = words.get(slot.kind, slot.kind)
        named = listed([spoken(column) for column in columns[:_MOST_COLUMNS]])
        reason = f"I could not read in the question which {what} to use; {_source(table)} has {named}"
        if not columns:
            code, reason = "not_in_data", f"the question needs a {what}, and I found none in {_source(table)}"
            told = f"Upload a file that has a {what}."
    tried = (f"Matched the question with the columns of {table.file_name}",)
    return Forfeit(code=code, reason=reason[:1].upper() + reason[1:], attempted_actions=tried, would_help=told)


def partly_read(match: Match, reading: Reading, table: DatasetProfile, now: datetime, example: str) -> Forfeit:
    """Why a question is not answered that an example of an analysis says but for a few words."""
    rest = reading.model_copy(update={"unexplained": tuple(one.text for one in match.unread), "gaps": (), "code": None})
    unread = Unread.of(rest, table, now)
    said = f"I could not tell what “{' '.join(one.text for one in match.unread)}” adds to the question"
    absent = {*map(str.casefold, unread.absent)} <= {*reading.unexplained} - {*reading.unapplied}  # names, no doing
    reason = unread.told_absent() if unread.absent and absent else said
    return Forfeit(
        code="not_in_data" if reason != said else "not_understood",
        reason=reason[:1].upper() + reason[1:],
        attempted_actions=tuple(_tried(rest, unread, now)),
        would_help=f"I can read this: “{example}”." if example else None,
    )


def too_long(question: str) -> Forfeit | None:
    """Why a question is not read that has too many words: the time that reading takes grows faster than they do."""
    if len(tokenise(question)) <= MOST_WORDS:
        return None
    tried = ("Counted the words of the question",)
    reason = f"The question has more than {MOST_WORDS} words and signs; without a language model I read shorter ones"
    return Forfeit(code="not_understood", reason=reason, attempted_actions=tried, would_help="Ask it in fewer words.")


def quoted(words: tuple[str, ...]) -> str:
    """Words of the user's, in a list; what is too long to be a word is cut."""
    cut = (word if len(word) <= _LONGEST else f"{word[:_LONGEST]}…" for word in dict.fromkeys(words))
    return listed([f"“{word}”" for word in cut])


def as_written(words: Iterable[str], reading: Reading) -> tuple[str, ...]:
    """Words of a reading as they stand in its question: whole, with what a sign joins (TCK-1250)."""
    written = _written(reading.question)
    found = (" ".join(dict.fromkeys(written.get(part.lower(), part) for part in word.split())) for word in words)
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=16)
def _written(question: str) -> dict[str, str]:
    """For the text of each token of a question the whole word that it stands in."""
    return {token.text: word for word in sorted(_WORD.findall(question), key=str.isalnum) for token in tokenise(word)}


_SIGNS, _WORD = re.compile(r"[-_.@&]"), re.compile(r"[^\W_]+(?:[-_.@&][^\W_]+)*")


def _tried(reading: Reading, unread: Unread, now: datetime) -> Iterator[str]:
    files = [one.file_name for one in (unread.table, *unread.others)]
    yield f"Matched the question with the columns of {listed(files)}"
    if unread.words:
        yield f"Looked for {quoted(unread.words)} among the names of columns and the values that I know of them"
    if unread.there and unread.absent:
        yield f"Found {unread.places}"
    if recognised := [*dict.fromkeys(_recognised(reading, unread.table, now))]:
        yield f"Recognised {listed(recognised)}"
    if taken := [told for told in reading.assumptions if "“" in told and not _telling(reading)]:  # nothing was computed
        yield "Read the rest: " + " ".join(taken[:3])


def _recognised(reading: Reading, table: DatasetProfile, now: datetime) -> Iterator[str]:
    """What else of the question names a column or a value as it is called, each with it."""
    for one in said_of(reading.question, (table,), now).names:
        if one.column is not None and one.how in _WHOLE and one.text not in reading.unexplained:
            what = f"{spoken(one.column)} {one.value}" if one.kind == "value" else f"the column {spoken(one.column)}"
            yield f"{quoted(as_written((one.text,), reading))} ({what})"


def _known(unread: Unread) -> str:
    """The columns that a word may be a slip of, or else those that there are."""
    alike = [(word, [spoken(column) for column in nearest((word,), unread.table)]) for word in unread.absent]
    near = [
        f"The column{'s' * (len(of) > 1)} spelled most like {quoted((word,))} {_are(of)}." for word, of in alike if of
    ]
    if near:
        return " ".join(near)
    names = [spoken(column) for column in unread.table.columns]
    first = f"first {_MOST_COLUMNS} " if len(names) > _MOST_COLUMNS else ""
    of = f" of {unread.table.file_name}" * bool(unread.others)
    return f"The {first}column{'s' * (len(names) > 1)}{of} {_are(names[:_MOST_COLUMNS])}. Use these names."


_LONG = 9
"""From so many letters on, a word may have two slips."""


def nearest(words: tuple[str, ...], table: DatasetProfile) -> tuple[ColumnProfile, ...]:
    """The columns whose names, or a word of them, are a slip away from one of the words; none where none is."""
    from rapidfuzz.distance import OSA  # takes time to import, and is needed only where a word is not understood

    sought = {stem(word.lower()) for word in words if len(word) > _SHORTEST}

    def near(column: ColumnProfile) -> bool:
        names = [name for name in {spoken(column).lower(), *stems_of(column.name)} if len(name) >= _SHORTEST]
        pairs = [(word, name) for word in sought for name in names if len(word) > 4 or word[0] == name[0]]  # late, date
        return any(OSA.distance(word, name) <= (1 if len(word) < _LONG else 2) for word, name in pairs)

    return tuple(column for column in table.columns if near(column))[:_MOST_NAMED]


def _are(names: list[str]) -> str:
    return f"{'are' if len(names) > 1 else 'is'} {listed(names)}"


def _place(word: str, table: DatasetProfile) -> str:
    """Where in the data a word stands, surest first: "the column region", "a value of region"; empty where nowhere."""
    tokens, stems = tokenise(word), stems_of(word)
    if not stems:
        return ""
    meant = [span for span in column_spans(tokens, names_of(table)) if (span.start, span.end) == (0, len(tokens))]
    whole = [span.column for span in meant if span.column is not None and span.how in _WHOLE]
    if whole:
        return f"the column{'s' if len(whole) > 1 else ''} {_named(whole)}"
    if holding := [column for column in table.columns if _holds(column, stems, whole=True)]:
        return f"a value of {_named(holding)}"
    if named := [column for column in table.columns if in_name(stems, column)]:
        return f"close to the column name{'s' if len(named) > 1 else ''} {_named(named)}"
    if holding := [column for column in table.columns if _holds(column, stems, whole=False)]:
        return f"part of a value of {_named(holding)}"
    if alike := [span.column for span in meant if span.column is not None]:
        return f"which may mean the column{'s' if len(alike) > 1 else ''} {_named(alike)}"
    return ""


def in_name(stems: tuple[str, ...], column: ColumnProfile) -> bool:
    """Whether each of the words is one of the name's, or begins or ends one that is written together (realgdp)."""
    own = {*words_of(column.name), *stems_of(column.name)}
    return all(part in own or any(_together(part, name) for name in own) for part in stems)


def _together(part: str, name: str) -> bool:
    begins, ends = name.startswith(part), name.endswith(part) and len(name) - len(part) >= _SHORTEST
    return len(part) >= _SHORTEST and (begins or ends)


def _holds(column: ColumnProfile, stems: tuple[str, ...], *, whole: bool) -> bool:
    """Whether one of the known values is these words, or has them among its own."""
    values = (stems_of(str(count.value)) for count in column.top_values if isinstance(count.value, str))
    if whole:
        return any(stems == value for value in values)
    return any(set(stems) <= set(value) for value in values)


def _named(columns: list[ColumnProfile]) -> str:
    names = list(dict.fromkeys(spoken(column) for column in columns))
    more = [f"{len(names) - _MOST_NAMED} more"] if len(names) > _MOST_NAMED else []
    return listed([*names[:_MOST_NAMED], *more])
