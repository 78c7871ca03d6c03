"""What a system does that comes back with its state: executions are not kept, so their work is begun again or ended."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from infra.local.journal import Journal
from infra.local.moto.buckets import restore
from shared.contracts import Turn
from shared.store.datasets import PATIENCE, upload_key
from shared.store.turns import DONE
from shared.turn.finish import ANNOUNCEMENT
from shared.turn.rescue.rescue import RESTART_NEEDS

if TYPE_CHECKING:
    from infra.local.cloud import LocalCloud

Items = Sequence[Mapping[str, Any]]


def recover(journal: Journal, cloud: "LocalCloud") -> None:
    """Brings table and bucket back; begins again what has time left, and tells what was not told of yet."""
    items = restore(journal, table=cloud.settings.table, bucket=cloud.settings.bucket, region=cloud.settings.region)
    for turn in cloud.deps.turns.pending():
        _begin_again(turn, cloud)
    for record in cloud.deps.datasets.stuck(cloud.clock.now() + PATIENCE):
        if cloud.deps.objects.exists(upload_key(record.dataset_id)):
            cloud.deps.start_ingestion(record.dataset_id, f"a{record.revision}-{record.restarts}", record.version)
    for item in unannounced(items):
        cloud.stream_unchanged(item)


def _begin_again(turn: Turn, cloud: "LocalCloud") -> None:
    """Where there is time; the sweeper, or who reads it, ends the others."""
    if turn.deadline - cloud.clock.now() > RESTART_NEEDS:
        cloud.deps.start_turn(turn.ref)


def unannounced(items: Items) -> list[Mapping[str, Any]]:
    """The turns that have their reply and of which the bus was not told."""
    told = {item["pk"]["S"] for item in items if item["sk"]["S"] == f"{DONE}{ANNOUNCEMENT}"}
    return [item for item in items if item["sk"]["S"] == "TURN" and "reply" in item and item["pk"]["S"] not in told]
