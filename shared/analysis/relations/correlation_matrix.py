"""Correlation matrix of several measures."""

from __future__ import annotations

from functools import reduce
from itertools import combinations
from typing import Annotated, ClassVar, Final, Literal

from shared.analysis import sql
from shared.analysis.base import Analysis, Findings
from shared.analysis.conditions import Filter
from shared.analysis.fields import Different, Filters, NumberColumn
from shared.analysis.relations.varying import require_varying
from shared.analysis.tables import measures
from shared.analysis.wording import rows_name, where_text
from shared.contracts import Cell, DatasetProfile, Fact, PlannedQuery, QueryResult
from shared.errors import ForfeitException
from shared.query.trees import exp
from shared.query.words.figures import show_number
from shared.query.words.values import sentence
from shared.table.names import spoken

_MOST_TOLD: Final = 12
_MOST: Final = 14
"""Columns whose pairs are compared: their number grows with the square."""
PairFound = tuple[int, str, str, float, int]
"""The row in the result, both measures, their coefficient, and how many rows have both."""


class CorrelationMatrix(Analysis):
    """Pearson's coefficient of each pair of several measures over the rows that have both, the strongest first; or only
    the pair where it is strongest, whatever its sign, or weakest."""

    least: ClassVar[int] = 3
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
        query = reduce(lambda one, other: exp.union(one, other, distinct=False), each[1:], each[0])
        return (sql.planned(query, f"Correlation of each pair of measures{where_text(self.filters, table)}"),)

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
            (at, str(row[0]), str(row[1]), float(row[2]), int(row[3] or 0))
            for at, row in enumerate(results[0].rows if results else ())
            if isinstance(row[2], int | float) and isinstance(row[3], int)
        ]
        tried = f"Computed the correlation of each pair of measures{where}"
        if not known:
            both = [int(row[3]) for row in results[0].rows if isinstance(row[3], int)] if results else []
            require_varying(max(both, default=0), self.least, rows_name(table), tried)
        self.require(max((one[4] for one in known), default=0), rows_name(table), "for correlations", tried)
        kept = [one for one in known if one[4] >= self.least]
        ranked = sorted(kept, key=lambda one: abs(one[3]) if self.asked == "weakest" else -abs(one[3]))
        facts = [_coefficient(number, one, where) for number, one in enumerate(ranked)]
        facts += [_counted(number, one, where, rows_name(table)) for number, one in enumerate(ranked[:1])]
        lines = tuple(f"{one[1]} and {one[2]}: {show_number(one[3], None, 3)}" for one in ranked)
        return Findings(
            summary=sentence(self._told(ranked, where, table)), facts=tuple(facts), findings=lines,
            visualization_hint="table",
        )  # fmt: skip

    def _told(self, ranked: list[PairFound], where: str, table: DatasetProfile) -> str:
        first = ranked[0]
        counted = f"({first[4]:,} {rows_name(table)} have both)"
        if self.asked != "all":
            return (
                f"the {self.asked} correlation{where} is that of {first[1]} and {first[2]}: "
                f"{show_number(first[3], None, 3)} {counted}"
            )
        shown = "; ".join(f"{one[1]} and {one[2]} {show_number(one[3], None, 3)}" for one in ranked[:_MOST_TOLD])
        more = f"; and {len(ranked) - _MOST_TOLD:,} more pairs" if len(ranked) > _MOST_TOLD else ""
        return f"correlations{where}, the strongest first: {shown}{more} {counted}"


def _coefficient(number: int, found: PairFound, where: str) -> Fact:
    name, shown = f"correlation of {found[1]} and {found[2]}{where}", show_number(found[3], None, 3)
    return Fact(
        id=f"f{number + 1}", name=name, value=found[3], decimals=3, text=sentence(f"the {name} is {shown}"),
        cells=(Cell(query=0, row=found[0], column="correlation"),),
    )  # fmt: skip


def _counted(number: int, found: PairFound, where: str, rows: str) -> Fact:
    return Fact(
        id=f"n{number}", name=f"number of {rows} with {found[1]} and {found[2]}{where}", value=found[4],
        text=f"{found[4]:,} {rows} have {found[1]} and {found[2]}{where}.",
        cells=(Cell(query=0, row=found[0], column="rows"),),
    )  # fmt: skip
