"""Arrival of a file under a dataset's key, the first one or a new version of it: its ingestion starts."""

from shared.errors import UnknownResource
from shared.ingestion.port import ArrivalPort
from shared.store.datasets import DatasetRecord, upload_key


def arrived(key: str, version: str | None, port: ArrivalPort) -> bool:
    """Starts the ingestion of what has arrived under a key; False where it is no dataset's, or nothing new.

    A version that is told twice, or after a newer one, changes nothing. What is sent by the form of a dataset that has
    been deleted since is deleted, too. Raises StoreUnavailable.
    """
    dataset_id = key.split("/")[1] if key.count("/") == 2 else ""
    if not dataset_id or key != upload_key(dataset_id):
        return False
    record = port.datasets.find(dataset_id)
    if record is None:
        port.objects.delete_under(key)
        return False
    if version is None:
        return record.status == "waiting" and record.version is None and port.start_ingestion(dataset_id, "1")
    if record.status == "waiting" and record.version == version:  # its ingestion may not have been started
        return port.start_ingestion(dataset_id, version, version)
    if record.version == version or _newest(key, port) != version:
        return False
    if record.version is not None or record.status != "waiting":
        return _read_anew(record, version, port)
    return port.datasets.change(record.model_copy(update={"version": version})) and _first(record, version, port)


def _newest(key: str, port: ArrivalPort) -> str | None:
    try:
        return port.objects.latest(key)
    except UnknownResource:
        return None


def _first(record: DatasetRecord, version: str, port: ArrivalPort) -> bool:
    """Has the first file read, or the one that came meanwhile, of which the record may have been written over."""
    key = upload_key(record.dataset_id)
    newest = _newest(key, port)
    if newest is not None and newest != version:
        return arrived(key, newest, port)
    return port.start_ingestion(record.dataset_id, version, version)


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
