"""Query: the only function that runs SQL. It has no model key and no right to the table of turns."""

from typing import Any

from shared.contracts import QueryRequest
from shared.deps import Deps
from shared.engine.engine import run_query
from shared.function import function

MOST_BYTES = 4_000_000


@function(seconds=30, memory_mb=2048, disk_mb=2048, uses=("datasets:lent",), reserve=False, returns_bytes=MOST_BYTES)
def handler(event: dict[str, Any], deps: Deps) -> dict[str, Any]:
    """Checks and runs one SELECT over the datasets it names; gives rows or the reason for none."""
    return run_query(QueryRequest.model_validate(event), deps).wire()
