"""The log of a turn: entries numbered from 1 without gaps, none twice, `complete` last."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from shared.contracts import Event, EventType
from shared.errors import StoreUnavailable
from shared.ids import expiry
from shared.log import logger
from shared.store.table import Table
from shared.store.turns import EVENTS, turn_key

MOST_TRIES = 50
"""More writers than ever race for one place of a log: beyond, what the table says of it is not so."""


def _sort_key(seq: int) -> str:
    return f"{EVENTS}{seq:06}"


def _said(event: Event) -> str:
    """What an entry says, whenever it says it and wherever it stands."""
    return event.model_dump_json(exclude={"seq", "at"})


class TurnLog:
    """The log of one turn as its writer knows it, which is looked at again where others have written since."""

    def __init__(self, table: Table, turn_id: str, keep: timedelta, known: Sequence[Event] | None) -> None:
        self._table = table
        self._turn_id = turn_id
        self._keep = keep
        self._known = None if known is None else list(known)
        self._lost = False

    def append(
        self,
        kind: EventType,
        title: str,
        *,
        at: datetime,
        agent: str = "candor",
        step_number: int = 1,
        data: dict[str, Any] | None = None,
        needed: bool = False,
    ) -> Event | None:
        """The entry as it stands in the log; None where the log is complete already, or did not take it.

        A log that does not answer once is left alone: nothing that goes on waits for it, or fails by it. Only an entry
        that is `needed` raises StoreUnavailable.

        An entry that says the same is not written again: a state that is retried tells its steps once. The put of
        `last + 1` is on condition that the place is free, so racing writers leave no gap; and where it is free, what
        is known is the whole log.
        """
        entry = Event(seq=0, type=kind, at=at, agent=agent, step_number=step_number, title=title, data=data or {})
        try:
            return None if self._lost and not needed else self._written(entry)
        except StoreUnavailable:
            if needed:
                raise
            self._lost = True
            logger.warning("a log entry was lost", extra={"turn_id": self._turn_id, "title": title})
            return None

    def _written(self, entry: Event) -> Event | None:
        for _ in range(MOST_TRIES):
            if self._known is None:
                self._known = read(self._table, self._turn_id)
            if self._known and self._known[-1].type == "complete":
                return None
            if told := next((event for event in self._known if _said(event) == _said(entry)), None):
                return told
            event = entry.model_copy(update={"seq": (self._known[-1].seq if self._known else 0) + 1})
            if self._table.put_new(self._item(event)):
                self._known.append(event)
                return event
            self._known = None
        raise StoreUnavailable("the log's next place is always taken")

    def _item(self, event: Event) -> dict[str, Any]:
        return {
            "pk": turn_key(self._turn_id),
            "sk": _sort_key(event.seq),
            "body": event.model_dump_json(),
            "expires": expiry(self._turn_id, self._keep),
        }


def read(table: Table, turn_id: str, after: int = 0) -> list[Event]:
    """The entries with seq greater than `after`, in order."""
    items = table.query(turn_key(turn_id), EVENTS, after=_sort_key(after))
    return [Event.model_validate_json(item["body"]) for item in items]


class EventLog:
    """The logs of all turns."""

    def __init__(self, table: Table, *, keep_days: int) -> None:
        self._table = table
        self._keep = timedelta(days=keep_days)

    def of(self, turn_id: str, known: Sequence[Event] | None = None) -> TurnLog:
        """The log of a turn, to write to; `known` are all its entries, for whoever has read them."""
        return TurnLog(self._table, turn_id, self._keep, known)

    def read(self, turn_id: str, after: int = 0) -> list[Event]:
        """The entries with seq greater than `after`, in order."""
        return read(self._table, turn_id, after)
