"""What a statement says of an order among rows, in words: who is first, second or last, who is ahead of whom.

A claim that stands beside a figure by reference is held against this figure's own column; another against every column
that it may be about. It is wrong where none of them bears it out, and is left alone where no column decides it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from shared.grounding import orders
from shared.grounding.cited import Cited
from shared.grounding.comparisons import Column
from shared.grounding.parallels import SMALL_WORDS, ParallelStanding
from shared.grounding.subjects import Mention, Span, tokens
from shared.pattern import LazyPattern

_NEAR: Final = 40
_SAME: Final = 0.5
"""Which part of a word another has to share, from its start, to be of its family: cancelled, cancellation."""
_LEAST_ALIKE: Final = 5

Names = list[frozenset[str]]


class _Claim(NamedTuple):
    """That somebody has a place, said at text[start:end] in the clause that begins at `since` and ends at `until`."""

    since: int
    until: int
    start: int
    end: int
    place: int
    either: bool = False


@dataclass(frozen=True)
class Rankings:
    """The claims of one statement: its text, where it speaks of rows, and the whole columns that may decide.

    `cells` are the figures by reference in it, in order; `computed` are columns of what the text computes alike of
    several rows.
    """

    text: str
    mentions: Sequence[Mention]
    columns: Sequence[Column]
    cells: Sequence[ParallelStanding] = ()
    computed: Sequence[Column] = ()

    def wrong(self) -> Iterator[tuple[str, str]]:
        """(the words, what is wrong about them) for each claim that no column bears out."""
        for claim in self._claims():
            if why := self._refuted(claim):
                yield self.text[claim.start : claim.end], why
        yield from ((self.text[start:end].strip(), why) for (start, end), why in self._compared() if why)
        yield from self._beside_it()

    def _claims(self) -> Iterator[_Claim]:
        for since, until in self._clauses:
            clause = self.text[since:until]
            for match in orders.SUPERLATIVE.finditer(clause):
                before = orders.ORDINAL.search(clause[: match.start()])
                place = orders.PLACES[before["place"].lower()] if before else 1
                start, end = since + match.start(), since + match.end()
                yield _Claim(since, until, start, end, place if match["high"] else -place)
            for match in orders.LEADS.finditer(clause):
                place, start, end = orders.place_of(match), since + match.start(), since + match.end()
                either = not (match["high"] or match["low"]) and (
                    abs(place) == 1 or bool(orders.RISING.search(self.text))
                )
                yield _Claim(since, until, start, end, place, either)

    @cached_property
    def _clauses(self) -> list[tuple[int, int]]:
        ends = [match.span() for match in orders.CLAUSE.finditer(self.text)]
        starts = [0, *(end for _, end in ends)]
        return list(zip(starts, [*(start for start, _ in ends), len(self.text)], strict=True))

    # places ----------------------------------------------------------------------------------------------------------

    def _refuted(self, claim: _Claim) -> str | None:
        """Why the claim does not hold; empty where it does, None where nothing decides it."""
        why = self._held(claim)
        return None if why and self._of_no_column(claim) else why

    def _elsewhere(self, claim: _Claim, places: Sequence[int]) -> bool:
        """Whether the row that a verb puts in a place has it in another column than the figure's, which is called by
        name: "Iceland ranks third with an index of only 17.25", by density."""
        behind = next((one for one in self.cells if one.start >= claim.end), None)
        verb = orders.LEADS.fullmatch(self.text[claim.start : claim.end])
        if (
            not verb
            or not behind
            or not _alike(_words(behind.cited.column), _words(self.text[claim.end : behind.start]))
        ):
            return False
        names = [names for one in self._subjects(claim) for names in _names(one)]
        single = [one for one in self.columns if names and len(one.rows_of(*names)) == 1]
        return any(column.has_place(names, place) for column in single for place in places)

    def _of_no_column(self, claim: _Claim) -> bool:
        """Whether it is the most of what no column is called by: "the most punctual" may be the lowest delay."""
        said = _words(" ".join(self.text[claim.end :].split()[:2]))
        named = (*self.columns, *(Column(_words(one.cited.column), {}) for one in self.cells))
        most = self.text[claim.start : claim.end].lower() == "most"
        return most and not any(_alike(one.words, said) for one in named)

    def _held(self, claim: _Claim) -> str | None:
        """Why the claim does not hold, taken at its word."""
        clause = self.text[claim.since : claim.until]
        if self._named_so(claim):
            return ""
        if orders.LIMITED.search(clause) or orders.AMONG.search(self.text[: claim.since]):
            return None
        places = (claim.place, -claim.place) if claim.either else (claim.place,)
        if groups := self._beside(claim):
            own, among = groups
            if any(_has_place(own, one, place) for one in among for place in places):
                return ""
            return None if self._elsewhere(claim, places) else _NOT_ITS
        subjects = self._subjects(claim)
        names = [names for one in subjects for names in _names(one)]
        found = self._readings(names, claim.end, clause, self.text[claim.start : claim.end]) if names else []
        if not found:
            return None
        if any(column.has_place(names, place) for column in found for place in places):
            return ""
        turned = orders.SUPERLATIVE.match(self.text[claim.start : claim.end]) and all(
            column.has_place(names, -claim.place) for column in found
        )
        if not turned and not self._called(names, claim.end, clause):
            return None
        return f"in no column does {' '.join(self.text[one.start : one.end] for one in subjects)} have that place"

    def _named_so(self, claim: _Claim) -> bool:
        """Whether the word is a column's name, whole or cut short: "the maximum was" of max_temp."""
        word = self.text[claim.start : claim.end].lower()
        behind = next((one.cited.column for one in self.cells if one.start >= claim.end), "")
        if _words(behind) & _ENDS:
            return True
        named = (*self.columns, *(Column(_words(one.cited.column), {}) for one in self.cells))
        return any(word.startswith(part) for one in named for part in one.words if len(part) > 2)

    def _beside(self, claim: _Claim) -> tuple[float, list[tuple[float, ...]]] | None:
        """The figure that the claim stands beside, and the figures among which it has that place or has it not."""
        cell = self._behind(claim) or self._before(claim)
        if cell is None:
            return self._beside_computed(claim)
        spoken = {part for one in self.mentions for part in one.parts}
        among = [values for name, values in cell.groups.items() if not name or name in spoken]
        return (cell.value, among) if among and len(set(among[0])) > 1 else None

    def _beside_computed(self, claim: _Claim) -> tuple[float, list[tuple[float, ...]]] | None:
        """The same of a figure that is computed, among those that are computed alike in this statement."""
        behind = next((one for one in self.cells if one.start >= claim.end), None)
        if behind is None or behind.cited.column or abs(claim.place) > 1:
            return None
        alike = tuple(one.cited.value for one in self.cells if one.cited.form == behind.cited.form)
        direct = orders.DIRECT.fullmatch(self.text[claim.end : behind.start])
        return (behind.cited.value, [alike]) if direct and len(set(alike)) > 1 else None

    def _behind(self, claim: _Claim) -> Cited | None:
        """The cell right behind the words: "highest in 1982, at 9.7"."""
        behind = next((one for one in self.cells if one.start >= claim.end), None)
        if (
            behind is None
            or not behind.cited.column
            or not orders.DIRECT.fullmatch(self.text[claim.end : behind.start])
        ):
            return None
        between = _words(orders.PER.sub("", self.text[claim.end : behind.start])) - SMALL_WORDS
        own = _words(behind.cited.column)
        others = max((_shared(_words(other), between) for other in behind.cited.columns), default=0)
        next_words = _words(" ".join(self.text[behind.end :].split()[:2]))
        names_itself = _alike(own, next_words) and not _alike(own, between)
        return None if names_itself or others > _shared(own, between) else behind.cited

    def _before(self, claim: _Claim) -> Cited | None:
        """The cell right before the words: "90,077, the highest of all"; of a verb, the one of its clause."""
        before = next((one for one in reversed(self.cells) if one.end <= claim.start), None)
        if before is None or not before.cited.column:
            return None
        between = self.text[before.end : claim.start]
        if orders.APPOSED.fullmatch(between) and orders.OF_A_ROW.match(self.text[claim.end :]):
            return before.cited
        inside = [one for one in self.cells if claim.since <= one.start < claim.start]
        verb = orders.LEADS.fullmatch(self.text[claim.start : claim.end])
        return before.cited if verb and inside == [before] else None

    def _subjects(self, claim: _Claim) -> list[Mention]:
        """Of whom a clause speaks: the names in it, the one right before it, or the one that its pronoun stands for."""
        inside = [one for one in self.mentions if claim.since <= one.start and one.end <= claim.until]
        inside = [one for one in inside if one.sure] or [one for one in inside if self.text[one.start].isupper()]
        if orders.LEADS.fullmatch(self.text[claim.start : claim.end]):
            inside = [one for one in inside if one.end <= claim.start] or inside
        if inside:
            return [] if self._coordinated(inside[0]) else inside
        close = [one for one in self.mentions if one.end <= claim.since and one.sure]
        if self._adds(claim):
            close = [one for one in close if not orders.COMPARED_WITH.search(self.text[: one.start])]
        between = orders.NAMED_JUST_BEFORE if orders.RELATIVE.match(self.text[claim.since :]) else orders.ADJACENT
        beside = [one for one in close if between.fullmatch(self.text[one.end : claim.since].rstrip())][-1:]
        if beside or len({one.parts for one in close}) != 1:
            return beside
        return close if self._goes_on(claim) or self._adds(claim) else []

    def _adds(self, claim: _Claim) -> bool:
        """Whether the clause adds to what the one before has: "has the latest arrivals and the highest rate"."""
        joined = self.text[: claim.since].lower().endswith(("and", "but"))
        return (
            joined
            and not self.text[claim.since : claim.start].strip(" the")
            and not _VERB.search(self.text[claim.end : claim.until])
        )

    def _goes_on(self, claim: _Claim) -> bool:
        """Whether the clause goes on about the name before it: "they lose 158, with the lowest discount"."""
        joined = self.text[: claim.since].rstrip().lower().endswith("with")
        start = next((since for since, until in self._clauses if until < claim.since <= until + 8), claim.since)
        return bool(orders.PRONOUN.match(self.text[start if joined else claim.since :]))

    def _coordinated(self, one: Mention) -> bool:
        """Whether it is the last of several of its kind: "South and North"."""
        if not orders.COORDINATED.search(self.text[: one.start].rstrip("*_ ")):
            return False
        before = (other for other in self.mentions if other.end <= one.start < other.end + _NEAR)
        return any(self._of_a_kind(one, other) for other in before)

    def _of_a_kind(self, one: Mention, other: Mention) -> bool:
        """Whether both name rows of one column."""
        return any(
            len(own := column.rows_of(one.parts)) == 1 and len(its := column.rows_of(other.parts)) == 1 and own != its
            for column in self.columns
        )

    def _called(self, names: Names, after: int, clause: str) -> list[Column]:
        """The columns of which the words behind or the clause say a word, or of which a figure stands beside."""
        spoken = _words(orders.PER.sub("", " ".join(self.text[after:].split()[:3]))) | _words(clause)
        spoken |= _words(" ".join(one.cited.column for one in self.cells))
        return [one for one in self.columns if len(one.rows_of(*names)) == 1 and _alike(one.words, spoken)]

    def _readings(self, names: Names, after: int, clause: str, claimed: str = "") -> list[Column]:
        """The columns that may be meant, among those that have exactly one row of these names and more than one figure:
        those that are called by name, or all; of levels, no counts where the row's figures beside are none."""
        varied = (column for column in self.columns if len(set(column.rows.values())) > 1)
        of_it = [column for column in varied if len(column.rows_of(*names)) == 1]
        fewest = min((len(column.rows_of(*names)[0]) for column in of_it), default=0)
        of_it = [column for column in of_it if len(column.rows_of(*names)[0]) == fewest]
        next_words = _words(orders.PER.sub("", " ".join(self.text[after:].split()[:3])))
        spoken = _words(clause)
        called = [one for one in of_it if _alike(one.words, next_words)]
        called = called or [one for one in of_it if all(_alike({word}, spoken) for word in one.words)]
        if called:
            return called
        if orders.DERIVED.search(clause):
            return [one for one in self.computed if len(one.rows_of(*names)) == 1]
        told = [one.cited for one in self.cells if any(not own.isdisjoint(one.cited.names) for own in names)]
        levels = claimed.lower() in orders.LEVELS and told and not any(float(one.value).is_integer() for one in told)
        return [one for one in of_it if not (levels and one.whole)]

    # one against another ---------------------------------------------------------------------------------------------

    def _compared(self) -> Iterator[tuple[Span, str | None]]:
        """(where, why it does not hold) for each row that is set against another; as of `_refuted`."""
        for other in self.mentions:
            match = orders.COMPARED.search(self.text[: other.start])
            if not match or not other.sure:
                continue
            since = max((end for _, end in self._clauses if end < match.start()), default=0)
            clause = self.text[since : other.end]
            before = [one for one in self.mentions if since <= one.start and one.end <= match.start() and one.sure]
            sign = 1 if match["more"] else -1
            if orders.LIMITED.search(clause):
                yield match.span(), None
                continue
            if not before and self._of_cells(match.start(), other, sign):
                yield match.span(), "the figures beside it are the other way"
            if not before:
                yield match.span(), ""
                continue
            names = [one.parts for one in before]
            apart = [
                gap * sign for one in self._readings(names, match.start(), clause) for gap in _gap(one, names, other)
            ]
            called = self._called(names, match.start(), clause)
            others = [gap * sign for column in called for gap in _gap(column, names, other)]
            refuted = apart and called and max(apart + others) <= 0
            yield match.span(), "in no column is it so" if refuted else "" if apart and max(apart) > 0 else None

    def _of_cells(self, at: int, other: Mention, sign: int) -> bool:
        """Whether the figure before the words and the one behind the name contradict them: "2.9 %, just above 1952
        (3.0 %)"."""
        one = next((cell for cell in reversed(self.cells) if cell.end <= at), None)
        two = next((cell for cell in self.cells if cell.start >= other.end), None)
        if one is None or two is None or one.cited.column != two.cited.column or not one.cited.column:
            return False
        bracketed = self.text[other.end : two.start].strip(" *_") == "("
        return bracketed and at - one.end < _NEAR // 2 and (one.cited.value - two.cited.value) * sign < 0

    def _beside_it(self) -> Iterator[tuple[str, str]]:
        """The claims that a figure is above or below "it": the figure before, of another row of the same column."""
        for match in orders.BESIDE_IT.finditer(self.text):
            told = [one.cited for one in self.cells if one.end <= match.start()]
            if not orders.IT.match(self.text[match.end() :]) or len(told) < 2:
                continue
            one, two = told[-1], told[-2]
            of_two_rows = one.column and one.column == two.column and one.at != two.at
            if of_two_rows and (one.value - two.value) * (1 if match["more"] else -1) < 0:
                yield match.group(), "the figures beside it are the other way"


