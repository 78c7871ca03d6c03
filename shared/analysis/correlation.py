"""How two measures move together."""

from typing import Self

from sqlglot import exp

from shared.analysis import sql
from shared.analysis.base import Analysis, Findings
from shared.analysis.fields import Column
from shared.analysis.wording import rows_name, sentence, show_number, where_text
from shared.contracts import Cell, DatasetProfile, Fact, PlannedQuery, QueryResult
from shared.failure.errors import ForfeitException
from shared.reading.columns import spoken
from shared.reading.reading import Filter, Reading

_STRENGTHS = ((0.1, "practically no"), (0.3, "a weak"), (0.5, "a moderate"), (0.8, "a strong"), (1.01, "a very strong"))


class Correlation(Analysis):
    """Pearson's coefficient of two numeric columns, over the rows that have both."""

    cued = False
    least = 3
    asks = ("Correlation between two measures", "Are these two related?")

    first: Column
    second: Column
    filters: tuple[Filter, ...] = ()

    @classmethod
    def read(cls, reading: Reading, table: DatasetProfile) -> Self | None:
        if reading.shape != "correlation" or len(reading.columns) != 2 or reading.groups:
            return None
        return cls(first=reading.columns[0], second=reading.columns[1], filters=reading.filters)

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        first, second = sql.column(self.first), sql.column(self.second)
        both = [Filter(column=name, operator="is not null") for name in (self.first, self.second)]
        figures: list[tuple[str, exp.Expr]] = [
            ("correlation", exp.Corr(this=first, expression=second)),
            ("rows", exp.Count(this=exp.Star())),
        ]
        query = sql.select(table, figures, (*self.filters, *both))
        return (sql.planned(query, sentence(self._name(table))[:-1]),)

    def _name(self, table: DatasetProfile) -> str:
        pair = f"{spoken(table.column(self.first))} and {spoken(table.column(self.second))}"
        return f"correlation between {pair}{where_text(self.filters, table)}"

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        value, count = results[0].rows[0]
        if not isinstance(value, int | float) or not isinstance(count, int | float) or count < self.least:
            raise ForfeitException(
                f"A correlation needs at least {self.least} {rows_name(table)} with two values that vary, not {count}",
                (f"Computed the {self._name(table)}",),
            )
        strength = next(word for limit, word in _STRENGTHS if abs(value) < limit)
        direction = "" if abs(value) < _STRENGTHS[0][0] else " positive" if value > 0 else " negative"
        name, shown = self._name(table), show_number(value, None, 3)
        told = f"the {name} is {shown}, {strength}{direction} linear relationship over {count:,} {rows_name(table)}"
        fact = Fact(
            id="f1", name=name, value=value, decimals=3, text=sentence(f"the {name} is {shown}"),
            cells=(Cell(query=0, row=0, column="correlation"),),
        )  # fmt: skip
        counted = Fact(
            id="f2", name=f"number of {rows_name(table)} with both values", value=count,
            text=f"{count:,} {rows_name(table)} have both values.", cells=(Cell(query=0, row=0, column="rows"),),
        )  # fmt: skip
        return Findings(summary=sentence(told), facts=(fact, counted), visualization_hint="scatter")
