"""What a system does that comes back with its state: executions are not kept, so their work is begun again or ended."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from infra.local.journal import Journal
from infra.local.moto.buckets import restore
from shared.contracts import Turn
from shared.deps import Deps
from shared.store.datasets import PATIENCE, upload_key
from shared.store.turns import DONE
from shared.turn.finish import ANNOUNCEMENT
from shared.turn.rescue.rescue import RESTART_NEEDS, unstick

Items = Sequence[Mapping[str, Any]]
MOST_STARTS = 3
"""How often the system comes back to reading a file that it did not get to the end of."""


def recover(journal: Journal, deps: Deps, announce: Callable[[Mapping[str, Any]], None]) -> None:
    """Brings table and bucket back; begins again what has time left, and has every turn of which the bus was not told
    yet announced."""
    at = deps.settings
    items = restore(journal, table=at.table, bucket=at.bucket, region=at.region)
    for turn in deps.turns.pending():
        _begin_again(turn, deps)
    for record in deps.datasets.stuck(deps.clock.now() + PATIENCE):
        if deps.objects.exists(upload_key(record.dataset_id)):
            unstick(record, deps, MOST_STARTS)
    for item in unannounced(items):
        announce(item)


def _begin_again(turn: Turn, deps: Deps) -> None:
    """Where there is time; the sweeper, or who reads it, ends the others."""
    if turn.deadline - deps.clock.now() > RESTART_NEEDS:
        deps.start_turn(turn.ref)


def unannounced(items: Items) -> list[Mapping[str, Any]]:
    """The turns that have their reply and of which the bus was not told."""
    told = {item["pk"]["S"] for item in items if item["sk"]["S"] == f"{DONE}{ANNOUNCEMENT}"}
    return [item for item in items if item["sk"]["S"] == "TURN" and "reply" in item and item["pk"]["S"] not in told]
