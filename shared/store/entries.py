"""How a turn's log lies in the table: an item holds one entry, or several that were written together."""

from collections.abc import Iterable, Sequence

from pydantic import TypeAdapter

from shared.contracts import Event
from shared.store.table import Item

EVENTS = "EVENT#"
_BODY: TypeAdapter[Event | list[Event]] = TypeAdapter(Event | list[Event])


def sort_key(seq: int) -> str:
    """Where an item lies whose first entry has this number."""
    return f"{EVENTS}{seq:06}"


def item_of(events: Sequence[Event]) -> Item:
    """The item of entries that are written together, in the order of their `seq`; without its partition key."""
    body = events[0] if len(events) == 1 else list(events)
    return {"sk": sort_key(events[0].seq), "body": _BODY.dump_json(body).decode()}


def entries(items: Iterable[Item]) -> list[Event]:
    """The entries of items, in their order."""
    found = (_BODY.validate_json(item["body"]) for item in items)
    return [event for one in found for event in (one if isinstance(one, list) else [one])]
