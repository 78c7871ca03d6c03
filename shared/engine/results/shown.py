"""How the columns of a query's result are shown in a picture: parts of times by their names, differences of shares as
points, what is made of one column called as that one, and counts as what stands beside a figure."""

from collections.abc import Iterable
from typing import Final

from sqlglot import exp

from shared.contracts import ColumnShown, DatasetProfile
from shared.engine.results.empty_rows import empties_among
from shared.engine.results.lineage import KnownTexts, alike, followed, told_of
from shared.engine.results.percents import percent_of
from shared.engine.results.row_counts import row_counts
from shared.engine.results.season_figures import season_figures
from shared.engine.results.total_rows import totals_among
from shared.query.checks.last_period import cut_within
from shared.query.groupings import Grain
from shared.table.unit_arithmetic import POINTS

_SAME: Final = (exp.Cast, exp.TryCast, exp.Paren, exp.Round, exp.Trim, exp.Lower, exp.Upper, exp.Initcap)
"""What leaves a cell what it is."""
_PARTS: Final[dict[type[exp.Expr], str]] = {
    exp.DayOfWeekIso: "weekday",
    exp.DayOfWeek: "weekday_from_sunday",
    exp.Month: "month_of_year",
}
_BY_NAME: Final = {
    "isodow": "weekday",
    "dow": "weekday_from_sunday",
    "dayofweek": "weekday_from_sunday",
    "weekday": "weekday_from_sunday",
    "month": "month_of_year",
}
_INTO: Final = {exp.DayOfWeekIso: "week", exp.Day: "month", exp.DayOfMonth: "month", exp.DayOfYear: "year"}
"""What is taken off a day to come to the first of such a period."""
_PERIODS: Final[dict[str, Grain]] = {"week": "week", "month": "month", "quarter": "quarter", "year": "year"}
_BETWEEN: Final = "\0"
"""Between how a column is shown and the words of the one that it is made of."""


def shown_as(sql: str, datasets: Iterable[DatasetProfile]) -> dict[str, ColumnShown]:
    """How each column of a result is shown of which that follows."""
    given = tuple(datasets)
    columns_of = [(one.relation.casefold(), one.columns) for one in given]
    named = {
        table: {column.name.casefold(): f"{_BETWEEN}{column.words or column.name}" for column in columns}
        for table, columns in columns_of
    }
    percent = {
        table: {column.name.casefold(): "%" for column in columns if column.unit == "%"}
        for table, columns in columns_of
    }
    found = {name: told.split(_BETWEEN) for name, told in followed(sql, named, _told).items()}
    free = {column.words or column.name for _, columns in columns_of for column in columns if column.role == "text"}
    shown = {
        name: ColumnShown(part=part or None, of=words, until=_until(part, words, given), free=words in free)
        for name, (part, words) in found.items()
    }
    points = [name for name, unit in followed(sql, percent, percent_of).items() if unit == POINTS]
    shown |= {name: ColumnShown(part="points") for name in points}
    totals = totals_among(sql)
    empties = {name: told for name, told in empties_among(sql).items() if name not in totals}
    for part, labels in (("total", totals), ("empty", empties)):
        shown |= {name: shown.get(name, ColumnShown()).model_copy(update={part: told}) for name, told in labels.items()}
    of_rows: dict[str, dict[str, int]] = {"counts": dict.fromkeys(row_counts(sql), True), "season": season_figures(sql)}
    for kind, names in of_rows.items():
        shown |= {name: shown.get(name, ColumnShown()).model_copy(update={kind: said}) for name, said in names.items()}
    return shown


def _until(part: str, words: str, datasets: Iterable[DatasetProfile]) -> str:
    """The day on which the column of those words ends within a last period of that length that is no whole one."""
    grain = _PERIODS.get(part)
    columns = ((column, one.columns) for one in datasets for column in one.columns)
    ends = (
        cut_within(column, grain, beside)
        for column, beside in columns
        if grain and words == (column.words or column.name)
    )
    return next((day.isoformat() for day in ends if day), "")


def _told(one: exp.Expr, known: KnownTexts) -> str | None:
    if isinstance(one, exp.Column):
        return told_of(one, known)
    if isinstance(one, exp.Case):
        return alike(_taken(one), known, _told)
    part, time = _part(one)
    if part and time is not None:
        told = _told(time, known)
        return f"{part}{told}" if told and told.startswith(_BETWEEN) else None
    if isinstance(one, exp.Coalesce):
        return alike([this for this in (one.this, *one.expressions) if not isinstance(this, exp.Literal)], known, _told)
    return _told(one.this, known) if isinstance(one, _SAME) and isinstance(one.this, exp.Expr) else None


def _taken(one: exp.Case) -> list[exp.Expr]:
    """Of values put together: what decides between those that are written, and what stands where none does."""
    branches = [branch.args["true"] for branch in one.args["ifs"]]
    read = [this for this in (*branches, one.args.get("default")) if this is not None]
    return [this for this in read if not isinstance(this, exp.Literal)]


def _part(one: exp.Expr) -> tuple[str, exp.Expr | None]:
    """Which part of a time it is, or which period's first day, and of what."""
    if type(one) in _PARTS:
        return _PARTS[type(one)], one.this
    if isinstance(one, exp.Extract):
        return _BY_NAME.get(one.name.lower(), ""), one.expression
    if isinstance(one, exp.Anonymous) and one.name.lower() in ("date_part", "datepart") and len(one.expressions) == 2:
        return _BY_NAME.get(one.expressions[0].name.lower(), ""), one.expressions[1]
    if isinstance(one, exp.DateTrunc | exp.TimestampTrunc):
        unit = str(one.args["unit"].name).lower()
        return unit if unit in _PERIODS else "", one.this
    taken = one.right.find(*_INTO) if isinstance(one, exp.Sub) else None
    return (_INTO[type(taken)], one.this) if taken is not None else ("", None)
