"""Which measure moves most with another."""

from typing import Self

from sqlglot import exp

from shared.analysis import sql
from shared.analysis.base import Analysis, Findings
from shared.analysis.fields import Column
from shared.analysis.wording import rows_name, sentence, show_number, where_text
from shared.contracts import Cell, DatasetProfile, Fact, PlannedQuery, QueryResult
from shared.failure.errors import ForfeitException
from shared.reading.columns import positive_value, spoken
from shared.reading.reading import Filter, Reading

_MOST = 30


class Correlations(Analysis):
    """Pearson's coefficient of one measure with each of several others (or all), the strongest first."""

    cued = False
    least = 3
    asks = ("Which column correlates most with this one?",)

    target: Column
    others: tuple[Column, ...] = ()
    strongest: bool = True
    filters: tuple[Filter, ...] = ()

    @classmethod
    def read(cls, reading: Reading, table: DatasetProfile) -> Self | None:
        if reading.shape != "correlations" or not reading.columns:
            return None
        strongest = reading.ordering is None or reading.ordering.descending
        return cls(target=reading.columns[0], others=reading.columns[1:], strongest=strongest, filters=reading.filters)

    def _compared(self, table: DatasetProfile) -> tuple[str, ...]:
        measures = [
            one.name for one in table.columns if one.numeric and one.role != "id" and positive_value(one) is None
        ]
        return tuple(name for name in (self.others or measures) if name != self.target)[:_MOST]

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        figures: list[tuple[str, exp.Expr]] = [
            (name, exp.Corr(this=sql.column(self.target), expression=sql.column(name)))
            for name in self._compared(table)
        ]
        if not figures:
            return ()
        query = sql.select(table, [*figures, ("rows", exp.Count(this=sql.column(self.target)))], self.filters)
        purpose = f"Correlation of each measure with {self.target}{where_text(self.filters, table)}"
        return (sql.planned(query, purpose),)

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        target = spoken(table.column(self.target))
        row = results[0].rows[0] if results and results[0].rows else ()
        count = row[-1] if row and isinstance(row[-1], int) else 0
        self.require(count, rows_name(table), f"for a correlation with {target}", f"Counted the values of {target}")
        known = [
            (name, float(value))
            for name, value in zip(self._compared(table), row, strict=False)
            if isinstance(value, int | float)
        ]
        if not known:
            tried = (f"Computed the correlation of each measure with {target}",)
            raise ForfeitException(f"No other measure varies together with {target}", tried)
        ranked = sorted(known, key=lambda pair: -abs(pair[1]) if self.strongest else abs(pair[1]))
        facts = (
            _named(ranked[0][0], target, table, self.strongest),
            *(_fact(at, one, target, table) for at, one in enumerate(ranked)),
        )
        end = "most" if self.strongest else "least"
        shown = "; ".join(f"{spoken(table.column(name))} {show_number(value, None, 3)}" for name, value in ranked[:6])
        where, first = where_text(self.filters, table), spoken(table.column(ranked[0][0]))
        told = f"{first} correlates {end} with {target}{where}: {shown}"
        return Findings(summary=sentence(told), facts=facts, visualization_hint="bar")


def _named(name: str, target: str, table: DatasetProfile, strongest: bool) -> Fact:
    own = spoken(table.column(name))
    end = "most" if strongest else "least"
    return Fact(
        id="f1", name=f"measure that correlates {end} with {target}", value=own,
        text=sentence(f"{own} correlates {end} with {target}"), cells=(Cell(query=0, row=0, column=name),),
    )  # fmt: skip


def _fact(at: int, pair: tuple[str, float], target: str, table: DatasetProfile) -> Fact:
    own, shown = spoken(table.column(pair[0])), show_number(pair[1], None, 3)
    name = f"correlation of {own} and {target}"
    return Fact(
        id=f"f{at + 2}", name=name, value=pair[1], decimals=3, text=sentence(f"the {name} is {shown}"),
        cells=(Cell(query=0, row=0, column=pair[0]),),
    )  # fmt: skip
