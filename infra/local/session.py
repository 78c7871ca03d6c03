"""Questions on a local cloud that lives as long as they do."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from infra.local.cloud import LocalCloud
from infra.local.file import Files, readable
from infra.local.sheets import Fetch
from shared.clock import Clock
from shared.contracts import Event, Reply, Session, SessionMode
from shared.engine.engine import worker
from shared.errors import UnreadableData
from shared.ingestion.rejection import too_large
from shared.settings import Settings
from shared.store.datasets import DatasetRecord

Watching = Callable[[str, int], AbstractContextManager[object]]
"""Shows what is being done, with how many bytes, for as long as a block runs."""


def unwatched(_what: str, _bytes: int) -> AbstractContextManager[object]:
    """Shows nothing."""
    return nullcontext()


def nothing(_reply: Reply, _fetch: Fetch) -> None:
    """Is done with a reply that is only shown."""


def asked(
    question: str,
    files: Files,
    settings: Settings,
    on_event: Callable[[Event], None],
    watching: Watching = unwatched,
    then: Callable[[Reply, Fetch], object] = nothing,
) -> Reply:
    """The reply to a question about these files; `then` is done with it while its whole results can be fetched. Raises
    UnreadableData."""
    with conversation(files, settings, watching) as (cloud, session):
        reply = cloud.ask(session, question, on_event=on_event)
        then(reply, lambda link: cloud.deps.results.read(reply.turn_id, link.rsplit("/", 1)[-1]))
        return reply


def conversed(
    questions: Iterable[str],
    files: Files,
    settings: Settings,
    on_event: Callable[[Event], None],
    watching: Watching = unwatched,
) -> Iterator[Reply]:
    """The replies to one question after another, in one session. Raises UnreadableData."""
    with conversation(files, settings, watching) as (cloud, session):
        for question in questions:
            yield cloud.ask(session, question, on_event=on_event)


@contextmanager
def conversation(
    files: Files, settings: Settings, watching: Watching = unwatched, *, mode: SessionMode = "analysis"
) -> Iterator[tuple[LocalCloud, Session]]:
    """A local cloud and a session of this mode on these files in it. Raises UnreadableData."""
    _prepare(files, settings)
    with LocalCloud(settings, clock=Clock()) as cloud:
        yield cloud, cloud.session(uploaded(cloud, files, watching), mode=mode)


def _prepare(files: Files, settings: Settings) -> None:
    """Looks for the files, and has the process of the first query start beside everything else."""
    for file in files.paths:
        readable(file)
    if files.paths:
        worker(settings).ready()


def uploaded(cloud: LocalCloud, files: Files, watching: Watching = unwatched) -> tuple[str, ...]:
    """The ids of the datasets that the files became, each with parts of its own where it has other sheets, or lists of
    records. Raises UnreadableData with the reason of a rejection."""
    most, found = cloud.settings.upload_most_bytes, list[DatasetRecord]()
    for file in files.paths:
        if (size := file.stat().st_size) > most:  # what the form of an upload refuses in AWS, before a byte is sent
            raise UnreadableData(f"{file.name}: {too_large(size, most)}")
        with watching(f"Reading {file.name}", size):
            record = cloud.upload(file, overrides=files.overrides)
        if record.status == "rejected":
            raise UnreadableData(f"{file.name}: {record.reason}")
        found.append(record)
    return tuple(record.dataset_id for record in found)
