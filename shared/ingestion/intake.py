"""An upload on its way to being a dataset."""

from pathlib import Path
from tempfile import TemporaryDirectory

from shared.errors import UnknownResource, UnreadableData, unknown
from shared.ingestion.meaning.domain import with_domain
from shared.ingestion.meaning.embeddings import embed_texts
from shared.ingestion.parts import forget_parts, send_copies, with_parts_waiting
from shared.ingestion.pipeline import ingest
from shared.ingestion.port import IngestionPort
from shared.ingestion.rejection import keep, reject_upload, too_large
from shared.store.datasets import DatasetRecord, upload_key
from shared.store.keys import parquet_key, texts_key


def ingest_upload(
    dataset_id: str, port: IngestionPort, version: str | None = None, *, again: bool = False
) -> DatasetRecord:
    """Turns the uploaded file, in that version of it, into Parquet and profile, or rejects it with a clear sentence.

    Its other sheets, or lists of records, begin to be read as parts of it; it does not wait for them.

    A dataset that is ready, or was deleted meanwhile, stays as it is. One that is to be read anew meanwhile is left to
    whoever does that; where something was written over what they wrote, it is read `again`.
    """
    record = port.datasets.find(dataset_id)
    if record is None:
        raise unknown("dataset")
    if record.status == "ready" and not again:
        return record
    with TemporaryDirectory() as folder:
        source, target = Path(folder) / "upload", Path(folder) / "data.parquet"
        most = port.settings.upload_most_bytes
        size = port.objects.download(upload_key(dataset_id), source, record.version or version, most=most)
        if size > most:
            return reject_upload(dataset_id, too_large(size, most), port.datasets, version)
        try:
            profile = ingest(
                source,
                target,
                dataset_id=dataset_id,
                file_name=record.file_name,
                overrides=record.overrides,
                library_path=port.settings.library_path,
            )
        except UnreadableData as error:
            return reject_upload(dataset_id, str(error), port.datasets, version)
        now = port.datasets.find(dataset_id)
        if now is not None and now.revision != record.revision:
            return now
        port.objects.upload(target, parquet_key(dataset_id))
        texts = Path(folder) / "texts.parquet"
        profile = with_domain(embed_texts(target, profile, texts))
        if port.embeddings and port.settings.share_samples:
            from shared.ingestion.meaning.recognition import recognised  # numpy, where a deployment names a service

            profile = recognised(target, profile, port.embeddings)
        if profile.embedded_columns:
            port.objects.upload(texts, texts_key(dataset_id))
    port.datasets.keep_profile(profile)
    whole, parts = with_parts_waiting(record, profile, record.version or version, port)
    kept = whole.model_copy(update={"status": "ready", "reason": None, "version": record.version or version})
    return _kept(kept, parts, port)


def _kept(record: DatasetRecord, parts: tuple[str, ...], port: IngestionPort) -> DatasetRecord:
    """The record, stored, its parts on their way; or what came of the newer version that arrived while it was read."""
    try:
        stored = keep(record, port.datasets)
    except UnknownResource:
        forget_parts(record, port)
        raise
    if stored.revision != record.revision:
        return ingest_upload(record.dataset_id, port, stored.version, again=True)
    send_copies(record, parts, port)
    return record
