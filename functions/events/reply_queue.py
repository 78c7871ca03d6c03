"""Reply queue: replies that were written while the table was unavailable are committed once it is there again."""

from typing import Any

from shared.deps import Deps
from shared.function import function
from shared.turn.reply.commit_queue import commit_queued


@function(seconds=20, uses=("turns",), reserve=False)
def handler(event: dict[str, Any], deps: Deps) -> dict[str, Any]:
    """Commits each reply; names those that could not be, so that the queue brings them again."""
    failed = [record["messageId"] for record in event["Records"] if not commit_queued(record["body"], deps)]
    return {"batchItemFailures": [{"itemIdentifier": message_id} for message_id in failed]}
