"""A text in statements, and what stands by reference in each."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from sentencex import get_sentence_boundaries

from shared.grounding.cited import Cited
from shared.grounding.digits import plain_digits
from shared.grounding.figures import TextFigure
from shared.grounding.names import RowNames
from shared.grounding.spelled import TIME_UNITS
from shared.pattern import LazyPattern
from shared.query.words.values import MONTHS

_CLOSED = LazyPattern(r"[\"'”’»)*_]*(?:\s+|$)")
"""What still belongs to a sentence behind its full stop."""
_SHORT = LazyPattern(r"[\s*_•-]*[^\W\d_]{1,3}\.")
_ALONE = LazyPattern(r"[\s*_•-]*[^\W\d_]{1,6}\.")
"""An abbreviation that stands first: "Dr. Smith", "Approx. 5"."""
_MONTH = LazyPattern(rf"\b(?:{'|'.join(MONTHS)})\.\s+(?=[A-Z])")
"""The end of a sentence: May is no abbreviation."""
_UNIT = LazyPattern(r"(?:\d\s?[a-zµ]{1,2}|\d\s?°[CF]|/[^\W\d_]{1,3})\.\s+(?=[A-Z])")
"""The end of a sentence: behind a figure, or a stroke, a letter is a unit and no initial ("0.07 mg/l.", "40 g.")."""
_WHOLE = LazyPattern(r"(?<![\d.,])\d+\.$")
_ORDINAL = LazyPattern(r"(?<![\d.,])(?:\d\d?\. ?)?\d\d?\.$")
_COUNTED = LazyPattern(r"[a-z] (?:19|20)\d\d\.$")
"""Before another number, only a year ends a sentence for sure: "31. 12." is a date, "On 3. 14 came" may be one."""
_NUMBERED = LazyPattern(r"[ \t>]*\d+\.")
_NUMBERED_TIME = LazyPattern(rf"\b(?:{'|'.join(TIME_UNITS)})[ -](?P<number>\d{{1,3}})\b(?![.,]\d|\s?%)", re.IGNORECASE)
_CODE = LazyPattern(r"\b(?P<kind>[a-z]{1,6}-?)\d{1,3}\b(?![.,]\d|\s?%)", re.IGNORECASE)
"""Names that differ by a number: "HPLC-1", "T3"."""

_A_YEAR = LazyPattern(r"(?<![\d.,])(?:1[5-9]|20)\d\d(?![\d.,]*\d)")
_NO_LABEL = LazyPattern(r"\d[.,]\d|\d\s?(?:thousand|million|billion|trillion)", re.IGNORECASE)
_UP_TO = LazyPattern(r"\d\s?(?:to|–|-)\s?$")
"""What stands before the last number of a range, which begins the next one in the data: "40 to 59"."""


class Statement(NamedTuple):
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
        quoted: Iterable[tuple[int, int]] = (),
        labels: frozenset[str] = frozenset(),
        tag: str = "en",
    ) -> "Text":
        """The text in the language of that tag, read beside what is known; `numbered` are the data's own names with
        digits, `quoted` the places where its texts stand."""
        rivals = {name for one in cited or () for given in one.rivals.values() for name in given}
        return cls(
            text=text,
            masked=_without_names(_without_quoted(text, quoted), numbered),
            statements=tuple(statements(text, tag)),
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
        numbers = re.findall(r"\d+", plain_digits(figure.text))
        up_to = _UP_TO.search(said[: figure.start]) is not None
        return bool(numbers) and all(
            one in self.labels or (up_to and str(int(one) + 1) in self.labels) for one in numbers
        )

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


def statements(text: str, tag: str = "en") -> Iterator[Statement]:
    """Its sentences, items and table rows; `tag` is the language in whose way sentences end."""
    offset = 0
    for line, content in enumerate(text.split("\n")):
        table = content.lstrip().startswith("|")
        start = offset
        for end in [] if table else _ends(content, tag):
            yield Statement(start, offset + end, line, False)
            start = offset + end
        if text[start : offset + len(content)].strip():
            yield Statement(start, offset + len(content), line, table)
        offset += len(content) + 1


def _ends(line: str, tag: str) -> Iterator[int]:
    """Where the sentences of a line end, but for the last: behind no ordinal, list number or abbreviation alone."""
    start = 0
    ends = {one["end_index"] for one in get_sentence_boundaries(tag, line)}
    for end in sorted(ends.union(match.end() for found in (_MONTH, _UNIT) for match in found.finditer(line))):
        told = line[:end].rstrip()
        closed = _CLOSED.match(line, len(told))
        if closed is None or closed.end() == len(line) or not told[start:].strip():
            continue
        follows = line[closed.end() :].lstrip("\"'“«(*_`")
        alone = (_SHORT if follows[:1].isalpha() else _ALONE).fullmatch(told[start:]) is not None
        if not (alone or _NUMBERED.fullmatch(told) or _is_ordinal(told, follows, tag)):
            yield closed.end()
            start = closed.end()


def _is_ordinal(told: str, follows: str, tag: str) -> bool:
    """Whether the number that a text ends with may be one: "31. 12.", "im 1. Quartal"."""
    if _WHOLE.search(told) and follows[:1].isdigit():
        return not _COUNTED.search(told)
    return bool(_ORDINAL.search(told)) and (tag == "de" or follows[:1].islower())


def table_around(given: Sequence[Statement], place: int) -> range:
    """The places of a table's rows, its head first, around one of them; none where it is no row."""
    if not given[place].in_table:
        return range(0)
    top = bottom = place
    while top and _follows(given[top - 1], given[top]):
        top -= 1
    while bottom + 1 < len(given) and _follows(given[bottom], given[bottom + 1]):
        bottom += 1
    return range(top, bottom + 1)


def _follows(row: Statement, following: Statement) -> bool:
    return row.in_table and following.in_table and following.line == row.line + 1


def _without_quoted(text: str, quoted: Iterable[tuple[int, int]]) -> str:
    for start, end in quoted:
        text = text[:start] + re.sub(r"\d", "\x00", text[start:end]) + text[end:]
    return text


def _without_names(text: str, names: Iterable[str]) -> str:
    """The text with the words blanked out that hold digits and stand in names of the data: the k of k0006 is no
    thousand."""
    there = sorted((re.escape(name) for name in names if name in text), key=len, reverse=True)
    if not there:
        return text
    return re.sub(rf"(?<![\w.,])(?:{'|'.join(there)})(?!\w|[.,]\d)", _blanked, text)


def _blanked(name: re.Match[str]) -> str:
    return re.sub(r"\w*\d\w*", lambda word: "\x00" * len(word[0]), name[0])
