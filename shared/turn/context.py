"""The context of a turn, which its states share: what Intake could load, and where its log is told."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from pydantic import Field

from shared.contracts import Contract, DatasetProfile, ErrorContext, FailsafeOptions, SessionSettings, Turn
from shared.engine.sql.relations import told_apart
from shared.errors import StoreUnavailable, UnknownResource
from shared.model.port import DependencyHealth, PreviousTurn
from shared.table.spellings_told import told_before
from shared.table.workbook import side_by_side
from shared.turn.readiness import Unready

if TYPE_CHECKING:
    from shared.deps import Deps


HISTORY = "conversation history"
"""What the turns before this one are called, among what could be loaded or not."""


class TurnContext(Contract):
    """What Intake could load: `history` are the last turns, oldest first, `noted` what replies of the conversation have
    said of how values are written, `health` what gave trouble lately, `unready` the files that are no datasets;
    `unavailable` names what it could not load, `lost` says why. `datasets`, `settings` and `failsafe` (what an operator
    set for everybody) are None where they could not be loaded."""

    history: tuple[PreviousTurn, ...] = ()
    noted: tuple[str, ...] = ()
    health: DependencyHealth = Field(default_factory=dict)
    available: tuple[str, ...] = ()
    unavailable: tuple[str, ...] = ()
    lost: tuple[ErrorContext, ...] = ()
    unready: tuple[Unready, ...] = ()
    datasets: tuple[DatasetProfile, ...] | None = None
    settings: SessionSettings | None = None
    failsafe: FailsafeOptions | None = None

    def told_earlier(self, line: str) -> bool:
        """Whether an answer in view has told such a note, which is not told again; how values are written, whichever
        reply of the conversation told it."""
        earlier = " ".join((*(one.answer for one in self.history), *self.noted))
        return line in earlier or told_before(line, earlier)


def load_profiles(
    turn: Turn, deps: Deps, context: TurnContext | None = None, known_ready: Collection[str] = ()
) -> tuple[DatasetProfile, ...]:
    """The profiles of the turn's datasets that are ready and its user's own, each under a relation of its own.

    All of a turn works on the same files: what was not ready when it began is left out. Sheets of one workbook,
    or lists of one file, are not told as unread where they are among them.
    `known_ready` are those that were looked up a moment ago. Raises StoreUnavailable, also where the file storage is
    known to be down.
    """
    context = context or TurnContext()
    if context.datasets is not None:
        return context.datasets
    known, profiles = context.health, []
    unready = {one.dataset_id for one in context.unready}
    if turn.dataset_ids and not deps.health.may("objects", known):
        raise StoreUnavailable("the file storage is known to be down")
    for dataset_id in (one for one in turn.dataset_ids if one not in unready):
        try:
            if dataset_id in known_ready or deps.datasets.get(dataset_id, turn.user_id).status == "ready":
                with deps.health.noting("objects", known):
                    profiles.append(deps.datasets.profile(dataset_id))
        except UnknownResource:
            continue
    return told_apart(side_by_side(profiles))
