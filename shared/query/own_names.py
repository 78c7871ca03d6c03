"""Derived columns that are called as a column of the table is, capital letters or not, under names of their own.

Behind the step that derives it, its name as it was written means the derived column, as an assignment would have it;
the column's own spelling, where that is another one, still means the column.
"""

from collections.abc import Collection, Mapping
from typing import Any, Final

from shared.query.columns import COLUMN_FIELDS

_LISTS: Final = ("columns", "per")
_OF_TIMES: Final = ("start", "end")
"""Names of columns in a length of time; in a condition, times."""
_LONGEST: Final = 52


def with_own_names(query: Any, columns: Collection[str]) -> Any:
    """JSON-ready data of a query over a table with these columns, its derived ones under free names."""
    return _query(query, columns)[0]


def derived_with_own_names(derived: Any, columns: Collection[str]) -> tuple[Any, dict[str, str]]:
    """JSON-ready data of derived columns under free names, and these names by those that they were given."""
    taken = {one.casefold() for one in columns}
    renamed: dict[str, str] = {}
    made: list[Any] = []
    for item in derived if isinstance(derived, list | tuple) else [derived] if isinstance(derived, dict) else []:
        name = item.get("name") if isinstance(item, dict) else None
        item = _spelt(item, renamed)
        if isinstance(name, str) and name.casefold() in taken and name not in renamed:
            renamed[name] = _free(name, taken)
            item = {**item, "name": renamed[name]}
        taken.add(str(name).casefold())
        made.append(item)
    return made or derived, renamed


def renamed_arguments(arguments: Mapping[str, Any], renamed: Mapping[str, str]) -> dict[str, Any]:
    """The fields of an analysis, in which a text that is a name of these is the column of the new name."""
    return {key: _meant(value, renamed) for key, value in arguments.items()}


def _meant(value: Any, renamed: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        return _spelt(value, renamed)
    if isinstance(value, list | tuple):
        return [_meant(one, renamed) for one in value]
    return renamed.get(value, value) if isinstance(value, str) else value


def _query(query: Any, columns: Collection[str]) -> tuple[Any, dict[str, str]]:
    """The query, and the new names of its derived columns by those that they were given."""
    if not isinstance(query, dict):
        return query, {}
    source, renamed = _query(query["source"], columns) if query.get("source") else (None, {})
    derived = query.get("derived")
    if source is None:
        derived, renamed = derived_with_own_names(derived, columns)
    else:
        derived = _spelt(derived, renamed)
    rest = {key: value for key, value in query.items() if key not in ("source", "derived", "lookups")}
    told = {"source": source, "derived": derived, "lookups": query.get("lookups")}
    return _spelt(rest, renamed) | {key: value for key, value in told.items() if key in query}, renamed


def _spelt(data: Any, renamed: Mapping[str, str], field: str = "") -> Any:
    """The data, the columns of these names in it under their new ones."""
    if not renamed:
        return data
    if isinstance(data, dict):
        no_times = data.get("kind") != "time_between"
        return {
            key: value if key in _OF_TIMES and no_times else _spelt(value, renamed, key) for key, value in data.items()
        }
    if isinstance(data, list | tuple):
        return [_spelt(one, renamed, field if field in _LISTS else "") for one in data]
    named = field in (*COLUMN_FIELDS, *_LISTS)
    return renamed.get(data, data) if named and isinstance(data, str) else data


def _free(name: str, taken: Collection[str]) -> str:
    bare = f"{name[:_LONGEST]}_derived"
    return next(one for one in (bare, *(f"{bare}_{at}" for at in range(2, 1000))) if one.casefold() not in taken)
