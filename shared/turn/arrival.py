"""A file has arrived under a dataset's key: the first one, or a new version of it."""

from shared.deps import Deps
from shared.errors import UnknownResource
from shared.store.datasets import DatasetRecord, upload_key


def arrived(key: str, version: str | None, deps: Deps) -> bool:
    """Starts the ingestion of what has arrived under a key; False where it is no dataset's, or nothing new.

    A version that is told twice, or after a newer one, changes nothing. Raises StoreUnavailable.
    """
    dataset_id = key.split("/")[1] if key.count("/") == 2 else ""
    record = deps.datasets.find(dataset_id) if dataset_id else None
    if record is None or key != upload_key(dataset_id):
        return False
    if record.status == "waiting" and record.version is None:
        return deps.start_ingestion(dataset_id, version or "1", version)
    return version is not None and _is_newest(key, version, record, deps) and _read_anew(record, version, deps)


def _is_newest(key: str, version: str, record: DatasetRecord, deps: Deps) -> bool:
    try:
        return version != record.version and deps.objects.latest(key) == version
    except UnknownResource:
        return False


def _read_anew(record: DatasetRecord, version: str, deps: Deps) -> bool:
    """Has a dataset that had its verdict read from the new version, in the way that was said of it before."""
    changed = record.model_copy(
        update={
            "status": "waiting",
            "version": version,
            "revision": record.revision + 1,
            "since": deps.clock.now(),
            "restarts": 0,
        }
    )
    return deps.datasets.change(changed) and deps.start_ingestion(record.dataset_id, version, version)
