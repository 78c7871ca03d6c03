"""Signs that something goes wrong with an entity: it has gone quiet, it does less, it is below a threshold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pydantic import Field

from shared.analysis import sql
from shared.analysis.entities.chance import alone, fewer_or_more, signed, unlikely
from shared.analysis.entities.entity_analysis import Drawn, SelectSteps
from shared.analysis.entities.moving import MovingEntities
from shared.analysis.facts import Facts
from shared.analysis.wording import rows_name
from shared.contracts import DatasetProfile
from shared.query.trees import exp
from shared.query.words.values import listed
from shared.table.nouns import agreeing, how_many, some_of


class WarningSigns(MovingEntities):
    """Looks for warning signs of each entity, and tells those with two or more: it has gone quiet (longer without a row
    than twice its own usual gap, and than a month); it is less active (fewer rows in the later stretch of time than in
    the one before); it is low in the later stretch: its figure is under the threshold, or, without one, under half the
    average, or its rows are under half of their average. Beside them stands whether chance alone would give as much.

    Use it for "warning signs", "reduced activity", "missed thresholds", "what is concerning".
    """

    examples = (
        "Which {entity} show warning signs?",
        "Are there any warning signs?",
        "Which {entity} show reduced activity?",
        "Which {entity} have gone quiet?",
    )
    least: ClassVar[int] = 3
    flagged: ClassVar[str] = "signs >= 2"
    order: ClassVar[tuple[str, ...]] = ("-signs", "-before")
    overall: ClassVar[Mapping[str, str]] = {
        "gone_quiet": "count_if(quiet = 1)",
        "less_active": "count_if(less = 1)",
        "more_active": "count_if(rows_after > rows_before)",
    }
    hidden: ClassVar[frozenset[str]] = frozenset({"days_active", "days_between"})

    threshold: float | None = Field(default=None, description="What an entity should reach in the later stretch.")

    def each(self, table: DatasetProfile) -> Mapping[str, exp.Expr]:
        apart = self.windows(table)
        time, known = apart.column.name, {"time": apart.column.name}
        rows = {"rows_before": apart.before, "rows_after": apart.now}
        return {
            **super().each(table),
            **{name: sql.formula("count_if(:met)", met=stretch.covers(time)) for name, stretch in rows.items()},
            "days_quiet": apart.days_quiet,
            "usual_gap": sql.formula(
                "date_diff('day', min(:time), max(:time)) / nullif(count(:time) - 1.0, 0)", **known
            ),
            "days_active": sql.formula("count(DISTINCT CAST(:time AS DATE))", **known),
            "days_between": sql.formula("date_diff('day', min(:time), max(:time))", **known),
        }

    def steps(self, table: DatasetProfile) -> SelectSteps:
        bar = "0.5 * avg(after) OVER ()" if self.threshold is None else str(float(self.threshold))
        signs = {
            "quiet": "CASE WHEN days_quiet > 2 * usual_gap AND days_quiet > 30 THEN 1 ELSE 0 END",
            "less": "CASE WHEN rows_after < rows_before THEN 1 ELSE 0 END",
            "low": f"CASE WHEN after < {bar} THEN 1 ELSE 0 END",
        }
        # who has few rows is mostly worth little: the two are one sign
        few = "CASE WHEN low = 0 AND rows_after < 0.5 * avg(rows_after) OVER () THEN 1 ELSE 0 END"
        return signs, {"few": few}, {"signs": "quiet + less + low + few", "beyond_chance": self._beyond_chance(table)}

    def _beyond_chance(self, table: DatasetProfile) -> exp.Expr:
        """Whether one has gone quiet, or become less active, by more than chance. Were each day as likely as another to
        be one of its days, all d of them but the first would lie in the first s of s + q days with a chance of
        (s / (s + q))^(d - 1) at most."""
        silence = "(days_active - 1) * ln((days_between + 1.0 + days_quiet) / (days_between + 1.0))"
        fewer = fewer_or_more("rows_before", "rows_after", -1)
        return sql.formula(
            f"quiet = 1 AND {silence} > :least OR less = 1 AND {fewer} > :least",
            least=unlikely(2 * self.whom(table).distinct),
        )

    def purpose(self, table: DatasetProfile) -> str:
        return f"Warning signs of {self.called(table)}, {self.windows(table).said}"

    def drawn(self, table: DatasetProfile) -> Drawn:
        called = f"days without {rows_name(table)}"
        return Drawn("days_quiet", called, None, f"{called} of {self.called(table)} with two or more warning signs")

    def summary(self, table: DatasetProfile, facts: Facts, *, all_of: str, found: str) -> str:
        name = self.called(table)
        quiet = facts.add(f"number of {name} that have gone quiet", column="gone_quiet")
        less = facts.add(f"number of {name} that are less active", column="less_active")
        gone = f"{quiet} {agreeing(quiet, 'has', 'have')} gone quiet"
        more = facts.add(f"number of {name} that are more active", column="more_active")
        some, others = (int(facts.number(one)) for one in ("less_active", "more_active"))
        weighed = signed(some, others, "became less active")
        told = f"{gone}, {less} {agreeing(less)} less active, {self.windows(table).said}, and {more} more, so {weighed}"
        if not facts.number("flagged"):
            return f"None of the {all_of} {name} shows two warning signs: {told}"
        show = some_of(found, all_of, name, "shows", "show")
        return f"{show} two or more warning signs, first of all {self.labels(facts)}: {told}"

    def line(self, table: DatasetProfile, facts: Facts, row: int, label: str) -> str:
        rows, apart = rows_name(table), self.windows(table)
        shown = [text for name, text in self._signs(table).items() if facts.number(name, row, 1)]
        days = facts.add(f"days without {rows} of {label}", column="days_quiet", row=row, query=1)
        now, before = (
            facts.add(f"number of {rows} of {label} in {stretch.said}", column=column, row=row, query=1)
            for column, stretch in (("rows_after", apart.now), ("rows_before", apart.before))
        )
        return f"{label} {listed(shown)}: {rows} {now} after {before}, none for {how_many(days, 'days')}"

    def noticed(self, table: DatasetProfile, facts: Facts) -> tuple[str, ...]:
        if not facts.number("flagged"):
            return ()
        told = alone(
            [self.label(facts, row) for row in facts.rows(1) if facts.value("beyond_chance", row, 1)],
            "fell silent or became less active",
            f"each by its own rows, as likely on one day as on another, corrected for all {self.called(table)}",
            cut=facts.found(1) > len(facts.rows(1)),
        )
        return tuple(filter(None, (told, self.windows(table).season)))

    def _signs(self, table: DatasetProfile) -> Mapping[str, str]:
        """What each sign says, by its column."""
        bar = "half the average" if self.threshold is None else "the threshold"
        return {
            "quiet": "has gone quiet",
            "less": "is less active than before",
            "low": f"is under {bar} in {self.worth(table).name}",
            "few": f"has under half the average number of {rows_name(table)}",
        }
