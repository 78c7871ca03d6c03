"""A file of this machine, looked at without the local cloud."""

from pathlib import Path
from tempfile import TemporaryDirectory

from shared.contracts import DatasetProfile
from shared.errors import UnreadableData
from shared.ingestion import ingest


def profiled(file: Path) -> DatasetProfile:
    """The profile of a file. Raises UnreadableData."""
    readable(file)
    with TemporaryDirectory() as folder:
        return ingest(file, Path(folder) / "data.parquet", dataset_id="profile", file_name=file.name)


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
