"""How often each row of another table counts in a figure of what is looked up: worked out from rows, not from types."""

import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from shared.query import measures as m
from shared.query.query import Figures
from tests.shared.query.pandas_cells import Sheet, table_sheet
from tests.shared.query.pandas_conditions import where_met
from tests.shared.query.pandas_groupings import parted
from tests.shared.query.pandas_lookups import places_found, sheets, with_looked_up
from tests.shared.query.tables import Link, Table

_ROWS = 120


@dataclass(frozen=True)
class AverageFound:
    """A query, as JSON, for the average of a number that is looked up. `certain`: where rows of a group may find
    several rows of the other table, some of many do."""

    query: dict[str, Any]
    table: Table
    link: Link
    certain: bool


def average_of_what_is_found(rng: random.Random, table: Table) -> AverageFound | None:
    """By some of the table's columns, the key often among them, or of the rows of one key, or of each group of an
    average; None where the table has no link by which several rows are found, and some of them by several rows."""
    links = [one for one in reversed(table.links) if len(set(_keys_in_common(table, one))) > 1]
    found = [name for name, kind in links[0].other.kinds.items() if kind in ("number", "integer")] if links else []
    if not found:
        return None
    link, keys = links[0], [own for own, _ in links[0].on]
    if any(_differ(table.cells[key]) for key in keys):
        return None
    rest = [name for name in table.kinds if name not in keys]
    by = rng.sample(rest, min(len(rest), rng.choice([0, 0, 1]))) + [key for key in keys if rng.random() < 0.5]
    columns = [{"kind": "column", "column": name} for name in by]
    measure: dict[str, Any] = {"kind": "statistic", "function": rng.choice(["mean", "median", "stddev"])}
    measure["column"] = "found"
    if columns and rng.random() < 0.4:
        measure = {"kind": "per_group", "function": "mean", "per": columns.pop(), "measure": measure}
    on = [{"column": own, "key": key} for own, key in link.on]
    lookup: dict[str, Any] = {"dataset": link.other.profile.relation, "on": on}
    if link.unique:
        lookup["columns"] = [{"column": rng.choice(found), "name": "found"}]
    else:
        figure = {"kind": "statistic", "function": "max", "column": rng.choice(found), "name": "found"}
        lookup["measures"] = [figure]
    query: dict[str, Any] = {"kind": "figures", "lookups": [lookup], "groups": columns, "measures": [measure]}
    fixed = rng.random() < 0.2
    if fixed:
        numbers = [cell for cell in table.cells[keys[0]] if type(cell) in (int, float)]
        query["where"] = [{"kind": "compare", "column": keys[0], "operator": "=", "value": one} for one in numbers[:1]]
    some_of_the_key = len(keys) > 1 and ({*by} & {*keys} or fixed)
    grouped = all(any(cell is not None for cell in table.cells[name]) for name in by)  # else there is no group
    return AverageFound(query, table, link, certain=grouped and not some_of_the_key)


def counts_of_found_rows(query: Figures, case: AverageFound, rng: random.Random) -> list[Counter[tuple[int, ...]]]:
    """For each group of the figure, how often it takes each row (or all of a key) of the other table. The rows are
    many, their cells drawn from two of each column, and from the keys that are found."""
    others = sheets(case.table.beside)
    rows = with_looked_up(query.lookups, _drawn(case, rng), others)
    found = places_found(query.lookups[0], rows, others)
    (measure,) = query.measures
    groups = (*query.groups, *((measure.per,) if isinstance(measure, m.PerGroup) else ()))
    selected = np.flatnonzero(where_met(query.where, rows)).tolist()
    parts = parted(groups, rows, selected).values() if groups else [selected]
    return [Counter(tuple(found[row]) for row in part if found[row]) for part in parts]


def _drawn(case: AverageFound, rng: random.Random) -> Sheet:
    table, keys = case.table, [own for own, _ in case.link.on]
    cells = {}
    for name, all_ in table.cells.items():
        known = list(dict.fromkeys(cell for cell in all_ if cell is not None)) or [None]
        two = rng.sample(known, min(2, len(known)))
        cells[name] = [rng.choice(two) for _ in range(_ROWS)]
    common = list(dict.fromkeys(_keys_in_common(table, case.link)))
    drawn = [rng.choice(common) for _ in range(_ROWS)]
    cells |= {name: [key[at] for key in drawn] for at, name in enumerate(keys)}
    frame = pd.DataFrame({name: pd.Series(column, dtype=object) for name, column in cells.items()})
    return table_sheet(frame, table.profile)


def _differ(cells: list[Any]) -> bool:
    known = [cell for cell in cells if cell is not None]
    return len(set(known)) == len(known)


def _keys_in_common(table: Table, link: Link) -> list[tuple[Any, ...]]:
    """The keys that both tables have, and the other one once where it is to be found by them."""
    there = Counter(zip(*(link.other.cells[key] for _, key in link.on), strict=True))
    own = zip(*(table.cells[name] for name, _ in link.on), strict=True)
    return [key for key in own if 0 < there[key] <= (1 if link.unique else there[key]) and None not in key]
