"""Columns as results call them, in the spelling of the file: haus is Haus, ablesedatum_year is Ablesedatum_year."""

from collections.abc import Iterable, Iterator
from typing import Any

from shared.query.columns import COLUMN_FIELDS
from shared.query.measures import slug


def in_known_spellings(query: Any, columns: Iterable[str]) -> Any:
    """JSON-ready data of a query, its columns spelt as the table's `columns` and the query's own names are, where just
    one of these is meant. What is looked up is another table's, and stays as it is."""
    known = {*columns, *_names(query)}
    by_slug: dict[str, set[str]] = {}
    for name in known:
        by_slug.setdefault(slug(name), set()).add(name)

    def spelt(value: Any) -> Any:
        if not isinstance(value, str) or value in known:
            return value
        meant = by_slug.get(slug(value), set())
        return next(iter(meant)) if len(meant) == 1 else value

    def within(value: Any, field: str = "") -> Any:
        if isinstance(value, dict):
            return {key: one if key == "lookups" else within(one, key) for key, one in value.items()}
        if isinstance(value, list):
            return [
                spelt(one) if field in ("columns", "per") and isinstance(one, str) else within(one) for one in value
            ]
        return spelt(value) if field in COLUMN_FIELDS else value

    return within(query)


def _names(query: Any) -> Iterator[str]:
    """The names that a query gives: of what it computes, looks up, or groups by a part of a time."""
    if isinstance(query, dict):
        if isinstance(name := query.get("name"), str):
            yield name
        column, part = query.get("column"), query.get("grain") or query.get("part")
        if isinstance(column, str) and isinstance(part, str):
            yield f"{column}_{part}"
    if isinstance(query, dict | list):
        for one in query.values() if isinstance(query, dict) else query:
            yield from _names(one)
