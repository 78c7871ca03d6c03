"""Uploaded: a file has arrived in the bucket, and its ingestion starts, bound to this version of it."""

from typing import Any

from shared.deps import Deps
from shared.function import function
from shared.ingestion.arrival import arrived


@function(seconds=15, uses=("turns", "datasets", "uploads:read", "uploads:delete", "ingest-workflow"), reserve=False)
def handler(event: dict[str, Any], deps: Deps) -> dict[str, Any]:
    """Starts the ingestion of the dataset that the object's key names; objects of no dataset start nothing, and go."""
    found = event["detail"]["object"]
    return {"started": arrived(found["key"], found.get("version-id"), deps)}
