"""What the results of a conversation come to in one step of arithmetic, anywhere in them.

A typed number that such a step gives may have been worked out by whoever wrote it, or come by chance: in forty rows
some two differ by nearly anything. So it is for a judge, who must bear it out but where the step is one of its own
sentence's figures; what no step gives is made up.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, chain, combinations, permutations
from statistics import median
from typing import Final

from shared.contracts import Fact, ResultPreview
from shared.grounding.evidence import number
from shared.grounding.figures import TextFigure, figures
from shared.grounding.steps import OneStep
from shared.grounding.units import SCALES, unscaled

_MOST_ROWS: Final = 200
"""Of longer results no two rows are set against each other: their columns' totals, means and extremes are."""

_MOST_PARTS: Final = 24
"""Of columns with more rows than that no two or three are put together to a part."""
_MOST_BESIDE: Final = 24
_MOST_TIMES: Final = 12
"""So often at most is a number of the question taken: $1,000 in each of five shares."""
_CALENDAR: Final = (4, 7, 12, 24, 52, 60, 365)
"""Quarters, months, weeks and days of a year, and the parts of a week, day and hour."""
_MOST_PERCENT: Final = 100
"""Up to that a figure of an unknown unit may be one of percent."""
_TELLING: Final = 3
"""From so many digits on a figure hardly tells thousands of another by chance."""

Numbers = Sequence[float]


class Derivations:
    """What facts, cells and the question's own numbers come to. `years` are those that the data speaks of; `near`
    is what a sentence's own figures come to."""

    def __init__(
        self,
        results: Iterable[ResultPreview],
        facts: Iterable[Fact],
        question: str,
        years: Iterable[float] = (),
        wholes: Iterable[float] = (),
    ) -> None:
        self._results = tuple(results)
        self._facts = defaultdict[str, list[float]](list)
        for fact in facts:
            if (value := number(fact.value)) is not None:
                self._facts[fact.unit or ""].append(value)
        self._asked = tuple(figure.value for figure in figures(question) if figure.value)
        self._years = tuple(years)
        self._given = tuple(wholes)
        self.near = OneStep(self._results)

    def gives(self, figure: TextFigure, beside: Iterable[float] = ()) -> bool:
        """Whether one of them is this figure, in its unit, or two of the figures `beside` it come to it: "2,000 at
        1.9 % are 38"."""
        rough = _rounded(figure)
        if any(rough.tells(value) for value in chain(_of_two(beside, figure.unit), self._in_unit(figure.unit))):
            return True
        if self._is_part(rough):
            return True
        scaled = tuple(_unscaled(figure)) if figure.unit == "" else ()
        return any(one.tells(value) for one in scaled for value in chain(self._levels, self._differences()))

    def _is_part(self, figure: TextFigure) -> bool:
        """Whether it is a part of what is counted, two or three rows together ("27 of the 217"), or how much of a whole
        one is, in percent or as a fraction, wherever in the results either stands."""
        if figure.unit == "":
            return _within(self._parts, figure.low, figure.high)
        if figure.unit not in ("%", "part"):
            return False
        hundredth = 100 if figure.unit == "%" else 1
        low, high = (max(0.0, edge) / hundredth for edge in (figure.low, figure.high))
        return any(_within(self._parts, low * whole, min(high, 1) * whole) for whole in self._wholes)

    @cached_property
    def _counts(self) -> list[Numbers]:
        """The columns of whole numbers: of what is counted a part is told of its whole."""
        return [column for column in self._columns if all(one.is_integer() for one in column)]

    @cached_property
    def _parts(self) -> list[float]:
        """Counts, of rows too, and what two or three of a column come to; in order."""
        few = (column for column in self._counts if len(column) <= _MOST_PARTS)
        together = (sum(some) for column in few for many in (2, 3) for some in combinations(column, many))
        return sorted({one for one in chain(*self._counts, self._rows_counted, together) if one > 0})

    @cached_property
    def _wholes(self) -> list[float]:
        """What a count may be a part of: a count, what a column comes to, how many rows a result or a table has."""
        totals = (total for column in self._counts for total in (*column, sum(column)))
        counted = (float(result.row_count) for result in self._results)
        return [one for one in dict.fromkeys((*totals, *counted, *self._given)) if one > 0]

    @cached_property
    def _rows_counted(self) -> list[float]:
        """How many rows some of a result's may be."""
        most = max((result.row_count for result in self._results), default=0)
        return [float(count) for count in range(min(most, _MOST_ROWS) + 1)]

    def _in_unit(self, unit: str) -> Iterator[float]:
        parts = self._ratios()
        if unit == "%":
            yield from (level for level in self._levels if abs(level) <= _MOST_PERCENT)
            yield from (100 * level for level in self._levels if abs(level) <= 1)
            yield from (told for a, b in permutations(self._facts["%"], 2) for told in (a + b, a - b))
            yield from (100 * part for part in parts)
            changes = (100 * (a / b - 1) for a, b in self._pairs() if b > 0)
            yield from (told for change in changes for told in (change, -change))
        elif unit in ("x", "part"):
            yield from self._levels
            yield from parts
        else:
            yield from self._levels
            yield from self._differences()
            yield from (100 * one for one in self._differences())
            yield from parts if unit == "" else ()
            yield from self._of_the_question() if unit == "" else ()

    @cached_property
    def _columns(self) -> list[Numbers]:
        """The numbers of each column, in the order of its rows, and together those of columns of one name; of facts
        those of one unit."""
        named = defaultdict[str, list[list[float]]](list)
        for result in self._results:
            for name in dict.fromkeys(name for row in result.data for name in row):
                column = [value for row in result.data if (value := number(row.get(name))) is not None]
                named[name] += [column] if column not in named[name] else []
        together = [list(chain(*columns)) for columns in named.values() if len(columns) > 1]
        return [column for column in (*chain(*named.values()), *together, *self._facts.values()) if column]

    @cached_property
    def _rows(self) -> list[Numbers]:
        rows = (row for result in self._results for row in result.data)
        return [[value for cell in row.values() if (value := number(cell)) is not None] for row in rows]

    @cached_property
    def _levels(self) -> list[float]:
        """Cells, what columns come to (total, mean, median; row by row from either end), how many rows there are, and
        how many years lie between two."""
        sums = (accumulate(way) for column in self._columns for way in (column, column[::-1]))
        middle = chain.from_iterable((sum(one) / len(one), median(one)) for one in self._columns)
        spans = (after - before + one for before, after in permutations(self._years, 2) for one in (0, 1))
        return [*chain.from_iterable(self._columns), *chain.from_iterable(sums), *middle, *self._rows_counted, *spans]

    def _pairs(self) -> Iterator[tuple[float, float]]:
        """Two figures of a row; two of a column, or one of them and what the column comes to."""
        yield from chain.from_iterable(permutations(row, 2) for row in self._rows)
        for column in self._columns:
            ends = [sum(column), sum(column) / len(column), median(column), max(column), min(column)]
            yield from ((one, end) for one in (*column, *accumulate(column)) for end in ends)
            yield from permutations(column, 2) if len(column) <= _MOST_ROWS else ()

    def _differences(self) -> Iterator[float]:
        yield from (a - b for a, b in self._pairs())
        yield from (a + b for a, b in self._pairs())

    def _ratios(self) -> Iterator[float]:
        yield from (a / b for a, b in self._pairs() if b)

    def _of_the_question(self) -> Iterator[float]:
        """What a change that the question assumes makes of a figure: 10 % more, twice as much."""
        for asked in self._asked:
            for one in chain(*self._columns):
                yield from (one * asked, one / asked)
                yield from (one * percent / 100 for percent in (asked, 100 + asked, 100 - asked))
            yield from (asked * count for count in range(2, _MOST_TIMES + 1))


