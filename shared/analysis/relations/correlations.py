"""Correlations of one measure with all others, strongest first."""

from __future__ import annotations

from functools import reduce
from typing import Annotated

from shared.analysis import sql
from shared.analysis.base import Analysis, Findings
from shared.analysis.conditions import Filter
from shared.analysis.fields import Different, NumberColumn
from shared.analysis.pictures import axis, bars_of, capital
from shared.analysis.relations.varying import require_varying
from shared.analysis.wording import rows_name, where_text
from shared.contracts import Cell, DatasetProfile, Fact, PlannedQuery, QueryResult
from shared.errors import ForfeitException
from shared.query.trees import exp
from shared.query.words.figures import show_number
from shared.query.words.values import sentence
from shared.table.names import spoken
from shared.table.nouns import agreeing, doing, how_many

_MOST = 30


class Correlations(Analysis):
    """Pearson's coefficient of one measure with each of several others (or all), the strongest first."""

    least = 3
    undefined = True
    examples = (
        "Which column correlates most with {target}?",
        "Which columns are most strongly correlated with {target}?",
    )

    target: NumberColumn
    others: Annotated[tuple[NumberColumn, ...], Different] = ()
    strongest: bool = True
    filters: tuple[Filter, ...] = ()

    def _compared(self, table: DatasetProfile) -> tuple[str, ...]:
        measures = [one.name for one in table.columns if one.numeric and one.role != "id" and one.yes is None]
        compared = tuple(name for name in (self.others or measures) if name != self.target)
        if len(compared) > _MOST:
            raise ForfeitException(
                f"There are {len(compared)} columns to compare {self.target} with, and I compare at most {_MOST}",
                ("Counted the numeric columns",),
                "Name the columns that matter.",
            )
        return compared

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        each = [self._beside(name, table) for name in self._compared(table)]
        if not each:
            return ()
        query = reduce(lambda one, other: exp.union(one, other, distinct=False), each[1:], each[0])
        purpose = f"Correlation of each measure with {self.target}{where_text(self.filters, table)}"
        return (sql.planned(query, purpose),)

    def _beside(self, name: str, table: DatasetProfile) -> exp.Query:
        """One row: a measure, its coefficient with the target, and the rows that have both."""
        both = [Filter(column=one, operator="is not null") for one in (self.target, name)]
        figures: list[tuple[str, exp.Expr]] = [
            ("measure", exp.Literal.string(spoken(table.column(name)))),
            ("correlation", exp.Corr(this=sql.column(self.target), expression=sql.column(name))),
            ("rows", exp.Count(this=exp.Star())),
        ]
        return sql.select(table, figures, (*self.filters, *both))

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        target, where = spoken(table.column(self.target)), where_text(self.filters, table)
        known = [
            (at, str(row[0]), float(row[1]), int(row[2] or 0))
            for at, row in enumerate(results[0].rows if results else ())
            if isinstance(row[1], int | float) and isinstance(row[2], int)
        ]
        most = max((count for *_, count in known), default=0)
        tried = f"Computed the correlation of each measure with {target}{where}"
        if not known:
            both = [int(row[2]) for row in results[0].rows if isinstance(row[2], int)] if results else []
            require_varying(max(both, default=0), self.least, rows_name(table), tried)
        self.require(most, rows_name(table), f"for a correlation with {target}", tried)
        known = [one for one in known if one[3] >= self.least]
        ranked = sorted(known, key=lambda one: -abs(one[2]) if self.strongest else abs(one[2]))
        first = ranked[0]
        facts = (
            _named(first, target, where, self.strongest),
            *(_coefficient(number, one, target, where) for number, one in enumerate(ranked)),
            _counted(first, target, where, rows_name(table)),
        )
        end = "most" if self.strongest else "least"
        shown = "; ".join(f"{name} {show_number(value, None, 3)}" for _, name, value, _ in ranked[:6])
        told = (
            f"{first[1]} {doing(first[1], 'correlates', 'correlate')} {end} with {target}{where}: {shown} "
            f"({how_many(first[3], rows_name(table))} {agreeing(first[3], 'has', 'have')} both)"
        )
        pictures = bars_of(
            [(capital(name), value) for _, name, value, _ in ranked],
            title=f"Correlation with {target}{where}",
            along=axis("measure"),
            figure=axis(f"correlation with {target}"),
            column="correlation",
        )
        return Findings(summary=sentence(told), facts=facts, visualization_hint="bar", pictures=pictures)


CorrelationFound = tuple[int, str, float, int]
"""The row in the result, the measure, its coefficient, and how many rows have both."""


def _named(found: CorrelationFound, target: str, where: str, strongest: bool) -> Fact:
    end = "most" if strongest else "least"
    return Fact(
        id="f1", name=f"measure that correlates {end} with {target}{where}", value=found[1],
        text=sentence(f"{found[1]} {doing(found[1], 'correlates', 'correlate')} {end} with {target}{where}"),
        cells=(Cell(query=0, row=found[0], column="measure"),),
    )  # fmt: skip


def _coefficient(number: int, found: CorrelationFound, target: str, where: str) -> Fact:
    name, shown = f"correlation of {found[1]} and {target}{where}", show_number(found[2], None, 3)
    return Fact(
        id=f"f{number + 2}", name=name, value=found[2], decimals=3, text=sentence(f"the {name} is {shown}"),
        cells=(Cell(query=0, row=found[0], column="correlation"),),
    )  # fmt: skip


def _counted(found: CorrelationFound, target: str, where: str, rows: str) -> Fact:
    return Fact(
        id="f0", name=f"number of {rows} with {found[1]} and {target}{where}", value=found[3],
        text=f"{how_many(found[3], rows)} {agreeing(found[3], 'has', 'have')} {found[1]} and {target}{where}.",
        cells=(Cell(query=0, row=found[0], column="rows"),),
    )  # fmt: skip
