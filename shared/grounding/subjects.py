"""Whose a known number is: the names of its row, and where a text speaks of them."""

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from shared.contracts import Fact, Scalar
from shared.pattern import LazyPattern

Parts = tuple[str, ...]
"""The names of a row, lower-cased, one for each of its columns that name: ("north", "2024-01-01")."""

_TOKEN = LazyPattern(r"[^\W_]+")
_LONGEST = 6
_SHORT = 2
"""Up to so many letters a name has to be written in capitals."""
_KEY_COLUMN = LazyPattern(
    r"^(?:year|month|week|quarter|day|decade|hour|weekday|jahr|monat)$|_(?:year|month|week)$", re.I
)
_NAMED = LazyPattern(r"(?P<kind>.+?) \((?P<subject>.+)\)")
_QUALIFIED = LazyPattern(r", (?:more|less|fewer|at least|at most|within|outside)\b.*")
"""What says which of them are meant, and names nobody."""
_DATE = LazyPattern(r"(?P<year>(?:19|20)\d\d)-(?P<month>0[1-9]|1[0-2])(?:-(?P<day>[0-3]\d))?(?:[Tt ]00:00.*)?")
_CONDITION = frozenset(("where", "with", "among", "in", "for", "whose", "that", "from", "between", "since", "before"))
"""What begins the conditions that end the names of all facts alike."""
_ORDINARY = frozenset(
    re.findall(
        r"\w+",
        "the and for with from that this all one two not its his her our who new old big top low high total other "
        "others none unknown yes many few more most first second third last next general direct sales support in of "
        "may march",
    )
)
"""Words that name a row only if they are written as its name is."""


_TIED_BEFORE, _TIED_BEHIND = LazyPattern(r"\d\S*(?: [a-z]+)? for $"), LazyPattern(r"[,;.)]| and\b| ones?\b|$")
"""Between these an ordinary word names a row: "35 min for high, 79 for normal"."""


@dataclass(frozen=True)
class Mention:
    """One of these names is spoken of at text[start:end]; `sure` where it is written out, and not a part of it."""

    start: int
    end: int
    parts: frozenset[str]
    sure: bool = True


def tokens(text: str) -> list[tuple[int, int, str]]:
    """(start, end, word): the words of a text, lower-cased, without a plural's or genitive's s."""
    return [(one.start(), one.end(), _bare(one.group())) for one in _TOKEN.finditer(text)]


def _bare(word: str) -> str:
    word = word.casefold()
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def _phrase(text: str) -> str:
    return " ".join(word for _, _, word in tokens(text))


def row_parts(row: Mapping[str, Scalar], is_number: Mapping[str, bool]) -> Parts:
    """The names of a row: its texts, and the numbers of columns that count time."""
    return tuple(row_names(row, is_number).values())


def row_names(row: Mapping[str, Scalar], is_number: Mapping[str, bool]) -> dict[str, str]:
    """The names of a row, by their columns."""
    return {
        column: str(cell).casefold()
        for column, cell in row.items()
        if cell is not None and (_names_by_number(column, cell) if is_number[column] else isinstance(cell, str))
    }


def _names_by_number(column: str, cell: Scalar) -> bool:
    """Whether a number names its row, as a year does: "per month" is a figure wherever it has a fraction."""
    return bool(_KEY_COLUMN.search(column)) and not (isinstance(cell, float) and not cell.is_integer())


def fact_parts(facts: tuple[Fact, ...]) -> list[tuple[str, Parts]]:
    """(kind, parts) for each fact, read from its name: "sales of North", "sales (North)", "sales in 2020"."""
    named = [_named(fact.name.casefold()) for fact in facts]
    members: defaultdict[str, list[list[str]]] = defaultdict(list)
    for kind, subject in named:
        members[kind].append(subject.split())
    found = []
    for kind, subject in named:
        words = _without_common_end(subject.split(), members[kind]) if len(members[kind]) > 1 else []
        found.append((kind, tuple(" ".join(words).split(", ")) if words and kind else ()))
    lengths = defaultdict(set)
    for kind, parts in found:
        lengths[kind].add(len(parts))
    return [(kind, parts if len(lengths[kind]) == 1 else (", ".join(parts),)) for kind, parts in found]


def _named(name: str) -> tuple[str, str]:
    if match := _NAMED.fullmatch(name):
        return match["kind"], match["subject"]
    kind, of, subject = _QUALIFIED.sub("", name).rpartition(" of ")
    if of:
        return kind, subject
    kind, year, subject = name.partition(" in ")
    return (kind, subject) if year and re.fullmatch(r"(?:.* )?(?:19|20)\d\d", subject) else ("", "")


def _without_common_end(words: list[str], members: list[list[str]]) -> list[str]:
    same = 0
    while all(len(one) > same + 1 for one in members) and len({one[-1 - same] for one in members}) == 1:
        same += 1
    ends = (at for at in range(len(words) - same, len(words)) if words[at] in _CONDITION)
    return words[: next(ends, len(words))]


