"""Correlations of one measure with all others, strongest first."""

from __future__ import annotations

from typing import Annotated

from shared.analysis import sql
from shared.analysis.base import Analysis, Findings
from shared.analysis.conditions import Filter
from shared.analysis.fields import Different, NumberColumn
from shared.analysis.pictures import axis, bars_of, capital
from shared.analysis.relations.coefficients import Coefficient, coefficient_fact, rows_fact
from shared.analysis.relations.varying import require_varying
from shared.analysis.wording import rows_name, where_text
from shared.contracts import Cell, DatasetProfile, Fact, PlannedQuery, QueryResult
from shared.errors import ForfeitException
from shared.query.trees import exp
from shared.query.words.values import sentence
from shared.table.names import spoken
from shared.table.nouns import agreeing, doing, how_many

_MOST = 30


class Correlations(Analysis):
    """Pearson's coefficient of one measure with each of several others (or all), the strongest first."""

    least = 3
    takes_source = True
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
        purpose = f"Correlation of each measure with {self.target}{where_text(self.filters, table)}"
        return (sql.planned(sql.united(each), purpose),)

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
            Coefficient(at, str(row[0]), target, float(row[1]), row[2])
            for at, row in enumerate(results[0].rows if results else ())
            if isinstance(row[1], int | float) and isinstance(row[2], int)
        ]
        most = max((one.rows for one in known), default=0)
        tried = f"Computed the correlation of each measure with {target}{where}"
        if not known:
            both = [int(row[2]) for row in results[0].rows if isinstance(row[2], int)] if results else []
            require_varying(max(both, default=0), self.least, rows_name(table), tried)
        self.require(most, rows_name(table), f"for a correlation with {target}", tried)
        known = [one for one in known if one.rows >= self.least]
        ranked = sorted(known, key=lambda one: -abs(one.value) if self.strongest else abs(one.value))
        first = ranked[0]
        facts = (
            _named(first, where, self.strongest),
            *(coefficient_fact(f"f{number}", one, where) for number, one in enumerate(ranked, 2)),
            rows_fact("f0", first, where, rows_name(table)),
        )
        end = "most" if self.strongest else "least"
        shown = "; ".join(f"{one.one} {one.shown}" for one in ranked[:6])
        told = (
            f"{first.one} {doing(first.one, 'correlates', 'correlate')} {end} with {target}{where}: {shown} "
            f"({how_many(first.rows, rows_name(table))} {agreeing(first.rows, 'has', 'have')} both)"
        )
        pictures = bars_of(
            [(capital(one.one), one.value) for one in ranked],
            title=f"Correlation with {target}{where}",
            along=axis("measure"),
            figure=axis(f"correlation with {target}"),
            column="correlation",
        )
        return Findings(summary=sentence(told), facts=facts, visualization_hint="bar", pictures=pictures)


def _named(found: Coefficient, where: str, strongest: bool) -> Fact:
    end, target = "most" if strongest else "least", found.other
    return Fact(
        id="f1", name=f"measure that correlates {end} with {target}{where}", value=found.one,
        text=sentence(f"{found.one} {doing(found.one, 'correlates', 'correlate')} {end} with {target}{where}"),
        cells=(Cell(query=0, row=found.row, column="measure"),),
    )  # fmt: skip
