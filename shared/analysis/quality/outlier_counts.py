"""How many outliers there are in each of several columns, or of one column in each group."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final

from pydantic import Field

from shared.analysis import sql
from shared.analysis.aggregate_facts import nothing
from shared.analysis.base import Analysis, Findings
from shared.analysis.facts import Facts
from shared.analysis.fields import Different, Filters, NumberColumn
from shared.analysis.pictures import axis, bars, capital
from shared.analysis.tables import measures
from shared.analysis.wording import group_label, group_name, where_text
from shared.contracts import DatasetProfile, PlannedQuery, QueryResult
from shared.errors import ForfeitException
from shared.query.groupings import AnyGrouping
from shared.query.trees import exp
from shared.query.words.values import listed, sentence
from shared.table.names import spoken

_FENCES: Final = 1.5
_MOST: Final = 40
_MOST_TOLD: Final = 12
_CELL, _GROUP, _LOW, _HIGH = "candor_cell", "candor_group", "candor_low", "candor_high"


class OutlierCounts(Analysis):
    """Counts the outliers of several numeric columns, or of one in each group: the values more than 1.5 interquartile
    ranges outside the quartiles of the column, or of its values in the group."""

    least: ClassVar[int] = 4
    examples: ClassVar[tuple[str, ...]] = (
        "How many outliers does each column have?",
        "Count the outliers in every column",
    )

    columns: Annotated[tuple[NumberColumn, ...], Different] = ()
    groups: tuple[AnyGrouping, ...] = Field(default=(), max_length=1)
    filters: Filters = ()

    def _counted(self, table: DatasetProfile) -> tuple[str, ...]:
        names = self.columns or tuple(column.name for column in measures(table))
        counted = tuple(name for name in names if table.column(name).numeric)
        if len(counted) > _MOST:
            raise ForfeitException(
                f"There are {len(counted)} numeric columns, and I look for outliers in at most {_MOST}",
                ("Counted the numeric columns",),
                "Name the columns that matter.",
            )
        return counted

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        names = self._counted(table)
        each: list[exp.Query] = [self._of_column(table, name) for name in names]
        if self.groups and names:
            each = [self._of_groups(table, names[0], self.groups[0])]
        if not each:
            return ()
        return (sql.planned(sql.united(each), f"Outliers of {self._what(table)}{where_text(self.filters, table)}"),)

    def _what(self, table: DatasetProfile) -> str:
        by = f" by {group_name(self.groups[0], table)}" if self.groups else ""
        return (spoken(table.column(self.columns[0])) if len(self.columns) == 1 else "each column") + by

    def _of_column(self, table: DatasetProfile, name: str) -> exp.Select:
        quartiles = {_CELL: sql.column(name), **_quartiles(name, "")}
        inner = sql.select(table, quartiles, self.filters)
        label = exp.Literal.string(spoken(table.column(name)))
        figures = [exp.alias_(one, alias, quoted=True) for alias, one in {"name": label, **_figures()}.items()]
        return exp.select(*figures).from_(inner.subquery("candor_rows"))

    def _of_groups(self, table: DatasetProfile, name: str, group: AnyGrouping) -> exp.Select:
        """Each group with the outliers among its own values."""
        cut = sql.grouped(group, table)
        named = sql.select(table, {_CELL: sql.column(name), _GROUP: cut}, (*self.filters, *sql.present([group.column])))
        inner = sql.select_from(
            named, {_CELL: sql.column(_CELL), _GROUP: sql.column(_GROUP), **_quartiles(_CELL, _GROUP)}
        )
        counted = sql.select_from(inner, {"name": sql.column(_GROUP), **_figures()}).group_by(sql.column(_GROUP))
        return counted.order_by(exp.Ordered(this=sql.column("name")))

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        if not results or not results[0].rows:
            raise nothing(table, self.filters)
        where = where_text(self.filters, table)
        facts, what = Facts(results, where), self._what(table)
        most = max(int(facts.number("known", at)) for at in facts.rows())
        self.require(most, "values", f"for outliers of {what}", f"Counted the values of {what}{where}")
        told_rows = list(facts.rows())[:_MOST]
        lines = [self._line(facts, at, results[0].rows[at][0], table) for at in told_rows]
        rule = "more than 1.5 interquartile ranges outside the quartiles"
        rule += f" of the {group_name(self.groups[0], table)}" if self.groups else ""
        more = facts.found() - _MOST_TOLD
        shown = listed(lines[:_MOST_TOLD]) if more < 1 else f"{', '.join(lines[:_MOST_TOLD])} and {more:,} more"
        told = f"outliers of {what}{where}, {rule}: {shown}"
        by = group_name(self.groups[0], table) if self.groups else "column"
        pictures = bars(
            results[0],
            "outliers",
            "name",
            title=f"Number of outliers of {what}{where}",
            along=axis(by),
            figure=axis("number of outliers"),
            label=lambda cell: group_label(cell, self.groups[0], table) if self.groups else capital(str(cell)),
        )
        return Findings(
            summary=sentence(told),
            facts=facts.all(),
            findings=tuple(lines),
            visualization_hint="bar",
            pictures=pictures,
        )

    def _line(self, facts: Facts, at: int, name: str | int | float | bool | None, table: DatasetProfile) -> str:
        label = group_label(name, self.groups[0], table) if self.groups else str(name)
        own = f"{spoken(table.column(self._counted(table)[0]))} of {label}" if self.groups else label
        count = facts.add(f"number of outliers of {own}", column="outliers", row=at)
        known = facts.add(f"number of values of {own}", column="known", row=at)
        return f"{label} {count} (of {known})"


def _quartiles(cell: str, group: str) -> dict[str, exp.Expr]:
    """The quartiles beside each row: of all rows, or of the row's group."""
    shares = ((_LOW, "0.25"), (_HIGH, "0.75"))
    over = [sql.column(group)] if group else []
    return {
        name: exp.Window(this=sql.formula(f"quantile_cont(:cell, {share})", cell=cell), partition_by=over)
        for name, share in shares
    }


def _figures() -> dict[str, exp.Expr]:
    ends: dict[str, exp.Expr | str | float] = {"cell": _CELL, "low": _LOW, "high": _HIGH, "size": _FENCES}
    outside = "count_if(:cell < :low - :size * (:high - :low) OR :cell > :high + :size * (:high - :low))"
    return {"outliers": sql.formula(outside, **ends), "known": sql.formula("count(:cell)", cell=_CELL)}