class Subjects:
    """All names of the families of known numbers, and how a text may write them."""

    def __init__(self, families: Iterable[tuple[str, Parts]]) -> None:
        self._at: defaultdict[tuple[str, int], set[str]] = defaultdict(set)
        for family, parts in families:
            for place, part in enumerate(parts):
                self._at[family, place].add(part)

    def rivals(self, family: str, place: int) -> frozenset[str]:
        """All names that stand in that place of a family's rows."""
        return frozenset(self._at.get((family, place), ()))

    @cached_property
    def _forms(self) -> dict[str, tuple[set[str], bool]]:
        """Each way to write a name: which names it may mean, and whether it is the whole of one."""
        forms: dict[str, tuple[set[str], bool]] = {}
        for parts in {frozenset(parts) for parts in self._at.values()}:
            for form, part, sure in _written(parts):
                known = forms.setdefault(form, (set(), sure))
                forms[form] = (known[0] | {part}, known[1] or sure)
        return forms

    def mentions(self, text: str) -> tuple[Mention, ...]:
        """Where a text speaks of a name, the longest first where several start."""
        words, found, at = tokens(text), [], 0
        while at < len(words):
            longest = next(
                (n for n in range(min(_LONGEST, len(words) - at), 0, -1) if self._form(words[at : at + n])), 0
            )
            if longest:
                start, end = words[at][0], words[at + longest - 1][1]
                parts, sure = self._forms[" ".join(word for _, _, word in words[at : at + longest])]
                ordinary = longest == 1 and _is_ordinary(text[start:end], words[at][2], text[end : end + 2])
                ordinary = ordinary and not (_TIED_BEFORE.search(text[:start]) and _TIED_BEHIND.match(text[end:]))
                if not ordinary and not _is_bare_limit(text[start:end], parts, text[:start]):
                    apart = (name for part in parts for name in part.split(", "))
                    found.append(Mention(start, end, frozenset((*parts, *apart)), sure))
            at += longest or 1
        return tuple(found)

    def _form(self, words: list[tuple[int, int, str]]) -> bool:
        return " ".join(word for _, _, word in words) in self._forms


def _is_bare_limit(written: str, parts: set[str], before: str) -> bool:
    """Whether a number names a group only if it is written with the group's sign: 25, of "<25"."""
    signs = {part[0] for part in parts if part[0] in "<>≤≥" and part[1:].strip() == written}
    return len(signs) == len(parts) and before[-1:] not in signs


def _is_ordinary(written: str, word: str, after: str) -> bool:
    """Whether a word names a row only if it is tied to a figure: "high", the article "a", "it" where there is an IT."""
    if len(word) <= _SHORT and word.isalpha():
        return not written.isupper() or (word == "a" and bool(re.match(r" [a-z]", after)))
    return word in _ORDINARY and not written[0].isupper()


def _written(parts: frozenset[str]) -> Iterator[tuple[str, str, bool]]:
    """(form, name, whether it is the whole name)."""
    dates = {part: match for part in parts if (match := _DATE.fullmatch(part))}
    often = Counter(word for part in parts - dates.keys() for word in set(_phrase(part).split()))
    for part in parts:
        yield _phrase(part), part, True
        if part in dates:
            yield from ((_phrase(form), part, True) for form in _date_forms(dates[part], dates.values()))
        else:
            alone = (word for word in _phrase(part).split() if often[word] == 1 and len(word) > 2)
            yield from ((word, part, False) for word in alone if word.isalpha() and word not in _ORDINARY)
            if period := re.fullmatch(r"(q[1-4]) ((?:19|20)\d\d)", part):
                yield from ((period[1], part, False), (f"{period[2]} {period[1]}", part, True))


def _date_forms(given: re.Match[str], others: Iterable[re.Match[str]]) -> Iterator[str]:
    """How a day, or the month, quarter or year that it begins, may be written."""
    day = date(int(given["year"]), int(given["month"]), min(28, int(given["day"] or 1)))
    others = tuple(others)
    months = {int(one["month"]) for one in others}
    if len({one["year"] for one in others}) == len(others):
        yield f"{day.year}"
    if any((one["day"] or "01") != "01" for one in others):
        number = int(given["day"] or 1)
        for month in (f"{day:%B}", f"{day:%b}"):
            yield from (
                f"{number} {month} {day.year}",
                f"{month} {number} {day.year}",
                f"{number} {month}",
                f"{month} {number}",
            )
        return
    for month in (f"{day:%B}", f"{day:%b}"):
        yield from (f"{month} {day.year}", month)
    yield f"{day.year}-{day.month:02d}"
    if months <= {1, 4, 7, 10}:
        quarter = (day.month + 2) // 3
        yield from (f"q{quarter} {day.year}", f"{day.year} q{quarter}", f"q{quarter}")
    if months == {1}:
        yield f"{day.year}"


def moment(parts: Parts) -> tuple[int, int, int] | None:
    """When a row was, by which rows are in order: a year, a quarter (by its first month), a month or a day."""
    for part in parts:
        if match := _DATE.fullmatch(part):
            return int(match["year"]), int(match["month"]), int(match["day"] or 1)
        if match := re.fullmatch(r"(?:q([1-4]) )?((?:19|20)\d\d)", part):
            return int(match[2]), 3 * int(match[1] or 1) - 2, 1
    return None


