"""Random tables beside another one, in which its columns may be looked up: by keys of one column or of two, which lack
some of its values, have others, or are empty."""

import random
from dataclasses import replace
from typing import Any, Literal

from tests.shared.query.tables import NAMES, Kind, Link, Table, random_cells, table_of

_RELATIONS = ("customers", "order_items", "Länder 2", "by region")
_LIKE: dict[Kind, tuple[Kind, ...]] = {
    "number": ("number",), "integer": ("integer", "number"), "text": ("text",), "flag": ("flag",), "date": ("date",),
    "timestamp": ("timestamp",), "dirty": ("text",), "list": ("text",),
}  # fmt: skip
Which = Literal["unique", "repeated"]


def with_links(rng: random.Random, table: Table) -> Table:
    """The table, in most cases with one or two others that it can be linked to, the first of these often with a third
    one; and sometimes with one in which several rows share a key."""
    names = rng.sample(_RELATIONS, 4)
    others = [other for name in names[: rng.choice([0, 1, 1, 2])] if (other := linked(rng, table, name))]
    if others and rng.random() < 0.6 and (third := linked(rng, others[0].other, names[2])):
        others[0] = replace(others[0], other=replace(others[0].other, links=(third,)))
    if rng.random() < 0.4 and (several := linked(rng, table, names[3], "repeated")):
        others.append(replace(several, unique=False))
    return replace(table, links=tuple(others))


def linked(rng: random.Random, table: Table, relation: str, which: Which | None = None) -> Link | None:
    """A table with a key of one or two of the table's columns. `unique` and `repeated` keys are of one column; None for
    a repeated one where no value is known."""
    names = rng.sample(list(table.kinds), 2 if which is None and len(table.kinds) > 1 and rng.random() < 0.35 else 1)
    kinds = [rng.choice(_LIKE[table.kinds[name]]) for name in names]
    keys = _keys(rng, [table.cells[name] for name in names], kinds)
    if which == "repeated" or (len(names) > 1 and rng.random() < 0.5):
        known = [key for key in keys if None not in key]
        if which and not known:
            return None
        keys += rng.sample(known, min(len(known), rng.randint(1, 3)))
    rng.shuffle(keys)
    called = [name if rng.random() < 0.4 else None for name in names]
    free = rng.sample([name for name in NAMES if name not in called], 5)
    called = [name or free.pop() for name in called]
    more: list[Kind] = [rng.choice(["number", "integer", "text", "text", "flag", "date", "list"]) for _ in free[:3]]
    cells = {name: [key[at] for key in keys] for at, name in enumerate(called)}
    cells |= {name: random_cells(rng, kind, len(keys)) for name, kind in zip(free, more, strict=False)}
    columns = list(zip([*called, *free], [*kinds, *more], strict=False))
    rng.shuffle(columns)
    other = table_of({name: cells[name] for name, _ in columns}, dict(columns), noun="thing", relation=relation)
    return Link(other, tuple(zip(names, called, strict=True)))


def _keys(rng: random.Random, columns: list[list[Any]], kinds: list[Kind]) -> list[tuple[Any, ...]]:
    """Different keys: some of those that rows have, and others; and rows that lack one."""
    known = list(dict.fromkeys(key for key in zip(*columns, strict=True) if None not in key))
    found = dict.fromkeys(rng.sample(known, rng.randint(len(known) // 2, len(known))))
    made = list(zip(*(random_cells(rng, kind, 4) for kind in kinds), strict=True))
    found |= dict.fromkeys(key for key in made if None not in key)
    keys = [
        tuple(float(one) if kind == "number" else one for one, kind in zip(key, kinds, strict=True)) for key in found
    ]
    keys = list(dict.fromkeys(keys))
    lacking = [
        (*(key[:-1] if keys else ()), None) for key in rng.sample(keys, min(len(keys), rng.choice([0, 0, 1, 2])))
    ]
    return keys + lacking
