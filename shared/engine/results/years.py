"""Which columns of a query's result are years: 1705 is not 1,705, whatever the column is called."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, Literal

from sqlglot import exp

from shared.contracts import ColumnProfile, DatasetProfile
from shared.engine.results.lineage import KnownTexts, alike, followed

Year = Literal["label", "chosen"]
"""A year that says which row it is, or one that was chosen among the years of several: the first, that of a peak."""

_NOT_ON_CALENDAR: Final = (exp.Sub, exp.Anonymous)
"""What may make a span of dates, whose year is a number of years."""
_MOST_MOVED: Final = 100
_WHOLE: Final = (exp.IntDiv, exp.Floor, exp.Trunc)
_SAME: Final = (exp.Cast, exp.TryCast, exp.Paren, exp.Round, exp.Floor, exp.Ceil, exp.Distinct, exp.Order, exp.Nullif)
"""What leaves a year as it is."""
_CHOOSING: Final = (
    exp.Min, exp.Max, exp.ArgMin, exp.ArgMax, exp.Mode, exp.AnyValue, exp.First, exp.Last, exp.FirstValue,
    exp.LastValue, exp.Lag, exp.Lead, exp.Filter, exp.Window, exp.IgnoreNulls, exp.PercentileDisc,
)  # fmt: skip
"""What gives one of several years."""


def years_of(sql: str, datasets: Iterable[DatasetProfile]) -> Mapping[str, Year]:
    """The result columns that are years, by their names: read from a column of years, or the year of a date. The
    difference of two years is none, nor is their average."""
    return _following(sql, datasets, lambda column: column.of_years)


def numbers_that_name(sql: str, datasets: Iterable[DatasetProfile]) -> frozenset[str]:
    """The names of the result columns whose whole numbers are years or ids, of which nothing is counted: member 1047 is
    not 1,047."""
    ids = _following(sql, datasets, lambda column: column.role == "id" and column.type == "integer")
    return frozenset(ids) | frozenset(years_of(sql, datasets))


def _following(sql: str, datasets: Iterable[DatasetProfile], said: Callable[[ColumnProfile], bool]) -> dict[str, Year]:
    tables = {
        one.relation.casefold(): {column.name.casefold(): "label" for column in one.columns if said(column)}
        for one in datasets
    }
    kinds: dict[str, Year] = {"label": "label", "chosen": "chosen"}
    return {name: kinds[told] for name, told in followed(sql, tables, _kind).items()}


def _kind(one: exp.Expr, known: KnownTexts) -> str | None:
    if isinstance(one, exp.Column):
        return known.get(one.name.casefold())
    if isinstance(one, exp.Coalesce):
        return alike([one.this, *one.expressions], known, _kind)
    if isinstance(one, exp.Case):
        return alike([*(branch.args["true"] for branch in one.args["ifs"]), one.args.get("default")], known, _kind)
    if isinstance(one, exp.Add | exp.Sub | exp.Mul):
        return _moved(one, known)
    if (date := _dated(one)) is not None:
        return None if date.find(*_NOT_ON_CALENDAR) else "chosen" if date.find(exp.AggFunc) else "label"
    if not isinstance(one, (*_SAME, *_CHOOSING)) or not isinstance(one.this, exp.Expr):
        return None
    kind = _kind(one.this, known)
    return "chosen" if kind and isinstance(one, _CHOOSING) else kind


def _moved(one: exp.Binary, known: KnownTexts) -> str | None:
    """Of a year some years on, or the first of its decade."""
    by = one.right
    if not isinstance(by, exp.Literal) or not by.is_number or float(by.this) > _MOST_MOVED:
        return None
    if not isinstance(one, exp.Mul):
        return _kind(one.left, known)
    parts = one.left.find(exp.Div, exp.IntDiv)
    return _kind(parts.left.unnest(), known) if parts and parts.right == by and one.left.find(*_WHOLE) else None


def _dated(one: exp.Expr) -> exp.Expr | None:
    """What the year is taken of."""
    if isinstance(one, exp.Year) or (isinstance(one, exp.Extract) and one.name.upper() in ("YEAR", "ISOYEAR")):
        date = one.expression if isinstance(one, exp.Extract) else one.this
        return date if isinstance(date, exp.Expr) else None
    if not isinstance(one, exp.Anonymous) or one.name.lower() not in ("date_part", "datepart"):
        return None
    part, date = one.expressions if len(one.expressions) == 2 else (None, None)
    return date if isinstance(part, exp.Literal) and part.name.lower() in ("year", "isoyear") else None
