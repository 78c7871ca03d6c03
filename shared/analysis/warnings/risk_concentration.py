"""Where the value at risk is: its share by segment."""

from collections.abc import Mapping
from typing import Self

from pydantic import model_validator
from sqlglot import exp

from shared.analysis import sql
from shared.analysis.base import Findings
from shared.analysis.entities import recorded
from shared.analysis.entities.entity_analysis import Steps, ordered
from shared.analysis.entities.moving import CHANGED, Moving
from shared.analysis.entities.whom import called, whom
from shared.analysis.facts import Facts
from shared.analysis.fields import Dimension
from shared.analysis.pictures import axis, bars
from shared.analysis.wording import show_plain, where_text
from shared.contracts import ColumnProfile, DatasetProfile, PlannedQuery, QueryResult
from shared.errors import ForfeitException
from shared.table.names import spoken

_DECLINED = "all_change < -0.000000001 * abs(all_before) AND all_before > 0 AND before <> 0"
"""An entity whose whole worth fell, where it was worth something before."""


class RiskConcentration(Moving):
    """Tells where risk is concentrated: what entities in decline were worth before, by segment, and each segment's
    share of it, the highest first. An entity is in decline where its whole worth is, wherever that was; what it was
    worth before counts in the segment where it was.

    Use it for "where is the risk concentrated", "which region has most revenue at risk".
    """

    examples = (
        "Where is the risk concentrated by {segment}?",
        "Which {segment} has the most {measure} at risk?",
        "How is the {measure} at risk distributed across {segment}?",
    )
    segment: Dimension

    @model_validator(mode="after")
    def _two_columns(self) -> Self:
        if self.segment == self.entity:
            raise ValueError("the segment is a column other than the entity, such as a region")
        return self

    def beside(self) -> Mapping[str, str]:
        return {"segment": self.segment}

    def steps(self, table: DatasetProfile) -> Steps:
        over = "sum({0}) OVER (PARTITION BY entity)" if self.worth(table).adds_up else "{0}"
        whole = {f"all_{name}": over.format(name) for name in ("before", "after")}
        first = "row_number() OVER (PARTITION BY entity ORDER BY before DESC NULLS LAST, segment) = 1"
        return (CHANGED, whole, {"all_change": "all_after - all_before", "first": first})

    def whom(self, table: DatasetProfile) -> ColumnProfile:
        return whom(self.entity, table, repeated=True, apart=self.segment)

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        met = sql.formula(_DECLINED)
        figures: dict[str, exp.Expr] = {
            "segment": sql.column("segment"),
            "at_risk": sql.formula("sum(before) FILTER (WHERE :met)", met=met),
            "entities": sql.formula("count_if(:met)", met=met),
            "once": sql.formula("count_if(:met AND first)", met=met),
            **{f"{name}_here": sql.formula(f"sum({name})") for name in recorded.NAMES},
        }
        groups = sql.select_from(self.worked(table), figures).group_by(sql.column("segment"))
        shares = {
            "share": "100.0 * at_risk / nullif(sum(at_risk) OVER (), 0)",
            "all_at_risk": "sum(at_risk) OVER ()",
            "flagged": "sum(once) OVER ()",
        }
        shares |= {name: f"sum({name}_here) OVER ()" for name in recorded.NAMES}
        built = [exp.alias_(sql.formula(one), name, quoted=True) for name, one in shares.items()]
        query = exp.select("*", *built).from_("_groups").with_("_groups", as_=groups)
        query = query.order_by(*ordered("-at_risk", "segment"))
        return (sql.planned(query, f"{self.purpose(table)}{where_text(self.filters, table)}"),)

    def purpose(self, table: DatasetProfile) -> str:
        by = spoken(table.column(self.segment))
        worth, name = self.worth(table).name, self.called(table)
        return f"Share of the {worth} at risk by {by}, of {name} in decline, {self.windows(table).said}"

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        where = where_text(self.filters, table)
        facts, worth, apart = Facts(results, where), self.worth(table), self.windows(table)
        name, by = self.called(table), spoken(table.column(self.segment))
        tried = f"Looked for {name} in decline{where}, {apart.said}"
        self.require(len(facts.rows()), called(table.column(self.segment)), "to compare segments", tried)
        self.require_recorded(table, facts)
        if not facts.number("flagged"):
            raise ForfeitException(f"None of the {name} is in decline{where}, {apart.said}", (tried,))
        total = facts.add(f"{worth.name} at risk in {apart.before.said}", worth.unit, column="all_at_risk")
        facts.add(f"number of {name} in decline by {by}", column="flagged")
        lines = []
        for row in facts.rows()[:8]:
            label = show_plain(facts.value("segment", row) or "(missing)")
            if facts.number("entities", row):
                at_risk = facts.add(f"{worth.name} at risk of {label}", worth.unit, column="at_risk", row=row)
                share = facts.add(f"share of {worth.name} at risk of {label}", "%", column="share", row=row)
                count = facts.add(f"number of {name} in decline of {label}", column="entities", row=row)
                lines.append(f"{label}: {share} of what is at risk, {at_risk}, {count} {name} in decline.")
        first = show_plain(facts.value("segment") or "(missing)")
        share = facts.add(f"share of {worth.name} at risk of {first}", "%", column="share")
        summary = (
            f"Risk concentration: {share} of the {worth.name} at risk ({total}) is in {first}{where}, {apart.said}."
        )
        pictures = bars(
            results[0],
            "share",
            "segment",
            title=f"{self.purpose(table)}{where}",
            along=axis(by),
            figure=axis(f"share of the {worth.name} at risk", "%"),
        )
        return Findings(
            summary=summary,
            facts=facts.all(),
            findings=tuple(lines),
            insights=tuple(filter(None, (apart.note,))),
            visualization_hint="bar",
            pictures=pictures,
        )
