"""The rows of a result as a chart draws them: their order, what each column holds, and which of them name a row."""

import re
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final, Literal

from shared.charts.calendars import named_in_calendar, place_in_calendar, places_by_name
from shared.contracts import ColumnShown, ResultPreview, Scalar

ChartRows = tuple[dict[str, Scalar], ...]
ColumnKinds = Mapping[str, Literal["figure", "time", "label"]]

FEWEST_POINTS: Final = 2
_TIME: Final = re.compile(r"\d{4}-\d{2}(-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?)?")
_BEGINS: Final = re.compile(r"-?\d+\b(?![.,:]\d)")
_MOST_APART: Final = 2
"""Whole numbers that lie further apart than that on average are ids, and no scale."""


def rows_of(preview: ResultPreview, tag: str) -> tuple[ChartRows, ColumnKinds]:
    """The rows, with weekdays and months by their names in the language of that BCP 47 tag, without those that are the
    total of others, and what each column holds."""
    every = (*preview.data, *preview.plotted)
    kinds = _kinds(every)
    kinds |= {name: "label" for name, one in preview.shown.items() if name in kinds and _has_names(one)}
    return _parts(_by_calendar(_as_listed(every, preview.listed), preview.shown, tag), preview.shown), kinds


def naming(rows: ChartRows, labels: list[str]) -> list[str]:
    """The labels; the one of most letters alone where it tells every row apart: the others say more of the same thing,
    as the id and the segment of a customer do beside the name. Else the first two that tell every row apart: what a
    third says, as which service a district had in a week, makes no group of its own."""
    telling = [name for name in labels if _tell_apart(rows, (name,))]
    lettered = {name: sum(letter.isalpha() for row in rows for letter in str(row[name])) for name in telling}
    if len(labels) > 1 and telling:
        return [max(telling, key=lambda name: lettered[name])]
    pairs = (list(pair) for pair in combinations(labels, 2) if _tell_apart(rows, pair))
    return next(pairs, labels)


def telling(rows: ChartRows, kinds: ColumnKinds, labels: list[str], told: Sequence[str]) -> list[str]:
    """The labels; where they do not tell the rows apart and a number that names does, as the year of one customer's
    rows, that one beside those of them that differ. `told` are the figures that an answer tells, which name no row."""
    if not labels or _tell_apart(rows, labels):
        return labels
    differing = [name for name in labels if len({str(row[name]) for row in rows}) > 1]
    numbers = (name for name, kind in kinds.items() if kind == "figure" and name not in told)
    naming_ones = (name for name in numbers if _tell_apart(rows, (*differing, name)))
    found = next((name for name in naming_ones if _places(list({row[name]: None for row in rows}))), None)
    return [*differing, found] if found else labels


def figures_among(rows: ChartRows, kinds: ColumnKinds, named: Sequence[str]) -> tuple[str, ...]:
    """The figures among columns that are named to be drawn: without those that they stand along, which are texts or
    times, or, where no column is, whole numbers in a row that come first, as years are."""
    figures = tuple(one for one in named if kinds.get(one, "figure") == "figure")
    first = next(iter(kinds), "")
    alone = len(figures) > 1 and first in figures and all(kind == "figure" for kind in kinds.values())
    if alone and _tell_apart(rows, (first,)) and _places([row.get(first) for row in rows]):
        return tuple(one for one in figures if one != first)
    return figures


def in_order(rows: ChartRows, label: str, listed: Sequence[int] = ()) -> ChartRows:
    """The rows in the order of a label's values where these have one: whole numbers that lie close together, and texts
    that begin with them, as hours and marks do, or names of weekdays or months; else as they are, as where an answer
    lists them in an order of its own."""
    places = {} if listed else _places([row.get(label) for row in rows])
    return tuple(sorted(rows, key=lambda row: places[row[label]])) if places else rows


def in_sequence(rows: ChartRows, label: str) -> ChartRows | None:
    """The rows in the order of a label's values, where these follow one another as months of a year and hours do; None
    where they have no order."""
    places = _places([row.get(label) for row in rows])
    return tuple(sorted(rows, key=lambda row: places[row[label]])) if places else None


def _places(cells: Sequence[Scalar]) -> dict[Scalar, int]:
    """Where each value stands in the order that all of them have; empty where there is none."""
    texts = [cell for cell in cells if isinstance(cell, str)]
    if len(texts) == len(cells) and (named := places_by_name(texts)):
        return {cell: named[str(cell)] for cell in cells}
    numbers = {cell: _number(cell) for cell in cells}
    known = _all_known(numbers)
    found = sorted(set(known.values()))
    close = len(found) > 1 and found[-1] - found[0] <= _MOST_APART * (len(found) - 1)
    return known if close and len(found) == len(set(cells)) else {}


def _all_known(places: Mapping[Scalar, int | None]) -> dict[Scalar, int]:
    known = {cell: place for cell, place in places.items() if place is not None}
    return known if len(known) == len(places) else {}


def _number(cell: Scalar) -> int | None:
    """The whole number that a cell is, or begins with."""
    if isinstance(cell, int | float):
        return int(cell) if not isinstance(cell, bool) and cell == int(cell) else None
    begins = _BEGINS.match(cell) if isinstance(cell, str) and not _is_time(cell) else None
    return int(begins[0]) if begins else None


def _as_listed(rows: ChartRows, listed: Sequence[int]) -> ChartRows:
    """The rows as a table of the answer lists them, where it leaves out one at most, a total."""
    if len(listed) < max(len(rows) - 1, FEWEST_POINTS) or any(at >= len(rows) for at in listed):
        return rows
    return tuple(rows[at] for at in (*listed, *(at for at in range(len(rows)) if at not in listed)))


def _tell_apart(rows: ChartRows, labels: Sequence[str]) -> bool:
    return len({tuple(str(row[name]) for name in labels) for row in rows}) == len(rows)


def _has_names(shown: ColumnShown) -> bool:
    return place_in_calendar(shown, 1) is not None


def _by_calendar(given: ChartRows, shown: Mapping[str, ColumnShown], tag: str) -> ChartRows:
    """The rows with weekdays and months by their names, in the order of the calendar by the first column of them."""
    named = [name for name, one in shown.items() if _has_names(one)]

    def place(row: Mapping[str, Scalar]) -> int:
        return place_in_calendar(shown[named[0]], row.get(named[0])) or 0

    rows = sorted(given, key=place) if named else given
    return tuple({name: named_in_calendar(shown.get(name), cell, tag) for name, cell in row.items()} for row in rows)


def _parts(rows: ChartRows, shown: Mapping[str, ColumnShown]) -> ChartRows:
    """The rows without those that are the total of others, beside which these cannot be compared."""
    totals = {name: one.total for name, one in shown.items() if one.total}
    parts = tuple(row for row in rows if not any(row.get(name) == total for name, total in totals.items()))
    return parts if len(parts) >= FEWEST_POINTS else rows


def _kinds(rows: ChartRows) -> dict[str, Literal["figure", "time", "label"]]:
    """What each column that has a value holds."""
    kinds: dict[str, Literal["figure", "time", "label"]] = {}
    for name in rows[0] if rows else ():
        held = [row.get(name) for row in rows if row.get(name) is not None]
        if held and all(isinstance(one, int | float) and not isinstance(one, bool) for one in held):
            kinds[name] = "figure"
        elif held:  # a column without any value neither names a row nor has a figure
            kinds[name] = "time" if all(_is_time(one) for one in held) else "label"
    return kinds


def _is_time(cell: Scalar) -> bool:
    return isinstance(cell, str) and bool(_TIME.fullmatch(cell))
