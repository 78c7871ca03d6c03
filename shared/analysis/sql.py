"""SELECTs of typed analyses, built as syntax trees so that every name is quoted and every literal escaped."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Final

from pydantic import ValidationError
from sqlglot import exp, parse_one

from shared.analysis.conditions import Filter
from shared.analysis.in_query import Unsaid, where
from shared.analysis.metrics import ARITHMETIC, Grouping, Metric, MetricCondition, MetricGrain
from shared.contracts import ColumnProfile, DatasetProfile, PlannedQuery, Scalar
from shared.errors import ForfeitException
from shared.query.columns import TableColumn
from shared.query.sql.conditions import RowScope
from shared.query.sql.conditions import conditions as compiled

_COMPARISONS: dict[str, type[exp.Binary]] = {"<": exp.LT, "<=": exp.LTE, ">": exp.GT, ">=": exp.GTE, "=": exp.EQ}
_TRUNCATED: dict[str, str] = {
    "hour": "hour",
    "day": "day",
    "week": "week",
    "month": "month",
    "quarter": "quarter",
    "year": "year",
    "decade": "decade",
}
_PARTS: dict[str, str] = {"weekday": "isodow", "month of year": "month", "hour of day": "hour"}


def column(name: str) -> exp.Column:
    """A quoted column."""
    return exp.column(name, quoted=True)


def relation(table: DatasetProfile) -> exp.Table:
    """The quoted relation of a dataset."""
    return exp.table_(table.relation, quoted=True)


def literal(value: Scalar, like: ColumnProfile | None = None) -> exp.Expr:
    """A value as a literal; times are cast to the type of the column that they are compared with."""
    if value is None:
        return exp.Null()
    if isinstance(value, bool):
        return exp.Boolean(this=value)
    if isinstance(value, int | float):
        return exp.Literal.number(value) if value >= 0 else exp.Neg(this=exp.Literal.number(-value))
    text = exp.Literal.string(value)
    return exp.cast(text, like.type.upper()) if like is not None and like.temporal else text


def conditions(items: Iterable[Filter], table: DatasetProfile) -> exp.Expr | None:
    """All conditions at once, as the query language has them; None where there are none. Raises ForfeitException, with
    what would be right, where one cannot be meant."""
    columns = {one.name: TableColumn(one.name, one.type, one) for one in table.columns}
    try:
        said = where(tuple(items), table)
    except (Unsaid, ValidationError) as error:
        told = error.errors(include_url=False)[0]["msg"] if isinstance(error, ValidationError) else str(error)
        reason = told.removeprefix("Value error, ")
        raise ForfeitException(f"{reason[:1].upper()}{reason[1:]}", (f"Looked at {table.file_name}",)) from error
    return exp.and_(*compiled(said, RowScope(columns, table.relation))) if said else None


def metric(item: Metric, table: DatasetProfile) -> exp.Expr:
    """The aggregate of one metric, over the rows of the query that it stands in."""
    if item.column is None:
        return exp.Count(this=exp.Star())
    cell = column(item.column)
    if item.function == "percentile":
        return exp.Anonymous(this="quantile_cont", expressions=[cell, exp.Literal.number(item.parameter or 0)])
    if item.function in ARITHMETIC and item.other is not None:
        return _of_two(cell, column(item.other), item)
    if item.function in _BUILT:
        return _BUILT[item.function](cell)
    if item.function == "range":
        return exp.Sub(this=exp.Max(this=cell), expression=exp.Min(this=cell.copy()))
    if item.function == "rate":
        return _rate(cell, item, table)
    if item.function == "distinct":
        return exp.Count(this=exp.Distinct(expressions=[cell]))
    return _SIMPLE[item.function](this=cell)


def held(having: MetricCondition, of: Metric, table: DatasetProfile) -> exp.Expr:
    """A condition on groups: the metric, compared with the number."""
    return _COMPARISONS[having.operator](this=metric(of, table), expression=literal(having.value))


_SIMPLE: dict[str, type[exp.Func]] = {
    "count": exp.Count,
    "sum": exp.Sum,
    "mean": exp.Avg,
    "min": exp.Min,
    "max": exp.Max,
    "median": exp.Median,
    "stddev": exp.StddevSamp,
    "variance": exp.Variance,
    "pstddev": exp.StddevPop,
    "pvariance": exp.VariancePop,
}


_COMBINED: dict[str, Callable[[exp.Expr, exp.Expr], exp.Expr]] = {
    "together": lambda one, other: exp.Add(this=one, expression=other),
    "difference": lambda one, other: exp.Sub(this=one, expression=other),
    "gap": lambda one, other: exp.Sub(this=one, expression=other),
    "ratio": lambda one, other: exp.Div(this=one, expression=_or_null(other)),
    "percentage": lambda one, other: exp.Div(
        this=exp.Mul(this=exp.Literal.number("100.0"), expression=one), expression=_or_null(other)
    ),
}


def _or_null(whole: exp.Expr) -> exp.Expr:
    return exp.Nullif(this=whole, expression=exp.Literal.number(0))


def _of_two(cell: exp.Column, other: exp.Column, item: Metric) -> exp.Expr:
    """Totals or averages of two columns worked together; or each row's, averaged."""
    combine = _COMBINED[item.function]
    if item.statistic in ("mean", "median"):
        built: exp.Expr = _SIMPLE[item.statistic](this=combine(cell, other))
    else:
        of: type[exp.Func] = exp.Avg if item.statistic == "averages" else exp.Sum
        built = combine(of(this=cell), of(this=other))
    return exp.Abs(this=built) if item.function == "gap" else built


