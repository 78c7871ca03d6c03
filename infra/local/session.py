"""One question on a local cloud that lives as long as the question."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from infra.local.cloud import LocalCloud
from shared.clock import Clock
from shared.contracts import DatasetProfile, Event, Reply
from shared.data.engine import worker
from shared.data.ingestion import ingest
from shared.failure.errors import UnreadableData
from shared.settings import Settings


def asked(question: str, files: tuple[Path, ...], settings: Settings, on_event: Callable[[Event], None]) -> Reply:
    """The reply to a question about these files. Raises UnreadableData."""
    for file in files:
        readable(file)
    worker(settings.data_packages).ready()  # the process of the first query starts beside everything else
    with LocalCloud(settings, clock=Clock()) as cloud:
        session = cloud.session(tuple(uploaded(cloud, file) for file in files))
        return cloud.ask(session, question, on_event=on_event)


def conversed(
    questions: Iterable[str], files: tuple[Path, ...], settings: Settings, on_event: Callable[[Event], None]
) -> Iterator[Reply]:
    """The replies to one question after another, in one session. Raises UnreadableData."""
    for file in files:
        readable(file)
    worker(settings.data_packages).ready()  # the process of the first query starts beside everything else
    with LocalCloud(settings, clock=Clock()) as cloud:
        session = cloud.session(tuple(uploaded(cloud, file) for file in files))
        for question in questions:
            yield cloud.ask(session, question, on_event=on_event)


def uploaded(cloud: LocalCloud, file: Path) -> str:
    """The id of the dataset that the file became. Raises UnreadableData with the reason of a rejection."""
    record = cloud.upload(file)
    if record.status == "rejected":
        raise UnreadableData(f"{file.name}: {record.reason}")
    return record.dataset_id


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
