"""What a statement may compute from the facts that it tells: differences, shares, multiples, sums and averages."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise, permutations

from shared.grounding.evidence import Context, Datum
from shared.grounding.figures import TextFigure
from shared.grounding.operands import MEAN, SUM, Operands, alike, kind_of, of_a_family, totals, year_of
from shared.grounding.subjects import Topics, moment
from shared.pattern import LazyPattern

UP = LazyPattern(
    r"\b(?:rose|risen|rises|rising|grew|grown|grows|increas\w+|up|gain\w*|climb\w*|jump\w*|higher|growth)\b"
)
DOWN = LazyPattern(r"\b(?:fell|fallen|falls|falling|declin\w+|decreas\w+|down|drop\w*|lost|shrank|shrunk|lower|loss)\b")
_MORE = LazyPattern(
    rf"{UP.pattern}|\b(?:more|above|ahead|exceed\w*|beat\w*|lead\w*|outsold|outperform\w*|larger|bigger|greater|better)\b"
)
_LESS = LazyPattern(rf"{DOWN.pattern}|\b(?:less|fewer|below|behind|trail\w*|smaller|worse|short)\b")
_APART = LazyPattern(r"\b(?:differ\w*|gap|spread|chang\w+|than|margin|distance)\b")
_SHARE = LazyPattern(
    r"\b(?:of|share|margin|account\w*|represent\w*|mak\w+ up|contribut\w+|portion|compris\w*|proportion)\b"
)
_CHANGED = LazyPattern(
    r"\b(?:doubl|tripl|quadrupl|halv|grew|grown|rose|risen|fell|fallen|shr[aiu]nk|increas|decreas|drop|climb|declin|chang|"
    r"gain|jump|went|slump|sank)"
)
_REFERENCE = LazyPattern(
    r"(?:compared (?:with|to)|relative to|against|versus|vs\.?|than|over|as(?: much| many| high| large)? as|"
    r"ratio of .* to)"
    r"(?: (?:in|that of|those of|the|of))*\W*$"
)
_RATIO = LazyPattern(r"\b(?:ratio|factor|multiple)\b")
_EACH = LazyPattern(r"\b(?:per|each|apiece|averag\w+|on average|mean)\b")
_REST = LazyPattern(r"\b(?:remain\w*|rest|others?|not|isn't|aren't|neither|elsewhere|non)\b")
_TOP = LazyPattern(r"\b(?:top|first|largest|biggest|highest) (\d\d?|two|three|four|five|six|seven|eight|nine|ten)\b")
_COUNTED = LazyPattern(
    r"\b(?:(?:more|fewer|less|many) [a-z]+s|as many|number|counts?|counted|rows|records|entries|cases|"
    r"per|each|averag\w+)\b"
)
_GOES_ON = LazyPattern(
    r"\b(?:that|this|it|its|they|their|them|these|those|both|two|former|latter|gap|difference|same|respectively|first|second|"
    r"(?:an?|the) (?:increase|decrease|rise|drop|fall|decline|gain|change|jump|ratio|factor|rest|remain\w+|others?))\b"
)
"""Words that go on about what the sentence before names."""
_CLAUSE = LazyPattern(r"[,;:(]\s?|\s(?:and|but|while|whereas|though|although)\s")
_MOVED_BY = LazyPattern(r"\bby (?:about |around |nearly |almost |roughly |some )?$")
_PER = LazyPattern(r"[*_]*\s(?:[a-z]+\s){0,2}?(?:an?|per|each|every)\s(?P<each>[a-z]+?)s?\b")
_WHAT = LazyPattern(r"[*_]*\s(?P<what>[a-z]+?)s?\b")
_OF_ALL = LazyPattern(r"\bof (?:the |all |its |our |their |all the )?[*_]*$")
_NUMBERS = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_MOST_OPERANDS = 6


class Workings:
    """The arithmetic that the words of one statement declare, on what is known.

    `told` are the known numbers that its figures tell; `context` is the statement with the one before it.
    """

    def __init__(
        self, every: Operands, told: Iterable[Datum], spoken: Topics, context: Context, *, in_table: bool
    ) -> None:
        self._every = every
        self._told = tuple(dict.fromkeys(told))
        self._spoken = spoken
        self._context = context
        self._in_table = in_table
        self._said = spoken.text.casefold()

    def gives(self, figure: TextFigure) -> bool:
        """Whether the figure is what the words declare to be computed."""
        return any(
            figure.tells(value)
            for values in (
                *(self._computed(figure, one) for one in self._operands),
                self._of_wholes(figure),
                self._since_before(figure),
                self._for_each(figure),
            )
            for value in values
        )

    # what it may compute with ----------------------------------------------------------------------------------------

    @cached_property
    def _operands(self) -> list[Operands]:
        """The sets of facts that the statement can compute with: those that it tells, and those that it names.

        Where these are many, only values of one kind are computed with each other: sales with sales.
        """
        told = tuple(one for one in self._told if one.origin == "fact")
        named = self._named
        every = tuple(one for one in self._every if one.origin == "fact")
        both = (
            tuple(one for one in dict.fromkeys((*told, *named)) if self._of_the_kind(one))
            or every[: len(every) <= _MOST_OPERANDS and len(every)]
        )
        if len(both) <= _MOST_OPERANDS:
            return [both]
        kinds: defaultdict[str, list[Datum]] = defaultdict(list)
        here = Context.of(self._said)
        for one in (*told, *(other for other in named if other.family and (other.parts or here.names(other)))):
            kinds[one.family].append(one)
        alike = (tuple(dict.fromkeys(kind)) for kind in kinds.values())
        return [told[:_MOST_OPERANDS], *(kind for kind in alike if 1 < len(kind) <= _MOST_OPERANDS)]

    @cached_property
    def _named(self) -> list[Datum]:
        """The facts that the statement names, or that the one before it does where this one names none."""
        facts = [one for one in self._every if one.origin == "fact"]
        loose = [one for one in facts if not one.parts and self._context.names(one)]
        before = self._spoken.names_before if _GOES_ON.search(self._said) else frozenset()
        for names in (self._spoken.names, before):
            if found := [one for one in facts if one.parts and not names.isdisjoint(one.parts)]:
                most = max(len(names.intersection(one.parts)) for one in found)
                return [*(one for one in found if len(names.intersection(one.parts)) == most), *loose]
        return loose

    def _of_the_kind(self, one: Datum) -> bool:
        """Whether it is no count of rows, or counts are spoken of, or known alone."""
        others = any(known.parts == one.parts and not known.counts for known in self._every if known.origin == "fact")
        return not (one.counts and one.parts and others) or bool(_COUNTED.search(self._said))

    def _with_the_topic(self, operands: Operands) -> Operands:
        """The levels that may be divided: with those of the statement before, where this one goes on about its name."""
        levels = tuple(one for one in operands if not one.directed)
        if not _GOES_ON.match(self._said.lstrip("*_- ")) or not self._spoken.names_before:
            return levels
        families = {one.family for one in levels}
        before = (one for one in self._every if one.origin == "fact" and one.family in families)
        topic = [one for one in before if not self._spoken.names_before.isdisjoint(one.parts)]
        return (*levels, *topic) if len(levels) + len(topic) <= _MOST_OPERANDS else levels

    # of a few facts --------------------------------------------------------------------------------------------------

    def _computed(self, figure: TextFigure, operands: Operands) -> Iterator[float]:
        said = self._said
        if figure.unit in ("x", "part") or (figure.unit == "" and _RATIO.search(said)):
            yield from self._ratios(figure, self._with_the_topic(operands))
        if figure.unit == "pp":
            yield from self._differences(figure, [one for one in operands if one.unit == "%"])
        elif figure.unit == "%":
            yield from self._percentages(figure, operands)
        elif figure.unit == "":
            yield from self._differences(figure, [one for one in operands if one.unit == "" and one.value])
            yield from totals([one for one in operands if one.unit == ""], said)
            yield from self._averages(operands) if _EACH.search(said) else ()
            yield from of_a_family(self._every, said)

    def _compared(self, figure: TextFigure, operands: Iterable[Datum]) -> Iterator[tuple[float, float]]:
        """(value, the value that it is compared with), where the words may mean these in this order."""
        for a, b in permutations(operands, 2):
            if alike(a, b) and not self._first(b, a, figure.start) and self._of_its_row(figure, a, b):
                yield a.value, b.value

    def _of_its_row(self, figure: TextFigure, a: Datum, b: Datum) -> bool:
        """Whether two figures of one row are of the row that the figure may belong to."""
        if not a.parts or a.parts != b.parts:
            return True
        names = self._spoken.names_at((figure.start, figure.end), self._spoken.names)
        return names is None or not names.isdisjoint(a.parts)

    def _differences(self, figure: TextFigure, operands: Sequence[Datum]) -> Iterator[float]:
        moved = _MOVED_BY.search(self._said[: figure.start])
        if moved or any(words.search(self._said) for words in (_MORE, _LESS, _APART)):
            yield from (a - b for a, b in self._compared(figure, operands) if self._agrees(figure, a - b))
        elif figure.sign:
            rows = [one for one in operands if one.parts]
            yield from (a - b for a, b in self._compared(figure, rows))

    def _percentages(self, figure: TextFigure, operands: Operands) -> Iterator[float]:
        plain = [one for one in operands if one.unit == "" and one.value]
        if figure.sign or any(words.search(self._said) for words in (_MORE, _LESS, _APART)):
            changes = ((a - b) / abs(b) * 100 for a, b in self._compared(figure, plain))
            yield from (change for change in changes if self._agrees(figure, change))
        if _SHARE.search(self._said):
            pairs = [(a.value, b.value) for a, b in permutations(plain, 2) if a.currency == b.currency]
            yield from (a / b * 100 for a, b in pairs if abs(a) <= abs(b))
        yield from totals([one for one in operands if one.unit == "%"], self._said, _SHARE)
        yield from self._rest(operands)

    def _since_before(self, figure: TextFigure) -> Iterator[float]:
        """How far a figure moved since the time before, where only the later time is named: "fell by 4 % in May"."""
        way = self._way(figure)
        if not way or figure.unit not in ("%", ""):
            return
        for earlier, later in self._steps:
            rivals = frozenset((*earlier.parts, *later.parts, *self._spoken.names))
            names = self._spoken.names_at((figure.start, figure.end), rivals) or frozenset()
            change = later.value - earlier.value
            if not names.isdisjoint(later.parts) and names.isdisjoint(earlier.parts) and change * way > 0:
                yield change / abs(earlier.value) * 100 if figure.unit == "%" and earlier.value else change

    @cached_property
    def _steps(self) -> list[tuple[Datum, Datum]]:
        """Each plain fact of a time, with the one after it."""
        families: defaultdict[str, list[tuple[tuple[int, int, int], Datum]]] = defaultdict(list)
        for one in self._every:
            if one.origin == "fact" and one.unit == "" and len(one.parts) == 1 and (at := moment(one.parts)):
                families[one.family].append((at, one))
        ordered = (sorted(members, key=lambda member: member[0]) for members in families.values())
        return [(one[1], other[1]) for members in ordered for one, other in pairwise(members)]

    def _for_each(self, figure: TextFigure) -> Iterator[float]:
        """A figure divided by how many there are of what is named behind it: "4.8 per customer", "663 an order"."""
        match = _PER.match(self._said[figure.end :])
        if figure.unit:
            return
        if not match:
            yield from self._of_what_is_told(figure)
            return
        facts = [one for one in self._every if one.origin == "fact" and one.unit == "" and one.value]
        for total, count in permutations(facts, 2):
            if total.parts == count.parts and match["each"] in kind_of(count) and self._meant(total):
                yield total.value / count.value

    def _of_what_is_told(self, figure: TextFigure) -> Iterator[float]:
        """The average of a statement that tells total and count: "4.8 orders on average (420 orders, 87 customers)"."""
        match = _WHAT.match(self._said[figure.end :])
        if match and _EACH.search(self._said):
            for total, count in permutations([one for one in self._told if one.origin == "fact" and one.value], 2):
                if match["what"] in kind_of(total) and total.parts == count.parts and total.unit == count.unit == "":
                    yield total.value / count.value

    def _meant(self, one: Datum) -> bool:
        """Whether its row is spoken of, if it has one."""
        return not one.parts or not (self._spoken.names or self._spoken.names_before).isdisjoint(one.parts)

    def _averages(self, operands: Operands) -> Iterator[float]:
        """What comes to each of what is counted."""
        facts = tuple(one for one in self._every if one.origin == "fact")
        for total, count in permutations(facts if len(facts) <= _MOST_OPERANDS else operands, 2):
            if count.counts and count.value and not total.counts and total.unit == "" and total.parts == count.parts:
                yield total.value / count.value

    def _agrees(self, figure: TextFigure, value: float) -> bool:
        """Whether the words say the direction: more of what is more, less of what is less."""
        if way := self._way(figure):
            return value * way >= 0
        more, less = _MORE.search(self._said), _LESS.search(self._said)
        if bool(more) == bool(less):
            return value >= 0 or bool(figure.sign or less or re.search(r"\b(?:differ\w*|gap|spread)\b", self._said))
        return value >= 0 if more else value <= 0

    def _way(self, figure: TextFigure) -> int:
        """Which way the words of the figure's own clause say: 1 for more, -1 for less, 0 where they don't."""
        start = max((match.end() for match in _CLAUSE.finditer(self._said[: figure.start])), default=0)
        end = next(
            (figure.end + match.start() for match in _CLAUSE.finditer(self._said[figure.end :])), len(self._said)
        )
        for part, nearest in ((self._said[start : figure.start], max), (self._said[figure.end : end], min)):
            found = [(match.start(), 1) for match in _MORE.finditer(part)]
            found += [(match.start(), -1) for match in _LESS.finditer(part)]
            if found:
                return nearest(found)[1]
        return 0

    def _rest(self, operands: Operands) -> Iterator[float]:
        """What is left of a hundred, where the words speak of the rest."""
        if not _REST.search(self._said):
            return
        shares = [one.value for one in operands if one.unit == "%" and not one.directed and 0 <= one.value <= 100]
        yield from (100 - share for share in shares)
        told = {one.value for one in self._told if one.unit == "%" and not one.directed}
        yield 100 - sum(told)

    def _ratios(self, figure: TextFigure, operands: Operands) -> Iterator[float]:
        before = self._said[: figure.start]
        by = re.search(r"\bby (?:about |around |nearly |almost |roughly )?$", before)
        beside = _beside(self._said[figure.end :]) if figure.unit == "part" else 0
        for a, b in permutations(operands, 2):
            if not alike(a, b) or not b.value or self._first(b, a, figure.start):
                continue
            if beside:
                change = (a.value - b.value) / b.value
                yield from (abs(change),) if change * beside > 0 else ()
            elif not by:
                yield a.value / b.value
            elif not _contradicted(a.value - b.value, before):
                yield abs(a.value - b.value) / abs(b.value)

    def _first(self, one: Datum, other: Datum, at: int) -> bool:
        """Whether `one` is what is compared and `other` what it is compared with, so that other / one is not meant."""
        of_a_row = bool(one.parts) and one.parts == other.parts
        moments = [year_of(known.name) if of_a_row else moment(known.parts) for known in (one, other)]
        if moments[0] and moments[1] and (of_a_row or _CHANGED.search(self._said)):
            return moments[0] > moments[1]
        places = [self._place(known, against) for known, against in ((one, other), (other, one))]
        if None in places:
            return False
        here, there = (place or 0 for place in places)
        compared = [bool(_REFERENCE.search(self._said[:place])) for place in (here, there)]
        if compared[0] != compared[1]:
            return compared[1]
        return here < at <= there

    def _place(self, known: Datum, against: Datum) -> int | None:
        """Where the statement first speaks of one number and not of the other."""
        if known.parts:
            return self._spoken.place_of(frozenset(known.parts) - frozenset(against.parts))
        labels = known.labels - against.labels
        found = [match.start() for one in labels if (match := re.search(rf"(?<!\w){re.escape(one)}", self._said))]
        return min(found, default=None)

    # of all parts of a whole -----------------------------------------------------------------------------------------

    def _of_wholes(self, figure: TextFigure) -> Iterator[float]:
        for members in self._wholes:
            total = sum(one.value for one in members)
            if total <= 0 or any(one.value < 0 for one in members):
                continue
            if figure.unit in ("%", "part"):
                scale = 100 if figure.unit == "%" else 1
                yield from (part / total * scale for part in self._parts(figure, members))
            elif figure.unit == "":
                yield from self._of_all(figure, members, total)
                yield from self._of_each(figure, members)

    @cached_property
    def _wholes(self) -> list[list[Datum]]:
        families: defaultdict[str, list[Datum]] = defaultdict(list)
        for one in self._every:
            if one.adds_up and one.unit == "" and one.parts:
                families[one.family].append(one)
        return [members for members in families.values() if len(members) > 1]

    def _parts(self, figure: TextFigure, members: list[Datum]) -> Iterator[float]:
        """The values of which the figure may tell the share: the one that is named there, or several together."""
        bracketed = re.search(r"\(\W*$", self._said[: figure.start])
        if not (self._in_table or bracketed or _SHARE.search(self._said)):
            return
        here = self._of(figure, members)
        yield from (one.value for one in here)
        if SUM.search(self._said) or _SHARE.search(self._said):
            named = [one.value for one in members if not self._spoken.names.isdisjoint(one.parts)]
            yield from (sum(named),) if len(named) > 1 else ()
        for match in _TOP.finditer(self._said):
            first = int(match[1]) if match[1].isdigit() else _NUMBERS.index(match[1])
            yield sum(sorted((one.value for one in members), reverse=True)[:first])

    def _of(self, figure: TextFigure, members: list[Datum]) -> list[Datum]:
        """Those of a family that the figure may belong to."""
        rivals = frozenset(part for one in members for part in one.parts)
        names = self._spoken.names_at((figure.start, figure.end), rivals) or self._spoken.names_before & rivals
        return [one for one in members if not names.isdisjoint(one.parts)]

    def _of_all(self, figure: TextFigure, members: list[Datum], total: float) -> Iterator[float]:
        if _OF_ALL.search(self._said[: figure.start]):
            yield total
        if any(not self._spoken.names.isdisjoint(one.parts) for one in members):
            return
        if SUM.search(self._said):
            yield total
        if MEAN.search(self._said):
            yield total / len(members)

    def _of_each(self, figure: TextFigure, members: list[Datum]) -> Iterator[float]:
        """A total divided by the count of the same row."""
        if not _EACH.search(self._said):
            return
        for one in self._of(figure, members):
            counts = (other for group in self._wholes if group is not members for other in group)
            yield from (one.value / other.value for other in counts if other.parts == one.parts and other.value)


def _beside(after: str) -> int:
    """1 where a part of more stands ("a third more than"), -1 where one of less does, 0 where neither."""
    word = re.match(r"\W*(\w+)", after)
    if not word:
        return 0
    if re.match(r"\W*(?:as (?:much|many|high) )?again\b", after):
        return 1
    return 1 if _MORE.fullmatch(word[1]) else -1 if _LESS.fullmatch(word[1]) else 0


def _contradicted(change: float, told_before: str) -> bool:
    return bool((UP.search(told_before) and change < 0) or (DOWN.search(told_before) and change > 0))
