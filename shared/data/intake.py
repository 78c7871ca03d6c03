"""An upload on its way to being a dataset."""

from pathlib import Path
from tempfile import TemporaryDirectory

from shared.data.ingestion import Overrides, ingest
from shared.deps import Deps
from shared.failure.errors import UnknownResource, UnreadableData
from shared.store.datasets import DatasetRecord, parquet_key, upload_key


def ingest_upload(dataset_id: str, deps: Deps) -> DatasetRecord:
    """Turns the uploaded file into Parquet and profile, or rejects it with a clear sentence."""
    record = deps.datasets.find(dataset_id)
    if record is None:
        raise UnknownResource("There is no such dataset.")
    if record.status == "ready":
        return record
    with TemporaryDirectory() as folder:
        source, target = Path(folder) / "upload", Path(folder) / "data.parquet"
        deps.objects.download(upload_key(dataset_id), source)
        try:
            profile = ingest(source, target, dataset_id=dataset_id, file_name=record.file_name, overrides=Overrides())
        except UnreadableData as error:
            return reject_upload(dataset_id, str(error), deps)
        deps.objects.upload(target, parquet_key(dataset_id))
    deps.datasets.keep_profile(profile)
    return _keep(record.model_copy(update={"status": "ready"}), deps)


def reject_upload(dataset_id: str, reason: str, deps: Deps) -> DatasetRecord:
    """Marks a dataset as rejected, with its reason, unless it is ready."""
    record = deps.datasets.find(dataset_id)
    if record is None:
        raise UnknownResource("There is no such dataset.")
    if record.status == "ready":
        return record
    return _keep(record.model_copy(update={"status": "rejected", "reason": reason}), deps)


def _keep(record: DatasetRecord, deps: Deps) -> DatasetRecord:
    deps.datasets.put(record)
    return record
