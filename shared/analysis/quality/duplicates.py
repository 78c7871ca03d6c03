"""What occurs more than once: whole rows, or values of a column."""

from typing import ClassVar

from sqlglot import exp

from shared.analysis import sql
from shared.analysis.base import Findings
from shared.analysis.composed import Duplicates as Asked
from shared.analysis.composed import Frame
from shared.analysis.facts import Facts
from shared.analysis.fields import Column
from shared.analysis.framed import MOST_TOLD, FramedAnalysis
from shared.analysis.wording import listed, sentence, show_plain
from shared.contracts import DatasetProfile, PlannedQuery, QueryResult
from shared.errors import ForfeitException
from shared.table.names import spoken

_HELD = "candor_rows"


class Duplicates(FramedAnalysis, Asked):
    """Counts the rows that repeat an earlier row in every column; or, of one column, the values that more than one row
    has and the rows that have them. Empty cells are no value of a column, and equal to each other in whole rows."""

    form: ClassVar[type[Frame]] = Asked
    examples: ClassVar[tuple[str, ...]] = ("How many duplicate rows are there?", "Which values occur more than once?")

    columns: tuple[Column, ...] = ()

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        names = self.columns or tuple(column.name for column in table.columns)
        cells = {f"cell_{at}": sql.column(name) for at, name in enumerate(names)}
        inner = sql.select(table, {**cells, _HELD: exp.Count(this=exp.Star())})
        inner = inner.group_by(*(cell.copy() for cell in cells.values()))
        if self.columns:
            inner = inner.where(sql.formula(":cell IS NOT NULL", cell=self.columns[0]))
        figures = {
            "rows": sql.formula("coalesce(sum(:held), 0)", held=_HELD),
            "different": sql.formula("count(:held)", held=_HELD),
            "repeated": sql.formula("count_if(:held > 1)", held=_HELD),
            "affected": sql.formula("coalesce(sum(CASE WHEN :held > 1 THEN :held END), 0)", held=_HELD),
            "extra": sql.formula("coalesce(sum(:held - 1), 0)", held=_HELD),
        }
        what = f"Values of {spoken(table.column(self.columns[0]))}" if self.columns else "Rows"
        counted = sql.planned(sql.select_from(inner, figures), f"{what} that occur more than once")
        if not self.columns:
            return (counted,)
        each = sql.select_from(inner, {"value": sql.column("cell_0"), "rows": sql.column(_HELD)})
        each = each.where(sql.formula(":held > 1", held=_HELD))
        each = each.order_by(exp.Ordered(this=sql.column(_HELD), desc=True), exp.Ordered(this=sql.column("cell_0")))
        return counted, sql.planned(each, f"{what} that occur more than once, and how often")

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        facts = Facts(results)
        if not facts.number("rows"):
            raise ForfeitException("There are no rows to look for duplicates in", (f"Counted {table.file_name}",))
        told = self._values_told(table, facts, results) if self.columns else self._rows_told(facts)
        return Findings(
            summary=sentence(told), facts=facts.all(), visualization_hint="table" if self.columns else "number"
        )

    def _rows_told(self, facts: Facts) -> str:
        extra = facts.add("number of rows that repeat an earlier row", column="extra")
        rows = facts.add("number of rows", column="rows")
        lead = {"whether": "yes: ", "unique": "no: "}
        if not facts.number("extra"):
            lead = {"whether": "no: ", "unique": "yes: "}
            return f"{lead.get(self.asked, '')}no row repeats another one ({rows} rows, all different)"
        affected = facts.add("number of rows that occur more than once, each counted", column="affected")
        one = facts.number("extra") == 1
        told = f"{extra} {'row repeats' if one else 'rows repeat'} an earlier row in every column"
        return f"{lead.get(self.asked, '')}{told} ({affected} of {rows} rows have a copy)"

    def _values_told(self, table: DatasetProfile, facts: Facts, results: tuple[QueryResult, ...]) -> str:
        name = spoken(table.column(self.columns[0]))
        repeated = facts.add(f"number of values of {name} that occur more than once", column="repeated")
        rows = facts.add(f"number of rows with {name}", column="rows")
        lead = {"whether": ("no: ", "yes: "), "unique": ("yes: ", "no: ")}.get(self.asked, ("", ""))
        if not facts.number("repeated"):
            return f"{lead[0]}no {name} occurs more than once ({rows} rows, all different)"
        affected = facts.add(f"number of rows whose {name} occurs more than once", column="affected")
        extra = facts.add(f"number of rows that repeat an earlier {name}", column="extra")
        one = facts.number("repeated") == 1
        told = f"{repeated} {'value' if one else 'values'} of {name} {'occurs' if one else 'occur'} more than once"
        labels = [show_plain(row[0]) for row in results[1].rows[:MOST_TOLD]]
        counts = [
            facts.add(f"number of rows with {name} {label}", column="rows", row=at, query=1)
            for at, label in enumerate(labels)
        ]
        shown = [f"{label} ({count})" for label, count in zip(labels, counts, strict=True)]
        more = results[1].row_count - len(shown)
        names = listed(shown) if more < 1 else f"{', '.join(shown)} and {more:,} more"
        return f"{lead[1]}{told}, in {affected} rows, {extra} of which repeat an earlier one: {names}"