Span = tuple[int, int]

_BELONGS = LazyPattern(
    r"(?:\W{0,4}\b(?!(?:to|from|ahead|short|instead)\b)[a-z]+){0,2}?[^\w;.:]{0,3}\b(?:in|for|of|during|at|among|on)\s(?:everything\s)?"
    r"(?:the\s|an?\s|month of\s)?\W*",
    re.I,
)
_ARE = LazyPattern(r"\s+(?:(?!to\b|from\b|and\b)[a-z]+\s+)?(?:is|are|was|were)\s+", re.I)
_OPPOSED = LazyPattern(r"[*_%\s]*\b(?:against|versus|vs\.?|compared (?:with|to))\W*", re.I)
"""What sets the figure of another beside one: "81 against 72"."""
_STANDS_FOR = LazyPattern(
    r"\b(?:runner|next|others?|rest|leader|leading|top|best|worst|highest|lowest|largest|smallest|peak|low|high|second|third|"
    r"fourth|fifth|last|first|previous|prior|before|weakest|strongest|everyone|all|average|overall|total|another|remaining)\b",
    re.I,
)


class Topics:
    """The names that a statement speaks of, and whose number each of its figures tells."""

    def __init__(
        self,
        text: str,
        mentions: tuple[Mention, ...],
        figures: Iterable[Span],
        before: tuple[Mention, ...] = (),
    ) -> None:
        self.text = text
        self.mentions = mentions
        self.names = frozenset(part for one in mentions for part in one.parts)
        self.names_before = frozenset(part for one in before for part in one.parts)
        self.figures = sorted(figures)

    def place_of(self, names: frozenset[str]) -> int | None:
        """Where one of these names first stands."""
        return min((one.start for one in self.mentions if one.parts & names), default=None)

    def names_at(self, figure: Span, rivals: frozenset[str]) -> frozenset[str] | None:
        """Which of these names a figure may belong to; None where none of them stands here."""
        relevant = [one for one in self.mentions if one.parts & rivals]
        if not relevant:
            return None
        if owner := self._adjoining(figure, relevant):
            return owner.parts
        beside, before, after = self._runs(figure, relevant)
        place = beside.index(figure)
        if place and _OPPOSED.fullmatch(self.text[beside[place - 1][1] : figure[0]]):
            return frozenset().union(*(one.parts for one in relevant))
        if place and self._another(beside[place - 1], figure):
            return rivals
        if self._follows(relevant) and after:
            return after[0].parts
        run = before or after
        if not run:
            return None
        if len(run) == len(beside):
            return run[place].parts
        if len(beside) == 1:
            return frozenset().union(*(one.parts for one in run))
        return run[-1 if before else 0].parts

    def _adjoining(self, figure: Span, relevant: list[Mention]) -> Mention | None:
        """The name that the figure is tied to: "4,210 in North", "4,210 (North)"."""
        following = next((one for one in relevant if one.start >= figure[1]), None)
        if following is None or any(figure[1] <= start < following.start for start, _ in self.figures):
            return None
        between, after = self.text[figure[1] : following.start], self.text[following.end :]
        bracketed = re.fullmatch(r"[*_`]*\s*[(\[]\W*(?:in |for )?", between) and re.match(r"[*_`]*\s*[)\]]", after)
        return following if bracketed or _BELONGS.fullmatch(between) or _ARE.fullmatch(between) else None

    def _runs(self, figure: Span, relevant: list[Mention]) -> tuple[list[Span], list[Mention], list[Mention]]:
        """The figures between the same names as this one, the names right before these, and those right after."""
        starts = [one.start for one in relevant]
        place = bisect_right(starts, figure[0])
        beside = [one for one in {*self.figures, figure} if bisect_right(starts, one[0]) == place]
        earlier = max((end for start, end in self.figures if start < min(beside)[0]), default=-1)
        later = min((start for start, _ in self.figures if start > max(beside)[0]), default=len(self.text))
        before = [one for one in relevant[:place] if one.start >= earlier]
        after = [one for one in relevant[place:] if one.start < later]
        return sorted(beside), before, after

    def _follows(self, relevant: list[Mention]) -> bool:
        """Whether each figure comes before its name: it starts with a figure and ends with a name."""
        first, last = relevant[0], relevant[-1]
        return bool(self.figures) and self.figures[0][0] < first.start and self.figures[-1][0] < last.start

    def _another(self, earlier: Span, figure: Span) -> bool:
        """Whether a word between two figures stands for another: "sold 5, the runner-up 4"."""
        between = self.text[earlier[1] : figure[0]]
        for one in self.mentions:
            if earlier[1] <= one.start < figure[0]:
                start, end = one.start - earlier[1], one.end - earlier[1]
                between = between[:start] + " " * (end - start) + between[end:]
        return bool(_STANDS_FOR.search(between))
