"""What a statement says of an order among rows, in words: who is first, second or last, who is ahead of whom.

A claim is held against every column that it may be about. It is wrong where none of them bears it out, and is left
alone where no column decides it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from shared.grounding.comparisons import Column
from shared.grounding.subjects import Mention, tokens

_HIGH: Final = "highest largest biggest greatest maximum longest oldest strongest"
_LOW: Final = "lowest smallest least fewest minimum shortest youngest weakest"
_SUPERLATIVE: Final = re.compile(
    rf"\b(?:(?P<high>{'|'.join(_HIGH.split())}|(?<!at )(?<!at the )most(?= [a-z]))|(?P<low>{'|'.join(_LOW.split())}))\b"
    r"(?! (?:of|likely|recent|common|important|likely|notable|interesting)\b)",
    re.IGNORECASE,
)
_LEADS: Final = re.compile(
    r"\b(?:(?P<high>leads(?! to\b)|tops)|(?P<low>trails)|(?:is|comes|ranks|was|came|ranked|remains|stands)"
    r"(?: in| clearly| easily| well)? "
    r"(?P<place>first|second|third|fourth|fifth|last)(?! (?:half|quarter|year|month|time|order|of)\b))\b|"
    r"\bin (?P<in>second|third|fourth|fifth|last) place\b|\branks (?P<nth>[2-9])(?:nd|rd|th)\b|"
    r"\b(?P<peak>peaked)\b|\b(?P<bottom>bottomed out)\b",
    re.IGNORECASE,
)
_PLACES: Final = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "last": -1}
_ORDINAL: Final = re.compile(r"\b(?P<place>second|third|fourth|fifth)[ -]$", re.IGNORECASE)
_RISING: Final = re.compile(rf"\b(?:{'|'.join(_LOW.split())}|lower|fewer|less|worst|cheapest|fastest|quickest)\b", re.I)
"""Words with which an order may be one from the bottom."""
_COMPARED: Final = re.compile(
    r"\b(?:(?P<more>(?:is |was |well |far |clearly |just )*ahead of|(?:more|higher|larger|bigger|greater|longer|older)"
    r"(?: [a-z]+){0,2} than|beats?|exceeds?|outsells?|outperforms?|leads?)|"
    r"(?P<less>(?:is |was |well |far |just )*behind|(?:less|fewer|lower|smaller|shorter|younger)"
    r"(?: [a-z]+){0,2} than|trails?))\s+(?:that of |in |the |for )?[*_]*$",
    re.IGNORECASE,
)
_CLAUSE: Final = re.compile(
    r"[.;:\n()|]|,|\s[-–—]\s|\b(?:and|while|whereas|but|though|although|followed by|with)\b", re.IGNORECASE
)
_LIMITED: Final = re.compile(
    r"\b(?:among|after|other than|except|besides|apart|excluding|without|outside|remaining|rest|one of|two|three|four|"
    r"not|never|no|since|until|before|almost|nearly|close to|joint\w*|tied?|equal\w*|both|each|were|are|within)\b|"
    r"n't\b",
    re.IGNORECASE,
)
"""Words with which an order is one among fewer rows, or denied."""
_AMONG: Final = re.compile(r"\b(?:among|apart from|excluding|leaving|without|of the (?:other|remaining|rest))\b", re.I)
_DERIVED: Final = re.compile(
    r"\b(?:per|growth|grow\w+|increase\w*|chang\w+|gain\w*|rise|rose|risen|drop\w*|fall|fell|fallen|declin\w+|gap|"
    r"differ\w+|ratio|improve\w*|swing|jump\w*|share|margin|spread|variation|range|average|typical\w*)\b",
    re.IGNORECASE,
)
"""Words with which it is one of another figure than a column's, unless a column is spoken of."""
_DIRECT: Final = re.compile(r"\s?(?:[a-z]+ ){0,3}?(?:with|at|of|in [A-Za-z]+,? at)?\W*$")
"""What stands between a superlative and the figure that bears it out."""
_COORDINATED: Final = re.compile(r"(?:\band|,|\bor|&)\s*[*_]*$", re.IGNORECASE)
_NEAR: Final = 40
_ADJACENT: Final = re.compile(r"['’]?s?[*_\"”]*\s*,?\s*(?:which|who|that)?\s*$", re.IGNORECASE)


