"""What a figure without a reference may come of: the rows whose other figures stand beside it by reference.

A number that a cell of such a row tells, or that two of its cells or of one column come to, is not made up; whether its
words say so is for a judge.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, permutations

from shared.grounding.evidence import Datum, compatible, in_time
from shared.grounding.figures import TextFigure

_MOST_ROWS = 6
"""Of more rows some two come to any number."""


def comes_of(figure: TextFigure, rows: Sequence[Mapping[str, float]]) -> bool:
    """Whether a figure is one of the rows' figures, or what two of one column or of one row come to in its unit."""
    apart = [row for at, row in enumerate(rows) if row not in rows[:at]]
    sign = figure.sign or 1
    return 0 < len(apart) <= _MOST_ROWS and any(figure.tells(abs(one) * sign) for one in _given(figure, apart))


def restates(figure: TextFigure, cited: Iterable[Datum], said: str) -> bool:
    """Whether it says a figure once more that stands beside it by reference: "about half (49.7 %)", "three hours"."""
    return any(
        (value is not None and figure.tells(value)) or figure.tells(in_time(one, said[figure.end :]))
        for one in cited
        for value in [compatible(figure, one, in_table=False)]
    )


def _given(figure: TextFigure, rows: Sequence[Mapping[str, float]]) -> Iterator[float]:
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


def _of_one_column(rows: Sequence[Mapping[str, float]]) -> Iterator[tuple[float, float]]:
    for one, other in combinations(rows, 2):
        yield from ((one[column], other[column]) for column in one if column in other)


def _both_ways(pairs: Sequence[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    return ((a, b) for pair in pairs for a, b in permutations(pair) if b)
