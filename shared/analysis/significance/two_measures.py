"""What statistics of two measures of the same rows share."""

from collections.abc import Iterator
from typing import ClassVar

from shared.analysis.fields import Conditions, NumberColumn
from shared.analysis.pictures import Pictures, axis, scatter
from shared.analysis.statistical import StatisticalAnalysis, the_other, unit_at
from shared.contracts import DatasetProfile, QueryResult
from shared.query.query import Query, Rows
from shared.table.names import spoken


class TwoMeasures(StatisticalAnalysis):
    """Two different measures of the rows that have both; `other` may be left away where there are only two.

    `pointless` says why a measure is not held against itself.
    """

    pointless: ClassVar[str]

    one: NumberColumn
    other: NumberColumn | None = None
    where: Conditions = ()

    def problems(self) -> Iterator[str]:
        if self.one == self.other:
            yield f"{self.pointless}: name two different ones"

    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        return (Rows(where=self.where, columns=self.both(table)),)

    def both(self, table: DatasetProfile) -> tuple[str, str]:
        """The two columns: the other is the one that is named, or the only other one. Raises ForfeitException."""
        return self.one, self.other or the_other(table, self.one, "to compare it with")

    def names(self, table: DatasetProfile) -> tuple[str, str]:
        """The names of the two columns, in words."""
        first, second = self.both(table)
        return spoken(table.column(first)), spoken(table.column(second))

    def pair(self, table: DatasetProfile) -> str:
        """The two names as one phrase: "price and quantity"."""
        return " and ".join(self.names(table))

    def pictures(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Pictures:
        (bound,), (one, other) = self.bound(table), self.both(table)
        first, second = self.names(table)
        sides = axis(first, unit_at(bound, 0)), axis(second, unit_at(bound, 1))
        title = f"{second} against {first}{self.scoped(table)}"
        return scatter(results[0], one, other, title=title, along=sides[0], figure=sides[1])