@dataclass(frozen=True)
class Rankings:
    """The claims of one statement: its text, where it speaks of rows, and the whole columns that may decide.

    `cells` are the columns of the cells that stand by reference in it, by their places.
    """

    text: str
    mentions: Sequence[Mention]
    columns: Sequence[Column]
    cells: Mapping[int, str] = field(default_factory=dict)

    def wrong(self) -> Iterator[tuple[str, str]]:
        """(the words, what is wrong about them) for each claim that no column bears out."""
        for start, end in self._clauses:
            clause = self.text[start:end]
            for match in _SUPERLATIVE.finditer(clause):
                before = _ORDINAL.search(clause[: match.start()])
                place = _PLACES[before["place"].lower()] if before else 1
                yield from self._ranked(start, end, match.group(), place if match["high"] else -place, match.end())
            for match in _LEADS.finditer(clause):
                place, either = _place(match), not (match["high"] or match["low"]) and bool(_RISING.search(self.text))
                yield from self._ranked(start, end, match.group(), place, match.end(), either=either)
        yield from self._compared()

    @cached_property
    def _clauses(self) -> list[tuple[int, int]]:
        ends = [match.span() for match in _CLAUSE.finditer(self.text)]
        starts = [0, *(end for _, end in ends)]
        return list(zip(starts, [*(start for start, _ in ends), len(self.text)], strict=True))

    def _ranked(
        self, start: int, end: int, words: str, place: int, after: int, *, either: bool = False
    ) -> Iterator[tuple[str, str]]:
        """A claim that somebody has that place, from the top (1, 2 …) or from the bottom (-1, -2 …)."""
        clause = self.text[start:end]
        subjects = self._subjects(start, end)
        if not subjects or _LIMITED.search(clause) or _AMONG.search(self.text[:start]):
            return
        names = [one.parts for one in subjects]
        places = (place, -place) if either else (place,)
        found = self._readings(names, start + after, clause)
        if found and not any(column.has_place(names, one) for column in found for one in places):
            said = " ".join(self.text[one.start : one.end] for one in subjects)
            yield words, f"in no column does {said} have that place"

    def _subjects(self, start: int, end: int) -> list[Mention]:
        """Of whom a clause speaks: the names in it, or the one right before it."""
        inside = [one for one in self.mentions if start <= one.start and one.end <= end and one.sure]
        if inside:
            return [] if self._coordinated(inside[0]) else inside
        close = [one for one in self.mentions if one.end <= start and one.sure]
        return [one for one in close if _ADJACENT.fullmatch(self.text[one.end : start])][-1:]

    def _coordinated(self, one: Mention) -> bool:
        """Whether it is the last of several of its kind: "South and North"."""
        if not _COORDINATED.search(self.text[: one.start].rstrip("*_ ")):
            return False
        before = (other for other in self.mentions if other.end <= one.start < other.end + _NEAR)
        return any(self._of_a_kind(one, other) for other in before)

    def _of_a_kind(self, one: Mention, other: Mention) -> bool:
        """Whether both name rows of one column."""
        return any(
            len(own := column.rows_of(one.parts)) == 1 and len(its := column.rows_of(other.parts)) == 1 and own != its
            for column in self.columns
        )

    def _readings(self, names: list[frozenset[str]], after: int, clause: str) -> list[Column]:
        """The columns that may be meant, among those that have exactly one row of these names: the one whose cell bears
        the claim out, those that are called by name, or all."""
        of_it = [column for column in self.columns if len(column.rows_of(*names)) == 1]
        cell = next((one for at, one in sorted(self.cells.items()) if at >= after), None)
        at = min((at for at in self.cells if at >= after), default=0)
        if cell and _DIRECT.fullmatch(self.text[after:at]):
            own = frozenset(word for _, _, word in tokens(cell))
            return [column for column in of_it if column.words == own]
        next_words = frozenset(word for _, _, word in tokens(" ".join(self.text[after:].split()[:3])))
        spoken = frozenset(word for _, _, word in tokens(clause))
        called = [one for one in of_it if one.words & next_words] or [one for one in of_it if one.words <= spoken]
        return called or ([] if _DERIVED.search(clause) else of_it)

    def _compared(self) -> Iterator[tuple[str, str]]:
        for other in self.mentions:
            match = _COMPARED.search(self.text[: other.start])
            if not match or not other.sure:
                continue
            start = max(
                (end for _, end in ((one.start(), one.end()) for one in _CLAUSE.finditer(self.text[: match.start()]))),
                default=0,
            )
            clause = self.text[start : other.end]
            before = [one for one in self.mentions if start <= one.start and one.end <= match.start() and one.sure]
            if len(before) != 1 or _LIMITED.search(clause):
                continue
            found = [
                one
                for one in self._readings([before[0].parts], match.start(), clause)
                if len(one.rows_of(other.parts)) == 1
            ]
            sign = 1 if match["more"] else -1
            if found and all((one.value_of(before[0].parts) - one.value_of(other.parts)) * sign <= 0 for one in found):
                yield match.group().strip(), "in no column is it so"


def _place(match: re.Match[str]) -> int:
    """The place that a verb gives: 1 the first, -1 the last."""
    if match["nth"]:
        return int(match["nth"])
    if word := match["place"] or match["in"]:
        return _PLACES[word.lower()]
    return -1 if match["low"] or match["bottom"] else 1
