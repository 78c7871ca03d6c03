"""Parts and multiples in words, of the figures nearby: "almost half of the 30", "a fifth more than females"."""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from typing import Final

from shared.grounding.cited import Cited
from shared.grounding.comparisons import Column
from shared.grounding.figures import TextFigure
from shared.grounding.parallels import words
from shared.grounding.subjects import Parts
from shared.grounding.ways import ways
from shared.pattern import LazyPattern

_BESIDE: Final = LazyPattern(r"\W*(?:as )?(?P<way>more|less|fewer|higher|lower|heavier|longer|above|below)\b", re.I)
_REST: Final = LazyPattern(r"\b(?:other|remaining|rest of the|all) $", re.IGNORECASE)
_MOST_ROWS: Final = 60


@dataclass(frozen=True)
class Proportions:
    """What a statement may say in words of figures: `own` are those by reference in it, `near` those and the ones of
    the statement before, `names` those of the rows that it speaks of."""

    said: str
    own: Sequence[Cited]
    near: Sequence[Cited]
    names: Set[str]
    columns: Sequence[Column]

    def gives(self, figure: TextFigure) -> bool:
        """Whether a part or a multiple is what two figures come to, or a count is that of the rows that are left."""
        if figure.unit == "" and figure.text.isalpha() and _REST.search(self.said[: figure.start]):
            return figure.value in set(self._left())
        if figure.unit == "%":
            signs = {one.sign for one in ways(self.said)}
            parts = (100 * one / other for one, other in self._in_rows() if other)
            moved = (100 * (new - old) / abs(old) for old, new in self._in_rows(onward=True) if old)
            if figure.value in (figure.low, figure.high) and any(map(figure.tells, parts)):
                return True
            return len(signs) == 1 and any(figure.tells(one) for one in moved if one * sum(signs) > 0)
        if figure.unit not in ("part", "x") or re.search(r"\d", figure.text):
            return False
        beside = _BESIDE.match(self.said[figure.end :])
        way = next(iter(ways(f" {beside['way']} ")), None) if beside and figure.unit == "part" else None
        if way and any(one.column for one in self.own):
            return False
        for one, other in self._pairs():
            if other and way and (one - other) * way.sign > 0 and figure.tells(abs(one - other) / abs(other)):
                return True
            if other and not way and figure.tells(abs(one / other)):
                return True
        return False

    def _pairs(self) -> Iterator[tuple[float, float]]:
        """(figure, what it may be set against): another nearby, the total of its column, a figure of its row."""
        values = [(one.value, one.unit) for one in self.near]
        yield from ((a, b) for a, unit in values for b, of in values if (a, unit) != (b, of) and unit == of)
        said = words(self.said)
        for column in self.columns[:_MOST_ROWS]:
            named = [row for row in column.rows if not self.names.isdisjoint(row)]
            total = sum(column.rows.values())
            for row in named[:_MOST_ROWS]:
                yield column.rows[row], total if min(column.rows.values()) >= 0 else 0.0
                yield from ((column.rows[row], column.rows[other]) for other in named[:_MOST_ROWS] if other != row)
            yield from self._of_one_row(column, named, said)

    def _in_rows(self, *, onward: bool = False) -> Iterator[tuple[float, float]]:
        """The figures of each row that is named, against those of its other columns, or of those to the right of it."""
        for at, column in enumerate(self.columns):
            named = [row for row in column.rows if not self.names.isdisjoint(row)]
            for other in self.columns[at + 1 :] if onward else self.columns:
                if other is not column and other.rows.keys() == column.rows.keys():
                    yield from ((column.rows[row], other.rows[row]) for row in named[:_MOST_ROWS])

    def _of_one_row(self, column: Column, named: Sequence[Parts], said: Set[str]) -> Iterator[tuple[float, float]]:
        """The figures of a row against those of its other columns that are spoken of, row by row and in all."""
        for other in self.columns:
            if other is column or other.rows.keys() != column.rows.keys() or not other.words & said:
                continue
            yield from ((column.rows[row], other.rows[row]) for row in named[:_MOST_ROWS])
            yield sum(column.rows.values()), sum(other.rows.values())
        for one in self.near:
            if words(one.column) == column.words and column.words:
                yield one.value, sum(column.rows.values())

    def _left(self) -> Iterator[int]:
        """How many rows a statement may mean that it does not name."""
        for column in self.columns:
            named = sum(not self.names.isdisjoint(row) for row in column.rows)
            values = column.rows.values()
            yield from (
                len(column.rows) - named,
                sum(value < 0 for value in values),
                sum(value > 0 for value in values),
            )
