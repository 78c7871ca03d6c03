"""How a figure stands against its own past."""

from collections.abc import Mapping

from pydantic import Field

from shared.analysis import sql
from shared.analysis.base import Analysis, Findings
from shared.analysis.entities.recorded import counted_out
from shared.analysis.entities.whom import Worth
from shared.analysis.entities.windows import MONTHS, Stretch, earlier, windows
from shared.analysis.facts import Facts
from shared.analysis.fields import Filters, Measure, TimeColumn
from shared.analysis.pictures import axis, bars_of
from shared.analysis.wording import where_text
from shared.contracts import DatasetProfile, PlannedQuery, QueryResult
from shared.errors import ForfeitException
from shared.query.trees import exp
from shared.query.words.figures import compared
from shared.query.words.values import listed
from shared.table.nouns import doing


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
    average: bool = Field(default=False, description="By its average, not its total: of ratings and scores.")
    time: TimeColumn | None = Field(default=None, description="When; none: the table's only column of times.")
    months: int = Field(default=MONTHS, ge=1, le=36, description="Months in each stretch of time.")
    filters: Filters = ()

    def _worth(self, table: DatasetProfile) -> Worth:
        return Worth.of(self.measure, table, averaged=self.average)

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
        stretches, worth = self._stretches(table), self._worth(table)
        time = windows(self.time, table, self.months).column.name
        met = {name: stretch.covers(time) for name, stretch in stretches.items()}
        columns = {
            **{name: worth.within(one) for name, one in met.items()},
            **{f"known_{name}": worth.known(one) for name, one in met.items()},
            "rows": sql.formula("count_if(:any)", any=exp.or_(*(one.copy() for one in met.values()))),
        }
        changes = [
            exp.alias_(sql.formula(sql.in_percent(f"now - {name}", name)), f"change_{name}", quoted=True)
            for name in stretches
            if name != "now"
        ]
        figures = sql.select(table, columns, self.filters)
        query = exp.select("*", *changes).from_("_figures").with_("_figures", as_=figures)
        against = " and ".join(one.said for name, one in stretches.items() if name != "now")
        purpose = f"{_capital(worth.name)}, {stretches['now'].said} against {against}{where_text(self.filters, table)}"
        return (sql.planned(query, purpose),)

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        where, stretches, worth = where_text(self.filters, table), self._stretches(table), self._worth(table)
        facts = Facts(results, where)
        tried = f"Computed the {worth.name}{where}"
        self.require(int(facts.number("rows")), "rows", "to compare with the past", tried)
        facts.add("number of rows compared", column="rows")
        known = counted_out(worth, self.filters)
        held = {name: known or bool(facts.number(f"known_{name}")) for name in stretches}
        if not any(held.values()):
            empty = listed([one.said for one in stretches.values()])
            raise ForfeitException(f"Nothing is recorded of {worth.name}{where} in {empty}", (tried,))
        shown = {
            name: facts.add(f"{worth.name} in {one.said}", worth.unit, column=name)
            for name, one in stretches.items()
            if held[name]
        }
        now_in, were = stretches.pop("now").said, doing(worth.name, "was", "were")
        told = [
            self._against(facts, worth, now_in, (name, one.said), shown)
            if name in shown
            else f"nothing is recorded in {one.said}"
            for name, one in stretches.items()
        ]
        if held["now"]:
            said = f"{_capital(worth.name)}{where} in {now_in} {were} {shown['now']}: {'; '.join(told)}."
        else:
            said = f"Nothing is recorded of {worth.name}{where} in {now_in}; before that: {'; '.join(told)}."
        told_of = [(one.said, facts.number(name)) for name, one in self._stretches(table).items() if name in shown]
        return Findings(
            summary=said,
            facts=facts.all(),
            insights=tuple(filter(None, (windows(self.time, table, self.months).note,))),
            visualization_hint="bar",
            pictures=bars_of(
                told_of,
                title=f"{worth.name} by period{where}",
                along=axis("period"),
                figure=axis(worth.name, worth.unit),
            ),
        )

    def _against(self, facts: Facts, worth: Worth, now: str, before: tuple[str, str], shown: Mapping[str, str]) -> str:
        """ "12.5 % more than the 299 in May to July 2024"; without a change where there is none to tell."""
        name, stretch = before
        if "now" not in shown:
            return f"{shown[name]} in {stretch}"
        if facts.value(f"change_{name}") is None:
            return f"after {shown[name]} in {stretch}"
        percent = facts.add(f"change in {worth.name}, {now} against {stretch}", "%", column=f"change_{name}")
        return f"{compared(facts.number(f'change_{name}'), percent)} the {shown[name]} in {stretch}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
