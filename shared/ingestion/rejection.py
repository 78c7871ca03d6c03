"""An upload's verdict, kept; without what reads files, which takes long to import."""

from shared.errors import UnknownResource, unknown
from shared.store.datasets import DatasetRecord, DatasetStore


def reject_upload(dataset_id: str, reason: str, datasets: DatasetStore, version: str | None = None) -> DatasetRecord:
    """Marks a dataset as rejected in this version of its file, with the reason, unless it is ready or is of a newer
    version, and its parts with it. The version, when it is told of again, is no new one."""
    record = datasets.find(dataset_id)
    if record is None:
        raise unknown("dataset")
    if record.status == "ready" or (version and record.version not in (None, version)):
        return record
    for part in filter(None, map(datasets.find, record.parts)):
        datasets.change(part.model_copy(update={"status": "rejected", "reason": reason}))
    update = {"status": "rejected", "reason": reason, "version": record.version or version}
    return keep(record.model_copy(update=update), datasets)


def keep(record: DatasetRecord, datasets: DatasetStore) -> DatasetRecord:
    """Stores the record, and gives what is stored then: the one that is to be read anew where that was asked meanwhile.
    Raises UnknownResource where the dataset was deleted meanwhile; what came of it goes too."""
    if datasets.change(record):
        return record
    if newer := datasets.find(record.dataset_id):
        return newer
    datasets.delete(record)
    raise UnknownResource("There is no such dataset any more.")


def too_large(size: int, most: int) -> str:
    """Why a file of so many bytes is not read, and what to do."""
    megabytes, limit = (f"{count / 1e6:,.0f} MB" for count in (size, most))
    return (
        f"The file has {megabytes}, and {limit} at most are read. Send the rows or columns that your questions are "
        "about, or the same table as a Parquet file, which is several times smaller."
    )
