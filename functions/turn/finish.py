"""Finish: what follows from a commit, whoever made it."""

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import ValidationError

from shared.deps import Deps
from shared.function import function
from shared.log import logger
from shared.reply.finish import announce_dataset, finish
from shared.store import datasets, turns
from shared.store.datasets import DatasetRecord
from shared.store.table import Item, plain
from shared.store.turns import TurnRecord


@function(seconds=30, uses=("turns", "bus"), reserve=False)
def handler(event: dict[str, Any], deps: Deps) -> dict[str, Any]:
    """For each turn of the stream that has got its reply: the last event, the lease, the announcement.

    For each dataset that has got its verdict: the announcement.
    """
    changes = (record.get("dynamodb", {}) for record in event.get("Records", []))
    return {"finished": sum(_finished(change, deps) for change in changes)}


def _finished(change: Mapping[str, Any], deps: Deps) -> bool:
    new, old = (plain(change.get(image) or {}) for image in ("NewImage", "OldImage"))
    record = _read(new)
    if isinstance(record, DatasetRecord):
        return announce_dataset(record, old.get("status"), deps)
    if record and record.reply:
        finish(record, deps)
        return True
    return False


def _read(item: Item) -> TurnRecord | DatasetRecord | None:
    """None for what is neither, and for an item that cannot be read: to try that for hours would hold up all behind."""
    readers: dict[str, Callable[[Item], TurnRecord | DatasetRecord]] = {
        turns.TURN: turns.record_of,
        datasets.DATASET: datasets.record_of,
    }
    try:
        return readers[item["sk"]](item) if item.get("sk") in readers else None
    except (ValidationError, KeyError):
        logger.exception("an item of the stream cannot be read", extra={"pk": item.get("pk")})
        return None
