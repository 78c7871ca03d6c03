"""Correlation matrix of several measures."""

from __future__ import annotations

from itertools import combinations
from typing import Annotated, ClassVar, Final, Literal

from shared.analysis import sql
from shared.analysis.base import Analysis, Findings
from shared.analysis.conditions import Filter
from shared.analysis.fields import Different, Filters, NumberColumn
from shared.analysis.relations.coefficients import Coefficient, coefficient_fact, rows_fact
from shared.analysis.relations.varying import require_varying
from shared.analysis.tables import measures
from shared.analysis.wording import rows_name, where_text
from shared.contracts import DatasetProfile, PlannedQuery, QueryResult
from shared.errors import ForfeitException
from shared.query.trees import exp
from shared.query.words.values import sentence
from shared.table.names import spoken
from shared.table.nouns import agreeing, how_many

_MOST_TOLD: Final = 12
_MOST: Final = 14
"""Columns whose pairs are compared: their number grows with the square."""


class CorrelationMatrix(Analysis):
    """Pearson's coefficient of each pair of several measures over the rows that have both, the strongest first; or only
    the pair where it is strongest, whatever its sign, or weakest."""

    least: ClassVar[int] = 3
    takes_source: ClassVar[bool] = True
    undefined: ClassVar[bool] = True
    examples: ClassVar[tuple[str, ...]] = (
        "Show the correlation matrix",
        "Which columns are most strongly correlated with each other?",
    )

    columns: Annotated[tuple[NumberColumn, ...], Different] = ()
    asked: Literal["all", "strongest", "weakest"] = "all"
    filters: Filters = ()

    def _pairs(self, table: DatasetProfile) -> list[tuple[str, str]]:
        wanted = self.columns or tuple(column.name for column in measures(table))
        names = [name for name in dict.fromkeys(wanted) if table.column(name).numeric]
        if len(names) > _MOST:
            raise ForfeitException(
                f"There are {len(names)} numeric columns, and I compare the pairs of at most {_MOST}",
                ("Counted the numeric columns",),
                "Name the columns that matter, or ask which one correlates most with a column.",
            )
        return list(combinations(names, 2))

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        each = [self._beside(one, other, table) for one, other in self._pairs(table)]
        if not each:
            return ()
        return (
            sql.planned(sql.united(each), f"Correlation of each pair of measures{where_text(self.filters, table)}"),
        )

    def _beside(self, one: str, other: str, table: DatasetProfile) -> exp.Query:
        both = [Filter(column=name, operator="is not null") for name in (one, other)]
        figures: dict[str, exp.Expr] = {
            "first": exp.Literal.string(spoken(table.column(one))),
            "second": exp.Literal.string(spoken(table.column(other))),
            "correlation": exp.Corr(this=sql.column(one), expression=sql.column(other)),
            "rows": exp.Count(this=exp.Star()),
        }
        return sql.select(table, figures, (*self.filters, *both))

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        where = where_text(self.filters, table)
        known = [
            Coefficient(at, str(row[0]), str(row[1]), float(row[2]), row[3])
            for at, row in enumerate(results[0].rows if results else ())
            if isinstance(row[2], int | float) and isinstance(row[3], int)
        ]
        tried = f"Computed the correlation of each pair of measures{where}"
        if not known:
            both = [int(row[3]) for row in results[0].rows if isinstance(row[3], int)] if results else []
            require_varying(max(both, default=0), self.least, rows_name(table), tried)
        self.require(max((one.rows for one in known), default=0), rows_name(table), "for correlations", tried)
        kept = [one for one in known if one.rows >= self.least]
        ranked = sorted(kept, key=lambda one: abs(one.value) if self.asked == "weakest" else -abs(one.value))
        facts = [coefficient_fact(f"f{number}", one, where) for number, one in enumerate(ranked, 1)]
        facts += [rows_fact("n0", one, where, rows_name(table)) for one in ranked[:1]]
        lines = tuple(f"{one.one} and {one.other}: {one.shown}" for one in ranked)
        return Findings(
            summary=sentence(self._told(ranked, where, table)), facts=tuple(facts), findings=lines,
            visualization_hint="table",
        )  # fmt: skip

    def _told(self, ranked: list[Coefficient], where: str, table: DatasetProfile) -> str:
        first = ranked[0]
        rows = how_many(first.rows, rows_name(table))
        counted = f"({rows} {agreeing(first.rows, 'has', 'have')} both)"
        if self.asked != "all":
            return (
                f"the {self.asked} correlation{where} is that of {first.one} and {first.other}: {first.shown} {counted}"
            )
        shown = "; ".join(f"{one.one} and {one.other} {one.shown}" for one in ranked[:_MOST_TOLD])
        more = f"; and {len(ranked) - _MOST_TOLD:,} more pairs" if len(ranked) > _MOST_TOLD else ""
        return f"correlations{where}, the strongest first: {shown}{more} {counted}"
