"""Aggregates of the months, weeks, quarters or years of a time, computed of each day first.

There are few days, and DuckDB groups by them in half of the time that it takes to cut each row's time into periods.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from shared.contracts import ColumnType
from shared.query.base import RESERVED
from shared.query.groupings import AnyGrouping, ByTime
from shared.query.sql import terms as t
from shared.query.sql.groupings import period
from shared.query.trees import exp

DAY: Final = f"{RESERVED}day"
_LONGER: Final = frozenset({"week", "month", "quarter", "year", "decade"})
_TIMES: Final[frozenset[ColumnType]] = frozenset({"date", "timestamp"})


@cache
def _again() -> dict[type[exp.Expr], type[exp.Func]]:
    """What the aggregates of days become those of their period by."""
    return {exp.Sum: exp.Sum, exp.Count: exp.Sum, exp.Min: exp.Min, exp.Max: exp.Max}


class _Undivided(Exception):
    """An aggregate that does not follow from those of the days."""


@dataclass
class ByDay:
    """What is computed of each day, and of the days of a period, which `begin` says; `of_days` begins with the day."""

    time: ByTime
    dated: bool
    of_days: list[exp.Expr] = field(default_factory=list)
    of_periods: list[exp.Expr] = field(default_factory=list)
    _names: dict[exp.Expr, str] = field(default_factory=dict)

    @classmethod
    def of(
        cls, groups: Sequence[AnyGrouping], kinds: Sequence[ColumnType], columns: Sequence[exp.Expr]
    ) -> ByDay | None:
        """The aggregates in two steps; None where they are not those of periods alone, or do not follow from days."""
        if len(groups) != 1 or not isinstance(groups[0], ByTime):
            return None
        time, (kind,) = groups[0], kinds
        if time.grain not in _LONGER or kind not in _TIMES:
            return None
        made = cls(time, dated=kind == "date")
        own = t.name(time.column)
        made.of_days.append(t.named(own if made.dated else exp.cast(own, "DATE"), DAY))
        try:
            made.of_periods = [made._outer(one) for one in columns]
        except _Undivided:
            return None
        return made

    @property
    def begin(self) -> exp.Expr:
        """Where the period of a day begins."""
        return period(t.name(DAY), self.time.grain, "date")

    def _outer(self, node: exp.Expr) -> exp.Expr:
        """The expression, its aggregates those of what was computed of the days. Raises _Undivided."""
        if isinstance(node, exp.Filter | exp.AggFunc):
            return self._aggregate(node)
        if isinstance(node, exp.Anonymous) and str(node.this).lower() != "isfinite":
            raise _Undivided
        if isinstance(node, exp.Window):  # the total of all groups
            whole = node.copy()
            whole.this.set("this", self._outer(node.this.this))
            return whole
        built = node.copy()
        for name, value in node.args.items():
            if isinstance(value, exp.Expr):
                built.set(name, self._outer(value))
            elif isinstance(value, list):
                built.set(name, [self._outer(one) if isinstance(one, exp.Expr) else one for one in value])
        return built

    def _aggregate(self, node: exp.Expr) -> exp.Expr:
        own = node.this if isinstance(node, exp.Filter) else node
        again = _again().get(type(own))
        if again is None or isinstance(own.this, exp.Distinct):
            raise _Undivided
        if self.dated and own is node and again is not exp.Sum and own.this == t.name(self.time.column):
            return again(this=t.name(DAY))  # the first and the last of days that are there already
        if node not in self._names:
            self._names[node] = f"{RESERVED}daily_{len(self._names)}"
            self.of_days.append(t.named(node.copy(), self._names[node]))
        built = again(this=t.name(self._names[node]))
        return exp.cast(built, "BIGINT") if isinstance(own, exp.Count) else built
