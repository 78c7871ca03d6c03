"""Value tiers across the values of a category: where the high value is concentrated."""

from typing import Self

from pydantic import Field
from sqlglot import exp

from shared.analysis import sql
from shared.analysis.base import Findings
from shared.analysis.cued import says
from shared.analysis.facts import Facts
from shared.analysis.figures.shares import percent
from shared.analysis.metrics import Grouping
from shared.analysis.segments.segment_reading import tiering
from shared.analysis.segments.tiers import TIERS, Tiered
from shared.analysis.wording import group_label, listed, where_text
from shared.contracts import DatasetProfile, PlannedQuery, QueryResult
from shared.errors import ForfeitException
from shared.offline.reading.reading import Reading
from shared.table.names import spoken

LEAST_OF_A_GROUP = 5
"""A share of fewer than this says nothing, so smaller groups are not compared."""
SEVERAL = "(several)"
_SHOWN = 8


class TierByCategory(Tiered):
    """Segments in two ways at once: value tiers (see ValueTiers) and a category. Gives each combination's size, and in
    which category the High value ones are most concentrated. An entity whose rows lie in several categories is counted
    as "(several)", one without a category as "(missing)".

    Use it for "which region has most high value customers" or "segment by region and tier".
    """

    asks = (
        "Segment by region and value tier",
        "How are high value customers distributed across regions?",
        "Which region has the highest concentration of high value customers?",
    )
    cues = "value tier; high value; medium value; low value; high medium and low; segment"
    also = "tier high medium low value highest concentration most largest segment segments distributed group"

    category: Grouping = Field(description="The column whose values are compared.")

    @classmethod
    def read(cls, reading: Reading, table: DatasetProfile) -> Self | None:
        tiered = says(reading, "tier; high value; medium value; low value; high medium and low")
        if not (cls.asked_for(reading) and tiered) or len(reading.groups) != 1:
            return None
        if reading.ordering and (
            not reading.ordering.descending or reading.ordering.limit != 1 or reading.ordering.offset
        ):
            return None
        found = tiering(reading, table)
        if found is None:
            return None
        return cls(metric=found.metric, entity=found.entity, filters=reading.filters, category=reading.groups[0])

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        each = self.each(table, ("category", self._category(table)))
        query = exp.select(*self._figures()).from_("_placed").with_("_placed", as_=self.placed(each))
        keys = [exp.Ordered(this=sql.column(name), desc=True, nulls_first=False) for name in ("high_share", "entities")]
        query = query.group_by(sql.column("category")).order_by(*keys, exp.Ordered(this=sql.column("category")))
        purpose = f"Value tiers of {self.entities(table)} by {self._by(table)}{where_text(self.filters, table)}"
        return sql.planned(query, purpose), self.counts(table)

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        facts = Facts(results)
        rows = range(len(results[0].rows))
        self.require_values(int(facts.number("all_entities")), table)
        if not facts.number("all_high"):
            raise ForfeitException(
                f"No High value {self.entities(table)} stand out: so many have the same {self.value_name(table)}",
                (f"Cut the {self.entities(table)} at the {self.cut_name(self.high)} of {self.value_name(table)}",),
            )
        summary = self._summary(table, facts, rows)
        rest = (self._cut_line(table, facts), *self.left_out(table, facts, 1))
        lines = [self._line(table, facts, row) for row in rows[:_SHOWN]]
        told = (*lines, *rest)
        return Findings(summary=summary, facts=facts.all(), findings=told, visualization_hint="bar")

    def _category(self, table: DatasetProfile) -> exp.Expr:
        """Of a row its category; of an entity the one that all its rows share."""
        own = sql.grouped(self.category)
        if self.entity is None:
            return own
        several = exp.GT(this=exp.Count(this=exp.Distinct(expressions=[own])), expression=exp.Literal.number(1))
        only = exp.Min(this=exp.cast(own.copy(), "VARCHAR"))
        return exp.Case().when(several, exp.Literal.string(SEVERAL)).else_(only)

    def _figures(self) -> list[exp.Expr]:
        count = exp.Count(this=exp.Star())
        figures: dict[str, exp.Expr] = {"category": sql.column("category"), "entities": count}
        counted = {tier: _counted(tier) for tier in TIERS}
        figures |= {tier.lower(): figure for tier, figure in counted.items()}
        figures["high_share"] = percent(counted["High"], count)
        figures["all_entities"] = exp.Window(this=exp.Sum(this=count.copy()))
        figures["all_high"] = exp.Window(this=exp.Sum(this=counted["High"].copy()))
        figures["overall_share"] = percent(figures["all_high"], figures["all_entities"])
        figures["high_cut"] = exp.Min(this=sql.column("high_cut"))
        figures["low_cut"] = exp.Min(this=sql.column("low_cut"))
        return [exp.alias_(figure.copy(), name, quoted=True) for name, figure in figures.items()]

    def _summary(self, table: DatasetProfile, facts: Facts, rows: range) -> str:
        kind, by, where = self.entities(table), self._by(table), where_text(self.filters, table)
        overall = facts.add(f"share of High value {kind}{where}", "%", column="overall_share")
        compared = [row for row in rows if self._comparable(facts, row)]
        if len(compared) < 2:
            return (
                f"There are no two groups of at least {LEAST_OF_A_GROUP} {kind} to compare by {by}{where}; "
                f"{overall} of all {kind} are High value."
            )
        best, shares = compared[0], {facts.number("high_share", row) for row in compared}
        if len(shares) == 1:
            return f"High value {kind} are spread evenly: in every {by}{where} they are {overall}."
        named = [row for row in compared if facts.value("high_share", row) == facts.value("high_share", best)]
        labels = listed([self._label(facts, row) for row in named])
        share = facts.add(
            f"share of High value among the {kind} of {labels}{where}", "%", column="high_share", row=best
        )
        has = "has" if len(named) == 1 else "have"
        told = f"{labels} {has} the highest concentration of High value {kind}{where}: {share}"
        return f"{told}, against {overall} of all {kind}.{self._most(table, facts, rows)}"

    def _most(self, table: DatasetProfile, facts: Facts, rows: range) -> str:
        most = max(facts.number("high", row) for row in rows)
        named = [row for row in rows if facts.number("high", row) == most]
        labels, kind = listed([self._label(facts, row) for row in named]), self.entities(table)
        of = f"number of High value {kind} of {labels}{where_text(self.filters, table)}"
        count = facts.add(of, column="high", row=named[0])
        return f" {labels} {'has' if len(named) == 1 else 'have'} the most of them ({count})."

    def _line(self, table: DatasetProfile, facts: Facts, row: int) -> str:
        label, kind, where = self._label(facts, row), self.entities(table), where_text(self.filters, table)
        parts = [
            f"{facts.add(f'number of {tier} value {kind} of {label}{where}', column=tier.lower(), row=row)} {tier}"
            for tier in TIERS
        ]
        count = facts.add(f"number of {kind} of {label}{where}", column="entities", row=row)
        share = facts.add(f"share of High value among the {kind} of {label}{where}", "%", column="high_share", row=row)
        few = "" if self._comparable(facts, row) else "; too few to be compared"
        return f"{label}: {listed(parts)} of {count} {kind} ({share} High value{few})."

    def _cut_line(self, table: DatasetProfile, facts: Facts) -> str:
        value, column = self.value_name(table), self.measure(table)
        unit = column.unit if column else None
        high = facts.add(f"{self.cut_name(self.high)} of {value}", unit, column="high_cut")
        low = facts.add(f"{self.cut_name(self.low)} of {value}", unit, column="low_cut")
        return (
            f"High value begins at {high} ({self.cut_name(self.high)} of {value}), "
            f"Low value ends at {low} ({self.cut_name(self.low)})."
        )

    def _comparable(self, facts: Facts, row: int) -> bool:
        """Whether the group is large enough, and a group that the category names."""
        return facts.number("entities", row) >= LEAST_OF_A_GROUP and facts.value("category", row) not in (None, SEVERAL)

    def _label(self, facts: Facts, row: int) -> str:
        value = facts.value("category", row)
        return SEVERAL if value == SEVERAL else group_label(value, self.category)

    def _by(self, table: DatasetProfile) -> str:
        return self.category.grain or spoken(table.column(self.category.column))


def _counted(tier: str) -> exp.Expr:
    held = exp.EQ(this=sql.column("tier"), expression=exp.Literal.string(tier))
    return exp.Count(this=exp.Case().when(held, exp.Literal.number(1)))
