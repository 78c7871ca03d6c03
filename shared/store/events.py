"""The log of a turn: entries numbered from 1 without gaps, none twice, `complete` last."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from shared.contracts import Event, EventType
from shared.errors import StoreUnavailable
from shared.ids import expiry
from shared.log import logger
from shared.store.entries import EVENTS, entries, item_of, sort_key
from shared.store.table import Table
from shared.store.turns import turn_key

MOST_TRIES = 50
"""More writers than ever race for one place of a log: beyond, what the table says of it is not so."""
MOST_AT_ONCE = 8
"""Entries of one item, whose key is the place of its first."""


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
        self._held: list[Event] = []
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
        soon: bool = False,
    ) -> Event | None:
        """The entry as it stands in the log; None where the log is complete already, or did not take it.

        One that need only be there `soon` is held, and written with the next: None. A log that does not answer once is
        left alone: nothing that goes on waits for it, or fails by it. Only an entry that is `needed` raises
        StoreUnavailable.
        """
        entry = Event(seq=0, type=kind, at=at, agent=agent, step_number=step_number, title=title, data=data or {})
        if self._lost and not needed:
            return None
        self._held.append(entry)
        if soon and len(self._held) < MOST_AT_ONCE:
            return None
        held, self._held = self._held, []
        try:
            return self._written(held)
        except StoreUnavailable:
            if needed:
                raise
            self._lost = True
            for lost in held:
                told = {"type": lost.type, "step_number": lost.step_number}  # a title may name what is computed
                logger.warning("a log entry was lost", extra={"turn_id": self._turn_id, **told})
            return None

    def _written(self, held: Sequence[Event]) -> Event | None:
        """The last of the entries as it stands in the log, which has them all now; None where it is complete already.

        One that says the same is not written again: a state that is retried tells its steps once. The put of `last + 1`
        is on condition that the place is free, so racing writers leave no gap; and where it is free, what is known is
        the whole log. Raises StoreUnavailable.
        """
        for _ in range(MOST_TRIES):
            if self._known is None:
                self._known = read(self._table, self._turn_id)
            if self._known and self._known[-1].type == "complete":
                return None
            told = {_said(event): event for event in self._known}
            new = [one for one in held if _said(one) not in told]
            if self._put(self._known, new):
                return next(event for event in self._known if _said(event) == _said(held[-1]))
            self._known = None
        raise StoreUnavailable("the log's next place is always taken")

    def _put(self, known: list[Event], new: list[Event]) -> bool:
        """Whether the entries are in the log now, in one item, after those that are known."""
        last = known[-1].seq if known else 0
        events = [one.model_copy(update={"seq": last + number}) for number, one in enumerate(new, start=1)]
        if events and not self._table.put_new(self._item(events)):
            return False
        known += events
        return True

    def _item(self, events: Sequence[Event]) -> dict[str, Any]:
        return {
            "pk": turn_key(self._turn_id),
            **item_of(events),
            "expires": expiry(self._turn_id, self._keep),
        }


def read(table: Table, turn_id: str, after: int = 0) -> list[Event]:
    """The entries with seq greater than `after`, in order."""
    items = table.query(turn_key(turn_id), EVENTS, after=sort_key(max(after - MOST_AT_ONCE, 0)))
    return [event for event in entries(items) if event.seq > after]


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
