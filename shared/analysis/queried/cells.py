"""The columns whose cells a result shows as they are."""

from shared.query.bound import BoundColumn, PassedColumn, ResultColumn
from shared.query.groupings import ByColumn


def cells_of(column: BoundColumn) -> BoundColumn:
    """The column whose cells a column of a result shows as they are."""
    while True:
        if isinstance(column, PassedColumn):
            column = column.column
        elif isinstance(column, ResultColumn) and isinstance(column.node, ByColumn):
            column = column.query.columns[column.node.column]
        else:
            return column
