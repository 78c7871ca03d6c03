"""What no-model mode says of a question that it cannot read: only what is true of the data, and was really done."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from rapidfuzz import fuzz

from shared.contracts import ColumnProfile, DatasetProfile, Forfeit, ForfeitCode
from shared.offline.matching import Match, offered
from shared.offline.reading.follow_up import POINTING
from shared.offline.reading.meanings.columns import column_spans, names_of
from shared.offline.reading.meanings.times import time_spans
from shared.offline.reading.meanings.tokens import stems_of, tokenise
from shared.offline.reading.reading import Reading
from shared.query.words.values import listed
from shared.table.names import spoken, words_of

_MOST_NAMED = 3
_MOST_COLUMNS = 12
_SHORTEST = 3
_LONGEST = 60
_TELLING = ("needs_cause", "forecast", "judgement", "out_of_range")
"""Kinds of reasons beside which it does not matter what else was not read."""
_WHOLE = ("exact", "form", "core")
"""How a word that means a whole column may be written."""


@dataclass(frozen=True)
class Unread:
    """The words of a question that its reading on a table leaves open, apart by whether the data knows them.

    `there` gives a place for each word that is a column, a value, or part of one; `absent` are those found nowhere.
    """

    table: DatasetProfile
    there: dict[str, str]
    absent: tuple[str, ...]

    @staticmethod
    def of(reading: Reading, table: DatasetProfile, now: datetime) -> "Unread":
        """The unexplained words of a reading on a table, without those that say what to do."""
        words = [
            _as_written(word, reading.question)
            for word in dict.fromkeys(reading.unexplained)
            if word not in _unapplied(reading)
        ]
        found = {word: _place(word, table, now) for word in words}
        there = {word: place for word, place in found.items() if place}
        return Unread(table, there, tuple(word for word in words if word not in there))

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
        return f"I found {self.places} in {self.table.file_name}, but could not read what the question asks of {them}"

    def told_absent(self) -> str:
        """That nothing is called so, as a clause."""
        value = "known value" if any(map(_partly_known, self.table.columns)) else "value"
        words = " or ".join(quoted((word,)) for word in self.absent)
        return f"no column and no {value} of {self.table.file_name} is called {words}"


def forfeit(reading: Reading, table: DatasetProfile, others: tuple[DatasetProfile, ...], now: datetime) -> Forfeit:
    """Why a reading on a table is not answered; it was the best one, and `others` were read too."""
    unread = Unread.of(reading, table, now)
    return Forfeit(
        code=_code(reading, unread),
        reason=(reason := _reason(reading, unread))[:1].upper() + reason[1:],
        attempted_actions=tuple(_tried(reading, unread, others)),
        would_help=_known(unread) if unread.absent else None,
        unknown=unread.words,
    )


def _reason(reading: Reading, unread: Unread) -> str:
    """The one reason that tells most: what the question asks cannot be told of any table, a word is in none, the words
    can be meant in several ways, a word was not read."""
    if reading.code in _TELLING:
        return reading.gaps[0]
    if unread.absent:
        return unread.told_absent()
    if reading.gaps:
        return reading.gaps[0]
    if unread.there:
        return unread.told_there()
    if unapplied := _unapplied(reading):
        goes = "go" if len(set(unapplied)) > 1 else "goes"
        return f"I could not tell what {quoted(unapplied)} {goes} with"
    return "my reading of the question is not sure enough to give a number for it"


def _unapplied(reading: Reading) -> tuple[str, ...]:
    """The words that found nothing to go with, those that only stand for something else among them."""
    return (*reading.unapplied, *(word for word in reading.unexplained if word in POINTING))


def _code(reading: Reading, unread: Unread) -> ForfeitCode:
    if unread.absent and reading.code not in _TELLING:
        return "not_in_data"
    return reading.code or "not_understood"


def lacking(match: Match, table: DatasetProfile) -> Forfeit:
    """Why a question that is like an example of an analysis is not answered: a condition of it could mean several
    things or lies outside of the data, or a column that it needs is not named."""
    tried = (f"Matched the question with the columns of {table.file_name}",)
    if match.undecided is not None:
        reason = match.undecided.gaps[0]
        return Forfeit(
            code=match.undecided.code or "not_understood",
            reason=reason[:1].upper() + reason[1:],
            attempted_actions=tried,
            would_help=f"Ask for another time, or for none: “{offered(match, table)}”.",
        )
    slot, columns = match.lacking[0]
    named = listed([spoken(column) for column in columns[:_MOST_COLUMNS]]) if columns else ""
    what = {"time": "date or time", "entity": "column that identifies things"}.get(slot.kind, slot.kind)
    if not columns:
        return Forfeit(
            code="not_in_data",
            reason=f"The question needs a {what} that {table.file_name} does not have",
            attempted_actions=tried,
            would_help=f"Upload a file that has a {what}.",
        )
    return Forfeit(
        code="not_understood",
        reason=f"The question does not say which {what} to use, and it could be {named}",
        attempted_actions=tried,
        would_help=f"Name one, for example: “{offered(match, table)}”.",
    )


def partly_read(match: Match, reading: Reading, table: DatasetProfile, now: datetime) -> Forfeit:
    """Why a question is not answered that an example of an analysis says but for a few words."""
    rest = reading.model_copy(update={"unexplained": tuple(one.text for one in match.unread), "gaps": (), "code": None})
    unread = Unread.of(rest, table, now)
    said = f"I could not tell what “{' '.join(one.text for one in match.unread)}” adds to the question"
    reason = unread.told_absent() if unread.absent else said
    return Forfeit(
        code="not_in_data" if unread.absent else "not_understood",
        reason=reason[:1].upper() + reason[1:],
        attempted_actions=tuple(_tried(rest, unread, ())),
        would_help=f"This is answered: “{offered(match, table)}”.",
    )


def quoted(words: tuple[str, ...]) -> str:
    """Words of the user's, in a list; what is too long to be a word is cut."""
    cut = (word if len(word) <= _LONGEST else f"{word[:_LONGEST]}…" for word in dict.fromkeys(words))
    return listed([f"“{word}”" for word in cut])


