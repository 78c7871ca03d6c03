"""Turns: acceptance, what their states leave behind, and the one commit of their one reply."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple, TypeVar

from shared.confidence.rules import scored
from shared.contracts import Attempt, Contract, Event, PhaseRound, Reply, Turn, TurnStatus
from shared.errors import Conflict, unknown
from shared.ids import expiry, new_id
from shared.store.commit import committed
from shared.store.entries import EVENTS, entries
from shared.store.keys import PENDING_INDEX as PENDING_INDEX
from shared.store.keys import TURN as TURN
from shared.store.keys import session_key as session_key
from shared.store.keys import stamp as stamp
from shared.store.keys import turn_key as turn_key
from shared.store.objects import Objects
from shared.store.page import Page, page
from shared.store.quotas import Quotas
from shared.store.reviews import Reviews
from shared.store.table import Item, Refused, Table, put_if_new, update_if

T = TypeVar("T", bound=Contract)

DONE = "DONE#"
ROUND, HANDOFF = "ROUND", "HANDOFF"
"""What a phase said, and a handoff that was begun."""
FOLDER = "turns"
MOST_BYTES = 300_000
"""Of a value in the table: an item holds 400 kB."""


def folder(turn_id: str) -> str:
    """Where in the bucket lies what is too large for the table."""
    return f"{FOLDER}/{turn_id}/"


class TurnRecord(NamedTuple):
    """A turn as it stands: `reply` is None until the one commit."""

    turn: Turn
    status: TurnStatus
    reply: Reply | None = None


class Belongings:
    """What a turn has left behind, as one look at its partition found it: the turn, what its states kept, its log.

    `body` gives the JSON of what was kept, wherever it lies.
    """

    def __init__(self, items: Sequence[Item], body: Callable[[Item], str]) -> None:
        self._items = {item["sk"]: item for item in items}
        self._body = body

    @property
    def record(self) -> TurnRecord:
        """The turn as it stood. Raises UnknownResource."""
        if TURN not in self._items:
            raise unknown("turn")
        return record_of(self._items[TURN])

    @property
    def turn(self) -> Turn:
        """The turn; in a consultation its question is what the agents are to work on, not what was said last."""
        turn = self.record.turn
        rounds = self.all(ROUND, PhaseRound) if turn.mode == "consultation" else []
        asked = rounds[-1].questions if rounds else ()
        return turn.model_copy(update={"question": "\n".join(asked)}) if asked else turn

    @property
    def events(self) -> tuple[Event, ...]:
        """The log, in order."""
        return tuple(entries(self._items[key] for key in sorted(self._items) if key.startswith(EVENTS)))

    def has(self, what: str) -> bool:
        """Whether this step of the turn is marked as done."""
        return f"{DONE}{what}" in self._items

    def one(self, kind: str, of: type[T], key: str = "") -> T | None:
        """The value that was kept, or None."""
        item = self._items.get(f"{kind}#{key}")
        return of.model_validate_json(self._body(item)) if item else None

    def all(self, kind: str, of: type[T]) -> list[T]:
        """All values of a kind, in the order of their keys."""
        kept = (item for key, item in self._items.items() if key.startswith(f"{kind}#"))
        return [of.model_validate_json(self._body(item)) for item in kept]


class SessionBusy(Conflict):
    """Another turn of the session is running."""

    code = "turn_running"

    def __init__(self, turn_id: str) -> None:
        super().__init__(f"Turn {turn_id} of this session is still running; wait for its reply, or cancel it.")
        self.turn_id = turn_id


TURNS_AT_ONCE = 10
"""How many turns of a session are read together: an item holds up to 400 kB."""

ACCEPT_TRIES = 4
"""How often a question tries to take its session's lease: the turn before may be giving it back just then."""


