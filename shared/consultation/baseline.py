"""The present state: what the profile says of the data, and the key figure as it stands, through the query language."""

from __future__ import annotations

from collections.abc import Sequence

from shared.analysis.fields import Measure
from shared.analysis.plain import PlainAnalysis
from shared.contracts import DatasetProfile
from shared.phases.planning import aggregate_of
from shared.query.measures import Statistic
from shared.query.query import Figures, Query
from shared.query.words.values import listed
from shared.table.nouns import how_many

MOST_NAMED = 4


class Baseline(PlainAnalysis):
    """The key figure over all rows, and how many of them hold it."""

    examples = ("What is the baseline of {measure}?", "How does {measure} stand today?")

    measure: Measure

    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        column = table.column(self.measure)
        figure = Statistic(function=aggregate_of(column), column=self.measure)
        return (Figures(measures=(figure,)), Figures(measures=(Statistic(function="known", column=self.measure),)))


def quality(tables: Sequence[DatasetProfile]) -> str:
    """What is at hand, and what is wrong with it, a sentence or two for each file."""
    return " ".join(_of_table(table) for table in tables)


def _of_table(table: DatasetProfile) -> str:
    holes = [column.words or column.name for column in table.columns if column.nulls]
    size = f"{how_many(table.row_count, 'rows')} and {how_many(len(table.columns), 'columns')}"
    said = [f"{table.file_name} has {size}."]
    if holes:
        few = len(holes) <= MOST_NAMED
        said.append(f"Some cells are empty in {listed(holes)}." if few else f"{len(holes)} columns have empty cells.")
    if table.rows_dropped:
        were = "was" if table.rows_dropped == 1 else "were"
        said.append(f"{how_many(table.rows_dropped, 'rows')} {were} left out as the file was read.")
    said += [f"Column {one.column} could be read in two ways." for one in table.ambiguities[:2]]
    return " ".join(said if len(said) > 1 else [*said, "No cell is empty."])
