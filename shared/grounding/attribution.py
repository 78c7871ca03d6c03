"""Whether a figure by reference is told of what it belongs to: the right cell under the wrong name is a false figure.

A reference is right in its value by construction. What can be wrong is the sentence around it: another row's label,
another column's name, or the other direction of a change.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from shared.grounding.arithmetic import DOWN, UP

_CLAUSE: Final = re.compile(r"[,;:()|\n]|\s[-–—]\s|\b(?:and|while|whereas|but|than|versus|vs|against|compared)\b")
_STATEMENT: Final = re.compile(r"(?<=[.!?])\s+(?=\S)|\n+")
_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_COMMON: Final = frozenset(
    ["the", "and", "for", "per", "all", "total", "sum", "average", "avg", "mean", "number", "count"]
)
_TIMES: Final = frozenset({"second", "minute", "hour", "day", "week", "month", "quarter", "year"})
_NAMED_BEFORE: Final = re.compile(r"(?P<name>\w+(?: \w+)?) (?:is|was|are|were|c[oa]mes? to|amount(?:s|ed)? to)\s*$")
_MARKED: Final = re.compile(r"⟦([a-z]+)⟧")


@dataclass(frozen=True)
class Told:
    """A figure as a text tells it by reference.

    `labels` are the texts of the rows that it came from, `rivals` those of the other rows of their tables; `column` is
    the name of its column and `columns` the other columns' names, empty where it was computed of several. `change` is
    its value where it is a change or a difference, whose direction words may state.
    """

    shown: str
    labels: frozenset[str] = frozenset()
    rivals: frozenset[str] = frozenset()
    column: str = ""
    columns: tuple[str, ...] = ()
    change: float | None = None


def mark(number: int) -> str:
    """What stands for figure `number` (from 0) in a text: without a digit, so that it is no figure itself."""
    letters = ""
    while number >= 0:
        letters = chr(ord("a") + number % 26) + letters
        number = number // 26 - 1
    return f"⟦{letters}⟧"


def _number(letters: str) -> int:
    number = -1
    for letter in letters:
        number = (number + 1) * 26 + ord(letter) - ord("a")
    return number


def misattributed(text: str, figures: Sequence[Told]) -> dict[int, str]:
    """The figures that the text (with a `mark` where each figure stands) tells of something else, by their places, each
    with a sentence that says of what."""
    found: dict[int, str] = {}
    for statement in _STATEMENT.split(text):
        clauses = _clauses(statement)
        for place, clause in enumerate(clauses):
            for letters in _MARKED.findall(clause):
                figure = figures[_number(letters)]
                mark_ = f"⟦{letters}⟧"
                told = (
                    _of_another(figure, clauses, place)
                    or _under_another(figure, clause, mark_)
                    or _in_another_unit(figure, clause, mark_)
                    or _turned(figure, clause)
                )
                if told:
                    found[_number(letters)] = f"{figure.shown}: {told}"
    return found


def filled(text: str, figures: Sequence[Told]) -> str:
    """The text with its figures in their places."""
    return _MARKED.sub(lambda match: figures[_number(match[1])].shown, text)


def _clauses(statement: str) -> list[str]:
    """Parts that tell one thing each; a mark stands in exactly one."""
    return [part for part in _CLAUSE.split(statement) if part and part.strip()]


def _of_another(figure: Told, clauses: Sequence[str], place: int) -> str:
    """Why the row is not the one that the words name; empty where they name it, or none."""
    if not figure.labels or not figure.rivals:
        return ""
    everything = " ".join(clauses)
    if not _named(figure.rivals, everything):
        return ""
    for at in (place, *range(place - 1, -1, -1)):
        own, others = _named(figure.labels, clauses[at]), _named(figure.rivals, clauses[at])
        if own:
            return ""
        if others and (at == place or not _named(figure.labels, everything)):
            said, meant = " and ".join(sorted(others)), " and ".join(sorted(figure.labels))
            return f"this is the figure of {meant}, and the sentence speaks of {said}"
    return ""


def _under_another(figure: Told, clause: str, place: str) -> str:
    """Why the column is not the one that the words right beside the figure name: "⟦a⟧ orders", "orders came to ⟦a⟧"."""
    own = _words(figure.column)
    if not own or not figure.columns:
        return ""
    before, _, after = clause.partition(place)
    named = _NAMED_BEFORE.search(before)
    said = _words(named["name"]) if named else frozenset[str]()
    for other in figure.columns:
        telling = _words(other) - own
        follows = _words(" ".join(after.split()[: len(telling)]))
        if telling and any(telling <= words and not own & words for words in (follows, said)):
            return f"this is {figure.column.replace('_', ' ')}, and the text calls it {other.replace('_', ' ')}"
    return ""


def _in_another_unit(figure: Told, clause: str, place: str) -> str:
    """Why the unit of time behind the figure is not the one that its column is called by."""
    own = _words(figure.column) & _TIMES
    said = _words(" ".join(clause.partition(place)[2].split()[:1])) & _TIMES
    if len(own) == 1 and said and said != own:
        return f"this is in {next(iter(own))}s, and the text says {next(iter(said))}s"
    return ""


def _turned(figure: Told, clause: str) -> str:
    """Why the direction is not the one that the words state."""
    if not figure.change:
        return ""
    up, down = bool(UP.search(clause.lower())), bool(DOWN.search(clause.lower()))
    if up != down and up != (figure.change > 0):
        return f"this is a {'rise' if figure.change > 0 else 'fall'}, and the sentence states the other direction"
    return ""


def _named(labels: Iterable[str], text: str) -> set[str]:
    lowered = text.casefold()
    return {
        label
        for label in labels
        if label.strip() and re.search(rf"(?<!\w){re.escape(label.casefold())}(?!\w)", lowered)
    }


def _words(text: str) -> frozenset[str]:
    found = (word.casefold() for word in _WORD.findall(text.replace("_", " ")))
    return frozenset(word.rstrip("s") for word in found if word not in _COMMON)
