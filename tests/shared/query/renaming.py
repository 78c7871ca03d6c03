"""The same query over the same table with other column names, in another order."""

import random
from dataclasses import replace
from typing import Any

from shared.query.problems import read_query
from shared.query.query import Query
from tests.shared.query.tables import Table, table_of

_FIELDS = ("column", "other", "left", "right", "start", "end")


def renamed(query: Query, table: Table, seed: int) -> tuple[Query, Table]:
    """Query and table, both renamed; only for queries of the table itself."""
    names = list(table.kinds)
    random.Random(seed).shuffle(names)
    new = {name: f'col {at} of it\'s "own"' for at, name in enumerate(names)}
    cells = {new[name]: table.cells[name] for name in names}
    kinds = {new[name]: table.kinds[name] for name in names}
    noun = table.profile.semantic.entity_name
    other = replace(table_of(cells, kinds, noun=noun), links=table.links)
    return read_query(_renamed(query.model_dump(mode="json"), new)), other


def _renamed(data: Any, new: dict[str, str]) -> Any:
    if isinstance(data, list):
        return [_renamed(one, new) for one in data]
    if not isinstance(data, dict):
        return data
    if "dataset" in data:
        return {**data, "on": [_renamed(one, new) for one in data["on"]]}
    made = {key: _renamed(value, new) for key, value in data.items()}
    for key in _FIELDS:
        if isinstance(made.get(key), str):
            made[key] = new.get(made[key], made[key])
    for key in ("columns", "per"):
        if isinstance(made.get(key), list):
            made[key] = [new.get(name, name) for name in made[key]]
    return made
