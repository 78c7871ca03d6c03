"""Top and bottom entities by a measure."""

from shared.analysis.fields import Conditions, Entity, Measure
from shared.analysis.plain import PlainAnalysis
from shared.contracts import DatasetProfile
from shared.query.groupings import ByColumn
from shared.query.measures import Statistic
from shared.query.query import Figures, Query, Ranking


class TopAndBottom(PlainAnalysis):
    """The top performers and the bottom performers: the entities with the highest and with the lowest figure."""

    first = "highest"
    examples = (
        "Who are the top performers and bottom performers among {entity} by {measure}?",
        "Best performers and worst performers among {entity} by {measure}",
    )

    entity: Entity
    measure: Measure
    where: Conditions = ()

    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        figure = Statistic(function=table.column(self.measure).default_aggregate, column=self.measure)
        groups = (ByColumn(column=self.entity),)
        return tuple(
            Figures(
                where=self.where, groups=groups, measures=(figure,), ranking=Ranking(by=0, descending=first, limit=5)
            )
            for first in (True, False)
        )
