"""Entities that fell, or rose, from one stretch of time to the next, and whether that is more than chance."""

import math
from collections.abc import Mapping
from typing import ClassVar, Final, NamedTuple

from sqlglot import exp

from shared.analysis import sql
from shared.analysis.entities.entity_analysis import Steps
from shared.analysis.entities.moving import MovingEntities
from shared.analysis.facts import Facts
from shared.contracts import DatasetProfile
from shared.query.words.values import listed
from shared.statistics.requests import SIGNIFICANT

FELL: Final = "change < -0.000000001 * abs(before)"
ROSE: Final = "change > 0.000000001 * abs(after)"
_NORMAL: Final = 1.959964
"""The quantile of the normal distribution that 2.5 % are beyond."""


class Way(NamedTuple):
    """A way to go: its condition, its past tense, and the sign of such a change."""

    met: str
    verb: str
    sign: int


DOWN: Final = Way(FELL, "fell", -1)
UP: Final = Way(ROSE, "rose", 1)


def beyond_chance(some: int, others: int) -> bool:
    """Whether of entities that moved so many more went one way than the other that chance gives it in less than 5 %:
    the sign test, by the normal approximation with continuity correction."""
    return abs(some - others) - 1 > _NORMAL * math.sqrt(some + others)


def reach(entities: int) -> float:
    """How many times the root of the sum of the squares of its rows the change of an entity must be to be beyond
    chance.

    Were each row as likely to fall into either stretch, a change beyond z roots would have a chance of exp(-z²/2) at
    most (Hoeffding 1963), whatever the amounts and however few; over all entities that is 5 % (Bonferroni).
    """
    return math.sqrt(2 * math.log(max(entities, 1) / SIGNIFICANT))


class ShiftingEntities(MovingEntities):
    """Tells which entities went one way, how many went the other, and whether that is more than chance alone gives."""

    hidden: ClassVar[frozenset[str]] = frozenset({"squares"})
    way: ClassVar[Way]
    counter: ClassVar[Way]

    def each(self, table: DatasetProfile) -> Mapping[str, exp.Expr]:
        own = super().each(table)
        return {**own, "squares": self._squares(table)} if self.worth(table).adds_up else own

    def _squares(self, table: DatasetProfile) -> exp.Expr:
        """The sum of the squares of an entity's rows; where some are of one event, such as the lines of an order, as if
        they were one row."""
        worth, apart = self.worth(table), self.windows(table)
        time, whom = apart.column.name, self.whom(table).name
        met = sql.formula(":b OR :n", b=exp.paren(apart.before.covers(time)), n=exp.paren(apart.now.covers(time)))
        cell = sql.formula("1") if worth.column is None else sql.column(worth.column.name)
        total = sql.formula("coalesce(sum(power(:cell, 2)) FILTER (WHERE :met), 0)", cell=cell, met=met)
        events = [one for one in table.semantic.grain.events if one != whom]
        if not events:
            return total
        lines = (
            "coalesce(:total * count(*) FILTER (WHERE :met) / nullif(count(DISTINCT :event) FILTER (WHERE :met), 0), 0)"
        )
        return sql.formula(lines, total=total, met=met, event=events[0])

    def steps(self, table: DatasetProfile) -> Steps:
        moved = super().steps(table)
        if not self.worth(table).adds_up:
            return moved
        least = sql.formula(
            f"{self.way.sign} * change > :reach * sqrt(squares)", reach=reach(self.whom(table).distinct)
        )
        return (*moved, {"beyond_chance": least})

    def over_all(self) -> Mapping[str, str]:
        return {**super().over_all(), "others": f"count_if({self.counter.met})"}

    def weighed(self, facts: Facts) -> str:
        """How many went the other way, and what the sign test says of that, as a clause."""
        some, others = (int(facts.number(name)) for name in ("flagged", "others"))
        shown = facts.add(f"number of those that {self.counter.verb} meanwhile", column="others")
        told = f"{shown} {self.counter.verb}"
        if not beyond_chance(some, others):
            return f"{told} meanwhile, so by the sign test chance alone would give as much"
        side = "more" if some > others else "fewer"
        return f"{told} meanwhile, so {side} {self.way.verb} than by chance alone (sign test)"

    def noticed(self, table: DatasetProfile, facts: Facts) -> tuple[str, ...]:
        if not facts.number("flagged"):
            return ()
        return tuple(filter(None, (self._alone(table, facts), self._season(table))))

    def _alone(self, table: DatasetProfile, facts: Facts) -> str:
        """Who went that way by more than chance, each by its own rows; empty where the figures do not add up."""
        if not self.worth(table).adds_up:
            return ""
        sure = [self.label(facts, row) for row in facts.rows(1) if facts.value("beyond_chance", row, 1)]
        test = f"each by its own rows, Hoeffding’s bound corrected for all {self.called(table)}"
        if not sure:
            return f"None of them alone {self.way.verb} by more than chance could give ({test})."
        return (
            f"{listed(sure[:8])}{' and others' if sure[8:] else ''} {self.way.verb} by more than chance alone would "
            f"give ({test})."
        )

    def _season(self, table: DatasetProfile) -> str:
        """What else than a change of theirs it may be."""
        if self.windows(table).same_season:
            return ""
        return "The two stretches are of different months: a season would show as such a change too."
