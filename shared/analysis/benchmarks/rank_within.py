"""Places within segments: how those of each group rank among themselves."""

from collections.abc import Iterator

from pydantic import Field

from shared.analysis.base import Findings
from shared.analysis.entities.whom import whom
from shared.analysis.fields import Conditions, Dimension, Entity, Measure
from shared.analysis.plain import PlainAnalysis, notes
from shared.analysis.segments.values import require_segments, typical
from shared.analysis.statistical import scope
from shared.analysis.summary import spoken_naming
from shared.contracts import DatasetProfile, QueryResult
from shared.query.across import Rank
from shared.query.groupings import ByColumn
from shared.query.query import Figures, Query, Ranking, output_names
from shared.query.words.figures import show_number, show_plain
from shared.query.words.measures import measure
from shared.table.names import spoken


class RankWithin(PlainAnalysis):
    """Ranks entities within their segments: in each group its first ten by a measure, each with its figure and its
    place among all of that group; equal figures share a place.

    Use it for "rank the products within each region", "rankings per category".
    """

    examples = (
        "Rank the {entity} by {measure} within each {within}",
        "Rank {entity} within each {within}",
        "How do the {entity} rank in {measure} within their {within}?",
    )
    first = "highest"

    within: Dimension
    measure: Measure
    entity: Entity | None = Field(default=None, description="Who is ranked; none: the table's own.")
    top: int = Field(default=10, ge=1, le=100, description="How many of each group are told.")
    where: Conditions = ()

    def problems(self) -> Iterator[str]:
        if self.within == self.entity:
            yield "rank within a column other than the entity's own, such as a region"

    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        require_segments(table, self.within)
        own = whom(self.entity, table, apart=self.within).name
        groups = (ByColumn(column=self.within), ByColumn(column=own))
        places = (Rank(measure=0, within=(0,)),)
        best = Ranking(by=0, limit=self.top, within=(0,), ties=True)
        return (
            Figures(
                where=self.where, groups=groups, measures=(typical(self.measure, table),), across=places, ranking=best
            ),
        )

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        found = super().findings(table, results)
        ((bound,), (result,)) = self.bound(table), results
        assert isinstance(bound.query, Figures)
        figure, place = output_names(bound.query)[-2:]
        shown = {(fact.cells[0].row, fact.cells[0].column): fact for fact in found.facts}
        groups: dict[str, list[str]] = {}
        for row, cells in enumerate(result.rows):
            group, one = (show_plain(cell) for cell in cells[:2])
            own = [shown[row, name] for name in (place, figure) if (row, name) in shown]
            if len(own) == 2:
                at, value = (show_number(float(str(fact.value)), fact.unit, fact.decimals) for fact in own)
                groups.setdefault(group, []).append(f"{at}. {one} ({value})")
        lines = [f"{group}: {'; '.join(ones)}." for group, ones in groups.items()]
        if not lines:
            return found
        by = measure(bound.query.measures[0], spoken_naming(bound)).text
        told = f"By {by}{scope(bound)}, within each {spoken(table.column(self.within))}"
        first, *rest = lines
        return found.model_copy(update={"summary": f"{told}: {first}", "findings": (*rest, *notes(bound, result))})
