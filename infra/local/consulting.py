"""A guided consultation in a terminal, on a local cloud that lives as long as it."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from functions.phases.analyzer import KEPT
from functions.registry import all_phases
from infra.local.file import Files
from infra.local.reporting import write_document
from infra.local.session import Watching, conversation, unwatched
from shared.consultation.brief import brief_document
from shared.contracts import Event, Reply
from shared.settings import Settings


def opening() -> str:
    """What a person reads before the first message: what the first phase is for, and its first question."""
    first = next(iter(all_phases().values()))
    return "\n\n".join((first.opens, first.slots[0].ask)) if first.slots else first.opens


def after_opening(text: str) -> str:
    """A reply without the sentence on what the first phase is for, which has been read, and without the one that is
    true of a session that is kept."""
    return text.removeprefix(next(iter(all_phases().values())).opens).replace(KEPT, "").strip()


def consulted(
    messages: Iterable[str],
    files: Files,
    settings: Settings,
    on_event: Callable[[Event], None],
    watching: Watching = unwatched,
    brief: Path | None = None,
) -> Iterator[Reply]:
    """The replies to one message after another, until the consultation is closed or nothing more is said; then its
    brief and findings are written, where a file is named. Raises UnreadableData."""
    with conversation(files, settings, watching, mode="consultation") as (cloud, session):
        for message in messages:
            reply = cloud.ask(session, message, on_event=on_event)
            yield reply
            if reply.consultation and reply.consultation.closed:
                break
        stood = cloud.deps.sessions.consultation(session.session_id)
        if brief and stood:
            write_document(brief_document(stood, all_phases(), cloud.deps), brief)
