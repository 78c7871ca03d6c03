"""Segments that have more entities than they bring in."""

from pydantic import Field

from shared.analysis.base import Applied, Findings
from shared.analysis.entities.whom import known_column, whom
from shared.analysis.facts import number
from shared.analysis.fields import Conditions, Dimension, Entity, Measure
from shared.analysis.plain import PlainAnalysis
from shared.analysis.segments.beside_rest import BELOW, beyond_chance, handed
from shared.analysis.segments.values import adds_up, require_segments, values, why_not
from shared.analysis.statistical import sampled, scope
from shared.analysis.wording import entity_noun
from shared.contracts import DatasetProfile, PlannedQuery, QueryResult
from shared.errors import ForfeitException
from shared.query.across import Share
from shared.query.check import check
from shared.query.groupings import ByColumn
from shared.query.measures import RowCount, Statistic
from shared.query.query import Figures, Query, Ranking, Rows, output_names
from shared.query.sql.compile import compile_query
from shared.query.words.figures import show_number, show_plain
from shared.query.words.values import sentence
from shared.statistics.requests import CompareWithRest
from shared.table.names import spoken


class Underserved(PlainAnalysis):
    """Finds underserved segments: each segment's share of the entities beside its share of a total, and what an entity
    brings in there on average, the lowest first. A segment with a large share of the entities and a small one of the
    total has room to grow, where its entities bring in less than the others by more than chance alone would give. An
    entity counts in each segment that it has rows in.

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
        source, value = self._values(table)
        measures = (
            RowCount(),
            Statistic(function="sum", column=value),
            Statistic(function="mean", column=value),
        )
        shares = (Share(measure=0), Share(measure=1))
        ranking = Ranking(by=2, descending=False)
        groups = (ByColumn(column=self.segment),)
        return (Figures(source=source, groups=groups, measures=measures, across=shares, ranking=ranking),)

    def _values(self, table: DatasetProfile) -> tuple[Query, str]:
        """What each entity brings in, in each segment, and the name of that column. Raises ForfeitException."""
        require_segments(table, self.segment)
        amount = known_column(self.measure, table)
        if not adds_up(self.measure, table):
            raise ForfeitException(
                f"A share of {spoken(amount)} says nothing: {why_not(amount)}",
                (f"Looked at what {spoken(amount)} holds",),
                "Name an amount that adds up, such as revenue.",
            )
        own = whom(self.entity, table, apart=self.segment).name
        return values(self.measure, own, table, self.where, self.segment)

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        source, value = self._values(table)
        each = check(Rows(source=source, columns=(self.segment, value)), table, self.other_tables())
        written = compile_query(each, ordered=False).sql(dialect="duckdb")
        return (*super().queries(table), PlannedQuery(sql=written, purpose=self._purpose(table), typed=True))

    def statistics(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> tuple[Applied, ...]:
        purpose = f"Whether each {spoken(table.column(self.segment))} differs from the rest by more than chance"
        return (Applied(procedure=CompareWithRest(), query=1, purpose=purpose),)

    def _purpose(self, table: DatasetProfile) -> str:
        amount, by = (spoken(table.column(one)) for one in (self.measure, self.segment))
        (bound,) = self.bound(table)
        return f"{sentence(amount)[:-1]} of each one, with its {by}{scope(bound.source) if bound.source else ''}"

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        found = super().findings(table, results[:1])
        names, result = output_names(self._query(table)), results[0]
        people, total = names[-2:]
        shares = [(row, _cell(result, row, people), _cell(result, row, total)) for row in range(len(result.rows))]
        behind = [(row, own, part) for row, own, part in shares if own is not None and part is not None and part < own]
        if not behind:
            return found
        sure = beyond_chance(results[2], BELOW)
        row = max(behind, key=lambda one: (handed(result.rows[one[0]][0]) in sure, one[1] - one[2]))[0]
        own, part = (_shown(found, row, name) for name in (people, total))
        entities = entity_noun(whom(self.entity, table, apart=self.segment))
        label = show_plain(result.rows[row][0])
        (bound,) = self.bound(table)
        met = scope(bound.source) if bound.source else ""
        amount, by = spoken(table.column(self.measure)), spoken(table.column(self.segment))
        each = f"by {by}{met}, where each counts once in every {by} that it has rows in"
        if handed(result.rows[row][0]) in sure:
            said = f"{label} is underserved: {own} of the {entities}, only {part} of the {amount}"
            said += f", less than chance alone would give ({each})."
        else:
            said = f"No {by} is clearly underserved: furthest behind is {label}, with {own} of the {entities} and "
            said += f"{part} of the {amount}, which may be chance ({each})."
        test = (
            f"What chance alone would give is by a permutation test of the average of each {by} against the rest, for "
            f"all of them together."
        )
        lines = (found.summary, *found.findings, test, sampled(results[1]))
        return found.model_copy(update={"summary": said, "findings": tuple(filter(None, lines))})

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
