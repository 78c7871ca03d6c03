"""Rows whose text is one of those that a mind has chosen."""

from typing import Annotated

from pydantic import Field, StringConstraints

from shared.analysis.base import Findings
from shared.analysis.fields import Conditions, Dimension, Measure
from shared.analysis.plain import PlainAnalysis
from shared.analysis.segments.values import typical
from shared.analysis.texts.text_column import text_column
from shared.contracts import DatasetProfile, QueryResult
from shared.query.across import Share
from shared.query.conditions import Compare, Condition, OneOf
from shared.query.groupings import ByColumn
from shared.query.measures import RowCount, is_additive
from shared.query.query import Figures, Query, Ranking

ChosenTexts = Annotated[
    tuple[Annotated[str, StringConstraints(min_length=1, max_length=1000)], ...], Field(max_length=200)
]
"""Texts as they stand in the cells."""


class ChosenValues(PlainAnalysis):
    """Takes the rows whose text is one of the values that were chosen among the different values of the column, and
    gives for each value, or each value of `by`, how many rows there are, its share, and of a measure the total
    or average.

    Use it after the different values were read: "show all semiconductor companies", "which doctors are cardiologists".
    Give the values exactly as they stand in the cells, and leave out whatever is in doubt.
    """

    examples = (
        "Count the chosen texts in {column}",
        "Total {measure} of the chosen texts in {column}",
    )
    first = "highest"
    chosen = ("values",)

    values: ChosenTexts = Field(default=(), description="The chosen values; none: all.")
    column: Dimension = Field(description="A column of texts.")
    measure: Measure | None = None
    by: Dimension | None = Field(default=None, description="What to group by; none: the values themselves.")
    where: Conditions = ()

    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        own = text_column(self.column, table).name
        chosen = tuple(dict.fromkeys(self.values))
        some: tuple[Condition, ...] = (OneOf(column=own, values=chosen),) if len(chosen) > 1 else ()
        if len(chosen) == 1:
            some = (Compare(column=own, operator="=", value=chosen[0]),)
        measures = (RowCount(), *((typical(self.measure, table),) if self.measure else ()))
        added = len(measures) > 1 and is_additive(measures[1])
        groups = (ByColumn(column=self.by or own),)
        shares = tuple(Share(measure=at) for at in ((0, 1) if added else (0,)))
        ranking = Ranking(by=1 if added else 0)
        return (Figures(where=(*self.where, *some), groups=groups, measures=measures, across=shares, ranking=ranking),)

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        found = super().findings(table, results)
        if self.by is not None:
            return found
        given = {row[0] for row in results[0].rows}
        absent = [one for one in dict.fromkeys(self.values) if one not in given]
        if not absent or results[0].truncated:
            return found
        told = f"Of no row: {'; '.join(absent[:10])}. Give values exactly as they stand in the cells."
        return found.model_copy(update={"findings": (*found.findings, told)})
