"""What one step of arithmetic gives from the figures that a sentence tells itself, and those of the rows that it names.

Of so few figures hardly any number comes by chance, so that such a one need not be borne out by a judge.
"""

from collections.abc import Collection, Iterable, Iterator
from itertools import permutations
from math import isclose
from typing import Final, NamedTuple

from shared.contracts import ResultPreview
from shared.grounding.evidence import number
from shared.grounding.figures import TextFigure
from shared.grounding.names import phrase, row_names

_MOST_TOLD: Final = 5
"""Of more figures than these in a sentence a step may come to a short number by chance."""


class _Figures(NamedTuple):
    """The figures of a result's column, with the names of their rows; and what they come to, where that is a whole."""

    cells: tuple[tuple[float, frozenset[str]], ...]
    total: float | None


class OneStep:
    """What results come to in one step from a few of their figures."""

    def __init__(self, results: Iterable[ResultPreview]) -> None:
        self._columns = tuple(one for result in results for one in _columns(result))

    def give(self, figure: TextFigure, told: Collection[float], said: str) -> bool:
        """Whether two of the figures that are `told` beside it come to it, or one of them with that of a row which the
        sentence names, or as a share of its column's total; or whether it is that total. Which of two is taken from
        the other is not known, so that a sign needs a judge."""
        own, words = tuple(dict.fromkeys(told)), f" {phrase(said)} "
        columns = [one for one in self._columns if any(_has(one, value) for value in own)]
        named = {value for one in columns for value, names in one.cells if _are_in(words, names)}
        given = tuple(dict.fromkeys((*own, *named)))
        if not own or len(given) > _MOST_TOLD or figure.sign:
            return False
        wholes = {one.total for one in columns if one.total}
        shares = ((value, one.total) for one in columns for value in own if one.total and _has(one, value))
        return any(map(figure.tells, _steps(figure.unit, given, tuple(shares), wholes)))


def _steps(
    unit: str, given: tuple[float, ...], shares: Iterable[tuple[float, float]], wholes: Collection[float]
) -> Iterator[float]:
    two = tuple(permutations(given, 2))
    ratios = ((one, other) for one, other in (*two, *shares) if other)
    if unit == "%":
        yield from (told for one, other in ratios for told in (100 * one / other, 100 * (one / other - 1)))
    elif unit == "pp":
        yield from (one - other for one, other in two)
    elif unit in ("x", "part"):
        yield from (one / other for one, other in ratios)
    else:
        yield from (told for one, other in two for told in (one - other, one + other))
        yield from (one / other for one, other in ratios)
        yield from (sum(given), *wholes)


def _columns(result: ResultPreview) -> Iterator[_Figures]:
    named = {name for row in result.data for name in row}
    numeric = {name: all(number(row.get(name)) is not None for row in result.data if row.get(name)) for name in named}
    names = [frozenset(map(phrase, row_names(row, numeric).values())) for row in result.data]
    for name in (one for one in named if numeric[one]):
        read = ((number(row.get(name)), own) for row, own in zip(result.data, names, strict=True))
        cells = tuple((value, own) for value, own in read if value is not None)
        whole = name in result.adds_up and len(result.data) == result.row_count
        yield _Figures(cells, sum(value for value, _ in cells) if whole else None)


def _has(column: _Figures, told: float) -> bool:
    return any(isclose(value, told, rel_tol=1e-9) for value, _ in column.cells)


def _are_in(words: str, names: frozenset[str]) -> bool:
    """Whether all names of a row stand in a sentence."""
    return bool(names) and all(name and f" {name} " in words for name in names)
