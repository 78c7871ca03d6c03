"""Functional dependencies: columns that say the same in all rows of one thing, as a course's credits on its enrolments.

A sum over rows counts such a value once for each row.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from shared.contracts import ColumnProfile, DatasetProfile
from shared.table.additivity import stands_at_a_moment
from shared.table.keys import said
from shared.table.roles import is_id_name

Fixes = Callable[[str, str], bool]
"""Whether each value of a column, the first, has one value only of another."""
_BY_CHANCE: Final = math.log(1e-6)
"""The log of how likely rows of one thing may agree by chance."""
_LEAST_ROWS: Final = 1.5
"""How many rows a thing has at least, on average: what tells rows apart fixes every column."""
_MOST_PAIRS: Final = 200
"""How many pairs of columns are counted; a wider table is not read to its end for it."""


def determinants(columns: Sequence[ColumnProfile], rows: int, fixes: Fixes | None = None) -> dict[str, tuple[str, ...]]:
    """By the name of each measure, and of each column of units, those of whose every value it has one value only, the
    one of fewest values first, where the rows are at hand to be asked. Columns with empty cells, and those that are
    equal by chance, are none."""
    found: dict[str, list[ColumnProfile]] = {}
    for at, (column, thing) in enumerate(_likely(columns, rows)):
        if fixes is None or at >= _MOST_PAIRS:
            break
        if fixes(thing.name, column.name):
            found.setdefault(column.name, []).append(thing)
    ordered = {name: sorted(things, key=lambda one: one.distinct) for name, things in found.items()}
    return {name: tuple(one.name for one in things) for name, things in ordered.items()}


def repeats_cells(column: ColumnProfile, table: DatasetProfile) -> bool:
    """Whether a sum of the column counts the cell of one thing again and again: it is additive, and things that come in
    several rows fix it. Not so money that each row has for itself, at the rate of its kind (the fee of a member's
    plan): where rows have a key, the kind is no thing with an id, and the column is not called after it."""
    if not column.fixed_by or column.additivity != "additive":
        return False
    things = [table.column(name) for name in column.fixed_by]
    key = table.semantic.grain.key
    own_rows = len(key) == 1 and table.column(key[0]).role == "id"
    owned = any(one.role == "id" or is_id_name(one.name) or {*said(one.name)} & {*said(column.name)} for one in things)
    return owned or not (own_rows and column.money and not stands_at_a_moment(column))


def _likely(columns: Sequence[ColumnProfile], rows: int) -> Iterator[tuple[ColumnProfile, ColumnProfile]]:
    things = [one for one in columns if one.role in ("dimension", "id") and not one.numeric and not one.temporal]
    units = {one.unit_column for one in columns}
    for column in columns:
        asked = column.role == "measure" or column.name in units
        if not asked or column.yes is not None or column.nulls or column.distinct < 2:
            continue
        agree = math.log(_commonest(column, rows))
        for thing in [one for one in things if one is not column]:
            many = column.distinct <= thing.distinct <= rows / _LEAST_ROWS
            if many and not thing.nulls and (rows - thing.distinct) * agree < _BY_CHANCE:
                yield column, thing


def _commonest(column: ColumnProfile, rows: int) -> float:
    """The share of rows that hold the commonest value, at most: two rows agree no more often than that."""
    if column.top_values:
        return min(column.top_values[0].count / rows, 1 - 1 / rows)
    points = [(float(at), value) for at, value in column.quantiles.items()]
    widest = 0.0
    for _, value in points:
        below = max((at for at, other in points if other < value), default=0.0)
        above = min((at for at, other in points if other > value), default=1.0)
        widest = max(widest, above - below)
    return min(widest or 1.0, 1 - 1 / rows)
