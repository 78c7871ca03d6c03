"""SELECTs of typed analyses, built as syntax trees so that every name is quoted and every literal escaped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, reduce
from typing import Final

from shared.analysis.conditions import Filter
from shared.analysis.in_query import sayable, where
from shared.contracts import ColumnProfile, DatasetProfile, PlannedQuery, Scalar
from shared.query.columns import table_columns
from shared.query.groupings import AnyGrouping
from shared.query.sql.conditions import RowScope
from shared.query.sql.conditions import conditions as compiled
from shared.query.sql.groupings import plain_key
from shared.query.trees import exp


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
    with sayable(table):
        said = where(tuple(items), table)
    return exp.and_(*compiled(said, RowScope(table_columns(table), table.relation))) if said else None


def grouped(item: AnyGrouping, table: DatasetProfile) -> exp.Expr:
    """What a grouping groups by, as the query language has it: the column, or the column cut to a grain."""
    return plain_key(item, table_columns(table))


def present(columns: Iterable[str]) -> list[Filter]:
    """Conditions that leave out rows whose cell in one of the columns is empty."""
    return [Filter(column=name, operator="is not null") for name in columns]


SelectedColumns = Sequence[tuple[str, "exp.Expr"]] | Mapping[str, "exp.Expr"]
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


def in_percent(change: str, base: str) -> str:
    """A change in percent of its base, as `formula` takes it; none of a base that is not above 0."""
    return f"100.0 * ({change}) / CASE WHEN {base} > 0 THEN {base} END"


def formula(written: str, **names: exp.Expr | str | float) -> exp.Expr:
    """An expression as it is written in DuckDB's dialect. `:name` stands for what is given under that name: a column
    of the table (a text), a number, or another expression; so nothing of the data is ever part of the text.
    """
    given = {name: _operand(value) for name, value in names.items()}
    return exp.replace_placeholders(_parsed(written).copy(), **given)


@cache
def _parsed(written: str) -> exp.Expr:
    from sqlglot import parse_one  # as trees are: when the first is made

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


def united(queries: Sequence[exp.Query]) -> exp.Query:
    """The rows of all these queries, one after the other."""
    return reduce(lambda one, other: exp.union(one, other, distinct=False), queries[1:], queries[0])
