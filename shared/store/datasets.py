"""Datasets: the record in the table, the profile and the Parquet in the bucket."""

from datetime import datetime, timedelta
from typing import Any, Literal

from shared.contracts import SCHEMA_VERSION, Contract, DatasetProfile, Moment, Overrides
from shared.store.keys import PENDING_INDEX, stamp, user_key
from shared.store.objects import Objects
from shared.store.page import Page, owned, page
from shared.store.table import Table
from shared.table.understood import understood
from shared.table.workbook import titled

DatasetStatus = Literal["waiting", "ready", "rejected"]
DATASET = "DATASET"
WAITING = "dataset"
"""What marks a dataset in the index of all that is pending."""

PATIENCE = timedelta(minutes=10)
"""How long a dataset may wait for its file or its ingestion before someone looks after it."""


class DatasetRecord(Contract):
    """A dataset as its owner sees it; `reason` is the clear sentence of a rejection.

    `version` is the object's version that was read, or is to be; `revision` counts how often it was asked to be read
    anew, and `since` is when it began to wait.

    `parts` are the datasets that the file's other sheets, or lists of records, became, each of them with `part_of`. The
    `source` of both is the version of the first one's upload that the parts were copied from.
    """

    schema_version: int = SCHEMA_VERSION
    dataset_id: str
    user_id: str
    file_name: str
    status: DatasetStatus = "waiting"
    reason: str | None = None
    created_at: Moment
    overrides: Overrides = Overrides()
    version: str | None = None
    revision: int = 0
    since: Moment | None = None
    restarts: int = 0
    part_of: str | None = None
    parts: tuple[str, ...] = ()
    source: str | None = None

    @property
    def called(self) -> str:
        """The file's name, with that of its sheet, or list of records, where one was asked for."""
        return titled(self.file_name, self.overrides.sheet)


def dataset_key(dataset_id: str) -> str:
    """The partition of a dataset."""
    return f"DATASET#{dataset_id}"


def upload_key(dataset_id: str) -> str:
    """Where the file as it was sent lies."""
    return f"uploads/{dataset_id}/file"


def profile_key(dataset_id: str) -> str:
    """Where the profile lies."""
    return f"datasets/{dataset_id}/profile.json"


class DatasetStore:
    """Datasets of users; another user's are unknown."""

    def __init__(self, table: Table, objects: Objects) -> None:
        self._table = table
        self.objects = objects

    def put(self, record: DatasetRecord) -> None:
        """Stores the record, new or changed."""
        key = dataset_key(record.dataset_id)
        self._table.put({"pk": key, "sk": DATASET, **_attributes(record)})
        self._table.put({"pk": user_key(record.user_id), "sk": key})

    def change(self, record: DatasetRecord) -> bool:
        """Stores the changed record; False where the dataset has been deleted since, or was asked to be read anew: what
        came of an older reading is not kept over that."""
        key = dataset_key(record.dataset_id)
        return self._table.put_over({"pk": key, "sk": DATASET, **_attributes(record)}, counted="revision")

    def find(self, dataset_id: str) -> DatasetRecord | None:
        """The record, whoever owns it, or None: for functions, not for users."""
        item = self._table.get(dataset_key(dataset_id), DATASET)
        return record_of(item) if item else None

    def get(self, dataset_id: str, user_id: str) -> DatasetRecord:
        """The record. Raises UnknownResource for another user's, exactly as for none."""
        return owned(self.find(dataset_id), user_id, "dataset")

    def page(self, user_id: str, *, before: str | None, limit: int) -> Page[DatasetRecord]:
        """Some of a user's datasets, newest first."""
        return page(self._table, user_key(user_id), "DATASET#", self.find, before=before, limit=limit)

    def stuck(self, now: datetime) -> list[DatasetRecord]:
        """The datasets, of all users, that have waited longer than PATIENCE."""
        items = self._table.index(PENDING_INDEX, "pending", WAITING, before=("deadline", stamp(now)))
        return [record_of(item) for item in items]

    def profile(self, dataset_id: str) -> DatasetProfile:
        """The profile of a ready dataset; one that an older version wrote is understood now. Raises UnknownResource."""
        profile = DatasetProfile.model_validate_json(self.objects.read(profile_key(dataset_id)))
        return profile if all(column.words for column in profile.columns) else understood(profile)

    def keep_profile(self, profile: DatasetProfile) -> None:
        """Stores a profile."""
        self.objects.write(profile_key(profile.dataset_id), profile.model_dump_json())

    def delete(self, record: DatasetRecord) -> None:
        """Forgets the dataset: its file, its Parquet, everything derived from it, and the record."""
        for prefix in ("uploads", "datasets"):
            self.objects.delete_under(f"{prefix}/{record.dataset_id}/")
        self._table.delete(dataset_key(record.dataset_id), DATASET)
        self._table.delete(user_key(record.user_id), dataset_key(record.dataset_id))


def _attributes(record: DatasetRecord) -> dict[str, Any]:
    """The record's item without its key; one that waits is in the index of what is pending."""
    item: dict[str, Any] = {"body": record.model_dump_json(), "user_id": record.user_id, "status": record.status}
    item["revision"] = record.revision
    if record.status == "waiting":
        item |= {"pending": WAITING, "deadline": stamp((record.since or record.created_at) + PATIENCE)}
    return item


def record_of(item: dict[str, Any]) -> DatasetRecord:
    """A dataset's item as a record."""
    return DatasetRecord.model_validate_json(item["body"])
