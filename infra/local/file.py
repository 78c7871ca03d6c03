"""Files of this machine, and one looked at without the local cloud."""

import os
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from shared.contracts import DatasetProfile, Overrides
from shared.errors import BadRequest, UnreadableData


@dataclass(frozen=True)
class Files:
    """What is asked about, and how it is to be read."""

    paths: tuple[Path, ...] = ()
    overrides: Overrides = field(default_factory=Overrides)


def profiled(file: Path, overrides: Overrides) -> DatasetProfile:
    """The profile of a file. Raises UnreadableData."""
    from shared.ingestion.pipeline import ingest  # and all that reads files: of no use to the other commands

    readable(file)
    with TemporaryDirectory() as folder:
        target = Path(folder) / "data.parquet"
        return ingest(file, target, dataset_id="profile", file_name=file.name, overrides=overrides)


def readable(file: Path) -> None:
    """Raises UnreadableData where there is no file to read."""
    if not file.exists():
        raise UnreadableData(f"There is no file {file}; check the path.")
    if not file.is_file():
        raise UnreadableData(f"{file} is not a file; name one file to ask about.")
    try:
        file.open("rb").close()
    except OSError as error:
        raise UnreadableData(f"{file} cannot be opened; check its permissions.") from error


def require_writable(file: Path, what: str) -> None:
    """Raises BadRequest where a file can't be written: better before the question than after the answer. `what` is what
    would be in it: "The table"."""
    if file.is_dir():
        raise BadRequest(f"{what} cannot be written to {file}: it is a folder; name a file in it.")
    if not file.parent.is_dir():
        raise BadRequest(f"{what} cannot be written to {file}: there is no folder {file.parent}.")
    if not os.access(file if file.exists() else file.parent, os.W_OK):
        raise BadRequest(f"{what} cannot be written to {file}; check the permissions.")
