"""First and last periods of a query's groups that the data does not fill."""

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Final

from sqlglot import exp

from shared.contracts import ColumnProfile, DatasetProfile, Scalar
from shared.engine.doubts.grouped import group_keys, periods_of
from shared.engine.doubts.told import ResultRows, cells_of
from shared.query.checks.last_period import end_of, incomplete, is_day
from shared.query.groupings import Grain
from shared.query.words.groups import period

_TESTS: Final = (exp.GT, exp.GTE, exp.LT, exp.LTE, exp.Between, exp.EQ, exp.In)


def periods(tree: exp.Expr, datasets: Iterable[DatasetProfile], told: ResultRows | None = None) -> Iterator[str]:
    """A sentence for each such period that no condition leaves out, and of which a row is `told`."""
    read = {one.name.casefold() for one in tree.find_all(exp.Table)}
    tables = [one for one in datasets if one.relation.casefold() in read]
    times = {column.name.casefold(): (column, one) for one in tables for column in one.columns if column.temporal}
    rows = max((one.row_count for one in tables), default=0)
    for select in tree.find_all(exp.Select):
        for name, grain in periods_of(group_keys(select)).items():
            column, table = times.get(name, (None, None))
            if column is None or table is None or _cut(tree, select, rows) or _may_leave_out(tree, select, column):
                continue
            since, until = bounds_of(tree, column)
            since += _since_before(column, table, tables, grain)
            shown = None if told is None else _shown(told, _named(select, name, grain), grain)
            for one in incomplete(column, grain, since, until, table.columns):
                if shown is None or any(one.casefold().startswith(f"{label} is ") for label in shown):
                    yield one


def _since_before(
    column: ColumnProfile, table: DatasetProfile, tables: Iterable[DatasetProfile], grain: Grain
) -> list[str]:
    """The day after the first period of a column, where rows that are joined to its table, each of them to one of its
    own, were there before: bookings, of courses that start later. No data begins within that period."""
    first = column.minimum
    if not isinstance(first, str) or not is_day(first):
        return []
    longer = (one for one in tables if one.row_count > table.row_count)
    begun = [one.minimum for each in longer for one in each.columns if one.temporal and not one.nulls]
    before = [day for day in begun if isinstance(day, str) and is_day(day) and _after(day, grain) <= first[:10]]
    return [_after(first, grain)] if before else []


def _named(select: exp.Select, column: str, grain: Grain) -> str:
    """What the periods of a column are called in the result; empty where no one column of it says which they are."""
    keys = [one for one in group_keys(select) if periods_of([one]).get(column) == grain]
    return next((one.alias_or_name for one in select.selects if one.unalias() in keys), "")


def _shown(told: ResultRows, name: str, grain: Grain) -> set[str] | None:
    """The periods of the rows that are told, in words in small letters; None where these do not say."""
    days = [_day_of(cell) for cell in cells_of(told, name)]
    return {period(day, grain).casefold() for day in days} if days and all(days) else None


def _day_of(cell: Scalar) -> str:
    return _day(exp.Literal.string(str(cell))) if isinstance(cell, str | int) else ""


def _cut(tree: exp.Expr, select: exp.Select, rows: int) -> bool:
    """Whether some of the groups of a SELECT, of no more than that many rows, may not be shown."""
    limits = (one.expression for one in tree.find_all(exp.Limit))
    short = any(not isinstance(one, exp.Literal) or not one.is_int or int(one.name) < rows for one in limits)
    return short or select.args.get("having") is not None or tree.find(exp.Qualify, exp.Offset, exp.Fetch) is not None


def _may_leave_out(tree: exp.Expr, select: exp.Select, column: ColumnProfile) -> bool:
    """Whether a condition may leave out periods of a column, and what is written does not say which: it names them as
    the SELECT does, or compares the times with what is computed."""
    own = column.name.casefold()
    keys = group_keys(select)
    given = {one.alias.casefold() for one in select.selects if one.alias and one.unalias() in keys}
    for where in tree.find_all(exp.Where):
        names = {one.name.casefold() for one in where.find_all(exp.Column)}
        if names & given - {own} or (own in names & given and not _is_within(where, select)):
            return True
        if any(_is_unclear(one, column) for one in where.find_all(exp.Column) if one.name.casefold() == own):
            return True
    return False


def _is_within(where: exp.Where, select: exp.Select) -> bool:
    one: exp.Expr | None = where
    while one is not None and one is not select:
        one = one.parent
    return one is select


def _is_unclear(time: exp.Column, column: ColumnProfile) -> bool:
    """Whether a condition on a time is none that tells which are left."""
    test = time.find_ancestor(exp.Predicate, exp.Where)
    if isinstance(test, exp.Is):
        return False
    denied = isinstance(test.find_ancestor(exp.Not, exp.Where), exp.Not) if test is not None else False
    return denied or not isinstance(test, _TESTS) or _asked(test.this, column) is None or not _days(test)


def bounds_of(tree: exp.Expr, column: ColumnProfile) -> tuple[list[str], list[str]]:
    """The days from which on, and before which, conditions of the query leave rows."""
    since: list[str] = []
    until: list[str] = []
    for where in tree.find_all(exp.Where):
        for one in where.find_all(*_TESTS):
            of = _asked(one.this, column)
            if of is None:
                continue
            days = _days(one)
            since += days[:1] if not isinstance(one, exp.LT | exp.LTE) else []
            if not isinstance(one, exp.GT | exp.GTE):
                until += days[-1:] if isinstance(one, exp.LT) else [_after(day, of) for day in days[-1:]]
    return since, until


def _days(test: exp.Expr) -> list[str]:
    """The days that a condition compares with, the first of them first."""
    given = [test.args["low"], test.args["high"]] if isinstance(test, exp.Between) else test.expressions
    return sorted(day for each in given or [test.args.get("expression")] if (day := _day(each)))


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
