"""What changed and why: a figure's change between two stretches of time, split by the values of columns."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from pydantic import Field

from shared.analysis import sql
from shared.analysis.base import Analysis, Findings
from shared.analysis.change.compared import compared
from shared.analysis.entities import recorded
from shared.analysis.entities.entity_analysis import ordered
from shared.analysis.entities.whom import Worth
from shared.analysis.entities.windows import MONTHS, Windows
from shared.analysis.facts import Facts
from shared.analysis.fields import Dimension, Filters, Measure, TimeColumn
from shared.analysis.pictures import Pictures, axis, bars
from shared.analysis.wording import where_text
from shared.contracts import DatasetProfile, PlannedQuery, QueryResult
from shared.errors import ForfeitException
from shared.query.trees import exp
from shared.query.words.figures import show_plain
from shared.table.names import spoken

_MOST_COLUMNS, _MOST_VALUES, _TOLD = 4, 50, 3
NO_CAUSE = "The data shows where the change came from, not what caused it."
"""What the parts of a change are told with: who asks why may take them for causes."""


class ChangeDrivers(Analysis):
    """Explains what changed and why: how much a total (or the number of rows) changed from one stretch of time to the
    next, and how much of that each value of the columns contributed, the greatest contribution first. The parts of a
    column add up to the whole change. A condition on the time names the later stretch.

    Use it for "why did revenue drop", "what drove the change", "what explains the increase in March".
    """

    least = 2
    aside = frozenset({"rows", *recorded.NAMES})
    examples = (
        "What drove the change in {measure} by {by}?",
        "What explains the change in {measure}?",
        "Why did {measure} drop?",
        "Why did {measure} fall?",
        "Why did {measure} rise?",
        "Why did {measure} change?",
    )

    measure: Measure | None = Field(default=None, description="What changed; none: the number of rows.")
    by: tuple[Dimension, ...] = Field(default=(), max_length=_MOST_COLUMNS, description="None: the table's own.")
    time: TimeColumn | None = Field(default=None, description="When; none: the table's only column of times.")
    months: int = Field(default=MONTHS, ge=1, le=36, description="Months in each of the two stretches.")
    filters: Filters = ()

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        apart, left = compared(self.time, self.filters, table, self.months)
        where, worth = where_text(left, table), self._worth(table)
        total = _added(sql.select(table, self._sides(table, apart), left), _CHANGE | _IN_PERCENT)
        queries = [sql.planned(total, f"Change in {worth.name}, {apart.said}{where}")]
        for name in self._columns(table):
            own = sql.column(name)
            parts = sql.select(table, {"part": own, **self._sides(table, apart)}, left).group_by(own.copy())
            share = {"share": "100.0 * change / nullif(sum(change) OVER (), 0)"}
            largest = exp.Ordered(this=sql.formula("round(abs(change), 6)"), desc=True, nulls_first=False)
            query = _added(_added(parts, _CHANGE), share).order_by(largest, *ordered("part"))
            by = spoken(table.column(name))
            queries.append(sql.planned(query, f"Change in {worth.name} by {by}, {apart.said}{where}"))
        return tuple(queries)

    def _worth(self, table: DatasetProfile) -> Worth:
        """Raises ForfeitException where parts of the figure do not add up."""
        worth = Worth.of(self.measure, table) if self.measure else Worth.of(None, table)
        if not worth.adds_up:
            raise ForfeitException(
                f"A change in {worth.name} has no parts that add up",
                (f"Looked at what {worth.name} is made of",),
                "Name an amount that adds up, such as revenue, or ask by group.",
                "not_computable",
            )
        return worth

    def _columns(self, table: DatasetProfile) -> tuple[str, ...]:
        own = [one.name for one in table.having("dimension") if 1 < one.distinct <= _MOST_VALUES]
        return tuple(dict.fromkeys(self.by)) or tuple(own[:_MOST_COLUMNS])

    def _sides(self, table: DatasetProfile, apart: Windows) -> dict[str, exp.Expr]:
        worth, time = self._worth(table), apart.column.name
        either = exp.or_(apart.before.covers(time), apart.now.covers(time))
        return {
            "before": worth.within(apart.before.covers(time)),
            "after": worth.within(apart.now.covers(time)),
            "rows": sql.formula("count_if(:either)", either=either),
            **recorded.counts(self._worth(table), apart),
        }

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        apart, left = compared(self.time, self.filters, table, self.months)
        where, worth = where_text(left, table), self._worth(table)
        facts = Facts(results, where)
        tried = f"Compared {worth.name}, {apart.said}{where}"
        self.require(int(facts.number("rows")), "rows", "to compare two stretches of time", tried)
        recorded.require(worth, apart, left, facts)
        moved = self._moved(facts, worth, apart)
        lines = []
        for at, name in enumerate(self._columns(table), start=1):
            by = spoken(table.column(name))
            parts = [self._part(facts, row, at, by, worth) for row in facts.rows(at)[:_TOLD]]
            if parts and facts.number("change"):
                lines.append(f"By {by}: {'; '.join(parts)}.")
        because = f" {NO_CAUSE}" if lines else ""
        said = f"{worth.name[:1].upper()}{worth.name[1:]}{where} {moved}.{because}"
        if apart.note:
            lines.append(apart.note)
        return Findings(
            summary=said,
            facts=facts.all(),
            findings=tuple(lines),
            visualization_hint="bar",
            pictures=tuple(chain.from_iterable(self._pictures(table, results, apart, where))),
        )

    def _pictures(
        self, table: DatasetProfile, results: tuple[QueryResult, ...], apart: Windows, where: str
    ) -> Iterator[Pictures]:
        """The change by each column that it is told by."""
        worth = self._worth(table)
        called = axis(f"change in {worth.name}", worth.unit)
        for at, name in enumerate(self._columns(table), start=1):
            by = spoken(table.column(name))
            title = f"{called.called} by {by}, {apart.said}{where}"
            yield bars(results[at], "change", "part", title=title, along=axis(by), figure=called, query=at)

    def _moved(self, facts: Facts, worth: Worth, apart: Windows) -> str:
        """ "fell from 1,344 (July 2025) to 1,085 (August 2025), by 259, or 19.2 %"."""
        before = facts.add(f"{worth.name} in {apart.before.said}", worth.unit, column="before")
        after = facts.add(f"{worth.name} in {apart.now.said}", worth.unit, column="after")
        change = facts.add(f"change in {worth.name}, {apart.said}", worth.unit, column="change")
        facts.add(f"number of rows compared, {apart.said}", column="rows")
        if not facts.number("change"):
            return f"did not change: {after}, {apart.said}"
        verb = "rose" if facts.number("change") > 0 else "fell"
        by = change.removeprefix("-")  # the verb says it
        moved = f"{verb} from {before} ({apart.before.said}) to {after} ({apart.now.said}), by {by}"
        if facts.value("percent") is None:
            return moved
        percent = facts.add(f"change in {worth.name} in percent, {apart.said}", "%", column="percent")
        return f"{moved}, or {percent.removeprefix('-')}"

    def _part(self, facts: Facts, row: int, query: int, by: str, worth: Worth) -> str:
        label = show_plain(facts.value("part", row, query))
        change = facts.add(
            f"change in {worth.name} of {label} by {by}", worth.unit, column="change", row=row, query=query
        )
        told = f"{label} {change if change.startswith('-') else f'+{change}'}"
        if facts.value("share", row, query) is None:
            return told
        if facts.number("share", row, query) < 0:  # that tells nobody what it is a share of
            return f"{told} (against the overall change)"
        share = facts.add(f"share of {label} in the change by {by}", "%", column="share", row=row, query=query)
        return f"{told} ({share} of the change)"


_CHANGE = {"change": "after - before"}
_IN_PERCENT = {"percent": sql.in_percent("after - before", "before")}


def _added(inner: exp.Select, formulas: dict[str, str]) -> exp.Select:
    built = [exp.alias_(sql.formula(one), name, quoted=True) for name, one in formulas.items()]
    return exp.select("*", *built).from_("_sides").with_("_sides", as_=inner)
