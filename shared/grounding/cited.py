"""Whether a figure by reference is told of what it belongs to: the right cell under the wrong name is a false figure.

A reference is right in its value by construction. What can be wrong is the sentence around it: another row's name,
another column's, or another unit.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from shared.contracts import Fact
from shared.grounding.spelled import TIME_UNITS
from shared.grounding.subjects import Span, Spoken, moment

_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_COMMON: Final = frozenset(
    ["the", "and", "for", "per", "all", "total", "sum", "average", "avg", "mean", "number", "count"]
)
_NAMED_BEFORE: Final = re.compile(r"(?P<name>\w+(?: \w+)?) (?:is|was|are|were|c[oa]mes? to|amount(?:s|ed)? to)\s*$")
_ALONE: Final = re.compile(r"[*_]*\s*(?:[.,;:)(|–-]|(?:in|and|to|at|on|or|which|while|from|for|by)\b|$)")
"""What follows a figure beside which no noun says what it counts."""


@dataclass(frozen=True)
class Cited:
    """A figure that stands by reference at text[start:end].

    `rows` are the names of the rows that it came from, by their columns, and `rivals` all names in those columns;
    `column` is the name of its column and `columns` the other columns' names, empty where it was computed of several;
    `counts` are those of them that hold whole numbers, by which rows may be called.
    `change` is its value where it is a change or a difference, whose direction words may state.
    """

    start: int
    end: int
    fact: Fact
    rows: tuple[Mapping[str, str], ...] = ()
    rivals: Mapping[str, frozenset[str]] = field(default_factory=dict)
    column: str = ""
    columns: tuple[str, ...] = ()
    counts: frozenset[str] = frozenset()
    change: float | None = None

    @property
    def between(self) -> bool:
        """Whether it compares two rows of different names."""
        return len(self.rows) == 2 and self.rows[0] != self.rows[1]

    @property
    def timely(self) -> bool:
        """Whether the rows that it compares are of different times."""
        return bool(self.rows) and all(moment(tuple(row.values())) for row in self.rows)

    @property
    def names(self) -> frozenset[str]:
        """All names of its rows."""
        return frozenset(name for row in self.rows for name in row.values())


def misattributed(cited: Cited, at: Span, spoken: Spoken) -> str:
    """Why the figure at that place of a statement is told of something else; empty where it is not."""
    said = spoken.text
    return _of_another(cited, at, spoken) or _under_another(cited, at, said) or _in_another_unit(cited, said[at[1] :])


def _of_another(cited: Cited, at: Span, spoken: Spoken) -> str:
    """Why the row is not the one that the words name; empty where they name it, or none."""
    own = cited.names
    for rivals in cited.rivals.values():
        told = spoken.owner(at, rivals) or spoken.about(at).names_at(at, rivals)
        if told and own.isdisjoint(told):
            return f"this is the figure of {_listed(own)}, and the sentence speaks of {_listed(told)}"
    return ""


def _listed(names: frozenset[str] | set[str]) -> str:
    return " and ".join(sorted(names)[:4])


def _under_another(cited: Cited, at: Span, said: str) -> str:
    """Why the column is not the one that the words right beside the figure name: "⟦a⟧ orders", "orders came to ⟦a⟧"."""
    own = _words(cited.column)
    if not own or not cited.columns:
        return ""
    named = _NAMED_BEFORE.search(said[: at[0]])
    before = _words(named["name"]) if named else frozenset[str]()
    after = said[at[1] :]
    opening = _words(" ".join(said.split()[:3]))
    for other in cited.columns:
        telling = _words(other) - own
        spoken_of = other not in cited.counts and not own & _words(said) and _ALONE.match(after)
        topic = opening if spoken_of else frozenset[str]()
        follows = _words(" ".join(re.split(r"[,;:()|\n]", after)[0].split()[: len(telling)]))
        if telling and any(telling <= words and not own & words for words in (follows, before, topic)):
            return f"this is {cited.column.replace('_', ' ')}, and the text calls it {other.replace('_', ' ')}"
    return ""


def _in_another_unit(cited: Cited, after: str) -> str:
    """Why the unit of time behind the figure is not the one that its column is called by."""
    own = _words(cited.column).intersection(TIME_UNITS)
    said = _words(" ".join(after.split()[:1])).intersection(TIME_UNITS)
    if len(own) == 1 and said and said != own:
        return f"this is in {next(iter(own))}s, and the text says {next(iter(said))}s"
    return ""


def _words(text: str) -> frozenset[str]:
    found = (word.casefold() for word in _WORD.findall(text.replace("_", " ")))
    return frozenset(word.rstrip("s") for word in found if word not in _COMMON)
