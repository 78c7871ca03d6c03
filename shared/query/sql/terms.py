"""Names, literals and the small expressions that all others are built of. Every name is quoted, every text escaped."""

from __future__ import annotations

from shared.contracts import ColumnType
from shared.query.base import Value
from shared.query.bound import BoundColumn
from shared.query.groupings import shortest
from shared.query.trees import exp


def name(text: str, relation: str | None = None) -> exp.Column:
    """A column, of a relation where one is given."""
    return exp.column(text, table=relation, quoted=True)


def named(expression: exp.Expr, text: str) -> exp.Expr:
    """The expression under a name."""
    return exp.alias_(expression, text, quoted=True)


def table(text: str) -> exp.Table:
    """A relation."""
    return exp.table_(text, quoted=True)


def literal(value: Value, type_: ColumnType) -> exp.Expr:
    """A value as cells of that type are compared with it."""
    if isinstance(value, bool):
        return exp.Boolean(this=value)
    if isinstance(value, int | float):
        return number(value)
    text = exp.Literal.string(value)
    if type_ in ("date", "timestamp"):
        return exp.cast(text, "DATE" if type_ == "date" and len(value) == 10 else "TIMESTAMP")
    return exp.cast(text, "TIME") if type_ == "time" else text


def cell(column: BoundColumn, *values: Value) -> exp.Expr:
    """A column's cell, ready to be compared with values: a date becomes its midnight beside a time of day."""
    own = name(column.name)
    timed = column.type == "date" and any(isinstance(value, str) and len(value) > 10 for value in values)
    return exp.cast(own, "TIMESTAMP") if timed else own


def number(value: int | float) -> exp.Expr:
    """A number, never in exponents; with a decimal point where it is no whole number."""
    shown = exp.Literal.number(shortest(abs(value)))
    return exp.Neg(this=shown) if value < 0 else shown


def double(expression: exp.Expr) -> exp.Expr:
    """The expression as a floating-point number, so that nothing overflows and no division is one of integers."""
    return exp.cast(expression, "DOUBLE")


def finite(expression: exp.Expr) -> exp.Expr:
    """A floating-point number, or null where it is infinite or no number."""
    return exp.Case().when(call("isfinite", expression.copy()), expression)


def divided(left: exp.Expr, right: exp.Expr) -> exp.Expr:
    """left / right in floating point, null for a division by 0."""
    return exp.Div(this=double(left), expression=or_null(double(right)))


def or_null(expression: exp.Expr) -> exp.Expr:
    """Null where the number is 0."""
    return exp.Nullif(this=expression, expression=exp.Literal.number(0))


def above_zero(expression: exp.Expr) -> exp.Expr:
    """Whether the number is above 0."""
    return exp.GT(this=expression, expression=exp.Literal.number(0))


def call(function: str, *arguments: exp.Expr) -> exp.Expr:
    """A function by its name in DuckDB."""
    return exp.Anonymous(this=function, expressions=list(arguments))


def is_null(expression: exp.Expr) -> exp.Expr:
    """Whether the expression is null."""
    return exp.Is(this=expression, expression=exp.Null())


def is_known(expression: exp.Expr) -> exp.Expr:
    """Whether the expression is not null."""
    return exp.Not(this=is_null(expression))


def all_of(conditions: list[exp.Expr]) -> exp.Expr:
    """All conditions at once; true for none."""
    return exp.and_(*conditions, copy=False) if conditions else exp.Boolean(this=True)


def scalar(figure: exp.Expr, relation: str) -> exp.Expr:
    """A figure over all rows of a relation, as a value."""
    return exp.select(figure).from_(table(relation)).subquery()


def count_rows() -> exp.Expr:
    """count(*)."""
    return exp.Count(this=exp.Star())


def counted_if(condition: exp.Expr) -> exp.Expr:
    """How many rows meet the condition."""
    return exp.Filter(this=count_rows(), expression=exp.Where(this=condition))


def comparable(figure: exp.Expr) -> exp.Expr:
    """A floating-point figure in twelve significant digits: what differs only by the order of adding up is equal."""
    size = exp.Ceil(this=call("log10", exp.Abs(this=or_null(figure.copy()))))
    places = exp.Sub(this=exp.Literal.number(12), expression=exp.cast(size, "INT"))
    return exp.Coalesce(this=exp.Round(this=double(figure.copy()), decimals=places), expressions=[double(figure)])


def ascending(expression: exp.Expr) -> exp.Ordered:
    """In ascending order, null after all others."""
    return exp.Ordered(this=expression, nulls_first=False)


def descending(expression: exp.Expr) -> exp.Ordered:
    """In descending order, null after all others."""
    return exp.Ordered(this=expression, desc=True, nulls_first=False)
