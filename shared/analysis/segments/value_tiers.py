"""High, medium and low value: how many are in each tier, and how much of the total."""

from typing import Self

from sqlglot import exp

from shared.analysis import sql
from shared.analysis.base import Findings
from shared.analysis.cued import says
from shared.analysis.facts import Facts
from shared.analysis.figures.shares import percent_of_all
from shared.analysis.segments.segment_reading import tiering
from shared.analysis.segments.tiers import TIERS, Tiered
from shared.analysis.wording import show_number, where_text
from shared.contracts import DatasetProfile, PlannedQuery, QueryResult
from shared.offline.reading.reading import Reading


class ValueTiers(Tiered):
    """Segments entities (or rows) into High, Medium and Low value by percentiles: the top 20 %, the middle 60 % and the
    bottom 20 % unless told otherwise. Gives the cuts, and each tier's size, share, total, average and range.

    Use it to segment or tier customers, products, orders and the like by what they are worth.
    """

    asks = (
        "Segment customers by value",
        "Which customers are high value, medium value and low value?",
        "Value tiers of customers",
        "Cut the customers into tiers",
    )
    cues = "tier; segment; bucket; cluster; high value; medium value; low value; high medium and low"
    also = "high medium low value valuable cut divide split group 80 60 20"

    @classmethod
    def read(cls, reading: Reading, table: DatasetProfile) -> Self | None:
        over_tiers = says(reading, "by tier; by bucket; per tier")
        if not cls.asked_for(reading) or reading.groups or reading.ordering or over_tiers:
            return None
        found = tiering(reading, table)
        return cls(metric=found.metric, entity=found.entity, filters=reading.filters) if found else None

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        query = exp.select(*self._figures()).from_("_placed").with_("_placed", as_=self.placed(self.each(table)))
        query = query.group_by(sql.column("tier")).order_by(exp.Ordered(this=sql.column("lowest"), desc=True))
        purpose = f"Value tiers of {self.entities(table)} by {self.value_name(table)}{where_text(self.filters, table)}"
        return sql.planned(query, purpose), self.counts(table)

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        facts = Facts(results)
        known = sum(int(facts.number("entities", row)) for row in range(len(results[0].rows)))
        self.require_values(known, table)
        lines = {str(facts.value("tier", row)): self._line(table, facts, row) for row in range(len(results[0].rows))}
        told = [*self._cuts(table, facts), *self.left_out(table, facts, 1)]
        if list(lines) == ["Medium"]:
            return self._alike(table, facts, told)
        shown = [lines[tier] for tier in TIERS if tier in lines]
        told += [self._empty(table, tier) for tier in TIERS if tier not in lines]
        return Findings(summary=shown[0], facts=facts.all(), findings=(*shown[1:], *told), visualization_hint="bar")

    def _figures(self) -> list[exp.Expr]:
        value, count = sql.column("value"), exp.Count(this=exp.Star())
        total = exp.Sum(this=value)
        figures: dict[str, exp.Expr] = {
            "tier": sql.column("tier"),
            "entities": count,
            "entity_share": percent_of_all(count),
            "total": total,
            "value_share": percent_of_all(total),
            "average": exp.Avg(this=value.copy()),
            "lowest": exp.Min(this=value.copy()),
            "highest": exp.Max(this=value.copy()),
            "low_cut": exp.Min(this=sql.column("low_cut")),
            "high_cut": exp.Min(this=sql.column("high_cut")),
        }
        return [exp.alias_(figure, name, quoted=True) for name, figure in figures.items()]

    def _line(self, table: DatasetProfile, facts: Facts, row: int) -> str:
        tier, kind, value = facts.value("tier", row), self.entities(table), self.value_name(table)
        of = f"the {tier} value segment{where_text(self.filters, table)}"
        size = facts.add(f"number of {kind} in {of}", column="entities", row=row)
        share = facts.add(f"share of {kind} in {of}", "%", column="entity_share", row=row)
        unit = self._unit(table)
        average = facts.add(f"average {value} in {of}", unit, column="average", row=row)
        facts.add(f"lowest {value} in {of}", unit, column="lowest", row=row)
        facts.add(f"highest {value} in {of}", unit, column="highest", row=row)
        worth = self._worth(table, facts, row, of)
        return f"{of[4:5].upper()}{of[5:]} contains {size} {kind} ({share}) with average {value} of {average}{worth}."

    def _worth(self, table: DatasetProfile, facts: Facts, row: int, of: str) -> str:
        """The tier's part of the total: none of rates, and none where values offset each other."""
        if not self.additive(table):
            return ""
        value = self.value_name(table).removeprefix("total ")
        facts.add(f"total {value} in {of}", self._unit(table), column="total", row=row)
        if min(facts.number("lowest", at) for at in range(3)) < 0:
            return ""
        share = facts.add(f"share of total {value} in {of}", "%", column="value_share", row=row)
        return f", {share} of the total" if share != "unknown" else ""

    def _unit(self, table: DatasetProfile) -> str | None:
        column = self.measure(table)
        return column.unit if column and self.metric.function not in ("count", "distinct") else None

    def _cuts(self, table: DatasetProfile, facts: Facts) -> list[str]:
        value, unit = self.value_name(table), self._unit(table)
        high, low = (
            facts.add(f"{self.cut_name(at)} of {value}, the cut of the {tier} value segment", unit, column=column)
            for tier, at, column in (("High", self.high, "high_cut"), ("Low", self.low, "low_cut"))
        )
        return [
            f"High value begins at {high} (the {self.cut_name(self.high)}), Low value ends at {low} "
            f"(the {self.cut_name(self.low)}); equal values are in the same segment."
        ]

    def _alike(self, table: DatasetProfile, facts: Facts, told: list[str]) -> Findings:
        kind, value = self.entities(table), self.value_name(table)
        shown = show_number(facts.number("highest"), self._unit(table))
        count = f"{int(facts.number('entities')):,} {kind}"
        where = where_text(self.filters, table)
        summary = f"There are no tiers to tell apart: all {count}{where} have the same {value}, {shown}."
        return Findings(summary=summary, facts=facts.all(), findings=tuple(told), visualization_hint="number")

    def _empty(self, table: DatasetProfile, tier: str) -> str:
        return f"The {tier} value segment is empty, since so many {self.entities(table)} have the same value."
