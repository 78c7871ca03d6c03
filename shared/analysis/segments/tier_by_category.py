"""Value tiers across the values of a category: where the high value is concentrated."""

from pydantic import Field

from shared.analysis.base import Findings
from shared.analysis.fields import Conditions, Dimension, Entity, Measure
from shared.analysis.plain import PlainAnalysis
from shared.analysis.segments.values import cut_at, values
from shared.contracts import DatasetProfile, QueryResult
from shared.query.conditions import Compare
from shared.query.derived import Tier
from shared.query.groupings import ByColumn
from shared.query.measures import Arithmetic, Filtered, RowCount
from shared.query.query import Figures, Query, Ranking


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
        found = super().findings(table, results)
        return found.model_copy(update={"findings": (*found.findings, cut_at(self.low, self.high))})
