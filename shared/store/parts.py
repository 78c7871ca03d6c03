"""The parts of datasets: who asks about a workbook asks about its sheets, and of JSON about its lists of records."""

import hashlib
from collections.abc import Sequence
from typing import Final

from shared.contracts.dataset import MOST_DATASETS
from shared.store.datasets import DatasetRecord, DatasetStore

_TIMED: Final = len("data_") + 10
"""Of an id: what sorts it by time."""
_OWN: Final = 16


def part_id(dataset_id: str, sheet: str) -> str:
    """The id of a dataset's part, the same for whoever makes it; it sorts as the dataset does."""
    return dataset_id[:_TIMED] + hashlib.sha256(f"{dataset_id} {sheet}".encode()).hexdigest()[:_OWN]


def asked_about(dataset_ids: Sequence[str], user_id: str, datasets: DatasetStore) -> tuple[DatasetRecord, ...]:
    """The user's datasets of these ids, each once, and their parts. Raises UnknownResource, StoreUnavailable."""
    return with_parts([datasets.get(one, user_id) for one in dict.fromkeys(dataset_ids)], datasets)


def with_parts(records: Sequence[DatasetRecord], datasets: DatasetStore) -> tuple[DatasetRecord, ...]:
    """The datasets, and after them their parts, as many in all as a session takes.

    A part that could not be read, such as a sheet of notes, is left out; the profile of the first names it as not read.
    Raises StoreUnavailable.
    """
    there = {record.dataset_id for record in records}
    found = [one for one in records if one.status != "rejected" or one.part_of not in there]
    for part in (part for record in records for part in record.parts if part not in there):
        if len(found) >= MOST_DATASETS:
            break
        record = datasets.find(part)
        if record and record.part_of in there and record.status != "rejected":
            found.append(record)
    return tuple(found)