_ENDS: Final = frozenset(("max", "min", "maximum", "minimum", "highest", "lowest", "largest", "smallest", "longest"))
"""Words of columns that hold the highest or lowest figure of each row."""
_VERB: Final = LazyPattern(r"\b(?:is|was|are|were|has|have|had|came|comes|went|goes)\b")
_NOT_ITS: Final = "the figure beside it does not have that place in its column"


def _names(mention: Mention) -> Names:
    """The names of a mention; each apart where several of one row stand together: "West, Bo Reyes"."""
    joined = next((part for part in mention.parts if ", " in part), "")
    return [frozenset({part}) for part in joined.split(", ")] if joined else [mention.parts]


def _gap(column: Column, names: Names, other: Mention) -> Iterator[float]:
    """By how much the one row of these names is ahead of that of another name, in what the two have in common."""
    common = [one for one in names if column.rows_of(one, other.parts)]
    rows = column.rows_of(other.parts, *common)
    if len(rows) == 1 and rows != column.rows_of(*names):
        yield column.value_of(*names) - column.rows[rows[0]]


def _has_place(own: float, values: Sequence[float], place: int) -> bool:
    """Whether a figure has that place among all, or among those of its sign: the smallest overspending of any."""
    alike = [value for value in values if value * own > 0]
    return _placed(own, values, place) or (len(alike) < len(values) and _placed(own, alike, place))


def _placed(own: float, values: Sequence[float], place: int) -> bool:
    beyond = sum(value > own if place > 0 else value < own for value in values)
    return beyond < abs(place) <= beyond + sum(value == own for value in values)


def _words(text: str) -> frozenset[str]:
    return frozenset(word for _, _, word in tokens(text))


def _alike(some: frozenset[str] | set[str], others: frozenset[str]) -> bool:
    """Whether one of the words is of the family of one of the others."""
    return not some.isdisjoint(others) or any(_of_a_family(one, other) for one in some for other in others)


def _shared(some: frozenset[str], others: frozenset[str]) -> int:
    """How many of the others are of the family of one of the words."""
    return sum(_alike({one}, some) for one in others)


def _of_a_family(one: str, other: str) -> bool:
    same = next((at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), None)
    shared = min(len(one), len(other)) if same is None else same
    return shared >= max(_LEAST_ALIKE, _SAME * max(len(one), len(other)))
