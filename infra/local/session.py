"""One question on a local cloud that lives as long as the question."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from infra.local.cloud import LocalCloud
from infra.local.file import readable
from shared.clock import Clock
from shared.contracts import Event, Reply
from shared.engine.engine import worker
from shared.errors import UnreadableData
from shared.settings import Settings


def asked(question: str, files: tuple[Path, ...], settings: Settings, on_event: Callable[[Event], None]) -> Reply:
    """The reply to a question about these files. Raises UnreadableData."""
    prepared(files, settings)
    with LocalCloud(settings, clock=Clock()) as cloud:
        session = cloud.session(tuple(uploaded(cloud, file) for file in files))
        return cloud.ask(session, question, on_event=on_event)


def conversed(
    questions: Iterable[str], files: tuple[Path, ...], settings: Settings, on_event: Callable[[Event], None]
) -> Iterator[Reply]:
    """The replies to one question after another, in one session. Raises UnreadableData."""
    prepared(files, settings)
    with LocalCloud(settings, clock=Clock()) as cloud:
        session = cloud.session(tuple(uploaded(cloud, file) for file in files))
        for question in questions:
            yield cloud.ask(session, question, on_event=on_event)


def prepared(files: tuple[Path, ...], settings: Settings) -> None:
    """Looks for the files, and has the process of the first query start beside everything else."""
    for file in files:
        readable(file)
    if files:
        worker(settings.data_packages, settings.library_path).ready()


def uploaded(cloud: LocalCloud, file: Path) -> str:
    """The id of the dataset that the file became. Raises UnreadableData with the reason of a rejection."""
    record = cloud.upload(file)
    if record.status == "rejected":
        raise UnreadableData(f"{file.name}: {record.reason}")
    return record.dataset_id
