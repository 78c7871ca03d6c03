"""RejectUpload: an ingestion that broke ends in a rejection in plain words."""

from typing import Any

from shared.deps import Deps
from shared.function import function
from shared.ingestion.rejection import reject_upload

BROKEN = "I could not read this file just now. Upload it again; if that fails too, try saving it as CSV."


@function(seconds=15, uses=("datasets", "datasets:delete"), reserve=False)
def handler(event: dict[str, Any], deps: Deps) -> dict[str, Any]:
    """Marks the dataset as rejected, unless it is ready."""
    record = reject_upload(event["dataset"]["dataset_id"], BROKEN, deps.datasets, event["dataset"].get("version"))
    return {"status": record.status}
