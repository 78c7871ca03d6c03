"""First and last periods of a query's groups that the data does not fill."""

from collections.abc import Iterable, Iterator

from sqlglot import exp

from shared.contracts import ColumnProfile, DatasetProfile
from shared.engine.doubts.grouped import group_keys, periods_of
from shared.query.checks.last_period import incomplete


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
        for one in where.find_all(exp.GT, exp.GTE, exp.LT, exp.LTE, exp.Between, exp.EQ):
            if one.this.name.casefold() != column.name.casefold() and not _is_year_of(one.this, column):
                continue
            if isinstance(one, exp.Between):
                since += _day(one.args["low"])
                until += _day(one.args["high"])
            elif isinstance(one, exp.EQ):
                since += _day(one.expression)
                until += _day(one.expression, years=1)
            elif isinstance(one, exp.GT | exp.GTE):
                since += _day(one.expression)
            else:
                until += _day(one.expression, years=int(isinstance(one, exp.LTE))) or _day(one.expression)
    return since, until


def _is_year_of(one: exp.Expr, column: ColumnProfile) -> bool:
    return periods_of([one]) == {column.name.casefold(): "year"}


def _day(one: exp.Expr, years: int = 0) -> list[str]:
    """A written day, ISO 8601; of a year its first, so many years later."""
    written = one.this if isinstance(one, exp.Cast | exp.TsOrDsToDate) else one
    if not isinstance(written, exp.Literal):
        return []
    if written.is_string:
        return [] if years else [written.this]
    return [f"{int(written.this) + years:04}-01-01"] if written.is_int else []
