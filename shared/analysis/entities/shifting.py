"""Entities that fell, or rose, from one stretch of time to the next, and whether that is more than chance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final, NamedTuple

from shared.analysis.entities.chance import EVIDENCE, alone, changed, evidence, signed
from shared.analysis.entities.entity_analysis import SelectSteps
from shared.analysis.entities.moving import MovingEntities
from shared.analysis.facts import Facts
from shared.contracts import DatasetProfile
from shared.query.trees import exp
from shared.table.nouns import agreeing

FELL: Final = "change < -0.000000001 * abs(before)"
ROSE: Final = "change > 0.000000001 * abs(after)"


class Way(NamedTuple):
    """A way to go: its condition, its past tense, and the sign of such a change."""

    met: str
    verb: str
    sign: int


class ShiftWords(NamedTuple):
    """How entities that went one way are told: what they did, who they are, what came of it, and what they did with it;
    the last is the column of its total, too."""

    verb: str
    those: str
    change: str
    done: str


DOWN: Final = Way(FELL, "fell", -1)
UP: Final = Way(ROSE, "rose", 1)


class ShiftingEntities(MovingEntities):
    """Tells which entities went one way, how many went the other, and whether that is more than chance alone gives."""

    hidden: ClassVar[frozenset[str]] = EVIDENCE
    way: ClassVar[Way]
    counter: ClassVar[Way]

    def each(self, table: DatasetProfile) -> Mapping[str, exp.Expr]:
        own = super().each(table)
        if not self.worth(table).adds_up:
            return own
        return {**own, **evidence(self.worth(table), self.windows(table), self.whom(table).name, table)}

    def steps(self, table: DatasetProfile) -> SelectSteps:
        moved = super().steps(table)
        if not self.worth(table).adds_up:
            return moved
        return (*moved, {"beyond_chance": changed(self.way.sign, self.whom(table).distinct)})

    def over_all(self) -> Mapping[str, str]:
        return {**super().over_all(), "others": f"count_if({self.counter.met})"}

    def told(self, words: ShiftWords, table: DatasetProfile, facts: Facts, *, all_of: str, found: str) -> str:
        """The sentence on all of them: how many of how many took that course, which the most, what came of it in all
        where the figure adds up, and what chance alone would give."""
        worth, name, apart = self.worth(table), self.called(table), self.windows(table)
        if not facts.number("flagged"):
            return f"None of the {all_of} {name} {words.verb} in {worth.name}, {apart.said}"
        told = (
            f"{found} of {all_of} {name} {words.verb} in {worth.name}, {apart.said}, most of all {self.labels(facts)}"
        )
        if worth.adds_up:
            said = f"{words.change} in {worth.name} of {words.those}, {apart.said}"
            total = facts.add(said, worth.unit, column=words.done)
            told += f"; {agreeing(found, 'it', 'together they')} {words.done} {total}"
        return f"{told}; {self.weighed(facts)}"

    def weighed(self, facts: Facts) -> str:
        """How many went the other way, and what the sign test says of that, as a clause."""
        some, others = (int(facts.number(name)) for name in ("flagged", "others"))
        shown = facts.add(f"number of those that {self.counter.verb} meanwhile", column="others")
        return f"{shown} {self.counter.verb} meanwhile, so {signed(some, others, self.way.verb)}"

    def noticed(self, table: DatasetProfile, facts: Facts) -> tuple[str, ...]:
        if not facts.number("flagged"):
            return ()
        return tuple(filter(None, (self._alone(table, facts), self.windows(table).season)))

    def _alone(self, table: DatasetProfile, facts: Facts) -> str:
        """Who went that way by more than chance, each by its own rows; empty where the figures do not add up."""
        if not self.worth(table).adds_up:
            return ""
        return alone(
            [self.label(facts, row) for row in facts.rows(1) if facts.value("beyond_chance", row, 1)],
            self.way.verb,
            f"each by its own rows, by a bound that holds whatever the amounts (Hoeffding’s), corrected for all "
            f"{self.called(table)}",
            cut=facts.found(1) > len(facts.rows(1)),
        )
