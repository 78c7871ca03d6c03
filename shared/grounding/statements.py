"""A text in statements, and what stands by reference in each."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from shared.grounding.cited import Cited
from shared.grounding.figures import TextFigure
from shared.grounding.names import RowNames
from shared.grounding.spelled import TIME_UNITS
from shared.pattern import LazyPattern

_ABBREVIATION = (
    r"(?<!\b[A-Z]\.)(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bvs\.)(?<!\bapprox\.)(?<!\bNo\.)(?<!\bInc\.)(?<!\bca\.)(?<!\bincl\.)"
    r"(?<!\bMio\.)(?<!\bMrd\.)(?<!\bTsd\.)"
)
_SENTENCE_END = LazyPattern(
    rf"(?<=[.!?])(?<!\d\.){_ABBREVIATION}[\"'”’)*_]*\s+(?=[\"'“(*_`]*[A-Z0-9])|"
    rf"(?<=[a-z%)]\.){_ABBREVIATION}\s+(?=[A-Z0-9])|(?<=\d\.)\s+(?=[A-Z][A-Za-z0-9]|[AI] [a-z])|"
    r"(?<=°[CF]\.)\s+(?=[A-Z][a-z])|"
    # a number that is no ordinal, and one that counts something
    rf"(?:(?<=[.,]\d\.)|(?<=[.,]\d\d\.)|(?<=[.,]\d\d\d\.)|(?<=[a-z] (?:19|20)\d\d\.))"
    rf"\s+(?=\d[\d.,]*\s?(?:%|[a-z]{{2}}))"
)
_NUMBERED = LazyPattern(r"[ \t>]*\d+\.")
_NUMBERED_TIME = LazyPattern(rf"\b(?:{'|'.join(TIME_UNITS)})[ -](?P<number>\d{{1,3}})\b(?![.,]\d|\s?%)", re.IGNORECASE)
_CODE = LazyPattern(r"\b(?P<kind>[a-z]{1,6}-?)\d{1,3}\b(?![.,]\d|\s?%)", re.IGNORECASE)
"""Names that differ by a number: "HPLC-1", "T3"."""

_A_YEAR = LazyPattern(r"(?<![\d.,])(?:1[5-9]|20)\d\d(?![\d.,]*\d)")
_NO_LABEL = LazyPattern(r"\d[.,]\d|\d\s?(?:thousand|million|billion|trillion)", re.IGNORECASE)
_UP_TO = LazyPattern(r"\d\s?(?:to|–|-)\s?$")
"""What stands before the last number of a range, which begins the next one in the data: "40 to 59"."""


@dataclass(frozen=True)
class Statement:
    """A sentence, a bullet or a table row at text[start:end]; `line` tells which line it stands in."""

    start: int
    end: int
    line: int
    in_table: bool


class Referenced(NamedTuple):
    """A figure by reference at text[start:end] of a statement."""

    start: int
    end: int
    cited: Cited


@dataclass(frozen=True)
class Text:
    """A text in statements.

    `masked` has the digits blanked out that are parts of names; `names` are those of all rows, `known` the words and
    whole numbers of all that is known, `labels` the numbers that stand in labels. `cited` are the figures that stand by
    reference, where it was written with references.
    """

    text: str
    masked: str
    statements: tuple[Statement, ...]
    names: RowNames
    known: frozenset[str]
    cited: tuple[Cited, ...] = ()
    by_reference: bool = False
    labels: frozenset[str] = frozenset()

    @classmethod
    def of(
        cls,
        text: str,
        *,
        names: Iterable[str],
        numbered: Iterable[str],
        known: frozenset[str],
        cited: tuple[Cited, ...] | None = None,
        labels: frozenset[str] = frozenset(),
    ) -> "Text":
        """The text, read beside what is known; `numbered` are the data's own names with digits."""
        rivals = {name for one in cited or () for given in one.rivals.values() for name in given}
        return cls(
            text=text,
            masked=_without_names(text, numbered),
            statements=tuple(statements(text)),
            names=RowNames(rivals.union(names)),
            known=known,
            cited=cited or (),
            by_reference=cited is not None,
            labels=labels,
        )

    def said(self, place: int) -> str:
        """A statement."""
        return self.text[self.statements[place].start : self.statements[place].end]

    def told(self, place: int) -> tuple[Referenced, ...]:
        """The figures by reference of a statement, in order, with their places in it."""
        start, end = self.statements[place].start, self.statements[place].end
        inside = sorted((one for one in self.cited if start <= one.start < end), key=lambda one: one.start)
        return tuple(Referenced(one.start - start, one.end - start, one) for one in inside)

    def cited_at(self, place: int, start: int, end: int) -> Cited | None:
        """The figure by reference that stands between start and end of a statement, if one does."""
        at = self.statements[place].start
        return next((one for one in self.cited if one.start < at + end and at + start < one.end), None)

    def numbered(self, place: int) -> str:
        """The statement without digits of names, marked as inside a line where it is, so that its first number isn't
        taken for list numbering."""
        start, end = self.statements[place].start, self.statements[place].end
        return f"{'… ' if self._inside(place) else ''}{self.masked[start:end]}"

    def shift(self, place: int) -> int:
        """How many characters `numbered` has before the statement."""
        return 2 if self._inside(place) else 0

    def _inside(self, place: int) -> bool:
        start = self.statements[place].start
        return not (start == 0 or self.text[start - 1] == "\n")

    def is_label(self, figure: TextFigure, said: str) -> bool:
        """Whether a bare number of a statement may be part of a label ("25 to 29", "the 200 m"), or is a year between
        those that are known."""
        if figure.year or (_A_YEAR.search(figure.text) and not figure.unit and not figure.currency):
            years = [int(one) for one in self.labels if _A_YEAR.fullmatch(one)]
            return bool(years) and min(years) <= figure.value <= max(years)
        if figure.unit not in ("", "part") or figure.currency or figure.sign or _NO_LABEL.search(figure.text):
            return False
        numbers = re.findall(r"\d+", figure.text)
        up_to = _UP_TO.search(said[: figure.start]) is not None
        return all(one in self.labels or (up_to and str(int(one) + 1) in self.labels) for one in numbers)

    def made_up(self, place: int) -> list[str]:
        """The numbered times and codes of a statement whose number stands nowhere in what is known: "week-32"."""
        if not self.by_reference:
            return []
        said = self.said(place)
        written = (code.group() for code in _CODE.finditer(said) if code["kind"].casefold() in self._kinds)
        return [
            *(one.group() for one in _NUMBERED_TIME.finditer(said) if int(one["number"]) not in self._numbers),
            *(code for code in written if code.casefold() not in self.names.all | self.known),
        ]

    @cached_property
    def _kinds(self) -> frozenset[str]:
        """What stands before the number of names that are told apart by one."""
        return frozenset(match["kind"] for name in self.names.all if (match := _CODE.fullmatch(name)))

    @cached_property
    def _numbers(self) -> frozenset[int]:
        return frozenset(int(number) for word in self.known for number in re.findall(r"\d+", word))


def statements(text: str) -> Iterator[Statement]:
    """Its sentences, items and table rows."""
    offset = 0
    for line, content in enumerate(text.split("\n")):
        table = content.lstrip().startswith("|")
        start = offset
        ends = (match.span() for match in _SENTENCE_END.finditer(content))
        for end in [] if table else [end for at, end in ends if not _NUMBERED.fullmatch(content[:at])]:
            yield Statement(start, offset + end, line, False)
            start = offset + end
        if text[start : offset + len(content)].strip():
            yield Statement(start, offset + len(content), line, table)
        offset += len(content) + 1


def _without_names(text: str, names: Iterable[str]) -> str:
    """The text with the words blanked out that hold digits and stand in names of the data: the k of k0006 is no
    thousand."""
    there = sorted((re.escape(name) for name in names if name in text), key=len, reverse=True)
    if not there:
        return text
    return re.sub(rf"(?<![\w.,])(?:{'|'.join(there)})(?!\w|[.,]\d)", _blanked, text)


def _blanked(name: re.Match[str]) -> str:
    return re.sub(r"\w*\d\w*", lambda word: "\x00" * len(word[0]), name[0])
