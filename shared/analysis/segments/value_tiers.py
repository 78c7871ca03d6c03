"""High, medium and low value: how many are in each tier, and how much of the total."""

from pydantic import Field

from shared.analysis.base import Findings
from shared.analysis.fields import Conditions, Entity, Measure
from shared.analysis.plain import PlainAnalysis
from shared.analysis.segments.values import adds_up, cut_at, only_amount, values
from shared.contracts import DatasetProfile, QueryResult
from shared.query.across import Share
from shared.query.derived import Tier
from shared.query.groupings import ByColumn
from shared.query.measures import Function, RowCount, Statistic
from shared.query.query import Figures, Query, Ranking


class ValueTiers(PlainAnalysis):
    """Segments entities (or rows) into High, Medium and Low value by percentiles: the top 20 %, the middle 60 % and the
    bottom 20 % unless told otherwise. Gives each tier's size, share, total, average and range.

    Use it to segment or tier customers, products, orders and the like by what they are worth. With an entity its value
    is the total of its rows, or their average where the measure does not add up.
    """

    examples = (
        "Segment the {entity} by {measure}",
        "Segment the {entity}",
        "Segment the {entity} by value tiers",
        "Segment the rows by value tiers",
        "Which {entity} are high value, medium value and low value by {measure}?",
        "Classify the {entity} by {measure} into high, medium and low value",
        "Categorize the {entity} by {measure}",
    )
    least = 10
    first = "highest"
    drawn = 0

    measure: Measure | None = Field(default=None, description="What they are worth; none: the only amount there is.")
    entity: Entity | None = Field(default=None, description="Whom or what to tier; leave it out to tier single rows.")
    where: Conditions = ()
    low: float = Field(default=0.2, gt=0, lt=1, description="Percentile (0..1) up to which a value is Low.")
    high: float = Field(default=0.8, gt=0, lt=1, description="Percentile (0..1) from which a value is High.")

    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        measure = self.measure or only_amount(table)
        source, value = values(measure, self.entity, table, self.where)
        tier = Tier(name="tier", column=value, low=self.low, high=self.high)
        total = table.column(measure).default_aggregate == "sum"
        functions: tuple[Function, ...] = ("mean", "min", "max", *(("sum",) if total else ()))
        measures = (RowCount(), *(Statistic(function=one, column=value) for one in functions))
        shares = (Share(measure=0), *((Share(measure=len(functions)),) if adds_up(measure, table) else ()))
        ranking = Ranking(by=2)
        tiers = (ByColumn(column="tier"),)
        return (
            Figures(source=source, derived=(tier,), groups=tiers, measures=measures, across=shares, ranking=ranking),
        )

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        found = super().findings(table, results)
        return found.model_copy(update={"findings": (*found.findings, cut_at(self.low, self.high))})
