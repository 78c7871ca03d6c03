"""The date of a row itself, among several dates of a table."""

from shared.contracts.dataset import ColumnProfile, DatasetProfile


def own_date(table: DatasetProfile) -> ColumnProfile | None:
    """The only date, else the one of every row that all other dates follow (due, paid, closed), as far as the first and
    the last cells of each tell; None where there is none."""
    dates = [one for one in table.columns if one.temporal]
    first = [
        own
        for own in dates
        if own.nulls == 0
        and all(
            str(own.minimum) <= str(one.minimum) and str(own.maximum) <= str(one.maximum) for one in dates if one != own
        )
    ]
    return dates[0] if len(dates) == 1 else first[0] if len(first) == 1 else None
