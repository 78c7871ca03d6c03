"""Where the value at risk is: its share by segment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from shared.analysis import sql
from shared.analysis.base import Applied, Findings
from shared.analysis.entities import recorded
from shared.analysis.entities.chance import signed
from shared.analysis.entities.entity_analysis import SelectSteps, ordered
from shared.analysis.entities.moving import CHANGED, Moving
from shared.analysis.entities.whom import whom
from shared.analysis.facts import Facts
from shared.analysis.fields import Dimension
from shared.analysis.pictures import axis, bars
from shared.analysis.segments.beside_rest import ABOVE, beyond_chance, handed
from shared.analysis.statistical import sampled
from shared.analysis.wording import entity_noun, where_text
from shared.contracts import ColumnProfile, DatasetProfile, PlannedQuery, QueryResult
from shared.errors import ForfeitException
from shared.query.trees import exp
from shared.query.words.figures import show_plain
from shared.statistics.requests import CompareWithRest
from shared.table.names import spoken
from shared.table.nouns import agreeing

_LARGER = "CASE WHEN all_change < 0 THEN before ELSE after END"
_DECLINED = "all_change < -0.000000001 * abs(all_before) AND all_before > 0 AND before <> 0"
"""An entity whose whole worth fell, where it was worth something before."""


class RiskConcentration(Moving):
    """Tells where risk is concentrated: what entities in decline were worth before, by segment, and each segment's
    share of it, the highest first. An entity is in decline where its whole worth is, wherever that was; what it was
    worth before counts in the segment where it was. Beside it stands each segment's share of all before, and whether
    it has more at risk than by chance.

    Use it for "where is the risk concentrated", "which region has most revenue at risk".
    """

    examples = (
        "Where is the risk concentrated by {segment}?",
        "Which {segment} has the most {measure} at risk?",
        "How is the {measure} at risk distributed across {segment}?",
    )
    segment: Dimension

    def problems(self) -> Iterator[str]:
        if self.segment == self.entity:
            yield "the segment is a column other than the entity, such as a region"

    def beside(self) -> Mapping[str, str]:
        return {"segment": self.segment}

    def steps(self, table: DatasetProfile) -> SelectSteps:
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
            "risen": sql.formula("count_if(first AND all_change > 0.000000001 * abs(all_after))"),
            "before_here": sql.formula("sum(before)"),
            **{f"{name}_here": sql.formula(f"sum({name})") for name in recorded.NAMES},
        }
        groups = sql.select_from(self.worked(table), figures).group_by(sql.column("segment"))
        shares = {
            "share": "100.0 * at_risk / nullif(sum(at_risk) OVER (), 0)",
            "all_at_risk": "sum(at_risk) OVER ()",
            "flagged": "sum(once) OVER ()",
            "rose": "sum(risen) OVER ()",
            "share_before": "CASE WHEN min(before_here) OVER () >= 0 "
            "THEN 100.0 * before_here / nullif(sum(before_here) OVER (), 0) END",
        }
        shares |= {name: f"sum({name}_here) OVER ()" for name in recorded.NAMES}
        built = [exp.alias_(sql.formula(one), name, quoted=True) for name, one in shares.items()]
        hidden = [sql.column(one) for one in ("risen", "before_here")]
        query = exp.select(exp.Star(except_=hidden), *built).from_("_groups").with_("_groups", as_=groups)
        query = query.order_by(*ordered("-at_risk", "segment"))
        told = sql.planned(query, f"{self.purpose(table)}{where_text(self.filters, table)}")
        return (told, *self._each_beyond_its_part(table))

    def _each_beyond_its_part(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        """A query for what each entity adds to what is at risk in its segment, less what it would add were each as
        likely to be in decline: its worth there in the better of both stretches, as a part of all that is at risk."""
        if not self.worth(table).adds_up:
            return ()
        part = f"coalesce(sum(before) FILTER (WHERE {_DECLINED}) OVER (), 0) / nullif(sum(larger) OVER (), 0)"
        beyond = f"CASE WHEN {_DECLINED} THEN before ELSE 0 END - larger * {part}"
        better = exp.select("*", exp.alias_(sql.formula(_LARGER), "larger", quoted=True)).from_("_moved")
        better = better.with_("_moved", as_=self.worked(table))
        query = exp.select(sql.column("segment"), exp.alias_(sql.formula(beyond), "beyond", quoted=True))
        query = query.from_("_better").with_("_better", as_=better).where("larger <> 0")
        by, name = spoken(table.column(self.segment)), self.called(table)
        purpose = f"What each of the {name} adds to what is at risk beyond its part, with its {by}"
        where = where_text(self.filters, table)
        return (PlannedQuery(sql=query.sql(dialect="duckdb"), purpose=f"{purpose}{where}", typed=True),)

    def statistics(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> tuple[Applied, ...]:
        if not self.worth(table).adds_up:
            return ()
        purpose = f"Whether each {spoken(table.column(self.segment))} has more at risk than the rest, beyond chance"
        return (Applied(procedure=CompareWithRest(), query=1, purpose=purpose),)

    def purpose(self, table: DatasetProfile) -> str:
        by = spoken(table.column(self.segment))
        worth, name = self.worth(table).name, self.called(table)
        return f"Share of the {worth} at risk by {by}, of {name} in decline, {self.windows(table).said}"

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        where = where_text(self.filters, table)
        facts, worth, apart = Facts(results, where), self.worth(table), self.windows(table)
        name, by = self.called(table), spoken(table.column(self.segment))
        tried = f"Looked for {name} in decline{where}, {apart.said}"
        self.require(len(facts.rows()), entity_noun(table.column(self.segment)), "to compare segments", tried)
        self.require_recorded(table, facts)
        if not facts.number("flagged"):
            raise ForfeitException(f"None of the {name} is in decline{where}, {apart.said}", (tried,))
        total = facts.add(f"{worth.name} at risk in {apart.before.said}", worth.unit, column="all_at_risk")
        facts.add(f"number of {name} in decline by {by}", column="flagged")
        lines, sure = [], beyond_chance(results[2], ABOVE) if worth.adds_up else frozenset()
        for row in facts.rows()[:8]:
            label = show_plain(facts.value("segment", row))
            if facts.number("entities", row):
                at_risk = facts.add(f"{worth.name} at risk of {label}", worth.unit, column="at_risk", row=row)
                share = facts.add(f"share of {worth.name} at risk of {label}", "%", column="share", row=row)
                count = facts.add(f"number of {name} in decline of {label}", column="entities", row=row)
                line = f"{label}: {share} of what is at risk, {at_risk}, {count} {name} in decline"
                more = handed(facts.value("segment", row)) in sure
                lines.append(f"{line}{', more than chance alone would give' if more else ''}.")
        first = show_plain(facts.value("segment"))
        share = facts.add(f"share of {worth.name} at risk of {first}", "%", column="share")
        summary = (
            f"Risk concentration: {share} of the {worth.name} at risk ({total}) is in {first}{where}, {apart.said}"
            f"{self._beside(table, facts, first, sure=handed(facts.value('segment')) in sure)}."
        )
        weighed = self._weighed(table, facts)
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
            findings=(*lines, *self._test(table, results)),
            insights=tuple(filter(None, (weighed, apart.season, apart.note))),
            visualization_hint="bar",
            pictures=pictures,
        )

    def _beside(self, table: DatasetProfile, facts: Facts, first: str, *, sure: bool) -> str:
        """What the first segment had of all before, and whether chance gives as much at risk there, as a clause; empty
        where the figures do not add up."""
        worth = self.worth(table)
        if not worth.adds_up:
            return ""
        if facts.value("share_before") is None:  # of amounts below 0, too, there are no shares
            return "; so much more than elsewhere is beyond chance" if sure else "; it may be chance"
        had = facts.add(f"share of all {worth.name} before of {first}", "%", column="share_before")
        chance = "and so much more is beyond chance" if sure else "so it may be chance"
        return f"; {first} had {had} of all {worth.name} before, {chance}"

    def _test(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> tuple[str, ...]:
        if not self.worth(table).adds_up:
            return ()
        name, by = self.called(table), spoken(table.column(self.segment))
        test = (
            f"What chance alone would give is by a permutation test of each {by} against the rest, for all of them "
            f"together: were the {name} as likely to be in decline in one as in another."
        )
        return tuple(filter(None, (test, sampled(results[1]))))

    def _weighed(self, table: DatasetProfile, facts: Facts) -> str:
        """How many are in decline and how many rose, and what the sign test says of that."""
        name = self.called(table)
        down = facts.add(f"number of {name} in decline by {spoken(table.column(self.segment))}", column="flagged")
        up = facts.add(f"number of {name} that rose meanwhile", column="rose")
        some, others = (int(facts.number(one)) for one in ("flagged", "rose"))
        return f"{down} {name} {agreeing(down)} in decline and {up} rose, so {signed(some, others, 'fell')}."
