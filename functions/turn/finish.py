"""Finish: what follows from a commit, whoever made it."""

from typing import Any

from shared.deps import Deps
from shared.function import function
from shared.reply.finish import finish
from shared.store.table import plain
from shared.store.turns import TURN, record_of


@function(seconds=30, uses=("turns", "bus"), reserve=False)
def handler(event: dict[str, Any], deps: Deps) -> dict[str, Any]:
    """For each turn of the stream that has got its reply: the last event, the lease, the announcement."""
    finished = 0
    for record in event.get("Records", []):
        image = record.get("dynamodb", {}).get("NewImage")
        if image and image.get("sk") == {"S": TURN} and "reply" in image:
            finish(record_of(plain(image)), deps)
            finished += 1
    return {"finished": finished}
