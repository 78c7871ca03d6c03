"""Arrival of a file under a dataset's key, the first one or a new version of it: its ingestion starts."""

from shared.errors import UnknownResource
from shared.ingestion.port import ArrivalPort
from shared.store.datasets import DatasetRecord, upload_key


def arrived(key: str, version: str | None, port: ArrivalPort) -> bool:
    """Starts the ingestion of what has arrived under a key; False where it is no dataset's, or nothing new.

    A version that is told twice, or after a newer one, changes nothing. Raises StoreUnavailable.
    """
    dataset_id = key.split("/")[1] if key.count("/") == 2 else ""
    record = port.datasets.find(dataset_id) if dataset_id else None
    if record is None or key != upload_key(dataset_id):
        return False
    if record.status == "waiting" and record.version is None:
        return port.start_ingestion(dataset_id, version or "1", version)
    return version is not None and _is_newest(key, version, record, port) and _read_anew(record, version, port)


def _is_newest(key: str, version: str, record: DatasetRecord, port: ArrivalPort) -> bool:
    try:
        return version != record.version and port.objects.latest(key) == version
    except UnknownResource:
        return False


def _read_anew(record: DatasetRecord, version: str, port: ArrivalPort) -> bool:
    """Has a dataset that had its verdict read from the new version, in the way that was said of it before."""
    changed = record.model_copy(
        update={
            "status": "waiting",
            "version": version,
            "revision": record.revision + 1,
            "since": port.clock.now(),
            "restarts": 0,
        }
    )
    return port.datasets.change(changed) and port.start_ingestion(record.dataset_id, version, version)
