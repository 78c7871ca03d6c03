"""Segments that have more entities than they bring in."""

from pydantic import Field

from shared.analysis.base import Findings
from shared.analysis.entities.whom import called, known_column, whom
from shared.analysis.facts import number
from shared.analysis.fields import Conditions, Dimension, Entity, Measure
from shared.analysis.metrics import Grouping
from shared.analysis.plain import PlainAnalysis
from shared.analysis.segments.values import adds_up, require_segments, values, why_not
from shared.analysis.statistical import scope
from shared.analysis.wording import group_label, show_number
from shared.contracts import DatasetProfile, QueryResult
from shared.errors import ForfeitException
from shared.query.across import Share
from shared.query.groupings import ByColumn
from shared.query.measures import RowCount, Statistic
from shared.query.query import Figures, Query, Ranking, output_names
from shared.table.names import spoken


class Underserved(PlainAnalysis):
    """Finds underserved segments: each segment's share of the entities beside its share of a total, and what an entity
    brings in there on average, the lowest first. A segment with a large share of the entities and a small one of the
    total has room to grow. An entity counts in each segment that it has rows in.

    Use it for "which regions are underserved", "low penetration", "expansion potential by segment".
    """

    examples = (
        "Which {segment} are underserved in {measure}?",
        "Which {segment} have low penetration of {measure}?",
        "Which {segment} have expansion potential in {measure}?",
    )
    first = "lowest"
    least = 5

    segment: Dimension
    measure: Measure
    entity: Entity | None = Field(default=None, description="Whom or what to count; none: the table's own.")
    where: Conditions = ()

    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        require_segments(table, self.segment)
        amount = known_column(self.measure, table)
        if not adds_up(self.measure, table):
            raise ForfeitException(
                f"A share of {spoken(amount)} says nothing: {why_not(amount)}",
                (f"Looked at what {spoken(amount)} holds",),
                "Name an amount that adds up, such as revenue.",
            )
        own = whom(self.entity, table, apart=self.segment).name
        source, value = values(self.measure, own, table, self.where, self.segment)
        measures = (
            RowCount(),
            Statistic(function="sum", column=value),
            Statistic(function="mean", column=value),
        )
        shares = (Share(measure=0), Share(measure=1))
        ranking = Ranking(by=2, descending=False)
        groups = (ByColumn(column=self.segment),)
        return (Figures(source=source, groups=groups, measures=measures, across=shares, ranking=ranking),)

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        found = super().findings(table, results)
        (names, (result, *_)) = output_names(self._query(table)), results
        people, total = names[-2:]
        shares = [(row, _cell(result, row, people), _cell(result, row, total)) for row in range(len(result.rows))]
        behind = [(row, own, part) for row, own, part in shares if own is not None and part is not None and part < own]
        if not behind:
            return found
        row = max(behind, key=lambda one: one[1] - one[2])[0]
        own, part = (_shown(found, row, name) for name in (people, total))
        entities = called(whom(self.entity, table, apart=self.segment))
        label = group_label(result.rows[row][0], Grouping(column=self.segment))
        (bound,) = self.bound(table)
        met = scope(bound.source) if bound.source else ""
        amount, by = spoken(table.column(self.measure)), spoken(table.column(self.segment))
        each = f"by {by}{met}, where each counts once in every {by} that it has rows in"
        said = f"{label} is underserved: {own} of the {entities}, only {part} of the {amount} ({each})."
        return found.model_copy(update={"summary": said, "findings": (found.summary, *found.findings)})

    def _query(self, table: DatasetProfile) -> Figures:
        (query,) = self.compute(table)
        assert isinstance(query, Figures)
        return query


def _cell(result: QueryResult, row: int, column: str) -> float | None:
    return number(result.rows[row][result.columns.index(column)])


def _shown(found: Findings, row: int, column: str) -> str:
    """A figure of the result, as it is shown."""
    fact = next(one for one in found.facts if (one.cells[0].row, one.cells[0].column) == (row, column))
    return show_number(float(str(fact.value)), fact.unit, fact.decimals)
