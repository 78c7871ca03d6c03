"""A query on its way to the only function that runs SQL, and what comes back."""

import base64
from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal, Self

from pydantic import BeforeValidator, ConfigDict, Field, PlainSerializer, WithJsonSchema

from shared.contracts.base import SCHEMA_VERSION, Contract, Moment, Scalar
from shared.contracts.dataset import DatasetProfile

QueryFault = Literal[
    "rejected", "unknown_name", "syntax", "timeout", "memory", "runtime", "cut", "unavailable", "gone", "disk",
]  # fmt: skip


class PlannedQuery(Contract):
    """One SELECT and what it is for. `purpose` is told to the user, and so is `shown`, where it is given: the same
    SELECT without the columns that only count its rows. The result of a `typed` one is handed over whole, as typed
    columns: a statistic is applied to it."""

    sql: str
    purpose: str
    typed: bool = False
    shown: str = ""


class Loan(Contract):
    """AWS credentials that read a query's datasets and nothing else, until they expire. Never stored, never shown."""

    key_id: str
    secret: str = Field(repr=False)
    token: str = Field(repr=False)
    until: Moment


TEXT_COLUMNS: Final = ("column", "value", "embedding")
"""Of the relation of a dataset's embedded texts: the column that holds a text, the text, its vector."""


def texts_of(relation: str) -> str:
    """The relation of the embedded texts of a dataset: a name that no query of a person or a model has."""
    return f"_candor_texts_{relation}"


class Queried(Contract):
    """A dataset as the queries of one request know it: a relation and its columns, and whether it has `texts` embedded
    beside it."""

    dataset_id: str
    relation: str
    columns: tuple[str, ...]
    texts: bool = False

    @classmethod
    def of(cls, dataset: DatasetProfile) -> Self:
        """The dataset as its queries know it."""
        return cls(
            dataset_id=dataset.dataset_id,
            relation=dataset.relation,
            columns=tuple(column.name for column in dataset.columns),
            texts=bool(dataset.embedded_columns),
        )


class QueryRequest(Contract):
    """SELECTs over the relations of `datasets`, all to be answered within `seconds`, by rights that are lent; `typed`
    where their results are handed over as typed columns too."""

    model_config = ConfigDict(hide_input_in_errors=True)  # a loan is in the input, and errors are logged

    schema_version: int = SCHEMA_VERSION
    user_id: str
    datasets: tuple[Queried, ...]
    queries: tuple[str, ...]
    seconds: float = 20.0
    max_rows: int = 1000
    typed: bool = False
    loan: Loan | None = None

    @property
    def dataset_ids(self) -> tuple[str, ...]:
        """The ids of the datasets that the queries may read: read access is granted for these alone."""
        return tuple(one.dataset_id for one in self.datasets)


CellKind = Literal["number", "time", "text"]


def _decoded(data: Any) -> Any:
    return base64.b64decode(data) if isinstance(data, str) else data


def _encoded(data: bytes) -> str:
    return base64.b64encode(data).decode()


Binary = Annotated[
    bytes,
    BeforeValidator(_decoded),
    PlainSerializer(_encoded, when_used="json"),
    WithJsonSchema({"type": "string", "contentEncoding": "base64"}),
]
"""Bytes, which are base64 in JSON and only there: within a machine they are handed on as they are."""


class TypedColumn(Contract):
    """A column's cells in binary: `data` is little-endian 64-bit floats, one a row, NaN for an empty cell.

    Numbers are themselves, flags 0 and 1, times seconds since 1970 (UTC); of texts it is the place in `labels`.
    """

    name: str
    kind: CellKind
    data: Binary = Field(repr=False)
    labels: tuple[str, ...] = ()


class TypedColumns(Contract):
    """Columns of equally many `rows`, out of the `total` of the result: fewer where it was too large to be handed over,
    and then a sample, the same each time: the rows with the lowest hash of their place and `seed`."""

    columns: tuple[TypedColumn, ...]
    rows: int
    total: int
    seed: int | None = None

    @property
    def sampled(self) -> bool:
        """Whether these are not all rows."""
        return self.rows < self.total


class QueryResult(Contract):
    """Rows, safe for JSON, in the order of `columns`. `row_count` is that of the whole result before the cap.

    `infinite` and `undefined` are the columns in which a number is no finite one (a sum too large for a number, zero by
    zero): such a cell is None in `rows`.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Scalar, ...], ...]
    row_count: int
    truncated: bool = False
    infinite: tuple[str, ...] = ()
    undefined: tuple[str, ...] = ()
    typed: TypedColumns | None = None
    sql: str
    duration_ms: float = 0.0

    def records(self) -> list[dict[str, Scalar]]:
        """The rows as dictionaries."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]

    def only(self, kept: Sequence[int]) -> Self:
        """The result with the columns at these places alone."""
        rows = tuple(tuple(row[at] for at in kept) for row in self.rows)
        return self.model_copy(update={"columns": tuple(self.columns[at] for at in kept), "rows": rows})


class WholeResult(Contract):
    """All rows of a result that were fetched, of the `row_count` that there are; `cut` where that is more."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Scalar, ...], ...]
    row_count: int
    cut: bool


class QueryFailure(Contract):
    """Why a query has no result. `message` is for the repairer and the log, never for a reply."""

    kind: QueryFault
    message: str
    unknown: str | None = None
    nearest: tuple[str, ...] = ()


class QueryOutcome(Contract):
    """What the query function returns: a result or a failure, never an exception."""

    schema_version: int = SCHEMA_VERSION
    result: QueryResult | None = None
    failure: QueryFailure | None = None


class QueryOutcomes(Contract):
    """What the query function returns: an outcome for each query, in order, but for the last ones where all together
    are more than it may return. There is always one."""

    schema_version: int = SCHEMA_VERSION
    outcomes: tuple[QueryOutcome, ...] = Field(min_length=1)
