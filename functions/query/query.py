"""Query: the only function that runs SQL. It has no model key and no right to the table of turns."""

from typing import Any

from shared.contracts import QueryRequest
from shared.deps import Deps
from shared.engine.engine import run_queries, worker
from shared.function import function

MOST_BYTES = 6_000_000
"""Lambda takes 6 MiB: a result as typed columns comes near."""


def spawn(deps: Deps) -> None:
    """Has the first process for queries start."""
    worker(deps.settings).ready()


@function(
    seconds=30,
    memory_mb=2048,
    disk_mb=2048,
    uses=("datasets:lent",),
    reserve=False,
    returns_bytes=MOST_BYTES,
    at_start=spawn,
)
def handler(event: dict[str, Any], deps: Deps) -> dict[str, Any]:
    """Checks and runs the SELECTs of one request over its datasets; gives rows or the reason for none of each."""
    request = QueryRequest.model_validate(event)
    return run_queries(request, deps.lent_objects(request.loan), deps.settings).wire()
