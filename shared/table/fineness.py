"""How fine the times of a column are, and from when to when they go."""

from typing import Literal

from shared.contracts.dataset import ColumnProfile

Coarse = Literal["month", "year"]


def date_grain(column: ColumnProfile) -> Coarse | None:
    """The grain that the data itself has, where it is coarser than a day: one date a month, quarter or year."""
    low, high = bounds(column)
    if not low or not high or not low.endswith("-01") or not high.endswith("-01") or column.distinct < 3:
        return None
    months = (int(high[:4]) - int(low[:4])) * 12 + int(high[5:7]) - int(low[5:7]) + 1
    if column.distinct > months:
        return None
    if low[5:7] == high[5:7] == "01" and column.distinct <= months // 12 + 1:
        return "year"
    return "month"


def bounds(column: ColumnProfile) -> tuple[str, str]:
    """Its first and its last day; empty where it has none."""
    return str(column.minimum or "")[:10], str(column.maximum or "")[:10]
