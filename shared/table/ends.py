"""When what a row is about began, and when it ended: people who were hired, and some of whom left."""

from shared.contracts.dataset import ColumnProfile, DatasetProfile


def end_of(table: DatasetProfile) -> ColumnProfile | None:
    """The one column of times that most rows leave empty, beside one of earlier times that none leaves empty: of the
    rows with an entry there something is over. None without such a column, and where there are several."""
    times = [one for one in table.columns if one.temporal and one.distinct]
    begins = [str(one.minimum) for one in times if not one.nulls]
    ends = [one for one in times if table.row_count < 2 * one.nulls]  # where most have one, it is the usual course
    later = [one for one in ends if any(begin <= str(one.minimum) for begin in begins)]
    return later[0] if len(ends) == len(later) == 1 else None
