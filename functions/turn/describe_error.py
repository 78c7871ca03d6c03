"""DescribeError and RecordFailure: a caught failure becomes an ErrorContext, or an agent's failed response."""

from typing import Any

from shared.deps import Deps
from shared.function import function
from shared.turn.reply.caught_failure import record_failure


@function(seconds=4, uses=("turns",), reserve=False)
def handler(event: dict[str, Any], deps: Deps) -> dict[str, Any]:
    """Keeps what failed, in words that can be explained; gives the type of the error."""
    return {"error_type": record_failure(event, deps)}
