"""The best of each category: what others can be held against."""

from pydantic import Field

from shared.analysis.entities.whom import whom
from shared.analysis.fields import Conditions, Dimension, Entity, Measure
from shared.analysis.plain import PlainAnalysis
from shared.analysis.segments.values import require_segments, typical
from shared.contracts import DatasetProfile
from shared.query.across import Share
from shared.query.groupings import ByColumn
from shared.query.measures import RowCount, is_additive
from shared.query.query import Figures, Query, Ranking


class BestInClass(PlainAnalysis):
    """Finds the best in class: of each category the entity with the highest figure, all of them where several share it,
    and, of a measure that adds up, its share of the category's total.

    Use it for "best in class", "top performer of each region", "category benchmarks".
    """

    examples = (
        "Which {entity} is best in class by {measure} in each {category}?",
        "Which {entity} sets the benchmark by {measure} in each {category}?",
        "Which {entity} is best in class by {measure}?",
        "What is the best {entity} in each {category} by {measure}?",
    )
    first = "highest"

    category: Dimension
    measure: Measure
    entity: Entity | None = Field(default=None, description="Who is compared; none: the table's own.")
    where: Conditions = ()

    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        require_segments(table, self.category)
        own = whom(self.entity, table, apart=self.category).name
        figure = typical(self.measure, table)
        shares = (Share(measure=0, within=(0,)),) if is_additive(figure) else ()
        groups = (ByColumn(column=self.category), ByColumn(column=own))
        best = Ranking(by=0, limit=1, within=(0,), ties=True)
        return (Figures(where=self.where, groups=groups, measures=(figure, RowCount()), across=shares, ranking=best),)
