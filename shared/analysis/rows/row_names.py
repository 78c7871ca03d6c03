"""Which rows meet a condition, by their names."""

from typing import ClassVar

from sqlglot import exp

from shared.analysis import sql
from shared.analysis.base import Findings
from shared.analysis.composed import Frame, Rows
from shared.analysis.conditions import Filter
from shared.analysis.facts import Facts
from shared.analysis.fields import Column
from shared.analysis.framed import FramedAnalysis
from shared.analysis.telling import nothing
from shared.analysis.wording import listed, rows_name, sentence, show_plain, where_text
from shared.contracts import Cell, DatasetProfile, Fact, PlannedQuery, QueryResult
from shared.table.names import spoken

_MOST_TOLD = 20


class RowNames(FramedAnalysis, Rows):
    """Lists the rows that pass the filters by the column `label` that names them, with the cells that were compared."""

    form: ClassVar[type[Frame]] = Rows
    examples: ClassVar[tuple[str, ...]] = ("Which of them are longer than a limit?", "Who earns more than an amount?")

    label: Column
    filters: tuple[Filter, ...] = ()

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        compared = dict.fromkeys(item.column for item in self.filters if item.column != self.label)
        columns = {name: sql.column(name) for name in (self.label, *compared)}
        query = sql.select(table, columns, self.filters)
        query = query.order_by(*(exp.Ordered(this=sql.column(name)) for name in (*reversed(compared), self.label)))
        counted = sql.select(table, {"rows": exp.Count(this=exp.Star())}, self.filters)
        what = f"{rows_name(table)}{where_text(self.filters, table)}"
        return sql.planned(counted, f"Number of {what}"), sql.planned(query, sentence(what)[:-1])

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        where, name = where_text(self.filters, table), spoken(table.column(self.label))
        facts = Facts(results, where)
        if not facts.number("rows"):
            raise nothing(table, self.filters)
        count = facts.add(f"number of {rows_name(table)}", column="rows")
        rows = results[1].rows[:_MOST_TOLD]
        shown = [show_plain(row[0]) for row in rows]
        more = int(facts.number("rows")) - len(shown)
        names = listed(shown) if more < 1 else f"{', '.join(shown)} and {more:,} more"
        listing = tuple(
            Fact(
                id=f"r{at + 1}", name=f"{name}{where}", value=row[0], text=sentence(f"{name}{where}: {said}"),
                cells=(Cell(query=1, row=at, column=self.label),),
            )
            for at, (row, said) in enumerate(zip(rows, shown, strict=True))
            if row[0] is not None
        )  # fmt: skip
        told = f"{count} {rows_name(table)}{where}, by {name}: {names}"
        return Findings(summary=sentence(told), facts=(*facts.all(), *listing), visualization_hint="table")
