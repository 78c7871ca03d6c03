"""The columns that a query looks up in other tables, row by row."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from shared.contracts import DatasetProfile
from shared.query.lookups import Lookup
from shared.query.measures import default_name
from tests.shared.query.pandas_cells import NotMeant, Sheet, comparable, table_sheet
from tests.shared.query.pandas_measures import Measuring

Others = Sequence[tuple[pd.DataFrame, DatasetProfile]]


def sheets(others: Others) -> dict[str, Sheet]:
    """The rows of the other tables by their relations."""
    return {profile.relation: table_sheet(frame, profile) for frame, profile in others}


def with_looked_up(lookups: tuple[Lookup, ...], rows: Sheet, others: Mapping[str, Sheet]) -> Sheet:
    """The rows with all that is looked up, in order."""
    for one in lookups:
        found, other = places_found(one, rows, others), others[one.dataset]
        measuring = Measuring(other, np.ones(len(other), dtype=bool))
        for measure in one.measures:
            figures = [measuring.figure(measure, places) for places in found]
            rows = rows.with_column(default_name(measure), measuring.kind(measure), figures)
        for column in one.columns:
            there = other.cells(column.column)
            cells = [there[places[0]] if len(places) == 1 else None for places in found]
            rows = rows.with_column(column.called, other.kinds[column.column], cells)
    return rows


def matches(at: int, lookups: tuple[Lookup, ...], rows: Sheet, others: Mapping[str, Sheet]) -> list[int]:
    """How many rows of the other table have the key of each row, for the lookup at that place."""
    before = with_looked_up(lookups[:at], rows, others)
    return [len(places) for places in places_found(lookups[at], before, others)]


def places_found(one: Lookup, rows: Sheet, others: Mapping[str, Sheet]) -> list[list[int]]:
    """Of each row, the places of the other table's rows that have its key."""
    if one.dataset not in others:
        raise NotMeant(f"no table {one.dataset!r}")
    other = others[one.dataset]
    keys = list(zip(*(other.cells(pair.key) for pair in one.on), strict=True))
    own = list(zip(*(rows.cells(pair.column) for pair in one.on), strict=True))
    return [[place for place, key in enumerate(keys) if _same(cells, key)] for cells in own]


def _same(cells: tuple[Any, ...], key: tuple[Any, ...]) -> bool:
    known = None not in cells and None not in key
    return known and all(comparable(one) == comparable(other) for one, other in zip(cells, key, strict=True))
