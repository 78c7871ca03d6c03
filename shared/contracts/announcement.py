"""What Candor announces: on the bus, and to webhooks. `docs/events.md` is written from these types."""

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from shared.contracts.base import Contract, Moment
from shared.contracts.turn import ReplySource
from shared.contracts.watch import MessageKind

AnnouncementKind = Literal[
    "TurnCompleted", "TurnForfeited", "TurnFailed", "DatasetReady", "DatasetRejected", "WatchFired"
]


class Announcement(Contract):
    """What every event has. A redelivered event keeps its `announcement_id`; of two events about the same thing the one
    with the higher `sequence` is newer, in whichever order they arrive."""

    announcement_id: str
    user_id: str
    sequence: int = Field(ge=1)


class TurnEnded(Announcement):
    """A turn has its one reply; read it at `GET /turns/{turn_id}`."""

    turn_id: str
    session_id: str
    status: Literal["answered", "partial", "forfeited", "failed"]
    source: ReplySource


class TurnCompleted(TurnEnded):
    """A turn has its one reply, which answers the question, in full or in part; read it at `GET /turns/{turn_id}`."""

    status: Literal["answered", "partial"]


class TurnForfeited(TurnEnded):
    """A turn has its one reply, which says why the question cannot be answered; read it at `GET /turns/{turn_id}`."""

    status: Literal["forfeited"]


class TurnFailed(TurnEnded):
    """A turn has its one reply, which says in plain words that something failed; read it at `GET /turns/{turn_id}`."""

    status: Literal["failed"]


class DatasetDecided(Announcement):
    """A file, or a new version or reading of it, is a dataset or was rejected for a `reason`."""

    dataset_id: str
    status: Literal["ready", "rejected"]
    reason: str | None = None
    revision: int


class DatasetReady(DatasetDecided):
    """A file, or a new version or reading of it, has been read and can be asked about."""

    status: Literal["ready"]


class DatasetRejected(DatasetDecided):
    """A file, or a new version or reading of it, could not be used, for the `reason` given."""

    status: Literal["rejected"]


class WatchFired(Announcement):
    """A watch reported something: an answer, a limit that was crossed, a change, or that it could not be computed."""

    watch_id: str
    kind: MessageKind
    scheduled_at: Moment
    at: Moment
    turn_id: str | None = None
    text: str
    figure: str | None = None
    unit: str | None = None
    value: float | None = None
    before: float | None = None


ANNOUNCEMENTS: Mapping[AnnouncementKind, type[Announcement]] = {
    "TurnCompleted": TurnCompleted,
    "TurnForfeited": TurnForfeited,
    "TurnFailed": TurnFailed,
    "DatasetReady": DatasetReady,
    "DatasetRejected": DatasetRejected,
    "WatchFired": WatchFired,
}


class Webhook(Contract):
    """An address that events are sent to. `secrets` sign them: the newest first, one before it until `until`."""

    webhook_id: str
    user_id: str
    url: str
    events: tuple[AnnouncementKind, ...] = ()
    secrets: tuple[str, ...]
    until: Moment | None = None
    created_at: Moment


class Delivery(Contract):
    """One event on its way to one webhook."""

    webhook_id: str
    event_id: str
    body: str
