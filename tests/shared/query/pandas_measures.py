"""Figures of sets of rows."""

from typing import Any

from shared.query import measures as m
from tests.shared.query.pandas_cells import Kind, Mask, Sheet, comparable, literal
from tests.shared.query.pandas_conditions import all_met
from tests.shared.query.pandas_groupings import parted
from tests.shared.query.pandas_statistics import finite, quantile, require_numbers, statistic


class Measuring:
    """Takes figures of rows of one query, named by their places in its sheet."""

    def __init__(self, sheet: Sheet, selected: Mask) -> None:
        """`selected`: the rows that meet the query's whole `where`."""
        self.sheet = sheet
        self.selected = selected
        self._met: dict[int, Mask] = {}

    def figure(self, measure: m.AnyMeasure, rows: list[int]) -> Any:
        """The measure of these rows, None where it is empty."""
        if isinstance(measure, m.Statistic):
            return self._statistic(measure, rows)
        if isinstance(measure, m.Quantile):
            self.sheet.require(measure.column, "number")
            return quantile(self.sheet.cells(measure.column)[rows], measure.at)
        if isinstance(measure, m.Rate):
            return self._rate(measure, rows)
        if isinstance(measure, m.Filtered):
            return self.figure(measure.measure, self._filtered(measure, rows))
        if isinstance(measure, m.Arithmetic):
            return self._arithmetic(measure, rows)
        if isinstance(measure, m.PerGroup):
            return self._per_group(measure, rows)
        return len(rows)

    def kind(self, measure: m.AnyMeasure) -> Kind:
        """The kind of the figure: a number, but for the first or the last time."""
        if isinstance(measure, m.Filtered):
            return self.kind(measure.measure)
        timed = isinstance(measure, m.Statistic) and measure.function in ("min", "max")
        return self.sheet.kinds[measure.column] if timed else "number"  # type: ignore[union-attr]

    def _statistic(self, one: m.Statistic, rows: list[int]) -> Any:
        if one.function in ("min", "max"):
            self.sheet.require(one.column, "number", "date", "timestamp", "text")
        elif one.function not in ("distinct", "known", "empty"):
            self.sheet.require(one.column, "number")
        return statistic(one.function, self.sheet.cells(one.column)[rows])

    def _rate(self, one: m.Rate, rows: list[int]) -> float | None:
        value = literal(one.value, self.sheet.kinds[one.column])
        known = [comparable(cell) for cell in self.sheet.cells(one.column)[rows] if cell is not None]
        return 100 * known.count(value) / len(known) if known else None

    def _filtered(self, one: m.Filtered, rows: list[int]) -> list[int]:
        if id(one) not in self._met:  # of the whole sheet, once for all groups
            self._met[id(one)] = all_met(one.where, self.sheet, self.selected)
        return [row for row in rows if self._met[id(one)][row]]

    def _arithmetic(self, one: m.Arithmetic, rows: list[int]) -> Any:
        left, right = self.figure(one.left, rows), self.figure(one.right, rows)
        require_numbers((left, right))
        if left is None or right is None or (one.operator in ("ratio", "percentage") and right == 0):
            return None
        if one.operator == "ratio":
            return finite(lambda: left / right)
        if one.operator == "percentage":
            return finite(lambda: 100 * left / right)
        if one.operator == "product":
            return finite(lambda: left * right)
        return finite(lambda: left + right if one.operator == "sum" else left - right)

    def _per_group(self, one: m.PerGroup, rows: list[int]) -> Any:
        figures = [self.figure(one.measure, group) for group in parted((one.per,), self.sheet, rows).values()]
        require_numbers(figures)
        return statistic(one.function, figures)
