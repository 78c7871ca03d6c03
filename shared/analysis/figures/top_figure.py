"""A figure, or a share of the whole, over the first few rows or groups of a ranking."""

from typing import ClassVar, Self

from pydantic import model_validator
from sqlglot import exp

from shared.analysis import sql
from shared.analysis.base import Findings
from shared.analysis.composed import Frame
from shared.analysis.composed import TopFigure as Asked
from shared.analysis.conditions import Filter
from shared.analysis.facts import Facts
from shared.analysis.framed import MOST_TOLD, FramedAnalysis
from shared.analysis.telling import group_name, nothing
from shared.analysis.wording import (
    group_label,
    metric_name,
    rows_name,
    sentence,
    show_number,
    unit_of,
    where_text,
)
from shared.contracts import DatasetProfile, PlannedQuery, QueryResult
from shared.errors import ForfeitException
from shared.table.names import spoken
from shared.table.nouns import plural

_PLACE, _NAME, _RANKED, _FIGURE = "candor_place", "candor_name", "candor_ranked", "candor_figure"
_ADDED = ("sum", "count")


class TopFigure(FramedAnalysis, Asked):
    """Computes `figure` over the first `limit` rows in the order of the column of `by` (highest first where
    `descending`), or, with a grouping, over the rows of the first groups ranked by `by`; where `share`, in percent of
    the same figure over all rows. With a grouping or as a share only totals and counts will do. It forfeits where a tie
    for the last place leaves the figure open."""

    form: ClassVar[type[Frame]] = Asked
    examples: ClassVar[tuple[str, ...]] = (
        "Average of one measure over the ten highest of another",
        "What share of the total do the top three groups make up?",
        "Total of the top five",
    )

    @model_validator(mode="after")
    def _can_be_meant(self) -> Self:
        counted = self.figure.function == "count" and self.figure.column is None
        if not counted and self.figure.function not in _FUNCTIONS:
            raise ValueError(f"`figure` is a count of rows (without a column) or one of {', '.join(_FUNCTIONS)}")
        if not self.groups and self.by.column is None:
            raise ValueError("rows are ranked by a column: give `by` one, or give `groups`")
        return self

    def measured(self) -> tuple[str, ...]:
        counted = self.groups or self.figure.column is None or self.figure.function == "distinct"
        return () if counted else (self.figure.column or "",)

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        places = self._places(table)
        figures = {**self._figures(table), "rows_taken": sql.formula("count_if(:place <= :limit)", **self._cut())}
        figured = sql.select_from(places, figures)
        edge = sql.select_from(places, self._edge()).where(
            sql.formula("candor_place BETWEEN :limit AND :next", limit=self.limit, next=self.limit + 1)
        )
        edge = edge.order_by(exp.Ordered(this=sql.column(_PLACE)))
        named = sql.select_from(places, {"name": sql.column(_NAME), "ranked": sql.column(_RANKED)})
        named = named.where(sql.formula("candor_place <= :limit", limit=min(self.limit, MOST_TOLD)))
        named = named.order_by(exp.Ordered(this=sql.column(_PLACE)))
        what = f"{self._name(table)}{where_text(self.filters, table)}"
        queries = [sql.planned(figured, what), sql.planned(edge, f"Ties for the last place of the {what}")]
        return (*queries, sql.planned(named, f"Those that the {what} is of")) if self.groups else tuple(queries)

    def _cut(self) -> dict[str, exp.Expr | str | float]:
        return {"place": _PLACE, "limit": self.limit}

    def _edge(self) -> dict[str, exp.Expr]:
        return {"ranked": sql.column(_RANKED), "figure": sql.column(_FIGURE)}

    def _places(self, table: DatasetProfile) -> exp.Select:
        """Each row or group with its place, what it is ranked by, and what the figure is made of."""
        return self._groups_placed(table) if self.groups else self._rows_placed(table)

    def _rows_placed(self, table: DatasetProfile) -> exp.Select:
        if self.by.column is None:
            raise ForfeitException("Rows cannot be ranked by how many they are", ("Looked for a measure to rank by",))
        ranked = sql.column(self.by.column)
        own = sql.column(self.figure.column) if self.figure.column else exp.Literal.number(1)
        known = Filter(column=self.by.column, operator="is not null")
        place = self._numbered(ranked)
        wanted = {_PLACE: place, _RANKED: ranked.copy(), _FIGURE: own}
        return sql.select(table, wanted, (*self.filters, known) if not self.share else self.filters)

    def _groups_placed(self, table: DatasetProfile) -> exp.Select:
        group = sql.grouped(self.groups[0], table.column(self.groups[0].column))
        ranked = sql.metric(self.by, table)
        place = self._numbered(ranked, group)
        wanted = {_PLACE: place, _NAME: group.copy(), _RANKED: ranked.copy(), _FIGURE: sql.metric(self.figure, table)}
        missing = () if self.share else sql.present(self.groups)
        return sql.select(table, wanted, (*self.filters, *missing)).group_by(group.copy())

    def _numbered(self, ranked: exp.Expr, group: exp.Expr | None = None) -> exp.Window:
        """The place of a row or group; one without a value, or without a name, comes last."""
        keys = [exp.Ordered(this=ranked.copy(), desc=self.descending, nulls_first=False)]
        if group is not None:
            unnamed = exp.Is(this=group.copy(), expression=exp.Null())
            keys = [exp.Ordered(this=unnamed), *keys, exp.Ordered(this=group.copy())]
        return exp.Window(this=exp.RowNumber(), order=exp.Order(expressions=keys))

    def _figures(self, table: DatasetProfile) -> dict[str, exp.Expr]:
        inside = exp.Case().when(sql.formula(":place <= :limit", **self._cut()), sql.column(_FIGURE))
        function = "sum" if self.figure.function in _ADDED else self.figure.function
        taken = _aggregate(function, inside)
        if not self.share:
            return {"figure": taken}
        whole = exp.Sum(this=sql.column(_FIGURE))
        share = sql.formula("100.0 * :part / nullif(:whole, 0)", part=taken.copy(), whole=whole)
        return {"figure": share, "part": taken, "whole": whole.copy()}

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        facts = Facts(results, where_text(self.filters, table))
        taken = int(facts.number("rows_taken"))
        if not taken or facts.value("figure") is None:
            raise nothing(table, self.filters)
        if (self.groups or self.share) and self.figure.function not in _ADDED:
            raise ForfeitException(
                f"The {metric_name(self.figure, table)} of groups or as a share could mean several things",
                ("Looked for a total or a number of rows",),
            )
        self._check_ties(table, results[1])
        name, unit = self._name(table), None if self.share else unit_of(self.figure, table)
        shown = facts.add(name, "%" if self.share else unit, column="figure")
        told = f"the {name}{where_text(self.filters, table)} is {shown}"
        if self.share:
            own, of = unit_of(self.figure, table), metric_name(self.figure, table)
            part = facts.add(f"{of} of the {self._several(table)}", own, column="part")
            told += f" ({part} of {facts.add(f'{of} in all', own, column='whole')})"
        if taken < self.limit:
            told += f"; there are only {facts.add('number ranked', column='rows_taken')}"
        lines = self._told(table, results[2], facts) if self.groups else ()
        return Findings(summary=sentence(told), facts=facts.all(), findings=lines, visualization_hint="number")

    def _name(self, table: DatasetProfile) -> str:
        of = metric_name(self.figure, table)
        return (
            f"share of the {of} that the {self._several(table)} make up"
            if self.share
            else f"{of} of the {self._several(table)}"
        )

    def _several(self, table: DatasetProfile) -> str:
        """ "10 movies with the highest budget", "movie with the highest budget"."""
        one = self.limit == 1
        things = plural(group_name(self.groups[0])) if self.groups else rows_name(table)
        things = f"{self.limit:,} {things}" if not one else group_name(self.groups[0]) if self.groups else "row"
        by = (
            metric_name(self.by, table)
            if self.groups or self.by.column is None
            else spoken(table.column(self.by.column))
        )
        return f"{things} with the {'highest' if self.descending else 'lowest'} {by}"

    def _check_ties(self, table: DatasetProfile, result: QueryResult) -> None:
        """Those that share the last place must all give the same, else the figure depends on which of them is taken."""
        tied = len(result.rows) == 2 and result.rows[0][0] == result.rows[1][0]
        alike = self.figure.column == self.by.column and (not self.groups or self.figure.function == self.by.function)
        if tied and not alike:
            raise self._tied(table, result)

    def _tied(self, table: DatasetProfile, result: QueryResult) -> ForfeitException:
        edge = result.rows[0][0]
        shown = show_number(edge) if isinstance(edge, int | float) else str(edge)
        return ForfeitException(
            f"Several share place {self.limit} ({shown}), so that the {self._name(table)} "
            "depends on which of them is taken",
            (f"Ranked by {metric_name(self.by, table)}{where_text(self.filters, table)}",),
            "Ask for a number of places that ends before or after the tie, or for all above a value.",
        )

    def _told(self, table: DatasetProfile, result: QueryResult, facts: Facts) -> tuple[str, ...]:
        lines = []
        for at, row in enumerate(result.rows):
            label, of = group_label(row[0], self.groups[0]), metric_name(self.by, table)
            lines.append(
                f"{label}: {facts.add(f'{of} of {label}', unit_of(self.by, table), column='ranked', row=at, query=2)}"
            )
        return tuple(lines)


def _aggregate(function: str, inside: exp.Expr) -> exp.Expr:
    """A function of the rows that are inside; of different values, their number."""
    if function == "distinct":
        return exp.Count(this=exp.Distinct(expressions=[inside]))
    return sql.formula(f"{_FUNCTIONS[function]}(:inside)", inside=inside)


_FUNCTIONS = {
    "sum": "sum", "mean": "avg", "median": "median", "min": "min", "max": "max", "stddev": "stddev_samp",
    "variance": "var_samp", "distinct": "count",
}  # fmt: skip