def _as_written(word: str, question: str) -> str:
    """The word with the question's capitals."""
    found = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", question, re.IGNORECASE)
    return found.group() if found else word


def _tried(reading: Reading, unread: Unread, others: tuple[DatasetProfile, ...]) -> Iterator[str]:
    yield f"Matched the question with the columns of {unread.table.file_name}"
    if unread.words:
        yield f"Looked for {quoted(unread.words)} among the names of columns and the values that I know of them"
    if unread.there and unread.absent:
        yield f"Found {unread.places}"
    if reading.assumptions:
        yield "Read the rest: " + " ".join(reading.assumptions[:3])
    if others:
        yield "Did the same with the other datasets: " + ", ".join(one.file_name for one in others)


def _known(unread: Unread) -> str:
    """The columns that a word may be a slip of, or else those that there are."""
    near = [spoken(column) for column in nearest(unread.absent, unread.table)]
    if near:
        return f"The column{'s' if len(near) > 1 else ''} spelled most like {quoted(unread.absent)} {_are(near)}."
    names = [spoken(column) for column in unread.table.columns]
    first = f"first {_MOST_COLUMNS} " if len(names) > _MOST_COLUMNS else ""
    return f"The {first}column{'s' if len(names) > 1 else ''} {_are(names[:_MOST_COLUMNS])}."


_NEAR = 75.0


def nearest(words: tuple[str, ...], table: DatasetProfile) -> tuple[ColumnProfile, ...]:
    """The columns whose names, or a word of them, are spelled nearly like one of the words; none where none is."""

    def likeness(column: ColumnProfile) -> float:
        names = {spoken(column).lower(), *spoken(column).lower().split()}
        return max((fuzz.ratio(word.lower(), name) for word in words for name in names if len(name) > 2), default=0.0)

    ranked = sorted(table.columns, key=lambda column: -likeness(column))
    return tuple(column for column in ranked[:3] if likeness(column) >= _NEAR)


def _are(names: list[str]) -> str:
    return f"{'are' if len(names) > 1 else 'is'} {listed(names)}"


def _place(word: str, table: DatasetProfile, now: datetime) -> str:
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
    if named := [column for column in table.columns if _in_name(stems, column)]:
        return f"part of the column name{'s' if len(named) > 1 else ''} {_named(named)}"
    if holding := [column for column in table.columns if _holds(column, stems, whole=False)]:
        return f"part of a value of {_named(holding)}"
    if alike := [span.column for span in meant if span.column is not None]:
        return f"which may mean the column{'s' if len(alike) > 1 else ''} {_named(alike)}"
    dated = [column for column in table.columns if column.temporal]
    return f"a time, of which {_named(dated)} may tell" if dated and any(time_spans(tokens, now)) else ""


def _in_name(stems: tuple[str, ...], column: ColumnProfile) -> bool:
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
    return max(map(len, stems)) >= _SHORTEST and any(set(stems) <= set(value) for value in values)


def _partly_known(column: ColumnProfile) -> bool:
    """Whether the profile does not list every value that words could be."""
    return column.type == "text" and len(column.top_values) < column.distinct


def _named(columns: list[ColumnProfile]) -> str:
    names = list(dict.fromkeys(spoken(column) for column in columns))
    more = [f"{len(names) - _MOST_NAMED} more"] if len(names) > _MOST_NAMED else []
    return listed([*names[:_MOST_NAMED], *more])
