"""The port of ingestion: what it needs of the world around, and no more."""

from typing import TYPE_CHECKING, Protocol

from shared.clock import Clock
from shared.settings import Settings
from shared.store.datasets import DatasetStore
from shared.store.objects import Objects

if TYPE_CHECKING:
    from shared.embeddings.hosted import Embeddings


class Shelves(Protocol):
    """Where uploads lie, and what was made of them; with the clock by which their records are dated."""

    @property
    def datasets(self) -> DatasetStore:
        """Records and profiles of datasets."""

    @property
    def objects(self) -> Objects:
        """Uploads and Parquet files."""

    @property
    def clock(self) -> Clock:
        """The time of what is recorded."""


class IngestionPort(Shelves, Protocol):
    """The shelves, how much may be read, and what embeds words where a deployment names it."""

    @property
    def settings(self) -> Settings:
        """The limits of uploads, and whether samples may be shared."""

    @property
    def embeddings(self) -> "Embeddings | None":
        """What embeds words by the model that made the vectors of files."""


class ArrivalPort(Shelves, Protocol):
    """The shelves, and what starts an ingestion."""

    def start_ingestion(self, dataset_id: str, version: str, object_version: str | None = None) -> bool:
        """Starts reading a version of a file, unless it was started already."""
