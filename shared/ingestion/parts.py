"""The other sheets of a workbook, or lists of records inside of a file: each becomes a dataset of its own, a part of
the first, from a copy of the upload that is read as any upload is."""

from collections.abc import Iterable, Mapping
from typing import Final

from shared.contracts import DatasetProfile, Overrides
from shared.contracts.dataset import MOST_DATASETS
from shared.errors import StoreUnavailable, UnknownResource
from shared.ingestion.port import Shelves
from shared.log import logger
from shared.store.datasets import DatasetRecord, upload_key
from shared.store.parts import part_id

GONE: Final = "The newest version of the file has no such sheet or list beside the one that was read first."
NOT_COPIED: Final = "I could not set this sheet aside just now; send the file again."


def with_parts_waiting(
    first: DatasetRecord, profile: DatasetProfile, version: str | None, shelves: Shelves
) -> tuple[DatasetRecord, tuple[str, ...]]:
    """The first dataset of a file, read in this version, with its parts, and the ids of those that wait for their copy
    of it; without any where a sheet was chosen.

    Done again it makes no second part; one that its user deleted comes back only with a new version of the file.
    Nothing that happens to a part fails the first. Raises StoreUnavailable where the first cannot be stored.
    """
    if first.part_of:
        return first, ()
    if first.overrides.sheet is not None:
        for part in first.parts:
            _change(part, {"part_of": None, "source": None}, shelves)  # from now on a dataset of its own
        return first.model_copy(update={"parts": (), "source": None}), ()
    sheets = {part_id(first.dataset_id, one): one for one in profile.other_sheets[: MOST_DATASETS - 1]}
    if version is not None and first.source == version:
        sheets = {part: sheet for part, sheet in sheets.items() if part in first.parts}
    gone = [part for part in first.parts if part not in sheets]
    kept = first.model_copy(update={"parts": (*sheets, *gone), "source": version})
    if not (sheets or gone) or not shelves.datasets.change(kept):  # known to the first before they are there
        return kept, ()
    for part in gone:
        _change(part, {"status": "rejected", "reason": GONE}, shelves)
    return kept, tuple(part for part, sheet in sheets.items() if _waits(part, sheet, kept, shelves))


def send_copies(first: DatasetRecord, parts: Iterable[str], shelves: Shelves) -> None:
    """Puts the upload of the first dataset where its parts wait for it; one that gets no copy is rejected."""
    for part in parts:
        try:
            shelves.objects.copy(upload_key(first.dataset_id), upload_key(part), first.source)
        except (StoreUnavailable, UnknownResource) as error:
            logger.error("an upload could not be copied", extra={"dataset_id": part, "why": str(error)})
            _change(part, {"status": "rejected", "reason": NOT_COPIED}, shelves)


def forget_parts(first: DatasetRecord, shelves: Shelves) -> None:
    """Removes the parts of a dataset that was deleted while they were made. Raises StoreUnavailable."""
    for part in filter(None, map(shelves.datasets.find, first.parts)):
        shelves.datasets.delete(part)


def _waits(part: str, sheet: str, first: DatasetRecord, shelves: Shelves) -> bool:
    """Whether a part waits for a copy from now on."""
    try:
        known = shelves.datasets.find(part)
        anew = _waiting(known, part, sheet, first, shelves)
        if anew and known:
            return shelves.datasets.change(anew)
        if anew:
            shelves.datasets.put(anew)
    except StoreUnavailable as error:
        logger.error("a part could not be stored", extra={"dataset_id": part, "why": str(error)})
        return False
    return anew is not None


def _waiting(
    known: DatasetRecord | None, part: str, sheet: str, first: DatasetRecord, shelves: Shelves
) -> DatasetRecord | None:
    """The part as it waits for its copy; None where the one that is known was read from it in the same way."""
    now = shelves.clock.now()
    if known is None:
        return DatasetRecord(
            dataset_id=part,
            user_id=first.user_id,
            file_name=first.file_name,
            created_at=first.created_at,
            since=now,
            overrides=_overrides(Overrides(), sheet, first),
            part_of=first.dataset_id,
            source=first.source,
        )
    overrides = _overrides(known.overrides, sheet, first)
    as_it_was = (known.source, known.overrides) == (first.source, overrides)
    if as_it_was and first.source is not None and known.status == "ready":
        return None
    return known.model_copy(
        update={
            "status": "waiting",
            "reason": None,
            "version": None,
            "revision": known.revision + 1,
            "since": now,
            "restarts": 0,
            "overrides": overrides,
            "part_of": first.dataset_id,
            "source": first.source,
        }
    )


def _overrides(own: Overrides, sheet: str, first: DatasetRecord) -> Overrides:
    """What was said of the part itself, and over it what was said of the whole file."""
    whole = first.overrides.model_dump(include={"date_order", "decimal_mark", "delimiter", "encoding"})
    said = {name: value for name, value in whole.items() if value is not None}
    return own.model_copy(update={**said, "sheet": sheet})


def _change(part: str, update: Mapping[str, object], shelves: Shelves) -> None:
    """Changes a part's record, if there is one; without avail where the table does not answer."""
    try:
        if record := shelves.datasets.find(part):
            shelves.datasets.change(record.model_copy(update=update))
    except StoreUnavailable as error:
        logger.error("a part could not be changed", extra={"dataset_id": part, "why": str(error)})
