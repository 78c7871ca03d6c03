"""Queries that differ from a query in one small thing: what must never share its sentence."""

import random
import re
from collections.abc import Iterator
from typing import Any, get_args

from pydantic import TypeAdapter, ValidationError

from shared.query import conditions, derived, groupings, measures
from shared.query.lookups import Lookup
from shared.query.query import Figures, Query, figure_at, group_at

_CHOICES: dict[str, tuple[Any, ...]] = {
    "operator": (
        *get_args(conditions.Operator),
        "ratio",
        "percentage",
        "difference",
        "sum",
        "product",
        "+",
        "-",
        "*",
        "/",
    ),
    "function": get_args(measures.Function),
    "grain": get_args(groupings.Grain),
    "part": get_args(conditions.Part),
    "figure": ("mean", "median", "min", "max", "mode"),
    "among": ("all", "selected"),
    "position": ("above", "below", "outside", "within"),
    "around": ("mean", "quartiles"),
    "against": ("previous", "year_before"),
    "unit": ("absolute", "percent"),
    "form": ("length", "lower"),
    "decimal_mark": (".", ","),
    "kind": ("one_of", "none_of", "empty", "known", "any_of", "all_of", "share", "rank", "running_total"),
}
_COLUMNS = ("column", "other", "left", "right", "start", "end", "key")
_QUERY = TypeAdapter[Query](Query)
_MIDNIGHT = re.compile(r"(?<=^\d{4}-\d\d-\d\d)[T ]00:00(:00)?(\.0+)?$")
assert derived.Derived  # its fields are among those above


def neighbours(query: Query, columns: list[str], rng: random.Random, most: int = 8) -> list[Query]:
    """Up to that many valid values that differ from the query in one field, one entry of a list, or their order."""
    found: list[Query] = []
    meant = meaning(query)
    for data in _changed(query.model_dump(mode="json"), columns, rng):
        try:
            other = _QUERY.validate_python(data)
        except ValidationError:
            continue
        if meaning(other) != meant:
            found.append(other)
        if len(found) == most:
            break
    return found


def meaning(query: Query) -> Any:
    """What of a query makes a difference: without names of figures and the order in which columns are
    derived, references by place, midnights as dates."""
    return _plain(query)


def _plain(query: Any) -> Any:
    data = query.model_dump(mode="json")
    data["source"] = _plain(query.source) if query.source is not None else None
    if isinstance(query, Figures) or query.columns:
        data["derived"] = sorted(data["derived"], key=lambda one: str(one["name"]))
        data["lookups"] = sorted(map(_lookup, data["lookups"], query.lookups), key=str)
    if isinstance(query, Figures):
        for one in (*data["measures"], *data["across"]):
            one["name"] = None
        for one, own in zip(data["across"], query.across, strict=True):
            one["measure"] = figure_at(query, own.measure)
            one["within"] = [group_at(query, place) for place in getattr(own, "within", ())]
        for having, own in zip(data["having"], query.having, strict=True):
            if isinstance(own.measure, int | str):
                having["measure"] = (
                    query.measures[at].model_dump() | {"name": None}
                    if (at := figure_at(query, own.measure)) < len(query.measures)
                    else at
                )
        if query.ranking:
            data["ranking"]["by"] = figure_at(query, query.ranking.by)
            data["ranking"]["within"] = [group_at(query, place) for place in query.ranking.within]
    return _days(data)


def _lookup(data: dict[str, Any], lookup: Lookup) -> dict[str, Any]:
    """A lookup whose columns and figures come in no order, each under the name that the query calls it by."""
    found = zip((*data["columns"], *data["measures"]), lookup.called, strict=True)
    called = sorted(({**one, "name": name} for one, name in found), key=str)
    return {**data, "columns": called, "measures": []}


def _days(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _days(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_days(value) for value in data]
    return _MIDNIGHT.sub("", data) if isinstance(data, str) and data[:1].isdigit() else data


def _changed(data: dict[str, Any], columns: list[str], rng: random.Random) -> Iterator[dict[str, Any]]:
    paths = list(_paths(data))
    for path in rng.sample(paths, len(paths)):
        for value in _instead(_at(data, path), path[-1], columns, rng):
            yield _with(data, path, value)


def _paths(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in entries:
        if key not in ("name", "source"):
            yield from _paths(value, (*path, key))


def _with(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    """The data with that value at the path; what does not lead there is shared, not copied."""
    if not path:
        return value
    key, *rest = path
    other = data.copy()
    other[key] = _with(data[key], tuple(rest), value)
    return other


def _at(data: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        data = data[key]
    return data


def _instead(value: Any, key: Any, columns: list[str], rng: random.Random) -> list[Any]:
    """Other values for a field, valid or not."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int | float):
        return [value + 1, value + 0.5]
    if isinstance(value, list):
        shorter = [value[:at] + value[at + 1 :] for at in range(len(value))]
        return [*shorter, value[1:] + value[:1]] if len(value) > 1 else shorter
    if key in _CHOICES and isinstance(value, str):
        return [one for one in rng.sample(_CHOICES[key], min(4, len(_CHOICES[key]))) if one != value]
    if key in _COLUMNS and value in columns:
        return [one for one in rng.sample(columns, min(3, len(columns))) if one != value]
    if isinstance(value, str):
        return [f"{value}x", value.swapcase()]
    return []
