"""How a metric runs over time: running totals, moving averages, and the change from period to period."""

from typing import ClassVar, Final

from sqlglot import exp

from shared.analysis import sql
from shared.analysis.base import Findings
from shared.analysis.composed import Course as Asked
from shared.analysis.composed import Frame
from shared.analysis.facts import Facts
from shared.analysis.framed import FramedAnalysis
from shared.analysis.telling import group_name, nothing
from shared.analysis.wording import group_label, metric_name, sentence, unit_of, where_text
from shared.contracts import DatasetProfile, PlannedQuery, QueryResult
from shared.errors import ForfeitException

_PERIOD, _FIGURE = "candor_period", "candor_figure"
_MOST: Final = 60
"""Periods that are told one by one."""
_STEPS: Final = {"day": "1 day", "week": "7 days", "month": "1 month", "quarter": "3 months", "year": "1 year"}


class Course(FramedAnalysis, Asked):
    """A metric for each period, in order, and what it has come to: the total so far (`running`; of totals and counts
    only), the average of the last `window` periods (`moving`), or the change from the period before in percent
    (`growth`). Averages and changes need neighbouring periods: across a gap in time there is none."""

    form: ClassVar[type[Frame]] = Asked
    examples: ClassVar[tuple[str, ...]] = (
        "Running total by month",
        "Seven day moving average",
        "Year over year growth",
        "Cumulative figures over time",
    )

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        return (
            sql.planned(self._series(table), sentence(f"{self._name(table)}{where_text(self.filters, table)}")[:-1]),
        )

    def wider(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> tuple[PlannedQuery, ...]:
        """Of more periods than are fetched, the last ones."""
        if not results[0].truncated:
            return ()
        last = self._series(table, last=_MOST + 1)
        return (sql.planned(last, f"The end of the {self._name(table)}{where_text(self.filters, table)}"),)

    def _series(self, table: DatasetProfile, last: int = 0) -> exp.Select:
        """Each period with its figure and what that has come to; only the last ones where so many are asked for."""
        cut = sql.grouped(self.time, table.column(self.time.column))
        series = sql.select(
            table, {_PERIOD: cut, _FIGURE: sql.metric(self.metric, table)}, (*self.filters, *sql.present([self.time]))
        ).group_by(cut.copy())
        worked = {"period": sql.column(_PERIOD), "figure": sql.column(_FIGURE), "worked": self._worked(table)}
        query = sql.select_from(series, worked)
        period = exp.Ordered(this=sql.column("period"), desc=bool(last))
        if not last:
            return query.order_by(period)
        return query.order_by(period).limit(last)

    def _worked(self, table: DatasetProfile) -> exp.Expr:
        cell = sql.column(_FIGURE)
        if self.asked == "running":
            return exp.Window(this=exp.Sum(this=cell), order=self._order(), spec=_spec("UNBOUNDED"))
        back = self.window - 1 if self.asked == "moving" else 1
        whole = sql.formula(":period = :due", period=_PERIOD, due=self._due(table, back))
        if self.asked == "moving":
            spec = _spec(back)
            figure: exp.Expr = exp.Window(this=exp.Avg(this=cell), order=self._order(), spec=spec)
        else:
            before = self._lagged(_FIGURE, 1)
            figure = sql.formula("100.0 * (:now - :before) / nullif(abs(:before), 0)", now=_FIGURE, before=before)
        return exp.Case().when(whole, figure)

    def _due(self, table: DatasetProfile, back: int) -> exp.Expr:
        """The period that this one is where no period is missing since the one so many rows before."""
        earlier = self._lagged(_PERIOD, back)
        if not table.column(self.time.column).temporal:
            return sql.formula(":earlier + :back", earlier=earlier, back=back)
        step = _STEPS.get(self.time.grain or "day", "1 day").split()
        amount = f"INTERVAL '{int(step[0]) * back}' {step[1].rstrip('s').upper()}"
        return sql.formula(f"CAST(:earlier + {amount} AS DATE)", earlier=earlier)

    def _lagged(self, name: str, back: int) -> exp.Window:
        lag = exp.Lag(this=sql.column(name), offset=exp.Literal.number(back))
        return exp.Window(this=lag, order=self._order())

    def _order(self) -> exp.Order:
        return exp.Order(expressions=[exp.Ordered(this=sql.column(_PERIOD))])

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        self._check(table)
        where = where_text(self.filters, table)
        own = len(results) - 1
        facts, unit = Facts(results, where), "%" if self.asked == "growth" else unit_of(self.metric, table)
        rows = sorted(facts.rows(own), reverse=own > 0)  # what `wider` asks for begins at the end
        known = [at for at in rows if facts.value("worked", at, own) is not None]
        if not rows:
            raise nothing(table, self.filters)
        if not known:
            raise ForfeitException(
                f"There is no {self._name(table)}: too few periods follow each other",
                (f"Looked at each {self.time.grain}",),
            )
        name, labels = self._name(table), {at: group_label(facts.value("period", at, own), self.time) for at in rows}
        shown = {
            at: facts.add(f"{name}, {labels[at]}", unit, column="worked", row=at, query=own)
            for at in (known[-1], *known[-_MOST:])
        }
        lines = tuple(f"{labels[at]}: {shown[at]}" for at in known[-_MOST:])
        last = known[-1]
        if self.asked == "growth" and len(known) <= _FEW:
            told = f"{name}{where}: {'; '.join(lines)}"
        else:
            told = f"the {name}{where} is {shown[last]} in {labels[last]}, the last {group_name(self.time)}"
        told = f"{told}{self._unfinished(table)}"
        return Findings(summary=sentence(told), facts=facts.all(), findings=lines, visualization_hint="line")

    def _unfinished(self, table: DatasetProfile) -> str:
        """That the first and the last period may be cut off, where the data begins or ends within one."""
        column, grain = table.column(self.time.column), self.time.grain
        if self.asked == "running" or not column.temporal or grain in (None, "day") or column.maximum is None:
            return ""
        first, last = str(column.minimum)[:10], str(column.maximum)[:10]
        return f" (the data runs from {first} to {last}: its first and last {grain} may not be whole)"

    def _check(self, table: DatasetProfile) -> None:
        """Raises ForfeitException where there is no time to run over, or nothing that adds up."""
        column = table.column(self.time.column)
        if not (column.temporal and self.time.grain in _STEPS) and column.type != "integer":
            raise ForfeitException(
                f"{self.time.column} does not hold periods that follow each other", ("Looked for a time",)
            )
        if self.asked == "running" and self.metric.function not in ("sum", "count"):
            raise ForfeitException(
                f"A running total of the {metric_name(self.metric, table)} would add up what does not add up",
                ("Looked for a total or a number of rows",),
            )

    def _name(self, table: DatasetProfile) -> str:
        of, by = metric_name(self.metric, table), group_name(self.time)
        if self.asked == "running":
            return f"running {of} by {by}"
        if self.asked == "moving":
            return f"average of the {of} over {self.window:,} {by}s"
        return f"change of the {of} from the {by} before"


_FEW: Final = 12


def _spec(back: int | str) -> exp.WindowSpec:
    """The rows from so many before to this one."""
    start = back if isinstance(back, str) else exp.Literal.number(back)
    return exp.WindowSpec(kind="ROWS", start=start, start_side="PRECEDING", end="CURRENT ROW")
