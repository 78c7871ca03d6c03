"""Whether words tell what a note of Candor's tells of rows that repeat another one: that each counts once."""

import re
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
_TOLD: Final = (_ROWS, _REPEATING, _ONCE)
_CLAUSE: Final = LazyPattern(r";\s+")


def notes_repeats(note: str) -> bool:
    """Whether a note says how many rows repeat another one, and that they count once."""
    return _NOTED.search(note) is not None


def speaks_of_repeats(sentence: str) -> bool:
    """Whether a sentence is of rows that repeat others, in a language that Candor has phrases in."""
    return _REPEATING.search(sentence) is not None


def without_repeats_told(reading: str) -> str:
    """How a question was read, without the clause that repeated rows count once, for where a note says so and how many
    they are; empty where it says nothing else."""
    clauses = _CLAUSE.split(reading)
    kept = [one for one in clauses if not all(told.search(one) for told in _TOLD) or any(map(str.isdigit, one))]
    if len(kept) == len(clauses):
        return reading
    told = "; ".join(kept)
    return f"{told[:1].upper()}{told[1:]}"
