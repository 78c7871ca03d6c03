"""Uploaded: a file has arrived in the bucket, and its ingestion starts, bound to this version of it."""

from typing import Any

from shared.deps import Deps
from shared.function import function
from shared.store.datasets import upload_key


@function(seconds=15, uses=("turns", "ingest-workflow"), reserve=False)
def handler(event: dict[str, Any], deps: Deps) -> dict[str, Any]:
    """Starts the ingestion of the dataset that the object's key names; objects of no dataset start nothing."""
    found = event["detail"]["object"]
    dataset_id = found["key"].split("/")[1] if found["key"].count("/") == 2 else ""
    record = deps.datasets.find(dataset_id) if dataset_id else None
    if record is None or found["key"] != upload_key(dataset_id) or record.status != "waiting":
        return {"started": False}
    version = found.get("version-id")
    return {"started": deps.start_ingestion(dataset_id, version or "1", version)}
