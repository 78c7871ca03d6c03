"""Segments by categories: how many there are, how large each is, and what it is worth."""

from pydantic import Field

from shared.analysis.fields import Conditions, Dimension, Measure
from shared.analysis.plain import PlainAnalysis
from shared.analysis.segments.values import adds_up, require_segments, typical
from shared.contracts import DatasetProfile
from shared.query.across import Share
from shared.query.groupings import ByColumn
from shared.query.measures import RowCount, Statistic, is_additive
from shared.query.query import Figures, Query, Ranking


class CategoryBreakdown(PlainAnalysis):
    """Groups rows by one category, or by several at once: each group's number of rows and its share, and of a measure
    its total, its share of the whole and its average. Rows without a category are a group of their own.

    Use it for segments that columns name already, such as region, type or plan, and for their distribution.
    """

    examples = (
        "Break down {measure} by {categories}",
        "Segment the rows by {categories}",
        "What is the distribution of the rows across {categories}?",
        "What is the distribution of {measure} across {categories}?",
        "Calculate {categories} sizes and {measure} contribution",
    )

    first = "highest"

    categories: tuple[Dimension, ...] = Field(min_length=1, max_length=3)
    measure: Measure | None = Field(default=None, description="A measure to total and average; none: rows are counted.")
    where: Conditions = ()

    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        for name in self.categories:
            require_segments(table, name)
        groups = tuple(ByColumn(column=name, keep_empty=True) for name in self.categories)
        own = (typical(self.measure, table), Statistic(function="mean", column=self.measure)) if self.measure else ()
        measures = tuple(dict.fromkeys((RowCount(), *own)))
        added = len(measures) > 1 and is_additive(measures[1])
        shared = (0, 1) if added and self.measure and adds_up(self.measure, table) else (0,)
        shares = tuple(Share(measure=at) for at in shared)
        ranking = Ranking(by=1 if added else 0)
        return (Figures(where=self.where, groups=groups, measures=measures, across=shares, ranking=ranking),)
