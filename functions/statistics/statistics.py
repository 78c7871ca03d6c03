"""Statistics: applies a statistic to columns that it is given. It has no right to anything, and keeps nothing."""

from typing import Any

from shared.deps import Deps
from shared.function import function
from shared.statistics.compute import compute
from shared.statistics.requests import StatisticsRequest

MOST_BYTES = 1_000_000


@function(seconds=25, memory_mb=2048, reserve=False, returns_bytes=MOST_BYTES)
def handler(event: dict[str, Any], _deps: Deps) -> dict[str, Any]:
    """Computes one statistic; gives its tables, or why there are none."""
    return compute(StatisticsRequest.model_validate(event)).wire()
