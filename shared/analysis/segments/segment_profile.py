"""What each segment is like: its size, the totals and averages of its measures, and its most common values."""

from pydantic import Field

from shared.analysis.fields import MOST_GROUPS, Conditions, Dimension, Measure
from shared.analysis.plain import PlainAnalysis
from shared.analysis.segments.values import require_segments, typical
from shared.contracts import DatasetProfile
from shared.query.across import Share
from shared.query.groupings import ByColumn
from shared.query.measures import RowCount, Statistic
from shared.query.query import Figures, Query, Ranking

_MOST_MEASURES, _MOST_TRAITS = 5, 3


class SegmentProfile(PlainAnalysis):
    """Describes each value of a category: number of rows, the averages of measures, the totals of those that add up,
    and the most common value of other columns. Where `measures` or `traits` are left out, the table's own are taken.

    Use it for "profile the regions", "what characterises each plan" and "what are enterprise customers like".
    """

    examples = (
        "Describe each {segment} as a segment",
        "Profile each {segment}",
        "What characterises each {segment}?",
        "What are the key characteristics of each {segment}?",
    )

    first = "highest"

    segment: Dimension
    measures: tuple[Measure, ...] = Field(default=(), max_length=_MOST_MEASURES)
    traits: tuple[Dimension, ...] = Field(default=(), max_length=_MOST_TRAITS)
    where: Conditions = ()

    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        require_segments(table, self.segment)
        segment = ByColumn(column=self.segment)
        figures = (one for name in self._measures(table) for one in (typical(name, table), _mean(name)))
        sizes = Figures(
            where=self.where,
            groups=(segment,),
            measures=tuple(dict.fromkeys((RowCount(), *figures))),  # a rate's typical figure is its average
            across=(Share(measure=0),),
            ranking=Ranking(by=0),
        )
        return sizes, *(self._commonest(segment, name) for name in self._traits(table))

    def _commonest(self, segment: ByColumn, trait: str) -> Figures:
        """Each segment's most common values of a trait: several where they are equally common."""
        return Figures(
            where=self.where,
            groups=(segment, ByColumn(column=trait)),
            measures=(RowCount(),),
            across=(Share(measure=0, within=(0,)),),
            ranking=Ranking(by=0, limit=1, within=(0,), ties=True),
        )

    def _measures(self, table: DatasetProfile) -> tuple[str, ...]:
        own = tuple(column.name for column in table.having("measure") if column.name != self.segment)
        return self.measures or own[:_MOST_MEASURES]

    def _traits(self, table: DatasetProfile) -> tuple[str, ...]:
        few = (column for column in table.having("dimension") if column.distinct <= MOST_GROUPS)
        own = tuple(column.name for column in few if column.name != self.segment)
        return self.traits or own[:_MOST_TRAITS]


def _mean(column: str) -> Statistic:
    return Statistic(function="mean", column=column)
