"""Columns of a result that are the ends of an interval of another one, as a forecast has it."""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from shared.charts.rows import ChartRows

_ENDS: Final[tuple[tuple[str, str], ...]] = (("low", "high"), ("lower", "upper"), ("min", "max"))
"""What the ends of an interval are called, or part of their name."""


class Interval(NamedTuple):
    """The column that an interval is of, and those of its ends."""

    of: str
    low: str
    high: str


def interval_of(rows: ChartRows, columns: Sequence[str]) -> Interval | None:
    """The only interval among columns of figures: of two whose names differ in which end they are, with a third between
    them in every row; None where there is none, or more than one."""
    found = [
        Interval(of, low, high) for low, high in _pairs(columns) for of in columns if _is_between(rows, low, of, high)
    ]
    return found[0] if len(found) == 1 else None


def _pairs(columns: Sequence[str]) -> Iterator[tuple[str, str]]:
    for pair in combinations(columns, 2):
        for one, other in (pair, pair[::-1]):
            words, others = (re.findall(r"[a-z0-9]+", name.lower()) for name in (one, other))
            apart = [(a, b) for a, b in zip(words, others, strict=False) if a != b]
            if len(words) == len(others) and len(apart) == 1 and apart[0] in _ENDS:
                yield one, other


def _is_between(rows: ChartRows, low: str, of: str, high: str) -> bool:
    if of in (low, high):
        return False
    known = [[row[name] for name in (low, of, high)] for row in rows if None not in (row[low], row[of], row[high])]
    figures = [[float(cell) for cell in cells if isinstance(cell, int | float)] for cells in known]
    return bool(figures) and all(len(cells) == 3 and cells == sorted(cells) for cells in figures)