def _within(ordered: Sequence[float], low: float, high: float) -> bool:
    """Whether one of these numbers lies there, a rounding error apart."""
    at = bisect_left(ordered, low * (1 - 1e-12))
    return at < len(ordered) and ordered[at] <= high * (1 + 1e-12)


def _of_two(beside: Iterable[float], unit: str) -> Iterator[float]:
    """What the figures of a passage come to in a unit: their total and mean, one of them a month, week or day, and of
    each two sum, difference, product, quotient, so many percent of the other. Only a quotient is told as times."""
    given = tuple(beside)
    two = tuple(permutations(tuple(dict.fromkeys(given))[:_MOST_BESIDE], 2))
    yield from (one / other for one, other in two if other)
    if unit in ("x", "part"):
        return
    yield from (sum(given), sum(given) / len(given)) if given else ()
    yield from (told for one in given for part in _CALENDAR for told in (one / part, one * part))
    for one, other in two:
        yield from (one + other, one - other, one * other, one * other / 100)
        yield from (100 * one / other,) if other else ()
        yield from (100 * (one / other - 1),) if other > 0 else ()


def _unscaled(figure: TextFigure) -> Iterator[TextFigure]:
    """The figure as a column in thousands or millions may have it, or one of which it tells thousands: 42.8 TWh."""
    worded = any(one.isalpha() for one in figure.text)
    yield from (unscaled(figure, scale) for scale in SCALES if worded and figure.value >= scale)
    yield from (unscaled(figure, 1 / SCALES[0]),) if figure.digits >= _TELLING else ()


def _rounded(figure: TextFigure) -> TextFigure:
    """The figure as roughly as its zeros let it be meant: 29,500 tells 29,541."""
    if not figure.value.is_integer():
        return figure
    written = f"{figure.value:.0f}"
    half = 10.0 ** (len(written) - len(written.rstrip("0"))) / 2
    return figure._replace(low=min(figure.low, figure.value - half), high=max(figure.high, figure.value + half))
