"""Values of one column, or stretches of time, held against each other by one measure."""

from collections.abc import Iterator
from datetime import date

from shared.analysis.base import Analysis, Findings
from shared.analysis.conditions import Filter
from shared.analysis.fields import AskedFigure, ComparedSide, Filters, Measure
from shared.analysis.figures.comparison import Comparison, side_labels
from shared.analysis.metrics import Metric
from shared.contracts import DatasetProfile, PlannedQuery, QueryResult
from shared.query.checks.last_period import covered, cut_off
from shared.query.words.values import sentence, time


class SidesCompared(Analysis):
    """A measure of two or more values of a column (West and East), or stretches of time, beside each other: its total,
    or its average where it does not add up, of each, and of two the difference."""

    least = 1
    in_query = True
    examples = (
        "Compare {one} and {other} in {measure}",
        "How does {one} compare to {other}?",
        "{measure} of {one} vs {other}",
        "Difference between {one} and {other}",
    )

    measure: Measure
    figure: AskedFigure | None = None
    one: ComparedSide
    other: ComparedSide
    more: tuple[ComparedSide, ...] = ()
    filters: Filters = ()

    def problems(self) -> Iterator[str]:
        sides = (self.one, self.other, *self.more)
        if len({tuple(item.column for item in side) for side in sides}) > 1:
            yield "the sides are values of one column: give conditions on the same column"
        if len(set(sides)) < len(sides):
            yield "the sides are compared with each other: give conditions that differ"

    def _comparison(self, table: DatasetProfile) -> Comparison:
        figure = Metric(function=self.figure or table.column(self.measure).default_aggregate, column=self.measure)
        return Comparison(
            relation=self.relation,
            distinct_rows=self.distinct_rows,
            metric=figure,
            sides=(self.one, self.other, *self.more),
            filters=self.filters,
        )

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        return self._comparison(table).queries(table)

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        found, sides = self._comparison(table).findings(table, results), (self.one, self.other, *self.more)
        named = zip(sides, side_labels(sides, table), strict=True)
        cut = tuple(line for side, label in named for line in _not_complete(side, label, table))
        return found.model_copy(update={"findings": (*found.findings, *cut)})


def _not_complete(side: tuple[Filter, ...], label: str, table: DatasetProfile) -> Iterator[str]:
    """A sentence for each end of a stretch of time that the data does not reach."""
    column = table.column(side[0].column)
    known = covered(column) if column.temporal and side[0].operator == "between" and not side[0].grain else None
    if known is None:
        return
    first, last, usual = known
    start, end = (date.fromisoformat(str(value)[:10]) for value in side[0].values)
    if cut_off((first - start).days, usual):
        yield sentence(f"{label} is not complete: the data begins on {time(first.isoformat())}")
    if cut_off((end - last).days - 1, usual):
        yield sentence(f"{label} is not complete: the data ends on {time(last.isoformat())}")
