"""What a figure without a reference may come of: the rows whose other figures stand beside it by reference.

A number that a cell of such a row tells, or that two of its cells or of one column come to, is not made up; whether its
words say so is for a judge.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, permutations
from typing import Final

from shared.grounding.evidence import Datum, compatible, in_time
from shared.grounding.figures import TextFigure
from shared.pattern import LazyPattern

_MOST_ROWS: Final = 8
"""Of more rows some two come to any number."""
_SCALES: Final = (1.0, 1e3, 1e6)
_SCALED: Final = LazyPattern(r"\b(?:thousand|million|tausend|mio|mil|millones|mille|millier)", re.IGNORECASE)


Figures = Mapping[str, float]
"""The figures of a row by their columns."""


def comes_of(figure: TextFigure, rows: Sequence[Figures], elsewhere: Iterable[Figures], text: str) -> bool:
    """Whether a figure of a text is one of the rows' figures, or what some of one column or two of one row come to, in
    its unit or in the thousands or millions that the text speaks of; or one of those of the rows cited `elsewhere`."""
    apart = [row for at, row in enumerate(rows) if row not in rows[:at]]
    if any(figure.tells(value) for row in elsewhere for value in row.values()):
        return True
    scales = _SCALES if _SCALED.search(text) else _SCALES[:1]
    sign = figure.sign or 1
    return 0 < len(apart) <= _MOST_ROWS and any(
        figure.tells(abs(one) * scale * sign) for one in _given(figure, apart) for scale in scales
    )


def restates(figure: TextFigure, cited: Iterable[Datum], said: str) -> bool:
    """Whether it says a figure once more that stands beside it by reference: "about half (49.7 %)", "three hours"."""
    return any(
        (value is not None and figure.tells(value)) or figure.tells(in_time(one, said[figure.end :]))
        for one in cited
        for value in [compatible(figure, one, in_table=False)]
    )


def _given(figure: TextFigure, rows: Sequence[Figures]) -> Iterator[float]:
    cells = [value for row in rows for value in row.values()]
    pairs = [*_of_one_column(rows), *chain.from_iterable(combinations(row.values(), 2) for row in rows)]
    if figure.unit == "%":
        yield from cells
        yield from (share for a, b in _both_ways(pairs) for share in (100 * a / b, 100 * (a / b - 1)))
    elif figure.unit in ("x", "part"):
        yield from (a / b for a, b in _both_ways(pairs))
    else:
        yield from cells if figure.unit != "pp" else ()
        yield from (a - b for a, b in pairs)
        yield from (a + b for a, b in _of_one_column(rows))
        yield from (sum(row[column] for row in rows) for column in rows[0] if all(column in row for row in rows))


def _of_one_column(rows: Sequence[Figures]) -> Iterator[tuple[float, float]]:
    for one, other in combinations(rows, 2):
        yield from ((one[column], other[column]) for column in one if column in other)


def _both_ways(pairs: Sequence[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    return ((a, b) for pair in pairs for a, b in permutations(pair) if b)
