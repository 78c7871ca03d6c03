"""Value tiers across the values of a category: where the high value is concentrated."""

from pydantic import Field

from shared.analysis.base import Findings
from shared.analysis.fields import Conditions, Dimension, Entity, Measure
from shared.analysis.pictures import axis
from shared.analysis.plain import PlainAnalysis, notes
from shared.analysis.segments.values import cut_at, values
from shared.analysis.statistical import scope
from shared.analysis.summary import MOST_TOLD, figure_of, spoken_naming
from shared.contracts import DatasetProfile, QueryResult
from shared.query.conditions import Compare
from shared.query.derived import Tier
from shared.query.groupings import ByColumn
from shared.query.measures import Arithmetic, Filtered, RowCount
from shared.query.query import Figures, Query, Ranking
from shared.query.words.figures import show_plain
from shared.table.names import spoken
from shared.table.nouns import agreeing, how_many


class TierByCategory(PlainAnalysis):
    """Segments in two ways at once: value tiers (see ValueTiers) and a category. Gives each category's size in each
    tier, and the share of High value ones, the highest first. An entity counts in each category that it has rows in,
    with its value there.

    Use it for "which region has most high value customers" or "segment by region and tier".
    """

    examples = (
        "Segment the {entity} by {category} and value tier of {measure}",
        "How are high value {entity} distributed across {category}?",
        "Which {category} has the highest concentration of high value {entity}?",
    )
    least = 10
    first = "highest"

    category: Dimension
    measure: Measure
    entity: Entity | None = Field(default=None, description="Whom or what to tier; leave it out to tier single rows.")
    where: Conditions = ()
    low: float = Field(default=0.2, gt=0, lt=1, description="Percentile (0..1) up to which a value is Low.")
    high: float = Field(default=0.8, gt=0, lt=1, description="Percentile (0..1) from which a value is High.")

    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        source, value = values(self.measure, self.entity, table, self.where, self.category)
        tier = Tier(name="tier", column=value, low=self.low, high=self.high)
        counts = tuple(
            Filtered(measure=RowCount(), where=(Compare(column="tier", operator="=", value=name),))
            for name in ("High", "Medium", "Low")
        )
        concentration = Arithmetic(operator="percentage", left=counts[0], right=RowCount())
        groups, measures = (ByColumn(column=self.category),), (RowCount(), *counts, concentration)
        return (Figures(source=source, derived=(tier,), groups=groups, measures=measures, ranking=Ranking(by=4)),)

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        found, (bound,), (result, *_) = super().findings(table, results), self.bound(table), results
        shown = {(fact.cells[0].row, fact.cells[0].column): figure_of(fact) for fact in found.facts}
        nouns, lines = spoken_naming(bound).rows, []
        for row, cells in enumerate(result.rows[:MOST_TOLD]):
            rows, high, medium, low, share = (shown.get((row, one), "unknown") for one in result.columns[1:6])
            label = show_plain(cells[0])
            tiers = f"{high} of {how_many(rows, nouns)} {agreeing(high)} High ({share}), {medium} Medium, {low} Low"
            lines.append(f"{label}: {tiers}.")
        met = scope(bound.source) if bound.source else ""
        by, amount = spoken(table.column(self.category)), spoken(table.column(self.measure))
        first, *rest = lines
        rule = f"These percentiles are of the values of every {by} together."
        told = (*rest, *notes(bound, result), cut_at(self.low, self.high), rule)
        title = f"Share of {nouns} that are High in {amount} by {by}{met}"
        called = axis(f"share of {nouns} that are High", "%")
        pictures = tuple(one.model_copy(update={"title": title, "figure": called}) for one in found.pictures)
        return found.model_copy(
            update={
                "summary": f"By {by} and tier of {amount}{met}: {first}",
                "findings": told,
                "pictures": pictures,
            }
        )
