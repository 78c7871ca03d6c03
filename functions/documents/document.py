"""Document: writes a document that it is given, as HTML or PDF. It has no right to anything, and keeps nothing."""

from typing import Any

from shared.deps import Deps
from shared.function import function
from shared.reports.document import DocumentRequest
from shared.reports.drawn import drawn

MOST_BYTES = 5_900_000


@function(seconds=20, memory_mb=1769, reserve=False, returns_bytes=MOST_BYTES)
def handler(event: dict[str, Any], _deps: Deps) -> dict[str, Any]:
    """Writes one document; gives its bytes in base64."""
    return drawn(DocumentRequest.model_validate(event)).wire()
