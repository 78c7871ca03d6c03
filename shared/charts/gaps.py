"""Gaps of a course over time: a line that crosses months without rows would show figures that nobody computed."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise
from typing import Any, Final

_FIRST_OF_A_MONTH: Final = re.compile(r"(?P<year>\d{4})-(?P<month>\d{2})-01")
_MOST_OFTEN: Final = 0.5
"""From that part of its steps on a course has one step."""


def broken(values: Sequence[dict[str, Any]], figure: str, apart: str) -> list[dict[str, Any]]:
    """The points of each course in their order, an empty one in each gap of months, quarters or years; days and weeks
    may be missing by a rule, as at weekends. `apart` is the channel that tells courses apart, empty for one."""
    courses = groupby(values, key=lambda one: one.get(apart)) if apart else [(None, iter(values))]
    return [one for _, course in courses for one in _with_gaps(list(course), figure)]


def _with_gaps(course: list[dict[str, Any]], figure: str) -> Iterable[dict[str, Any]]:
    months = [_month(one["x"]) for one in course]
    known = [one for one in months if one is not None]
    steps = Counter(later - earlier for earlier, later in pairwise(known))
    step = min(steps, default=0)
    if len(known) < len(months) or step < 1 or steps[step] < _MOST_OFTEN * steps.total():
        return course
    return [each for at, one in enumerate(course) for each in _from(one, known[at], known[at + 1 :], step, figure)]


def _from(one: dict[str, Any], month: int, later: Sequence[int], step: int, figure: str) -> Iterable[dict[str, Any]]:
    """A point, and behind it an empty one where the next is further away than a step."""
    yield one
    if later and later[0] - month > step:
        kept = {name: value for name, value in one.items() if name not in ("low", "high")}
        year, at = divmod(month + step, 12)
        yield {**kept, "x": f"{year:04}-{at + 1:02}-01", figure: None}


def _month(at: object) -> int | None:
    """How many months since the year 0 a text begins with the first day of, which it is."""
    found = _FIRST_OF_A_MONTH.fullmatch(at) if isinstance(at, str) else None
    return 12 * int(found["year"]) + int(found["month"]) - 1 if found else None
