"""Watches in the one table: each under its own key, listed by user and by dataset, and in the index of all that is
pending while the clock has something to do for it."""

from datetime import datetime, timedelta
from typing import Any

from shared.contracts import Watch, WatchMessage
from shared.errors import Conflict
from shared.store.keys import stamp, user_key
from shared.store.page import Page, delete_counted, owned, page
from shared.store.table import Item, Refused, Table, put_if_new, update_if

WATCH, MESSAGES = "WATCH", "MESSAGE#"
LISTED, HELD = "WATCH#", "WATCHES"
"""A user's watches, and how many they are."""
PENDING_INDEX = "pending"
DUE = "watch"
"""What marks a watch in the index of all that is pending; its `deadline` there is when it is to be looked at."""


class WatchStore:
    """Watches of users; another user's are unknown. What a watch told is kept for `keep_days`."""

    def __init__(self, table: Table, *, keep_days: int) -> None:
        self._table = table
        self._keep = timedelta(days=keep_days)

    def create(self, watch: Watch, *, due: datetime, most: int) -> None:
        """Stores a new watch, to be looked at from `due` on. Raises Conflict where its user has as many as `most`."""
        key, user = watch_key(watch.watch_id), user_key(watch.user_id)
        held = "attribute_not_exists(held) OR held < :most"
        writes = [
            put_if_new({"pk": key, "sk": WATCH, **_attributes(watch, due)}),
            put_if_new({"pk": user, "sk": LISTED + watch.watch_id}),
            *(put_if_new({"pk": _dataset(one), "sk": watch.watch_id}) for one in watch.dataset_ids),
            update_if(user, HELD, "ADD held :one", {":one": 1, ":most": most}, held),
        ]
        try:
            self._table.transact(writes)
        except Refused as refused:
            if refused.refused[-1]:
                raise Conflict(f"You have {most} watches, which is the most; delete one of them first.") from refused
            raise Conflict("Your watches are being changed just now; send it again.") from refused

    def find(self, watch_id: str) -> Watch | None:
        """The watch, whoever owns it, or None: for functions, not for users."""
        item = self._table.get(watch_key(watch_id), WATCH)
        return _watch(item) if item else None

    def get(self, watch_id: str, user_id: str) -> Watch:
        """The watch. Raises UnknownResource for another user's, exactly as for none."""
        return owned(self.find(watch_id), user_id, "watch")

    def page(self, user_id: str, *, before: str | None, limit: int) -> Page[Watch]:
        """Some of a user's watches, newest first."""
        return page(self._table, user_key(user_id), LISTED, self.find, before=before, limit=limit)

    def of_dataset(self, dataset_id: str) -> list[Watch]:
        """All watches of a dataset."""
        found = (self.find(item["sk"]) for item in self._table.query(_dataset(dataset_id)))
        return [watch for watch in found if watch]

    def due(self, now: datetime) -> list[Watch]:
        """The watches, of all users, that are to be looked at."""
        items = self._table.index(PENDING_INDEX, "pending", DUE, before=("deadline", stamp(now)))
        return [_watch(item) for item in items]

    def keep(self, watch: Watch, *, due: datetime | None, message: WatchMessage | None = None) -> Watch | None:
        """Stores the watch as it is now, together with what it told, and when it is to be looked at next.

        Gives it with its new revision; None where it has been changed or deleted since it was read.
        """
        kept = watch.model_copy(update={"revision": watch.revision + 1})
        values = {":known": watch.revision, **{f":{name}": value for name, value in _attributes(kept, due).items()}}
        sets = ", ".join(f"{name[1:]} = {name}" for name in values if name != ":known")
        expression = f"SET {sets}" + ("" if due else " REMOVE pending, deadline")
        writes = [update_if(watch_key(watch.watch_id), WATCH, expression, values, "revision = :known")]
        if message:
            writes.append(put_if_new(self._message(message)))
        try:
            self._table.transact(writes)
        except Refused:
            return None
        return kept

    def messages(self, watch: Watch, *, before: int | None = None, limit: int) -> list[WatchMessage]:
        """What a watch told, newest first; those before a number, where one is given."""
        bound = f"{MESSAGES}{before:09}" if before else None
        items = self._table.query(watch_key(watch.watch_id), MESSAGES, before=bound, newest_first=True, limit=limit)
        return [message_of(item) for item in items]

    def delete(self, watch: Watch) -> None:
        """Forgets the watch and all that it told; nothing happens where it is gone already."""
        key, user = watch_key(watch.watch_id), user_key(watch.user_id)
        delete_counted(self._table, (key, WATCH), (user, HELD), "watches")
        self._table.delete(user, LISTED + watch.watch_id)
        for dataset_id in watch.dataset_ids:
            self._table.delete(_dataset(dataset_id), watch.watch_id)
        for item in self._table.query(key, MESSAGES):
            self._table.delete(item["pk"], item["sk"])

    def _message(self, message: WatchMessage) -> Item:
        return {
            "pk": watch_key(message.watch_id),
            "sk": f"{MESSAGES}{message.sequence:09}",
            "body": message.model_dump_json(),
            "user_id": message.user_id,
            "expires": int((message.at + self._keep).timestamp()),
        }


def watch_key(watch_id: str) -> str:
    """The partition of a watch."""
    return f"WATCH#{watch_id}"


def message_of(item: Item) -> WatchMessage:
    """A message's item as the message."""
    return WatchMessage.model_validate_json(item["body"])


def _watch(item: Item) -> Watch:
    return Watch.model_validate_json(item["body"])


def _attributes(watch: Watch, due: datetime | None) -> dict[str, Any]:
    """The watch's item without its key."""
    item = {"body": watch.model_dump_json(), "user_id": watch.user_id, "revision": watch.revision}
    return item | ({"pending": DUE, "deadline": stamp(due)} if due else {})


def _dataset(dataset_id: str) -> str:
    return f"WATCHES#{dataset_id}"
