"""Which files of a turn are not datasets yet, or never will be, and what a reply says of them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from shared.contracts import Contract, DatasetProfile, Forfeit, Turn
from shared.errors import StoreUnavailable, UnknownResource
from shared.store.parts import with_parts
from shared.table.forfeit_causes import with_causes

if TYPE_CHECKING:
    from shared.deps import Deps
    from shared.store.datasets import DatasetRecord

WAIT_SECONDS: Final = 4.0
"""How long a turn waits for files that are being read: most are read in a second or two."""
LOOK_SECONDS: Final = 0.5
MOST_LOOKED_AT: Final = 20
MOST_NAMED: Final = 5


class Unready(Contract):
    """A file of the turn that no figure can be computed from; one without a `reason` is still being read."""

    dataset_id: str
    file_name: str
    reason: str | None = None

    @property
    def told(self) -> str:
        """The file and its state, as the beginning of a sentence."""
        if self.reason is None:
            return f"{self.file_name} is still being read, or has not arrived yet"
        return f"{self.file_name} could not be read: {self.reason[:1].lower()}{self.reason[1:].rstrip('.')}"


def looked_at(turn: Turn, deps: Deps) -> tuple[DatasetRecord, ...]:
    """The turn's files, their parts among them, after a short wait for those being read. Raises StoreUnavailable."""
    until = deps.clock.now().timestamp() + WAIT_SECONDS
    while True:
        records = with_parts(_records(turn, deps), deps.datasets)
        waiting = any(record.status == "waiting" for record in records)
        if not waiting or deps.clock.now().timestamp() >= until:
            return records
        deps.clock.sleep(LOOK_SECONDS)


def unready_of(records: Sequence[DatasetRecord]) -> tuple[Unready, ...]:
    """The files that are still being read or were rejected."""
    return tuple(_unready(record) for record in records if record.status != "ready")


def _records(turn: Turn, deps: Deps) -> list[DatasetRecord]:
    records = []
    for dataset_id in turn.dataset_ids:
        try:
            records.append(deps.datasets.get(dataset_id, turn.user_id))
        except UnknownResource:
            continue
    return records


def _unready(record: DatasetRecord) -> Unready:
    reason = (record.reason or "it is no table") if record.status == "rejected" else None
    return Unready(dataset_id=record.dataset_id, file_name=record.called, reason=reason)


def about_files(
    forfeit: Forfeit, turn: Turn, ready: tuple[DatasetProfile, ...], unready: tuple[Unready, ...], deps: Deps
) -> Forfeit:
    """The forfeit, told with what is known of files: how those of the turn were read, and which are not ready; where it
    has none at all, what its user's account holds beside."""
    forfeit = with_causes(forfeit, turn.question, ready)
    if unready:
        return with_files(forfeit, ready, unready)
    if ready or forfeit.code != "no_dataset":
        return forfeit
    with suppress(StoreUnavailable):
        return with_account(forfeit, deps.datasets.page(turn.user_id, before=None, limit=MOST_LOOKED_AT).found)
    return forfeit


def with_account(forfeit: Forfeit, records: list[DatasetRecord]) -> Forfeit:
    """The forfeit of a turn without data, with the three looks: at the account's datasets, at its uploads that are none
    yet or never will be, and at what the session brings along."""
    there = [record.called for record in records if record.status == "ready"]
    others = [_unready(record).told for record in records if record.status != "ready"]
    told = forfeit.model_copy(
        update={
            "attempted_actions": (
                f"Searched for datasets of your account: {_first(there)}",
                f"Checked for uploaded files that are not datasets yet: {_first(others)}",
                "Looked for data that this session brings along: none",
            )
        }
    )
    if not there:
        return told
    which = "with it" if len(there) == 1 else "with the one that you mean"
    reason = f"This session has no data; your account has {_first(there)}"
    return told.model_copy(update={"reason": reason, "would_help": f"Open a session {which}, and ask again."})


def _first(names: list[str]) -> str:
    shown = ", ".join(names[:MOST_NAMED]) or "none"
    more = len(names) - MOST_NAMED
    return f"{shown} and {more} more" if more > 0 else shown


def with_files(forfeit: Forfeit, ready: tuple[DatasetProfile, ...], unready: tuple[Unready, ...]) -> Forfeit:
    """The forfeit, told with the files that are not ready: they are its reason where no file is, else they may help."""
    told = "; ".join(one.told for one in unready)
    reading = any(one.reason is None for one in unready)
    if ready:
        hint = f"{told}; ask again in a moment if it is in there." if reading else f"{told}."
        return forfeit.model_copy(update={"would_help": " ".join(filter(None, (forfeit.would_help, hint)))})
    return forfeit.model_copy(
        update={
            "code": "still_reading" if reading else "unreadable",
            "reason": told,
            "attempted_actions": tuple(f"Looked whether {one.file_name} is ready" for one in unready),
            "would_help": "Ask again in a moment." if reading else "Upload the file again, as a table with a header.",
        }
    )
