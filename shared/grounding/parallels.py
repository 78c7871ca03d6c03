"""Figures that stand in parallel: what one of them leaves unsaid, the others say.

"West 90,077 (36.5 %) and East 62,888 (25.5 %)": the second pair is of the columns of the first. "from 45 to 68, a gain
of 23": the three belong together. "the 2010s were worse than the 1960s: 7.2 compared with 4.8": in this order.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, groupby, pairwise
from typing import Final, NamedTuple

from shared.grounding import orders
from shared.grounding.cited import Cited
from shared.grounding.comparisons import Column
from shared.grounding.figures import TextFigure
from shared.grounding.findings import Basis, Objection
from shared.grounding.subjects import Mention, tokens
from shared.grounding.ways import ways
from shared.pattern import LazyPattern

_OPPOSED: Final = LazyPattern(
    r"\b(?:against|versus|vs\.?|compared (?:with|to))\s(?:only |just |about )?(?:the )?\W*$", re.I
)
_THAN: Final = LazyPattern(r"\bthan\b", re.IGNORECASE)
_EACH: Final = LazyPattern(r"\W*(?:\w+ )?each\b", re.IGNORECASE)
_PART: Final = LazyPattern(r"[.;:]")
SMALL_WORDS: Final = frozenset(
    re.findall(
        r"\w+",
        "a an the this that these those it its they their he his she her one ones of in on at by for to from with "
        "as is are was were be been has have had do does did and or but while whereas though although than then also "
        "still only just about around nearly almost even too both each other another respectively followed against "
        "versus vs compared ahead behind above below more less most least highest lowest largest smallest second "
        "third fourth fifth last first next here there where when who which itself",
    )
)
"""Words that name no column: what is left unsaid between them is said beside another figure."""
_FROM: Final = LazyPattern(r"\bfrom\W+$", re.IGNORECASE)
_TO: Final = LazyPattern(r"\bto\W+$", re.IGNORECASE)
_CHANGED_BY: Final = LazyPattern(
    r"[^.;\d]{0,40},? (?:or|an?|the) (?:(?:total |net )?(?:gain|loss|rise|fall|drop|decline|increase|decrease|change|"
    r"improvement|recovery|difference) of )?\W*$",
    re.IGNORECASE,
)
_MORE: Final = LazyPattern(r"\W*(?:more|above|higher|larger)\b", re.IGNORECASE)
_LESS: Final = LazyPattern(r"\W*(?:less|fewer|below|lower|smaller)\b", re.IGNORECASE)
_RISEN_TO: Final = LazyPattern(r"\b(?:down|up) to\W+$", re.IGNORECASE)
_BY: Final = LazyPattern(r"\bby\W+$", re.IGNORECASE)
_SO_IT: Final = LazyPattern(r"[^.;]{0,20}?,? (?:so|and|thus) (?:it|they|this) (?P<way>\w+)", re.IGNORECASE)
_OVER: Final = LazyPattern(r"[*_%]*\s?(?:\w+ ){0,2}?(?:over|across|out of|based on) (?:only |just |all )?\W*")
_AND: Final = LazyPattern(r"[*_]*(?:,|,? (?:and|or|to))\s[*_]*")
_SOME_OF: Final = LazyPattern(r"[*_]* of (?:the|its|all|their) [*_]*")
_BETWEEN: Final = LazyPattern(r"\bbetween\W+$", re.IGNORECASE)
_BETWEEN_AND: Final = LazyPattern(r"[^.;,]{0,30}\band\W*$")
_LOWEST: Final = frozenset(("min", *orders.LOW.split()))
_HIGHEST: Final = frozenset(("max", "most", *orders.HIGH.split()))
_SLACK: Final = 0.02
_HUNDRED: Final = 100
_FAR: Final = 12
_BESIDE: Final = 20
_IN_PERCENT: Final = LazyPattern(r"\sof [^.;:,(\d]{1,40}\(\W*(?P<share>\d+(?:\.\d+)?)\s?%\W*\)")
"""What says a part in words once more: "almost half of the revenue (48.9 %)"."""
_OF_THE: Final = LazyPattern(r"[*_]* of (?:the |all |its )?[*_]*")
_AWAY: Final = LazyPattern(r"[.;,]|\b(?:and|while|whereas|but|or|of)\b")
_ANEW: Final = LazyPattern(r"[.;]|\b(?:and|while|whereas|but)\b")
"""What begins something else: "0.19 against 0.55) and are cited four times as often"."""
_BOUND: Final = LazyPattern(r"\b(?:(?P<over>more than|over)|less than|under)\s$", re.IGNORECASE)
_LEAST, _MOST, _JUST = 0.85, 1.25, 0.97
"""Between which parts of a multiple in words what it tells may lie."""


class ParallelStanding(NamedTuple):
    """A figure by reference at text[start:end] of a statement."""

    start: int
    end: int
    cited: Cited


def aligned(said: str, told: Sequence[ParallelStanding], mentions: Sequence[Mention]) -> Iterator[Objection]:
    """Those that stand in parallel and do not belong to it."""
    cells = [one for one in told if one.cited.column]
    runs = [tuple(run) for _, run in groupby(cells, lambda one: one.cited.at)]
    for run, following in pairwise(runs):
        broken = _PART.search(said[run[-1].end : following[0].start])
        if run[0].cited.at[0][0] == following[0].cited.at[0][0] and len(run) == len(following) and not broken:
            yield from _of_other_columns(said, run, following, mentions)
    yield from _paired(said, told, mentions)
    for one in told:
        if one.cited.column and not _of_each(said, one, told, mentions):
            yield Objection(said[one.start : one.end], "this is not so of each that is named")


def _paired(said: str, told: Sequence[ParallelStanding], mentions: Sequence[Mention]) -> Iterator[Objection]:
    """The same of two that follow each other."""
    for one, other in pairwise(told):
        if _OVER.fullmatch(said[one.end : other.start]) and _of_two_rows(one.cited, other.cited):
            yield Objection(said[other.start : other.end], "this is of another row than the figure before it")
        if _OPPOSED.search(said[one.end : other.start]):
            yield from _wrongly_opposed(said, one, other, mentions, [two for two in told if two.end < one.end])
        if _told_twice(said[one.end : other.start], one.cited, other.cited):
            yield Objection(said[other.start : other.end], "this is the same figure once more")
        if _SOME_OF.fullmatch(said[one.end : other.start]) and _no_count(other.cited):
            yield Objection(said[other.start : other.end], "this counts nothing")


def _of_other_columns(
    said: str, run: Sequence[ParallelStanding], other: Sequence[ParallelStanding], mentions: Sequence[Mention]
) -> Iterator[Objection]:
    if {one.cited.column for one in run} == {one.cited.column for one in other}:
        return
    ends = {one.start: before.end for before, one in pairwise((*run, *other))}
    for one, two in zip(run, other, strict=True):
        if one.cited.column != two.cited.column and unnamed(said, two, ends[two.start], mentions, one.cited.column):
            why = f"this is {two.cited.column}, and beside it stands {one.cited.column}"
            yield Objection(
                said[two.start : two.end], why, Basis.READING if _ranging(one.cited, two.cited) else Basis.CELLS
            )


def unnamed(said: str, one: ParallelStanding, since: int, mentions: Sequence[Mention], beside: str) -> bool:
    """Whether nothing between `since` and the figure, or right behind it, says that it is of another column than the
    one that is told beside it."""
    between = said[since : one.start]
    for name in mentions:
        if since <= name.start < one.start:
            between = between.replace(said[name.start : name.end], " ")
    behind = re.match(r"[*_]*(?: (?:and|or) [\d.,]+)?\s?([^\W\d_]+)", said[one.end :])
    own = words(one.cited.column) - words(beside)
    if own & words(f"{said[since : one.start]} {' '.join(said[one.end :].split()[:3])}"):
        return False
    left = words(between) - SMALL_WORDS - words(beside)
    return not left and (behind is None or words(behind[1]) <= SMALL_WORDS | words(beside))


def _wrongly_opposed(
    said: str,
    one: ParallelStanding,
    other: ParallelStanding,
    mentions: Sequence[Mention],
    earlier: Sequence[ParallelStanding],
) -> Iterator[Objection]:
    if _apart(said, one.cited, other.cited) and not any(two.cited.column == other.cited.column for two in earlier):
        why = f"this is {other.cited.column}, and beside it stands {one.cited.column}"
        basis = Basis.READING if one.cited.at == other.cited.at else Basis.CELLS
        yield Objection(said[other.start : other.end], why, basis)
    before = [name for name in mentions if name.end <= one.start and name.sure]
    if len(before) == 2 and _THAN.search(said[before[0].end : before[1].start]):
        first, second = before[0].parts, before[1].parts
        if first & other.cited.names and second & one.cited.names and not first & one.cited.names:
            yield Objection(said[one.start : one.end], "the two figures are told in the other order than their names")
        elif first & one.cited.names and _of_another_than(second, one.cited, other.cited):
            yield Objection(said[other.start : other.end], "this is not the figure of what it is compared with")


def _ranging(one: Cited, other: Cited) -> bool:
    """Whether two cells are the ends of a range: of the columns "youngest" and "oldest"."""
    low, high = (words(two.column) & ends for two, ends in ((one, _LOWEST), (other, _HIGHEST)))
    return bool(low and high) and one.value <= other.value


def _apart(said: str, one: Cited, other: Cited) -> bool:
    """Whether two cells of one table are of two columns, and no word names what the second has of its own."""
    if _ranging(one, other):
        return False
    cells = one.column and other.column and one.column != other.column and one.at[0][0] == other.at[0][0]
    return bool(cells) and not (words(other.column) - words(one.column)) & words(said)


def _told_twice(between: str, one: Cited, other: Cited) -> bool:
    """Whether one cell is set beside itself: "South and North, at 46,002 and 46,002"."""
    joined = _AND.fullmatch(between) or _OPPOSED.search(between)
    return bool(one.at and one.at == other.at and one.form == other.form and joined)


def _no_count(cited: Cited) -> bool:
    """Whether it is a cell of no whole numbers, of which nothing can be some."""
    return bool(cited.column) and cited.column not in cited.counts and not cited.unit


def _of_another_than(named: frozenset[str], one: Cited, other: Cited) -> bool:
    """Whether the second of two figures of a column is of another row than the one that is named."""
    return one.column == other.column and bool(named & _rivals(other) - other.names)


def _rivals(cited: Cited) -> frozenset[str]:
    return frozenset().union(*cited.rivals.values())


def _of_two_rows(one: Cited, other: Cited) -> bool:
    """Whether two cells of one table are of two rows and two columns."""
    cells = bool(one.column and other.column) and one.at[0][0] == other.at[0][0]
    return cells and one.at != other.at and one.column != other.column


def _of_each(said: str, one: ParallelStanding, told: Sequence[ParallelStanding], mentions: Sequence[Mention]) -> bool:
    """Whether a figure that "each" has is the figure of all that are named before it."""
    if not _EACH.match(said[one.end :]):
        return True
    since = max((match.end() for match in _PART.finditer(said[: one.start])), default=0)
    since = max([since, *(other.end for other in told if other.end < one.start)])
    alike = one.cited.names | one.cited.shared
    rivals = frozenset().union(*one.cited.rivals.values())
    named = [name for name in mentions if since <= name.start < one.start and name.sure and name.parts & rivals]
    return all(name.parts & alike for name in named)


def listed(
    items: Sequence[tuple[str, Sequence[ParallelStanding]]], own: int, mentions: Sequence[Mention]
) -> Iterator[tuple[str, str]]:
    """(figure, why) of those of an item that are of another column than at their place in the other items of its list;
    `items` are the texts of them all with their figures, `own` is its place among them."""
    said, told = items[own]
    alike = [given for _, given in items if len(given) == len(told)]
    for at, one in enumerate(told):
        columns = Counter(given[at].cited.column for given in alike)
        most, times = columns.most_common(1)[0]
        since = told[at - 1].end if at else 0
        apart = one.cited.column and most and one.cited.column != most and times > 1
        if apart and unnamed(said, one, since, mentions, most):
            yield said[one.start : one.end], f"this is {one.cited.column}, and in the other items stands {most}"


def stepped(said: str, told: Sequence[ParallelStanding]) -> Iterator[Objection]:
    """The figures of "from A to B" where the two are not of one kind, or "a gain of C" is not by what they differ."""
    for at, (one, other) in enumerate(pairwise(told)):
        between = said[one.end : other.start]
        if (
            _BETWEEN.search(said[: one.start])
            and _BETWEEN_AND.fullmatch(between)
            and _apart(said, one.cited, other.cited)
        ):
            yield Objection(said[one.start : one.end], "the two figures are not of one kind")
        if not _TO.search(between) or re.search(r"[.;]", between):
            continue
        if _BY.search(said[: one.start]) and one.cited.column and _same_cell(one.cited, other.cited):
            yield Objection(said[other.start : other.end], "this is by how much it changed, not what it came to")
        if not _FROM.search(said[: one.start]) and not _RISEN_TO.search(between):
            continue
        yield from _gone_on(said, one, other)
        if _of_two_kinds(one.cited, other.cited):
            yield Objection(said[one.start : one.end], "the two figures are not of one kind")
        if at + 2 < len(told) and _CHANGED_BY.fullmatch(said[other.end : told[at + 2].start]):
            third = told[at + 2]
            if not _is_change(one.cited.value, other.cited.value, abs(third.cited.value)):
                yield Objection(said[third.start : third.end], "this is not by how much the two differ")


def _same_cell(one: Cited, other: Cited) -> bool:
    return (one.at, one.column) == (other.at, other.column)


def _gone_on(said: str, one: ParallelStanding, other: ParallelStanding) -> Iterator[Objection]:
    """What is said of "from A to B" right after it: "so it rose every year"."""
    match = _SO_IT.match(said[other.end :])
    way = next(iter(ways(match["way"])), None) if match else None
    if match and way and (other.cited.value - one.cited.value) * way.sign < 0:
        yield Objection(match["way"], "the two figures are the other way")


def _of_two_kinds(one: Cited, other: Cited) -> bool:
    """Whether two cells of two rows are of two columns, or two of one row of columns of which one has its pair
    elsewhere: points_before and gain, where there is points_after."""
    if not one.column or not other.column or one.at[0][0] != other.at[0][0] or _ranging(one, other):
        return False
    if one.at != other.at:
        return one.column != other.column
    here, there = words(one.column), words(other.column)
    rest = [words(name) for name in one.columns if name not in (one.column, other.column)]
    longer = max(here, there, key=len)
    paired = any(len(name) == len(longer) == len(name & longer) + 1 for name in rest)
    return len(here) != len(there) and paired


def _is_change(old: float, new: float, told: float) -> bool:
    apart = abs(new - old)
    found = [apart, *((100 * apart / abs(old), abs(new / old)) if old else ())]
    return any(abs(told - one) <= max(_SLACK * one, 0.15) for one in found)


def related(
    figure: TextFigure,
    said: str,
    told: Sequence[ParallelStanding],
    mentions: Sequence[Mention],
    columns: Sequence[Column],
    earlier: Sequence[ParallelStanding] = (),
) -> bool | None:
    """Whether a multiple or a part ("three times as many", "a third below") is what it is of the figures that it stands
    beside, or of those `earlier` in the sentence before; None where it stands beside none."""
    before = [one for one in told if one.end <= figure.start and one.cited.column]
    share = _IN_PERCENT.match(said[figure.end :]) if figure.unit == "part" else None
    if share and not figure.low * _JUST <= float(share["share"]) / 100 <= figure.high / _JUST:
        return False
    if figure.unit == "x":
        return _times_as_much(figure, said, told, [*earlier, *told])
    behind = next((one for one in told if one.start >= figure.end), None)
    if figure.unit == "part" and before and behind and _OF_THE.fullmatch(said[figure.end : behind.start]):
        part, whole = before[-1].cited, behind.cited
        if "%" in said[before[-1].start : figure.start] and figure.tells(part.value / _HUNDRED):
            return None
        if figure.start - before[-1].end <= _BESIDE and whole.value and not (part.unit or whole.unit):
            return figure.low * _LEAST <= abs(part.value / whole.value) <= figure.high * _MOST
    way = _way(said[figure.end :])
    if figure.unit != "part" or not way:
        return None
    bases = [
        name
        for name in mentions
        if (name.start >= figure.end and not _AWAY.search(said[figure.end : name.start]))
        or said[: name.start].lower().endswith("with the ")
    ]
    near = before[-1] if before and figure.start - before[-1].end <= _FAR else None
    return any(
        (value - base) * way > 0 and figure.tells((value - base) / abs(base))
        for column in columns
        if near is None or words(near.cited.column) == column.words
        for value, base in _pairs(column, near, bases[:1])
        if base
    )


def _times_as_much(
    figure: TextFigure, said: str, told: Sequence[ParallelStanding], cells: Sequence[ParallelStanding]
) -> bool | None:
    """Whether "90,077, twice as much as East (62,888)" or "90,077 against 62,888, three times as much" are so of two
    of the `cells`; None where no figure that the words are about stands beside them."""
    before = [one for one in told if one.end <= figure.start and one.cited.column]
    behind = next((one for one in told if one.start >= figure.end), None)
    beside = behind and behind.cited.column and not _AWAY.search(said[figure.end : behind.start])
    opposed = len(before) > 1 and _OPPOSED.search(said[before[-2].end : before[-1].start])
    opposed = None if before and _ANEW.search(said[before[-1].end : figure.start]) else opposed
    pairs = combinations([one.cited for one in cells if one.cited.column], 2) if beside or opposed else ()
    alike = [(one.value, two.value) for one, two in pairs if one.column == two.column and one.at != two.at]
    ratios = [max(abs(a / b), abs(b / a)) for a, b in alike if a and b]
    return any(_is_about(figure, ratio, said[: figure.start]) for ratio in ratios) if ratios else None


def _is_about(figure: TextFigure, ratio: float, before: str) -> bool:
    """Whether a multiple in words may mean that: "twice" from 1.7 to 2.4, "less than twice" below that alone."""
    size, bound = figure.value, _BOUND.search(before)
    if bound and (ratio < size * _JUST if bound["over"] else ratio > size / _JUST):
        return False
    return figure.tells(ratio) or size * _LEAST <= ratio <= size * _MOST


def _way(after: str) -> int:
    return 1 if _MORE.match(after) else -1 if _LESS.match(after) else 0


def _pairs(column: Column, near: ParallelStanding | None, bases: Sequence[Mention]) -> Iterator[tuple[float, float]]:
    """(what is compared, with what) of a column's figures."""
    values = [near.cited.value] if near else list(column.rows.values())
    against = [column.rows[row] for name in bases for row in column.rows_of(name.parts)] or (
        [] if bases else list(column.rows.values())
    )
    yield from ((value, base) for value in values for base in against)


def words(text: str) -> frozenset[str]:
    """The words of a text, or of a column's name."""
    return frozenset(word for _, _, word in tokens(text))
