"""Ingest: an uploaded file becomes a dataset, or a clear sentence."""

from typing import Any

from shared.deps import Deps
from shared.function import function
from shared.ingestion.intake import ingest_upload


@function(
    seconds=230,
    memory_mb=3008,
    disk_mb=2048,
    uses=("datasets", "datasets:delete", "uploads:read", "uploads:write"),
    reserve=False,
)
def handler(event: dict[str, Any], deps: Deps) -> dict[str, Any]:
    """Reads the upload, keeps Parquet and profile, sets its other sheets apart; gives the dataset's status."""
    record = ingest_upload(event["dataset"]["dataset_id"], deps, event["dataset"].get("version"))
    return {"status": record.status}
