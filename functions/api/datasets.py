"""Datasets: a place to send a file to, what was made of it, how it is to be read, and its end."""

from datetime import datetime

from pydantic import Field, model_validator

from shared.contracts import ColumnOverride, DatasetProfile, DateOrder, DecimalMark, Overrides
from shared.contracts.dataset import Delimiter, EncodingName, HeaderRow, SheetName
from shared.errors import BadRequest, Conflict
from shared.http.caller import Caller
from shared.http.forget import forget_dataset
from shared.http.route import BODY, MOST_SHOWN, Asking, Before, Body, Id, PageLimit, Shown, answers, routes
from shared.ids import new_id
from shared.store.datasets import DatasetRecord, DatasetStatus, upload_key
from shared.store.uploads import UploadForm

router = routes()
TAGS = ["datasets"]


class FileReading(Body):
    """How to read the file, instead of guessing: the order of dates and the decimal mark in ambiguous columns, the
    delimiter of a text file (such as "tab"), its encoding, the row of the header counted from 1 (0: there is none), the
    sheet of a workbook, or the list of records inside JSON records."""

    date_order: DateOrder | None = Field(default=None, examples=["DMY"])
    decimal_mark: DecimalMark | None = None
    delimiter: Delimiter | None = None
    encoding: EncodingName | None = None
    header_row: HeaderRow | None = None
    sheet: SheetName | None = None


class NewDataset(Body):
    """A file that is about to be sent, and how to read it."""

    file_name: str = Field(min_length=1, max_length=200, examples=["sales.csv"])
    reading: FileReading = FileReading()


class ColumnReading(Body):
    """How to read one column: the order of its dates, and its decimal mark."""

    date_order: DateOrder | None = Field(default=None, examples=["DMY"])
    decimal_mark: DecimalMark | None = None


class DatasetChange(Body):
    """How to read ambiguous columns, or the whole file. The file is read again."""

    columns: dict[str, ColumnReading] = Field(
        default_factory=dict, max_length=200, examples=[{"date": {"date_order": "DMY"}}]
    )
    reading: FileReading = FileReading()

    @model_validator(mode="after")
    def _says_something(self) -> "DatasetChange":
        if not self.columns and not self.reading.model_fields_set:
            raise ValueError("name at least one column, or say how the file is to be read")
        return self


class Dataset(Shown):
    """A dataset. `reason` says why it was rejected; the profile, once it is ready, says what was repaired or
    is ambiguous. `parts` are the datasets made from the file's other sheets or lists of records, and `part_of` is the
    dataset that such a part belongs to."""

    dataset_id: str
    file_name: str
    status: DatasetStatus
    reason: str | None = None
    created_at: datetime
    overrides: dict[str, ColumnOverride] = Field(default_factory=dict)
    reading: FileReading = FileReading()
    part_of: str | None = None
    parts: list[str] = Field(default_factory=list)
    profile: DatasetProfile | None = None


class Upload(Shown):
    """A dataset that is waiting for its file, and the form to send the file with."""

    dataset: Dataset
    upload: UploadForm


class DatasetList(Shown):
    """Datasets, newest first, without their profiles. If there are more, `next` is the `before` of the next page."""

    datasets: list[Dataset]
    next: str | None = None


@router.post(
    "/datasets",
    status_code=201,
    summary="Begin a dataset",
    description="Returns a form; POST its fields and the file to its address. The file is then read automatically. In "
    "a workbook, the sheet with the most cells becomes this dataset, and up to nine others become its parts; so do "
    "lists of records inside JSON records. If `sheet` is given, only that sheet is read.",
    tags=TAGS,
    operation_id="createDataset",
    responses=answers("The dataset, waiting for its file.", *BODY, status=201),
)
def create_dataset(caller: Asking, body: NewDataset) -> Upload:
    """Stores the record that waits for the file, and signs the form."""
    now = caller.deps.clock.now()
    record = DatasetRecord(
        dataset_id=new_id("data"),
        user_id=caller.user_id,
        file_name=body.file_name,
        created_at=now,
        since=now,
        overrides=Overrides(**body.reading.model_dump()),
    )
    form = caller.deps.uploads.form(upload_key(record.dataset_id))
    caller.deps.datasets.put(record)
    return Upload(dataset=shown(record), upload=form)


@router.get(
    "/datasets",
    summary="List your datasets",
    tags=TAGS,
    operation_id="listDatasets",
    responses=answers("Your datasets."),
)
def list_datasets(caller: Asking, limit: PageLimit = MOST_SHOWN, before: Before = None) -> DatasetList:
    """The caller's datasets."""
    page = caller.deps.datasets.page(caller.user_id, before=before, limit=limit)
    return DatasetList(datasets=[shown(record) for record in page.found], next=page.next)


