"""Which columns tell rows apart: by a value of its own, or a day of its own, for each."""

from shared.contracts.dataset import ColumnProfile, DatasetProfile


def unique(column: ColumnProfile, table: DatasetProfile) -> bool:
    """Whether every row has its own value, by which it can be called; amounts that differ by chance call nothing."""
    own = column.nulls == 0 and column.distinct == table.row_count
    return own and not column.temporal and column.type != "number" and column.role not in ("measure", "text")


def unique_day(column: ColumnProfile, table: DatasetProfile) -> bool:
    """Whether each row is another day."""
    return column.type == "date" and column.nulls == 0 and column.distinct == table.row_count > 1


def daily_entity(table: DatasetProfile) -> tuple[str, ...] | None:
    """The columns that, fixed to one value, leave one row a day; None where rows are not days."""
    if any(unique_day(column, table) for column in table.columns):
        return tuple(column.name for column in table.columns if unique_day(column, table))
    dates = [column for column in table.columns if column.type == "date" and column.nulls == 0]
    found = [
        column.name
        for day in dates
        for column in table.columns
        if column.type == "text" and column.nulls == 0 and 1 < column.distinct * day.distinct == table.row_count
    ]
    return tuple(found) or None


def panel(table: DatasetProfile) -> bool:
    """Whether rows are things at times (a country in a year): one row for each thing and time, or nearly so."""
    grain = table.semantic.grain
    return bool(grain.times) and grain.key != grain.times
