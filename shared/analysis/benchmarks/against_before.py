"""How a figure stands against its own past."""

from pydantic import Field
from sqlglot import exp

from shared.analysis import sql
from shared.analysis.base import Analysis, Findings
from shared.analysis.entities.whom import Worth
from shared.analysis.entities.windows import MONTHS, Stretch, earlier, windows
from shared.analysis.facts import Facts
from shared.analysis.fields import Filters, Measure, TimeColumn
from shared.analysis.wording import where_text
from shared.contracts import DatasetProfile, PlannedQuery, QueryResult


class AgainstBefore(Analysis):
    """Compares a figure with its own history: in the latest months that the data fills, in as many months before, and
    in the same months a year earlier where the data reaches so far, each with the change in percent.

    Use it for "compare with the past", "current against historical performance", "is this better than last year".
    """

    examples = (
        "How does {measure} compare with its past?",
        "Compare the current {measure} with its history",
        "Benchmark the current {measure} against its history",
    )
    least = 2

    measure: Measure | None = Field(default=None, description="The figure; none: the number of rows.")
    time: TimeColumn | None = Field(default=None, description="When; none: the table's only column of times.")
    months: int = Field(default=MONTHS, ge=1, le=36, description="Months in each stretch of time.")
    filters: Filters = ()

    def _stretches(self, table: DatasetProfile) -> dict[str, Stretch]:
        """The latest stretch of time, the one before it, and the one a year earlier where the data has it."""
        apart = windows(self.time, table, self.months)
        found = {"now": apart.now, "before": apart.before}
        year = Stretch(earlier(apart.now.start, 12), earlier(apart.now.end, 12))
        whole = apart.now.start.day == 1 and apart.now.end.day == 1
        if whole and year != apart.before and str(apart.column.minimum)[:10] <= year.start.isoformat():
            found["year_before"] = year
        return found

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        stretches, worth = self._stretches(table), Worth.of(self.measure, table)
        time = windows(self.time, table, self.months).column.name
        met = {name: stretch.covers(time) for name, stretch in stretches.items()}
        columns = {
            **{name: worth.within(one) for name, one in met.items()},
            "rows": sql.formula("count_if(:any)", any=exp.or_(*(one.copy() for one in met.values()))),
        }
        percent = "100.0 * (now - {0}) / nullif(abs({0}), 0)"
        changes = [
            exp.alias_(sql.formula(percent.format(name)), f"change_{name}", quoted=True)
            for name in stretches
            if name != "now"
        ]
        figures = sql.select(table, columns, self.filters)
        query = exp.select("*", *changes).from_("_figures").with_("_figures", as_=figures)
        against = " and ".join(one.said for name, one in stretches.items() if name != "now")
        purpose = f"{_capital(worth.name)}, {stretches['now'].said} against {against}{where_text(self.filters, table)}"
        return (sql.planned(query, purpose),)

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        where, stretches, worth = where_text(self.filters, table), self._stretches(table), Worth.of(self.measure, table)
        facts = Facts(results, where)
        now_in = stretches.pop("now")
        self.require(int(facts.number("rows")), "rows", "to compare with the past", f"Computed the {worth.name}{where}")
        facts.add("number of rows compared", column="rows")
        now = facts.add(f"{worth.name} in {now_in.said}", worth.unit, column="now")
        told = []
        for name, stretch in stretches.items():
            before = facts.add(f"{worth.name} in {stretch.said}", worth.unit, column=name)
            if facts.value(f"change_{name}") is None:
                told.append(f"after {before} in {stretch.said}")
                continue
            said = f"change in {worth.name}, {now_in.said} against {stretch.said}"
            percent = facts.add(said, "%", column=f"change_{name}")
            told.append(f"{percent} against {before} in {stretch.said}")
        summary = f"{_capital(worth.name)}{where} in {now_in.said} was {now}: {'; '.join(told)}."
        return Findings(summary=summary, facts=facts.all(), visualization_hint="bar")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