@router.get(
    "/datasets/<dataset_id>",
    summary="See a dataset",
    description="Its status; its profile once it is ready; the reason if it was rejected.",
    tags=TAGS,
    operation_id="getDataset",
    responses=answers("The dataset.", 404),
)
def get_dataset(caller: Asking, dataset_id: Id) -> Dataset:
    """One dataset with its profile."""
    return described(caller.deps.datasets.get(dataset_id, caller.user_id), caller)


@router.patch(
    "/datasets/<dataset_id>",
    status_code=202,
    summary="Say how to read columns or the file",
    description="For dates such as 03/04/2025 and numbers such as 1.234, where ingestion had to choose; and for "
    "another sheet, header row, delimiter or encoding. Null resets a setting.",
    tags=TAGS,
    operation_id="changeDataset",
    responses=answers("The file is being read again.", *BODY, 404, 409, status=202),
)
def change_dataset(caller: Asking, dataset_id: Id, body: DatasetChange) -> Dataset:
    """Keeps the overrides and has the file read again."""
    deps = caller.deps
    record = deps.datasets.get(dataset_id, caller.user_id)
    if record.status != "ready":
        raise Conflict(f"This dataset is {record.status}; its columns can be changed once it is ready.")
    columns = _chosen(body, deps.datasets.profile(dataset_id))
    changed = record.model_copy(
        update={
            "status": "waiting",
            "since": deps.clock.now(),
            "revision": record.revision + 1,
            "restarts": 0,
            "overrides": record.overrides.model_copy(
                update={
                    **body.reading.model_dump(exclude_unset=True),
                    "columns": {**record.overrides.columns, **columns},
                }
            ),
        }
    )
    deps.datasets.change(changed)
    deps.start_ingestion(dataset_id, f"r{changed.revision}", record.version)
    return shown(changed)


@router.post(
    "/datasets/<dataset_id>/versions",
    status_code=201,
    summary="Send new data",
    description="Returns a form for a new version of the file. Until that arrives, the dataset stays as it is; then "
    "it is read in the same way as the first, and watches on new data run.",
    tags=TAGS,
    operation_id="createDatasetVersion",
    responses=answers("The form.", 404, 409, status=201),
)
def create_version(caller: Asking, dataset_id: Id) -> Upload:
    """Signs the form for a new version of the caller's dataset."""
    record = caller.deps.datasets.get(dataset_id, caller.user_id)
    if record.status == "waiting":
        raise Conflict("This dataset waits for its file, or is being read; send new data once it is ready.")
    return Upload(dataset=shown(record), upload=caller.deps.uploads.form(upload_key(dataset_id)))


@router.delete(
    "/datasets/<dataset_id>",
    status_code=204,
    summary="Delete a dataset",
    description="With its file, its parts, everything derived from them, and every turn about them.",
    tags=TAGS,
    operation_id="deleteDataset",
    responses=answers("It is gone.", 404, 409, status=204),
)
def delete_dataset(caller: Asking, dataset_id: Id) -> None:
    """Forgets the dataset."""
    forget_dataset(caller.deps.datasets.get(dataset_id, caller.user_id), caller.deps)


def _chosen(body: DatasetChange, profile: DatasetProfile) -> dict[str, ColumnOverride]:
    names = {column.name.casefold(): column.name for column in profile.columns}
    unknown = [name for name in body.columns if name.casefold() not in names]
    if unknown:
        raise BadRequest(f"This dataset has no column {', '.join(unknown)}; it has: {', '.join(names.values())}.")
    return {
        names[name.casefold()]: ColumnOverride(date_order=reading.date_order, decimal_mark=reading.decimal_mark)
        for name, reading in body.columns.items()
    }


def shown(record: DatasetRecord) -> Dataset:
    """The record as its owner sees it."""
    return Dataset(
        dataset_id=record.dataset_id,
        file_name=record.file_name,
        status=record.status,
        reason=record.reason,
        created_at=record.created_at,
        overrides=record.overrides.columns,
        reading=FileReading(**record.overrides.model_dump(exclude={"columns"})),
        part_of=record.part_of,
        parts=list(record.parts),
    )


def described(record: DatasetRecord, caller: Caller) -> Dataset:
    """The record with its profile, where it has one."""
    seen = shown(record)
    if record.status != "ready":
        return seen
    return seen.model_copy(update={"profile": caller.deps.datasets.profile(record.dataset_id)})