class AlreadyAccepted(Conflict):
    """This idempotency key has been used; `turn_id` is the turn it made, `same` whether by the same request."""

    code = "idempotency_key_reused"

    def __init__(self, turn_id: str, *, same: bool) -> None:
        super().__init__("This Idempotency-Key belongs to another request; use a new key for a new question.")
        self.turn_id = turn_id
        self.same = same


class TurnStore:
    """Turns in the one table, and in the bucket what is too large for it; all of it expires `keep_days` after it was
    asked."""

    def __init__(self, table: Table, objects: Objects, *, keep_days: int, lease_grace_seconds: float) -> None:
        self._table = table
        self._objects = objects
        self._keep = timedelta(days=keep_days)
        self._grace = timedelta(seconds=lease_grace_seconds)

    # acceptance ------------------------------------------------------------------------------------------------------

    def accept(self, turn: Turn, *, fingerprint: str = "", quotas: Quotas | None = None) -> None:
        """Stores the turn as pending, takes the session's lease and the idempotency key: all or nothing.

        Raises SessionBusy while another turn holds the lease, AlreadyAccepted for a used key, UnknownResource where
        the session is gone, QuotaSpent where quotas are given and used up. A lease whose turn has its reply, or is
        past its deadline plus grace, is free.
        """
        taken = quotas.writes(turn.user_id, turn.asked_at) if quotas else []
        holder: str | None = None
        for _ in range(ACCEPT_TRIES):
            try:
                if self._accept(turn, fingerprint, holder, taken, quotas):
                    return
            except SessionBusy as busy:
                if not self._lease_is_over(busy.turn_id):
                    raise
                holder = busy.turn_id
        raise Conflict("The question could not be taken just now; send it again.")

    def _accept(
        self, turn: Turn, fingerprint: str, holder: str | None, taken: list[dict[str, Any]], quotas: Quotas | None
    ) -> bool:
        """False where only a race was lost: against a lease that was given back meanwhile, or another write."""
        writes = self._writes(turn, fingerprint, holder)
        try:
            self._table.transact([*writes, *taken])
        except Refused as refused:
            if self.find(turn.turn_id):
                return True  # it was taken, and the answer that said so got lost
            self._explain_used_key(turn, fingerprint)
            if quotas and any(refused.refused[len(writes) :]):
                raise quotas.refusal(turn.user_id, turn.asked_at) from refused
            self._explain_lease(turn)
            return False
        return True

    def _writes(self, turn: Turn, fingerprint: str, holder: str | None) -> list[dict[str, object]]:
        key = turn_key(turn.turn_id)
        lease = "attribute_not_exists(running_turn) OR lease_until < :now OR running_turn = :holder"
        writes: list[dict[str, object]] = [
            put_if_new({"pk": key, "sk": TURN, **self._new_turn(turn)}),
            update_if(
                session_key(turn.session_id),
                "SESSION",
                "SET running_turn = :turn, lease_until = :until",
                {
                    ":turn": turn.turn_id,
                    ":until": stamp(turn.deadline + self._grace),
                    ":now": stamp(turn.asked_at),
                    ":holder": holder or "nobody",
                },
                f"attribute_exists(pk) AND ({lease})",
            ),
            put_if_new({"pk": session_key(turn.session_id), "sk": f"TURN#{turn.turn_id}", **self._expiry(turn)}),
        ]
        if turn.idempotency_key:
            writes.append(put_if_new({**self._idempotency_item(turn), "fingerprint": fingerprint}))
        return writes

    def _new_turn(self, turn: Turn) -> Item:
        return {
            "body": turn.model_dump_json(),
            "user_id": turn.user_id,
            "session_id": turn.session_id,
            "status": "running",
            "deadline": stamp(turn.deadline),
            "pending": "yes",
            **self._expiry(turn),
        }

    def _idempotency_item(self, turn: Turn) -> Item:
        key = f"KEY#{turn.user_id}#{turn.idempotency_key}"
        return {"pk": key, "sk": "KEY", "turn_id": turn.turn_id, **self._expiry(turn)}

    def _expiry(self, turn: Turn) -> Item:
        return {"expires": int((turn.asked_at + self._keep).timestamp())}

    def _explain_used_key(self, turn: Turn, fingerprint: str) -> None:
        if turn.idempotency_key and (taken := self._table.get(self._idempotency_item(turn)["pk"], "KEY")):
            raise AlreadyAccepted(taken["turn_id"], same=taken.get("fingerprint") == fingerprint)

    def _explain_lease(self, turn: Turn) -> None:
        """Raises what the refused lease means; returns where it was only a race."""
        session = self._table.get(session_key(turn.session_id), "SESSION")
        if session is None:
            raise unknown("session")
        if running := session.get("running_turn"):
            raise SessionBusy(running)

    def _lease_is_over(self, turn_id: str) -> bool:
        record = self.find(turn_id)
        return record is None or record.reply is not None

    def release(self, turn: Turn) -> None:
        """Frees the session's lease, if this turn holds it."""
        try:
            self._table.update(
                session_key(turn.session_id),
                "SESSION",
                "REMOVE running_turn, lease_until",
                {":turn": turn.turn_id},
                condition="running_turn = :turn",
            )
        except Refused:
            return

    # reading ---------------------------------------------------------------------------------------------------------

    def find(self, turn_id: str) -> TurnRecord | None:
        """The turn as it stands, or None."""
        item = self._table.get(turn_key(turn_id), TURN)
        return record_of(item) if item else None

    def get(self, turn_id: str) -> TurnRecord:
        """The turn as it stands. Raises UnknownResource."""
        record = self.find(turn_id)
        if record is None:
            raise unknown("turn")
        return record

    def pending(self) -> list[Turn]:
        """The turns that wait for a reply."""
        items = self._table.index(PENDING_INDEX, "pending", "yes")
        return [Turn.model_validate_json(item["body"]) for item in items]

    def of_session(self, session_id: str, limit: int | None = None, *, but: str = "") -> Iterator[TurnRecord]:
        """The turns of a session but one, newest first, some of them read at once when the first is asked for."""
        items = self._table.query(session_key(session_id), "TURN#", newest_first=True, limit=limit)
        ids = [turn_id for item in items if (turn_id := item["sk"].removeprefix("TURN#")) != but]
        for start in range(0, len(ids), TURNS_AT_ONCE):
            keys = [(turn_key(turn_id), TURN) for turn_id in ids[start : start + TURNS_AT_ONCE]]
            found = {item["pk"]: item for item in self._table.get_many(keys)}
            yield from (record_of(found[pk]) for pk, _ in keys if pk in found)

    def page(self, session_id: str, *, before: str | None, limit: int) -> Page[TurnRecord]:
        """Some of a session's turns, newest first."""
        return page(self._table, session_key(session_id), "TURN#", self.find, before=before, limit=limit)

    def running(self, session_id: str) -> str | None:
        """The turn that holds the session's lease and has no reply yet, or None."""
        session = self._table.get(session_key(session_id), "SESSION") or {}
        turn_id = session.get("running_turn")
        return turn_id if turn_id and not self._lease_is_over(turn_id) else None

    # what the states of a turn leave behind --------------------------------------------------------------------------

    def save(self, turn_id: str, kind: str, value: Contract, key: str = "") -> bool:
        """Keeps a value of a turn; the first one stays, and False says that there was one already."""
        return self._table.put_new(self._kept(turn_id, kind, value, key))

    def replace(self, turn_id: str, kind: str, value: Contract, key: str = "") -> None:
        """Keeps a value of a turn over what was there."""
        self._table.put(self._kept(turn_id, kind, value, key))

    def _kept(self, turn_id: str, kind: str, value: Contract, key: str) -> Item:
        """The item of a value; one too large for the table lies in the bucket, and the item says where."""
        item = {"pk": turn_key(turn_id), "sk": f"{kind}#{key}", "expires": expiry(turn_id, self._keep)}
        body = value.model_dump_json()
        if len(body.encode()) <= MOST_BYTES:
            return {**item, "body": body}
        place = f"{folder(turn_id)}{kind}/{new_id('part')}.json"  # its own, or a second writer would change the first's
        self._objects.write(place, body)
        return {**item, "body_at": place}

    def _body(self, item: Item) -> str:
        body: str = item["body"] if "body" in item else self._objects.read(item["body_at"])
        return body

    def belongings(self, turn_id: str) -> Belongings:
        """Everything of the turn, in one consistent read."""
        return Belongings(self._table.query(turn_key(turn_id)), self._body)

    def load(self, turn_id: str, kind: str, of: type[T], key: str = "") -> T | None:
        """The value that was kept, or None."""
        item = self._table.get(turn_key(turn_id), f"{kind}#{key}")
        return of.model_validate_json(self._body(item)) if item else None

    def note_done(self, turn_id: str, what: str) -> bool:
        """Notes that something of the turn is done and need not be done again; whether nobody had noted it yet."""
        return self._table.put_new(
            {"pk": turn_key(turn_id), "sk": f"{DONE}{what}", "expires": expiry(turn_id, self._keep)}
        )

    # the commit ------------------------------------------------------------------------------------------------------

    def commit(self, reply: Reply, now: datetime) -> Reply:
        """Sets the turn's reply, if it has none, and where its consultation stands; gives the reply that won. Raises
        UnknownResource, Overtaken, StoreUnavailable."""
        item = committed(self._table, reply, now)
        return (record_of(item).reply if item else None) or reply

    # the ledger ------------------------------------------------------------------------------------------------------

    def record_attempts(self, turn: Turn, attempts: Sequence[Attempt]) -> None:
        """Adds forfeits and failures to the user's ledger; writing the same ones again changes nothing."""
        for number, attempt in enumerate(attempts):
            self._table.put(
                {
                    "pk": f"LEDGER#{turn.user_id}",
                    "sk": f"{turn.turn_id}#{number:03}",
                    "body": attempt.model_dump_json(),
                    **self._expiry(turn),
                }
            )

    def forget(self, turn: Turn) -> None:
        """Removes the turn with everything that came of it: log, responses, reply, ledger, review, place in session."""
        self._objects.delete_under(folder(turn.turn_id))
        for item in self._table.query(turn_key(turn.turn_id)):
            self._table.delete(item["pk"], item["sk"])
        for item in self._table.query(f"LEDGER#{turn.user_id}", f"{turn.turn_id}#"):
            self._table.delete(item["pk"], item["sk"])
        Reviews(self._table, keep_days=0).forget(turn)
        self._table.delete(session_key(turn.session_id), f"TURN#{turn.turn_id}")
        if turn.idempotency_key:
            self._table.delete(self._idempotency_item(turn)["pk"], "KEY")

    def ledger(self, user_id: str, limit: int = 100) -> list[tuple[str, Attempt]]:
        """(turn id, attempt) of a user's forfeits and failures, newest first."""
        items = self._table.query(f"LEDGER#{user_id}", newest_first=True, limit=limit)
        return [(item["sk"].split("#")[0], Attempt.model_validate_json(item["body"])) for item in items]


def record_of(item: Item) -> TurnRecord:
    """A turn's item as a record."""
    turn = Turn.model_validate_json(item["body"])
    return TurnRecord(turn=turn, status=item["status"], reply=_reply_of(item, turn))


def _reply_of(item: Item, turn: Turn) -> Reply | None:
    """The reply; one that the state machine wrote itself gets its timing and its assessment here."""
    if "reply" not in item:
        return None
    reply = Reply.model_validate_json(item["reply"])
    if reply.timing:
        return reply
    at = datetime.fromisoformat(item["completed_at"])
    return scored(reply.model_copy(update={"timing": turn.timing(at)}), at)
