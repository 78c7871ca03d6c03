"""First and last periods of a query's groups that the data does not fill."""

from collections.abc import Iterable, Iterator
from datetime import date

from sqlglot import exp

from shared.contracts import ColumnProfile, DatasetProfile
from shared.engine.doubts.grouped import group_keys, periods_of
from shared.query.checks.last_period import end_of, incomplete, is_day
from shared.query.groupings import Grain


def periods(tree: exp.Expr, datasets: Iterable[DatasetProfile]) -> Iterator[str]:
    """A sentence for each such period that no condition leaves out."""
    read = {one.name.casefold() for one in tree.find_all(exp.Table)}
    tables = [one for one in datasets if one.relation.casefold() in read]
    times = {column.name.casefold(): column for one in tables for column in one.columns if column.temporal}
    for select in tree.find_all(exp.Select):
        for name, grain in periods_of(group_keys(select)).items():
            if name in times:
                yield from incomplete(times[name], grain, *_bounds(tree, times[name]))


def _bounds(tree: exp.Expr, column: ColumnProfile) -> tuple[list[str], list[str]]:
    """The days from which on, and before which, conditions of the query leave rows."""
    since: list[str] = []
    until: list[str] = []
    for where in tree.find_all(exp.Where):
        for one in where.find_all(exp.GT, exp.GTE, exp.LT, exp.LTE, exp.Between, exp.EQ, exp.In):
            of = _asked(one.this, column)
            if of is None:
                continue
            given = [one.args["low"], one.args["high"]] if isinstance(one, exp.Between) else one.expressions
            days = sorted(day for each in given or [one.expression] if (day := _day(each)))
            since += days[:1] if not isinstance(one, exp.LT | exp.LTE) else []
            if not isinstance(one, exp.GT | exp.GTE):
                until += days[-1:] if isinstance(one, exp.LT) else [_after(day, of) for day in days[-1:]]
    return since, until


def _asked(one: exp.Expr, column: ColumnProfile) -> Grain | None:
    """The length of the periods of the column that a condition compares; "day" for its times as they are."""
    if isinstance(one, exp.Column):
        return "day" if one.name.casefold() == column.name.casefold() else None
    return periods_of([one]).get(column.name.casefold())


def _day(one: exp.Expr | None) -> str:
    """A written day, ISO 8601, the first of a written year; empty for anything else."""
    written = one.this if isinstance(one, exp.Cast) else one
    if not isinstance(written, exp.Literal):
        return ""
    text = f"{written.this}-01-01" if written.this.isdecimal() and len(written.this) == 4 else str(written.this)
    return text if is_day(text) else f"{text}-01" if is_day(f"{text}-01") else ""


def _after(day: str, grain: Grain) -> str:
    """The day after a period that begins on that day."""
    return end_of(date.fromisoformat(day[:10]), grain).isoformat()
