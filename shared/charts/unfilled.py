"""Last points of a course that stand for periods which the data does not fill: they look like a fall or a rise."""

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Final

from shared.charts.calendars import is_cut, known_in, until_in, without_in
from shared.charts.specs import Spec
from shared.contracts import ColumnShown, Scalar

_DAY: Final = len("2025-01-01")
_ALMOST: Final = 24
"""The day of a month from which on less than about a week of it is lacking."""
_FEWEST: Final = 2
"""So many periods say more than one that is not whole."""


def filled(spec: Spec, rows: Sequence[Mapping[str, Scalar]], shown: Mapping[str, ColumnShown], tag: str) -> str:
    """Takes the last period off a course where the data does not fill it, and says so in the language of that tag;
    where too little would be left, it says how far that period goes. Empty where every period is whole."""
    along, figure = (spec["encoding"][axis] for axis in ("x", "y"))
    time = shown.get(along["column"])
    if time is None or along["type"] != "temporal" or _has_its_season(time, shown.get(figure["column"])):
        return ""
    last = max(str(one["x"]) for one in spec["data"]["values"])
    counts = _counts(rows, along["column"], figure["column"], last)
    if len(last) < _DAY or not (counts or is_cut(time, last)):
        return ""
    kept = [one for one in spec["data"]["values"] if str(one["x"]) != last]
    if len({one["x"] for one in kept}) < _FEWEST:
        return "" if counts else until_in(time, last, tag)
    spec["data"]["values"] = kept
    return known_in(time, last, *counts, tag) if counts else without_in(time, last, tag)


def _has_its_season(time: ColumnShown, figure: ColumnShown | None) -> bool:
    """Whether a figure is of some months of each year, which the data has of its last year, too, but for days."""
    if figure is None or not figure.season or time.part != "year" or len(time.until) < _DAY:
        return False
    month, day = int(time.until[5:7]), int(time.until[8:10])
    return month > figure.season or (month == figure.season and day >= _ALMOST)


def _counts(rows: Sequence[Mapping[str, Scalar]], along: str, figure: str, last: str) -> tuple[int, int] | tuple[()]:
    """Of how many things the last figure of a course is known, and of how many it would be, where the rows count both:
    they are as many in every period before, and none after, where there is no figure yet. Customers who have been there
    for half a year, say."""
    course = sorted((row for row in rows if row.get(along) is not None), key=lambda row: str(row[along]))
    periods = [str(row[along]) for row in course]
    if last not in periods or len(set(periods)) < len(periods):
        return ()
    at = periods.index(last)
    before, edge, after = course[:at], course[at], course[at + 1 :]
    if len(before) < _FEWEST or not after or any(row.get(figure) is not None for row in after):
        return ()
    columns = [name for name in edge if all(type(row[name]) is int for row in course)]
    for known, of in permutations(columns, 2):
        part, whole = edge[known], edge[of]
        alike = all(row[known] == row[of] for row in before)
        none_after = all(row[known] == 0 and row[of] for row in after)
        if alike and none_after and isinstance(part, int) and isinstance(whole, int) and 0 < part < whole:
            return part, whole
    return ()
