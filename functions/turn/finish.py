"""Finish: what follows from a commit, whoever made it."""

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from shared.deps import Deps
from shared.function import function
from shared.log import logger
from shared.reply.finish import announce_dataset, finish
from shared.store import datasets, turns
from shared.store.table import plain


@function(seconds=30, uses=("turns", "bus"), reserve=False)
def handler(event: dict[str, Any], deps: Deps) -> dict[str, Any]:
    """For each turn of the stream that has got its reply: the last event, the lease, the announcement.

    For each dataset that has got its verdict: the announcement.
    """
    changes = (record.get("dynamodb", {}) for record in event.get("Records", []))
    return {"finished": sum(_read(change, deps) for change in changes)}


def _read(change: Mapping[str, Any], deps: Deps) -> bool:
    """False for an item that cannot be read. It is left, since trying again for hours would hold up all behind it."""
    try:
        return _finished(change, deps)
    except (ValidationError, KeyError):
        logger.exception("an item of the stream cannot be read", extra={"keys": plain(change.get("Keys") or {})})
        return False


def _finished(change: Mapping[str, Any], deps: Deps) -> bool:
    new, old = (plain(change.get(image) or {}) for image in ("NewImage", "OldImage"))
    if new.get("sk") == turns.TURN and "reply" in new:
        finish(turns.record_of(new), deps)
        return True
    if new.get("sk") == datasets.DATASET:
        return announce_dataset(datasets.record_of(new), old.get("status"), deps)
    return False
