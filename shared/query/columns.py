"""The columns that rows have at a step of a query, each with where it comes from."""

from collections.abc import Collection, Iterable, Iterator

from shared.contracts import DatasetProfile
from shared.query.across import AcrossGroups
from shared.query.base import Node
from shared.query.bound import (
    BoundColumn,
    ColumnKind,
    Columns,
    DerivedColumn,
    Found,
    PassedColumn,
    ProfiledColumn,
    TableColumn,
)
from shared.query.conditions import Period
from shared.query.derived import FilledWithFigure
from shared.query.groupings import AnyGrouping, ByColumn
from shared.query.lookups import Lookup
from shared.query.measures import AnyMeasure, Statistic

KIND_WORDS: dict[ColumnKind, str] = {
    "number": "numbers", "text": "text", "flag": "yes or no", "time": "dates", "clock": "times of day",
}  # fmt: skip
_OF_EQUAL_CELLS = ("min", "max", "mean", "median")
"""Functions that give the cell itself where all cells are equal."""
COLUMN_FIELDS = ("column", "other", "left", "right", "start", "end")
"""The fields of a query that hold the name of a column."""


def separator_of(column: BoundColumn) -> str:
    """What stands between the things that a cell of the column lists, nothing where it lists none."""
    if isinstance(column, PassedColumn):
        return separator_of(column.column)
    return column.profile.separator if isinstance(column, ProfiledColumn) else ""


def is_repeated(column: BoundColumn) -> bool:
    """Whether one cell of another dataset may stand in several rows of the column, whatever was derived of it."""
    if isinstance(column, PassedColumn):
        return is_repeated(column.column)
    if isinstance(column, DerivedColumn):
        node = column.node
        made_of = (node.column,) if isinstance(node, FilledWithFigure) else columns_in(node)
        return all(is_repeated(column.columns[one]) for one in made_of)
    return isinstance(column, Found) and not column.lookup.once


def found_once(
    item: AnyGrouping | AnyMeasure | AcrossGroups, groups: Iterable[AnyGrouping], columns: Columns
) -> Found | None:
    """The looked-up column whose cell a grouping or a measure gives for each group, where no two groups have the same
    row of the other dataset: each of them is of one key. None where that is not so."""
    if not isinstance(item, Statistic | ByColumn):
        return None
    if isinstance(item, Statistic) and item.function not in _OF_EQUAL_CELLS:
        return None
    own, groups = columns[item.column], tuple(groups)
    if not isinstance(own, Found):
        return None
    key = [one for one, _ in own.lookup.on]
    by = [columns[one.column] for one in groups if isinstance(one, ByColumn)]
    by_key = all(any(one is of for one in by) for of in key)
    return own if by_key and all(follows(columns[one.column], key) for one in groups) else None


def follows(column: BoundColumn, fixed: Collection[BoundColumn]) -> bool:
    """Whether rows that share the cells of the fixed columns share the column's cell, too."""
    column, there = _unpassed(column), [_unpassed(one) for one in fixed]
    if any(column is one for one in there):
        return True
    if isinstance(column, DerivedColumn):
        return all(follows(column.columns[one], there) for one in columns_in(column.node))
    return isinstance(column, Found) and all(follows(own, there) for own, _ in column.lookup.on)


def _unpassed(column: BoundColumn) -> BoundColumn:
    while isinstance(column, PassedColumn):
        column = column.column
    return column


def table_columns(table: DatasetProfile) -> Columns:
    """The columns of a table's rows."""
    return {one.name: TableColumn(one.name, one.type, one) for one in table.columns}


def columns_in(node: object) -> Iterator[str]:
    """The names of the columns that a part of a query uses, as they stand in it; not those of its source."""
    if isinstance(node, tuple):
        for one in node:
            yield from columns_in(one)
    elif isinstance(node, Lookup):
        yield from columns_in(node.on)  # all else is another dataset's
    elif isinstance(node, Node):
        for field in type(node).model_fields:
            yield from _named_by(node, field)


def _named_by(node: Node, field: str) -> Iterator[str]:
    value = getattr(node, field)
    if field == "columns" or (field == "per" and isinstance(value, tuple)):
        yield from value
    elif isinstance(value, str):
        if field in COLUMN_FIELDS and not (isinstance(node, Period) and field != "column"):
            yield value
    elif field != "source":
        yield from columns_in(value)
