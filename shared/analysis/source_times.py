"""The periods of a series that is of what a query computed: where they begin and end, and by what they are cut."""

from typing import Final

from shared.analysis.queried_table import QueriedTable, times_of
from shared.contracts import ColumnProfile, DatasetProfile
from shared.errors import ForfeitException
from shared.query.conditions import Conditions
from shared.query.groupings import Grain
from shared.statistics.requests import SeriesGrain
from shared.table.names import spoken

_WITHIN: Final[dict[Grain, tuple[SeriesGrain, ...]]] = {
    "hour": ("day", "week", "month", "quarter", "year"),
    "day": ("day", "week", "month", "quarter", "year"),
    "week": ("week",),
    "month": ("month", "quarter", "year"),
    "quarter": ("quarter", "year"),
    "year": ("year",),
    "decade": (),
}
"""Of what is cut by a grain, those that each of its periods lies within whole."""
_WITHIN_MONTHS: Final = (None, "hour", "day", "month")


def require_ends(table: DatasetProfile, column: ColumnProfile) -> None:
    """Raises ForfeitException where nobody knows between which days the data of a result's column of times lies, so
    that a first or last period which it does not fill could not be told."""
    if isinstance(table, QueriedTable) and times_of(table, column.name) is None:
        raise ForfeitException(
            f"“{spoken(column)}” is worked out, so which of its periods the data fills is not known: a course over it "
            "could begin or end with part of a period",
            (f"Looked at where the times of {column.name} come from",),
            "Let the source give a time that the file holds, or group by it.",
        )


def require_every_time(table: DatasetProfile, column: ColumnProfile) -> None:
    """Raises ForfeitException where a source takes some of the times alone: which period it cuts is not told."""
    known = times_of(table, column.name)
    if known is not None and known.where:
        raise ForfeitException(
            f"The source takes some times of {spoken(column)} alone, so which of its periods are whole is not known",
            (f"Looked at the conditions of the source on {column.name}",),
            "Leave that condition of the source away, and give it to the analysis (where).",
        )


def require_all_times(table: DatasetProfile, column: ColumnProfile) -> None:
    """Raises ForfeitException where a source takes some of the times alone, or groups them by more than a month: the
    stretches that are compared are months of all that the data fills."""
    known = times_of(table, column.name)
    if known is None:
        return
    if known.where:
        raise ForfeitException(
            f"The source takes some times of {spoken(column)} alone, and what is compared are the last months that the "
            "data fills and those before them",
            (f"Looked at the conditions of the source on {column.name}",),
            "Leave that condition of the source away.",
        )
    if known.grain not in _WITHIN_MONTHS:
        raise ForfeitException(
            f"The source gives times by {known.grain}, of which no months can be compared",
            (f"Looked at what {column.name} is grouped by",),
            "Let the source group by month or a shorter time, or not by time.",
        )


def cut_by_source(table: DatasetProfile, column: str, grain: SeriesGrain) -> SeriesGrain:
    """The grain, or the shortest that the source allows, if it groups by one that is longer.

    Raises ForfeitException where none holds whole periods of the source's.
    """
    known = times_of(table, column)
    allowed = _WITHIN[known.grain] if known and known.grain else (grain,)
    if grain not in allowed and not allowed:
        require_grain(table, column, grain)
    return grain if grain in allowed else allowed[0]


def require_grain(table: DatasetProfile, column: str, grain: Grain) -> None:
    """Raises ForfeitException where periods of that length do not hold whole periods of the source's."""
    known = times_of(table, column)
    by = known.grain if known else None
    if by is None or by == grain or grain in _WITHIN[by]:
        return
    told = " or ".join(_WITHIN[by]) or "no grain of a course"
    raise ForfeitException(
        f"The source gives times by {by}, of which a course by {grain} cannot be made",
        (f"Looked at what {column} is grouped by",),
        f"Ask for {told}, or let the source group by {grain} or a shorter time.",
    )


def within_source(table: DatasetProfile, column: str) -> Conditions:
    """The conditions of the source on a column of times: what they cut is no whole period."""
    known = times_of(table, column)
    return known.where if known else ()


def is_of_periods(table: DatasetProfile, column: str, grain: Grain) -> bool:
    """Whether a result has one row for each period of that length, so that its cells are the figures of the periods."""
    known = times_of(table, column)
    return known is not None and known.single and known.grain == grain


def require_more_than_periods(table: DatasetProfile, column: str, grain: Grain, *, counted: bool) -> None:
    """Raises ForfeitException where the rows to count are the periods themselves: one in each."""
    if counted and is_of_periods(table, column, grain):
        raise ForfeitException(
            f"The source has one row for each {grain}, so their number by {grain} says nothing",
            ("Looked at what there is one row of",),
            "Name the column of the source that is followed.",
        )


def leaves_periods_out(table: DatasetProfile) -> bool:
    """Whether a source has conditions for which a period may be without rows that the data nevertheless fills."""
    return isinstance(table, QueriedTable) and table.partial
