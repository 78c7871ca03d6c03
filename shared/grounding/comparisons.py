"""What a statement says of many rows at once: how many lie beyond a figure, between which they lie, which is first."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import pairwise

from shared.contracts import ResultPreview, Scalar
from shared.grounding.arithmetic import DOWN
from shared.grounding.evidence import Datum
from shared.grounding.figures import TextFigure
from shared.grounding.subjects import Parts, row_parts, tokens
from shared.pattern import LazyPattern

_BEYOND = LazyPattern(
    r"\b(?P<no>not |no )?(?:(?P<above>above|over|more than|greater than|higher than|at least|beyond|exceed\w*|top|"
    r"pass\w*)|(?P<below>below|under|less than|fewer than|lower than|at most|short of))\W*$"
)
_STATES = LazyPattern(
    r"^\W*(?:[a-z]+\s+){0,4}?(?:is|are|was|were|has|have|had|lies?|lay|stays?|stayed|remains?|remained|came|comes?|"
    r"reached|ended|closed|sold|made|earned)\b"
)
_STATED = LazyPattern(
    r"\b(?:is|are|was|were|has|have|had|lies?|lay|stay\w*|remain\w*|c[oa]me\w*(?: in)?|reach\w*|ended|closed|sells?|"
    r"sold|made|earn\w*)\s(?:[a-z]+ly\s|all\s|well\s|far\s|just\s|still\s|in\s)*$"
)
_HIGH, _LOW = "highest largest biggest most greatest maximum peaked", "lowest smallest least fewest minimum bottomed"
_EXTREME = LazyPattern(
    rf"(?<!at )(?<!second )(?<!second-)(?<!third )(?<!third-)(?<!next )(?<!next-)\b"
    rf"(?:(?P<high>{'|'.join(_HIGH.split())})|(?P<low>{'|'.join(_LOW.split())}))\b(?! (?:of|likely|recent|squares)\b)"
)
_CLAUSE = LazyPattern(r"[.;\n]|\b(?:and|while|whereas|but|though|although|followed|with the)\b")
_AGAINST = LazyPattern(
    r"\b(?:(?P<more>ahead of|more than|above|higher than)|(?P<less>behind|below|less than|fewer than|lower than))\b"
    r"[^.;:,(\d]{2,40}(?:\bwith|\bat|\(|'s|’s|\bon)\W*$"
)
_ALL = LazyPattern(r"\b(?:all|every|each|both|none|no)\b")
_NONE = LazyPattern(r"\b(?:none|no)\b")
_ONLY = LazyPattern(r"\b(?:only|just|alone)\b")
_OF = LazyPattern(r"[*_]*\s+of (?:the |all |its |our |their )?[*_]*")
_JOINED = LazyPattern(r"\s?[–-]\s?|[*_]*\s(?:and|to)\s[*_]*")

Rows = Mapping[Parts, float]


@dataclass(frozen=True)
class Column:
    """The figures of one column of a whole result, by the names of their rows; `words` are those of its name."""

    words: frozenset[str]
    rows: Rows
    percent: bool = False

    def end_of(self, parts: Parts) -> int:
        """1 for the row of the highest figure, -1 for that of the lowest; 0 for others, and where rows share it."""
        values, own = sorted(self.rows.values()), self.rows[parts]
        if own == values[-1] > values[-2]:
            return 1
        return -1 if own == values[0] < values[1] else 0

    def rows_of(self, *names: frozenset[str]) -> list[Parts]:
        """The rows that one name of each belongs to."""
        return [parts for parts in self.rows if all(not one.isdisjoint(parts) for one in names)]

    def value_of(self, *names: frozenset[str]) -> float:
        """The figure of the one row of these names."""
        return self.rows[self.rows_of(*names)[0]]

    def has_place(self, names: Sequence[frozenset[str]], place: int) -> bool:
        """Whether the one row of these names is first (1), second (2) … or last (-1) …, shared places included; where
        there is no other, nothing decides it."""
        own = self.value_of(*names)
        if len(self.rows) < 2:
            return True
        beyond = sum(value > own if place > 0 else value < own for value in self.rows.values())
        level = sum(value == own for value in self.rows.values())
        return beyond < abs(place) <= beyond + level

    @property
    def whole(self) -> bool:
        """Whether its figures are whole numbers, as counts are."""
        return all(value.is_integer() for value in self.rows.values())

    def fits(self, *told: TextFigure) -> bool:
        """Whether these figures are in its unit."""
        return all(one.unit == ("%" if self.percent else "") for one in told)

    @property
    def near(self) -> tuple[float, float]:
        """Between what and what a bound may lie that tells its rows apart."""
        low, high = min(self.rows.values()), max(self.rows.values())
        return low - (high - low), high + (high - low)


def columns(results: Iterable[ResultPreview], known: Iterable[Datum]) -> tuple[Column, ...]:
    """The columns of figures that are whole: of what was cut off, nothing can be counted.

    Which of them are in percent is `known`.
    """
    percent = frozenset(one.value for one in known if one.unit == "%")
    return tuple(column for result in results if _whole(result) for column in _columns(result, percent))


def families(known: Iterable[Datum]) -> tuple[Column, ...]:
    """The figures of facts that no result holds, by the names of their rows: the sales of North, of South."""
    rows: defaultdict[str, dict[Parts, float]] = defaultdict(dict)
    for one in known:
        if one.origin == "fact" and one.parts and one.name and not one.celled:
            rows[one.family][one.parts] = one.value
    return tuple(Column(frozenset(word for _, _, word in tokens(name)), own) for name, own in rows.items())


def _whole(result: ResultPreview) -> bool:
    return not result.truncated and len(result.data) == result.row_count > 1


def _columns(result: ResultPreview, percent: frozenset[float]) -> Iterator[Column]:
    names = {name: all(_is_number(row.get(name)) for row in result.data) for name in result.data[0]}
    parts = [row_parts(row, names) for row in result.data]
    for name in names:
        if names[name] and len(set(parts)) == len(parts) and all(parts):
            rows = {own: float(row[name] or 0) for own, row in zip(parts, result.data, strict=True)}
            words = frozenset(word for _, _, word in tokens(name))
            yield Column(words, rows, percent.issuperset(rows.values()))
            if all(abs(value) < 1 for value in rows.values()):
                yield Column(words, {own: value * 100 for own, value in rows.items()}, percent=True)


def _is_number(value: Scalar) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


@dataclass(frozen=True)
class Comparisons:
    """What a statement says of many rows: its text, the figures in it, and the names of rows that it speaks of.

    `around` is the text that it stands in, whose words choose among columns.
    """

    columns: tuple[Column, ...]
    said: str
    figures: tuple[TextFigure, ...]
    names: frozenset[str]
    around: str

    def true(self) -> frozenset[TextFigure]:
        """The figures that are as the rows have them."""
        found: set[TextFigure] = set()
        for bound in self.figures:
            found |= self._beyond(bound) or set()
        for one, other in pairwise(self.figures):
            found |= self._range(one, other) | self._some_of_all(one, other)
        return frozenset(found)

    def false(self, given: Set[TextFigure]) -> frozenset[TextFigure]:
        """The figures that the words turn upside down: a count of rows beyond a bound that no column bears out, the
        lowest told as the highest, the larger of two told to be behind. A count `given` by a fact needs no counting."""
        bounds = (bound for bound in self.figures if self._beyond(bound) is None and self._spoken_of(bound))
        counted = (self._counting(bound) for bound in bounds)
        found = {figure for one in counted if one and one[0] not in given for figure in one}
        return frozenset(found.union(*(self._upside_down(figure) for figure in self.figures)))

    # beyond a bound --------------------------------------------------------------------------------------------------

    def _beyond(self, bound: TextFigure) -> set[TextFigure] | None:
        """The bound, with the count before it, where a column bears out what is said; None where none does."""
        match = _BEYOND.search(self.said[: bound.start])
        if not match or bound.unit in ("x", "part", "pp") or not _STATED.search(self.said[: match.start()]):
            return set()
        above = bool(match["above"]) != bool(match["no"])
        count = self._counting(bound)
        all_of_them = _ALL.search(self.said[: bound.start])
        if not (count or all_of_them or self.names):
            return set()
        tried = [column for column in self._spoken_of(bound) if self._bears_out(column, bound, above, count)]
        return {bound, *(count or ())} if tried else None

    def _counting(self, bound: TextFigure) -> tuple[TextFigure, TextFigure] | None:
        """(how many, beyond what), where a statement begins so: "Two regions are below 50,000"."""
        if not _BEYOND.search(self.said[: bound.start]):
            return None
        for figure in self.figures:
            between = self.said[figure.end : bound.start]
            if figure.end <= bound.start and not figure.unit and not figure.currency and _STATES.match(between):
                return (figure, bound) if float(figure.value).is_integer() else None
        return None

    def _spoken_of(self, bound: TextFigure) -> list[Column]:
        """The columns that may be meant: those that are named, or else those whose values lie about the bound."""
        fitting = [column for column in self.columns if column.fits(bound)]
        near = [column for column in fitting if column.near[0] <= _signed(bound) <= column.near[1]]
        words = frozenset(word for _, _, word in tokens(self.around))
        return [column for column in near if column.words & words] or near

    def _bears_out(
        self, column: Column, bound: TextFigure, above: bool, count: tuple[TextFigure, TextFigure] | None
    ) -> bool:
        edge = _signed(bound)
        beyond = {parts for parts, value in column.rows.items() if (value > edge if above else value < edge)}
        named = {parts for parts in column.rows if not self.names.isdisjoint(parts)}
        if count and len(beyond) != count[0].value:
            return False
        if named:
            return named <= beyond and (not _ONLY.search(self.said) or named == beyond)
        if count:
            return True
        return not beyond if _NONE.search(self.said) else len(beyond) == len(column.rows)

    def _upside_down(self, figure: TextFigure) -> set[TextFigure]:
        before = self.said[: figure.start]
        clause = before[max((match.end() for match in _CLAUSE.finditer(before)), default=0) :]
        found = [one for one in _EXTREME.finditer(clause) if not DOWN.search(clause) and not self._vague(one, clause)]
        said = {bool(match["high"]) for match in found}
        first = not any(len(before) - len(clause) <= one.start < figure.start for one in self.figures)
        if len(said) == 1 and first and self._is_end(figure, highest=not said.pop()):
            return {figure}
        if match := _AGAINST.search(before):
            pairs = [(a - b) for one in self.figures if one.end <= match.start() for a, b in self._pairs(one, figure)]
            if pairs and all(apart < 0 if match["more"] else apart > 0 for apart in pairs):
                return {figure}
        return set()

    def _vague(self, match: re.Match[str], clause: str) -> bool:
        """Whether it is the most of what no column is called by: "the most punctual" may be the lowest delay."""
        next_words = {word for _, _, word in tokens(" ".join(clause[match.end() :].split()[:2]))}
        most = match.group() == "most"
        return most and bool(next_words) and not any(column.words & next_words for column in self.columns)

    def _is_end(self, figure: TextFigure, *, highest: bool) -> bool:
        """Whether it is the highest (or lowest) figure of its column, of a row that is at the other end of none."""
        for parts in {parts for column in self.columns for parts in column.rows if not self.names.isdisjoint(parts)}:
            own = [column for column in self.columns if parts in column.rows]
            ends = [(column, column.end_of(parts)) for column in own]
            if any(end == (-1 if highest else 1) for _, end in ends):
                continue
            if any(end == (1 if highest else -1) and figure.tells(one.rows[parts]) for one, end in ends):
                return True
        return False

    def _pairs(self, one: TextFigure, other: TextFigure) -> Iterator[tuple[float, float]]:
        """The values of a column that two figures tell of two rows that are spoken of."""
        for column in self.columns:
            named = [value for parts, value in column.rows.items() if not self.names.isdisjoint(parts)]
            yield from ((a, b) for a in named for b in named if a != b and one.tells(a) and other.tells(b))

    # of all rows -----------------------------------------------------------------------------------------------------

    def _range(self, one: TextFigure, other: TextFigure) -> set[TextFigure]:
        """Both, where they are the least and the most of a column: "19–38 minutes", "between 15,980 and 29,664"."""
        if not _JOINED.fullmatch(self.said[one.end : other.start]):
            return set()
        ends = (sorted(column.rows.values()) for column in self.columns if column.fits(one, other))
        return {one, other} if any(one.tells(each[0]) and other.tells(each[-1]) for each in ends) else set()

    def _some_of_all(self, some: TextFigure, whole: TextFigure) -> set[TextFigure]:
        """Both, where so many rows of all have a figure above nothing, below it, or none: "two of the three years"."""
        if some.unit or whole.unit or not _OF.fullmatch(self.said[some.end : whole.start]):
            return set()
        of_all = [list(column.rows.values()) for column in self.columns if len(column.rows) == whole.value]
        counts = {sum(test) for values in of_all for test in zip(*map(_tests, values), strict=True)}
        return {some, whole} if some.value in counts else set()


def _tests(value: float) -> tuple[bool, bool, bool, bool]:
    return value > 0, value < 0, value == 0, value != 0


def _signed(figure: TextFigure) -> float:
    return figure.value * (figure.sign or 1)
