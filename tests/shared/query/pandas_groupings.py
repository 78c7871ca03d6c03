"""Into which groups rows fall."""

import datetime as dt
import math
from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from shared.query import groupings as g
from shared.query.derived import Bucket
from shared.query.derived import Derived as AnyDerived
from tests.shared.query.pandas_cells import TIMES, Kind, Sheet, ascending, comparable, part_of
from tests.shared.query.pandas_statistics import finite


@dataclass(frozen=True)
class Place:
    """Where a row stands in one grouping: what groups are told apart and put in order by (None: the group of empty
    cells), and the group's value in the result."""

    order: Any
    value: Any


Key = tuple[Place, ...]
NOWHERE: Final = Place(None, None)


def parted(
    groupings: Iterable[g.AnyGrouping], rows: Sheet, among: Iterable[int], derived: Iterable[AnyDerived] = ()
) -> dict[Key, list[int]]:
    """The rows `among` by group, groups in ascending order, those of a bucket by its edges; rows without a group are
    left out."""
    groupings = list(groupings)
    labels = {one.name: one.labels for one in derived if isinstance(one, Bucket)}
    places = [_in_order(one, _places(one, rows), labels) for one in groupings]
    groups: dict[Key, list[int]] = {}
    for row in among:
        key = tuple(each[row] for each in places)
        if all(place != NOWHERE or one.keep_empty for place, one in zip(key, groupings, strict=True)):
            groups.setdefault(key, []).append(row)
    return dict(sorted(groups.items(), key=lambda group: key_order(group[0])))


def _in_order(one: g.AnyGrouping, places: list[Place], labels: dict[str, tuple[str, ...]]) -> list[Place]:
    """The places, those of a bucket by its edges."""
    cut = labels.get(one.column) if isinstance(one, g.ByColumn) else None
    return [replace(at, order=cut.index(at.value)) if cut and at != NOWHERE else at for at in places]


def key_order(key: Key) -> tuple[tuple[bool, Any], ...]:
    """What groups are put in ascending order by, from the first grouping to the last, null after all others."""
    return tuple(ascending(place.order) for place in key)


def kind_of(grouping: g.AnyGrouping, rows: Sheet) -> Kind:
    """The kind of the result column."""
    if isinstance(grouping, g.ByColumn):
        return rows.kinds[grouping.column]
    if isinstance(grouping, g.ByTime):
        return "timestamp" if grouping.grain == "hour" else "date"
    return "text" if isinstance(grouping, g.ByEdges) else "number"


def beginning(time: dt.datetime, grain: g.Grain) -> dt.datetime:
    """Where the period begins that the time lies in."""
    if grain == "hour":
        return time.replace(minute=0, second=0, microsecond=0)
    day = time.replace(hour=0, minute=0, second=0, microsecond=0)
    if grain == "day":
        return day
    if grain == "week":
        return day - dt.timedelta(days=day.weekday())
    if grain == "month":
        return day.replace(day=1)
    if grain == "quarter":
        return day.replace(day=1, month=3 * (part_of(day, "quarter") - 1) + 1)
    return day.replace(day=1, month=1, year=day.year if grain == "year" else day.year // 10 * 10)


def _places(grouping: g.AnyGrouping, rows: Sheet) -> list[Place]:
    if isinstance(grouping, g.ByTime | g.ByPart):
        hour = isinstance(grouping, g.ByTime) and grouping.grain == "hour"
        rows.require(grouping.column, "timestamp", *(() if hour else TIMES))
    if isinstance(grouping, g.ByEdges | g.ByWidth):
        rows.require(grouping.column, "number")
    place = _PLACE[grouping.kind]
    return [NOWHERE if cell is None else place(grouping, cell) for cell in rows.cells(grouping.column)]


def _by_column(_one: g.ByColumn, cell: Any) -> Place:
    return Place(comparable(cell), cell)


def _by_time(one: g.ByTime, cell: Any) -> Place:
    start = beginning(comparable(cell), one.grain)
    return Place(start, start if one.grain == "hour" else start.date())


def _by_part(one: g.ByPart, cell: Any) -> Place:
    part = part_of(comparable(cell), one.part)
    return Place(part, part)


def _by_edges(one: g.ByEdges, cell: Any) -> Place:
    bin_ = bisect_right(one.edges, cell)
    return Place(bin_, g.bin_labels(one.edges)[bin_])


def _by_width(one: g.ByWidth, cell: Any) -> Place:
    edge = finite(lambda: math.floor(cell / one.width) * one.width)
    return Place(edge, edge)


_PLACE: Final[dict[str, Callable[[Any, Any], Place]]] = {
    "column": _by_column,
    "time": _by_time,
    "part": _by_part,
    "edges": _by_edges,
    "width": _by_width,
}
