"""The first few rows in the order of a measure, where no column names each row alone."""

from typing import ClassVar

from sqlglot import exp

from shared.analysis import sql
from shared.analysis.base import Findings
from shared.analysis.composed import Frame
from shared.analysis.composed import TopRows as Asked
from shared.analysis.conditions import Filter
from shared.analysis.facts import Facts
from shared.analysis.fields import Column, OrderedColumn
from shared.analysis.framed import FramedAnalysis
from shared.analysis.telling import nothing
from shared.analysis.wording import listed, rows_name, sentence, show_plain, where_text
from shared.contracts import DatasetProfile, PlannedQuery, QueryResult
from shared.table.names import spoken

_MOST_TOLD = 20


class TopRows(FramedAnalysis, Asked):
    """Lists the first `limit` rows in the order of the column `by`, each by its cell in `label`; a name that several
    rows have may come several times. Rows that share the last place are told."""

    form: ClassVar[type[Frame]] = Asked
    examples: ClassVar[tuple[str, ...]] = ("Which are the five heaviest?", "Who are the three highest paid?")

    by: OrderedColumn
    label: Column

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        cell = sql.column(self.by)
        place = exp.Window(
            this=exp.Anonymous(this="rank"), order=exp.Order(expressions=[exp.Ordered(this=cell, desc=self.descending)])
        )
        known = Filter(column=self.by, operator="is not null")
        inner = sql.select(
            table,
            {
                "place": place,
                "name": sql.column(self.label),
                "figure": cell.copy(),
                "ranked": sql.formula("count(*) OVER ()"),
            },
            (*self.filters, known),
        )
        cells = {name: sql.column(name) for name in ("place", "name", "figure", "ranked")}
        query = sql.select_from(inner, cells).where(sql.formula("place <= :limit", limit=self.limit))
        query = query.order_by(exp.Ordered(this=sql.column("place")), exp.Ordered(this=sql.column("name")))
        return (sql.planned(query, sentence(self._name(table))[:-1]),)

    def _name(self, table: DatasetProfile) -> str:
        end, by = "highest" if self.descending else "lowest", spoken(table.column(self.by))
        return f"{rows_name(table)} with the {end} {by}{where_text(self.filters, table)}"

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        if not results[0].rows:
            raise nothing(table, self.filters)
        column, where = table.column(self.by), where_text(self.filters, table)
        facts, shown = Facts(results, where), []
        for at, row in enumerate(results[0].rows[:_MOST_TOLD]):
            label = "(unnamed)" if row[1] is None else show_plain(row[1])
            shown.append(f"{label} ({facts.add(f'{spoken(column)} of {label}', column.unit, column='figure', row=at)})")
        found = results[0].row_count
        more = found - len(shown)
        names = listed(shown) if more < 1 else f"{', '.join(shown)} and {more:,} more"
        tied = "; several share the last place" if found > self.limit else ""
        ranked = facts.add(f"number of {rows_name(table)} ranked", column="ranked")
        told = f"of {ranked}, the {self._name(table)} {'are' if found > 1 else 'is'} {names}{tied}"
        return Findings(summary=sentence(told), facts=facts.all(), visualization_hint="table")
