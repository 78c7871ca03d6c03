"""What analyses of the values of a measure have in common: each row's, or those of whom the rows are about."""

from typing import ClassVar

from shared.analysis.facts import Facts
from shared.analysis.fields import Conditions, Entity, Measure
from shared.analysis.statistical import STATISTIC, StatisticalAnalysis, unit_at
from shared.contracts import DatasetProfile
from shared.query.groupings import ByColumn
from shared.query.measures import Statistic
from shared.query.query import Figures, Query, Ranking, Rows
from shared.query.words.verbalise import naming_of
from shared.statistics.requests import Describe, DistributionPart, Procedure
from shared.table.names import spoken
from shared.table.nouns import plural
from shared.table.units import without_unit


class ValuesAnalysis(StatisticalAnalysis):
    """The values of a measure: of each row, or added up (averaged, where it cannot be added) for each entity."""

    first = "highest"

    part: ClassVar[DistributionPart]
    """What it tells beside moments and quantiles; outliers are told by name where rows have names."""
    measure: Measure
    entity: Entity | None = None
    where: Conditions = ()

    def compute(self, table: DatasetProfile) -> tuple[Query, ...]:
        if self.entity is None:
            shown = (self.measure,) if self._label(table) is None else (str(self._label(table)), self.measure)
            return (Rows(where=self.where, columns=shown),)
        figure = Statistic(function=table.column(self.measure).default_aggregate, column=self.measure)
        groups = (ByColumn(column=self.entity),)
        return (Figures(where=self.where, groups=groups, measures=(figure,), ranking=Ranking(by=0)),)

    def _label(self, table: DatasetProfile) -> str | None:
        """The column that names a row, where there is one."""
        label = table.semantic.label_column if self.part == "outliers" else None
        return None if label == self.measure else label

    def procedures(self, table: DatasetProfile) -> tuple[Procedure, ...]:
        named = self.entity is not None or self._label(table) is not None
        labels = 0 if named and self.part == "outliers" else None
        return (Describe(values=1 if named else 0, labels=labels, parts=(self.part,)),)

    def name(self, table: DatasetProfile) -> str:
        """What each value is: "revenue", "total revenue of each customer"."""
        own = without_unit(table.column(self.measure), table.columns)
        if self.entity is None:
            return own
        kind = {"sum": "total", "mean": "average"}[table.column(self.measure).default_aggregate]
        return f"{kind} {own} of each {spoken(table.column(self.entity))}"

    def holders(self, table: DatasetProfile) -> str:
        """Who has a value, in the plural."""
        (bound,) = self.bound(table)
        return naming_of(bound).rows if self.entity is None else plural(spoken(table.column(self.entity)))

    def unit(self, table: DatasetProfile) -> str | None:
        """The unit of a value."""
        (bound,) = self.bound(table)
        return unit_at(bound, 0 if isinstance(bound.query, Figures) or self._label(table) is None else 1)

    def counted(self, table: DatasetProfile, facts: Facts, subject: str) -> str:
        """How many values there are, as it is told. Raises ForfeitException where they are too few."""
        self.require(
            int(facts.number("count", query=STATISTIC)),
            "values",
            f"for {subject}",
            f"Counted the known values of {spoken(table.column(self.measure))}",
        )
        return facts.add(f"number of {self.holders(table)} with a value", column="count", query=STATISTIC)