def _quantile(cell: exp.Expr, share: str) -> exp.Expr:
    return exp.Anonymous(this="quantile_cont", expressions=[cell.copy(), exp.Literal.number(share)])


def _spread(cell: exp.Expr) -> exp.Expr:
    return exp.Sub(this=_quantile(cell, "0.75"), expression=_quantile(cell, "0.25"))


def _variation(cell: exp.Expr) -> exp.Expr:
    """The standard deviation by the mean."""
    mean = exp.Nullif(this=exp.Avg(this=cell.copy()), expression=exp.Literal.number(0))
    return exp.Div(this=exp.StddevSamp(this=cell), expression=mean)


def _error(cell: exp.Expr) -> exp.Expr:
    """The standard error of the mean."""
    root = exp.Nullif(this=exp.Sqrt(this=exp.Count(this=cell.copy())), expression=exp.Literal.number(0))
    return exp.Div(this=exp.StddevSamp(this=cell), expression=root)


def _geometric(cell: exp.Expr) -> exp.Expr:
    """The geometric mean; null where a value is not above zero, since there is none then."""
    positive = exp.GT(this=exp.Min(this=cell.copy()), expression=exp.Literal.number(0))
    return exp.Case().when(positive, exp.Anonymous(this="geomean", expressions=[cell]))


_BUILT: dict[str, Callable[[exp.Column], exp.Expr]] = {
    "iqr": _spread,
    "variation": _variation,
    "error": _error,
    "skewness": lambda cell: exp.Anonymous(this="skewness", expressions=[cell]),
    "kurtosis": lambda cell: exp.Anonymous(this="kurtosis", expressions=[cell]),
    "geomean": _geometric,
}


def _rate(cell: exp.Column, item: Metric, table: DatasetProfile) -> exp.Expr:
    yes = exp.EQ(this=cell, expression=literal(item.positive, table.column(item.column or "")))
    known = exp.Not(this=exp.Is(this=cell.copy(), expression=exp.Null()))
    case = exp.Case().when(yes, exp.Literal.number("100.0")).when(known, exp.Literal.number("0.0"))
    return exp.Avg(this=case)


def _decade(year: exp.Expr) -> exp.Expr:
    """The first year of the decade that a year is in."""
    ten = exp.Literal.number(10)
    whole = exp.Floor(this=exp.Div(this=year, expression=ten))
    return exp.cast(exp.Mul(this=whole, expression=ten.copy()), "BIGINT")


def grouped(item: Grouping, like: ColumnProfile | None = None) -> exp.Expr:
    """What a grouping groups by: the column, or the column cut to a grain; days and longer as dates."""
    cell = column(item.column)
    if item.grain is None:
        return cell
    if item.grain == "decade" and like is not None and not like.temporal:
        return _decade(cell)
    if item.grain in _PARTS:
        return exp.Anonymous(this="date_part", expressions=[exp.Literal.string(_PARTS[item.grain]), cell])
    cut = exp.Anonymous(this="date_trunc", expressions=[exp.Literal.string(_TRUNCATED[item.grain]), cell])
    return cut if item.grain == "hour" else exp.cast(cut, "DATE")


def present(groups: Sequence[Grouping]) -> list[Filter]:
    """Conditions that leave out rows without a group."""
    return [Filter(column=group.column, operator="is not null") for group in groups]


SelectedColumns = Sequence[tuple[str, exp.Expr]] | Mapping[str, exp.Expr]
"""What a SELECT gives: expressions by their names, in order."""


def select(table: DatasetProfile, columns: SelectedColumns, filters: Iterable[Filter] = ()) -> exp.Select:
    """SELECT the named expressions FROM the dataset WHERE the conditions hold."""
    built = exp.select(*_named(columns)).from_(relation(table))
    where = conditions(filters, table)
    return built.where(where) if where is not None else built


def select_from(inner: exp.Select, columns: SelectedColumns) -> exp.Select:
    """SELECT the named expressions FROM the rows of another SELECT."""
    return exp.select(*_named(columns)).from_(_INNER).with_(_INNER, as_=inner)


_INNER: Final = "_inner"


def _named(columns: SelectedColumns) -> list[exp.Expr]:
    given = columns.items() if isinstance(columns, Mapping) else columns
    return [exp.alias_(item, name, quoted=True) for name, item in given]


def formula(written: str, **names: exp.Expr | str | float) -> exp.Expr:
    """An expression as it is written in DuckDB's dialect. `:name` stands for what is given under that name: a column
    of the table (a text), a number, or another expression; so nothing of the data is ever part of the text.
    """
    given = {name: _operand(value) for name, value in names.items()}
    return exp.replace_placeholders(_parsed(written).copy(), **given)


@cache
def _parsed(written: str) -> exp.Expr:
    return parse_one(written, dialect="duckdb")


def _operand(value: exp.Expr | str | float) -> exp.Expr:
    if isinstance(value, str):
        return column(value)
    if isinstance(value, exp.Expr):
        return exp.paren(value) if isinstance(value, exp.Binary) else value
    return literal(value)


def text(query: exp.Expr) -> str:
    """The query in DuckDB's dialect."""
    return query.sql(dialect="duckdb")


def planned(query: exp.Expr, purpose: str) -> PlannedQuery:
    """The query, with what it is for in a few words for the user."""
    return PlannedQuery(sql=text(query), purpose=purpose)


def grain_name(grain: MetricGrain | None) -> str:
    """A grain as a column's alias."""
    return (grain or "").replace(" ", "_")
