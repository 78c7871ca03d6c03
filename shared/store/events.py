"""The log of a turn: entries numbered from 1 without gaps, `complete` last."""

from datetime import datetime, timedelta
from typing import Any

from shared.contracts import Event, EventType
from shared.ids import expiry
from shared.store.table import Table
from shared.store.turns import EVENTS, turn_key


def _sort_key(seq: int) -> str:
    return f"{EVENTS}{seq:06}"


class EventLog:
    """Appends by a put of `last + 1` on condition that it is free, so that racing writers leave no gap."""

    def __init__(self, table: Table, *, keep_days: int) -> None:
        self._table = table
        self._keep = timedelta(days=keep_days)

    def append(
        self,
        turn_id: str,
        kind: EventType,
        title: str,
        *,
        at: datetime,
        agent: str = "candor",
        step_number: int = 1,
        data: dict[str, Any] | None = None,
        after: int | None = None,
    ) -> Event | None:
        """The entry as written, or None where the log is complete already.

        Who knows the last entry gives its number as `after`; if others have written since, the log is looked at. Since
        there are no gaps and nothing after `complete`, the number that follows is free only if that entry is the last;
        it must not be `complete` itself.
        """
        while True:
            if after is None:
                last = self._last(turn_id)
                if last and last.type == "complete":
                    return None
                after = last.seq if last else 0
            event = Event(
                seq=after + 1,
                type=kind,
                at=at,
                agent=agent,
                step_number=step_number,
                title=title,
                data=data or {},
            )
            item = {
                "pk": turn_key(turn_id),
                "sk": _sort_key(event.seq),
                "body": event.model_dump_json(),
                "expires": expiry(turn_id, self._keep),
            }
            if self._table.put_new(item):
                return event
            after = None

    def read(self, turn_id: str, after: int = 0) -> list[Event]:
        """The entries with seq greater than `after`, in order."""
        items = self._table.query(turn_key(turn_id), EVENTS, after=_sort_key(after))
        return [Event.model_validate_json(item["body"]) for item in items]

    def _last(self, turn_id: str) -> Event | None:
        items = self._table.query(turn_key(turn_id), EVENTS, newest_first=True, limit=1)
        return Event.model_validate_json(items[0]["body"]) if items else None
