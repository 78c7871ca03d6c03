"""Whether words tell what a note of Candor's tells of rows that repeat another one: that each counts once."""

import re
from collections.abc import Iterable
from typing import Final

from shared.pattern import LazyPattern

_NOTED: Final = LazyPattern(r"\brepeats? another row\b.*?(?:taken once\.|(?:is|are) left out)")
_REPEATING: Final = LazyPattern(
    r"\b(?:repeat|duplicat|duplizier|dupliqu|doublon|doppelt|wiederhol|twice|répét|repet|repit)", re.IGNORECASE
)
_ONCE: Final = LazyPattern(r"\b(?:once|einmal|une (?:seule )?fois|una (?:sola )?vez)\b", re.IGNORECASE)
_ROWS: Final = LazyPattern(
    r"\b(?:rows?|entries|records|duplicates|Zeilen|Einträge|lignes|filas|registros)\b", re.IGNORECASE
)
_REPEATED_THING: Final = LazyPattern(
    r"\b(?:repeat(?:ed|ing)|duplicated?|duplizierten?|doppelten?|wiederholten?)\s+(?P<thing>[^\W\d_]{3,})",
    re.IGNORECASE,
)
_CLAUSE: Final = LazyPattern(r"(?:;|,\s+(?:and|und|et|y))\s+")


def notes_repeats(note: str) -> bool:
    """Whether a note says how many rows repeat another one, and that they count once."""
    return _NOTED.search(note) is not None


def speaks_of_repeats(sentence: str) -> bool:
    """Whether a sentence is of rows that repeat others, in a language that Candor has phrases in."""
    return _REPEATING.search(sentence) is not None


def without_repeats_told(reading: str, notes: Iterable[str] = ()) -> str:
    """How a question was read, without the clause that repeated rows count once, for where one of the notes says so and
    how many they are, perhaps calling the rows by what they are of; empty where it says nothing else."""
    of_rows = " ".join(notes).casefold()
    clauses = _CLAUSE.split(reading)
    kept = [left for one in clauses if (left := _left(one, of_rows))]
    if kept == clauses:
        return reading
    told = "; ".join(kept)
    end = "." if told and reading.endswith(".") and not told.endswith(".") else ""
    return f"{told[:1].upper()}{told[1:]}{end}"


def _left(clause: str, of_rows: str) -> str:
    """What stands in a clause before its last part, where that says it alone; all of one that says it nowhere."""
    before, _, last = clause.rpartition(", ")
    return before if _tells_repeats(last, of_rows) else "" if _tells_repeats(clause, of_rows) else clause


def _tells_repeats(clause: str, of_rows: str) -> bool:
    """Whether a clause says that rows which repeat another one count once, and not how many they are."""
    thing = _REPEATED_THING.search(clause)
    named = thing is not None and f" {thing['thing'].casefold()} " in of_rows
    told = _REPEATING.search(clause) and _ONCE.search(clause) and (named or _ROWS.search(clause))
    return bool(told) and not any(map(str.isdigit, clause))
