"""A guided consultation in a terminal, on a local cloud that lives as long as it."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from functions.registry import all_phases
from infra.local.cloud import LocalCloud
from infra.local.session import prepared, uploaded
from shared.clock import Clock
from shared.consultation.brief import brief_of
from shared.contracts import Event, Reply
from shared.settings import Settings


def opening() -> str:
    """What a person reads before the first message: what the first phase is for, and its first question."""
    first = next(iter(all_phases().values()))
    return "\n\n".join((first.opens, first.slots[0].ask)) if first.slots else first.opens


def consulted(
    messages: Iterable[str],
    files: tuple[Path, ...],
    settings: Settings,
    on_event: Callable[[Event], None],
    brief: Path | None = None,
) -> Iterator[Reply]:
    """The replies to one message after another, until the consultation is closed or nothing more is said; then its
    brief and findings are written, where a file is named. Raises UnreadableData."""
    prepared(files, settings)
    with LocalCloud(settings, clock=Clock()) as cloud:
        session = cloud.session(tuple(uploaded(cloud, file) for file in files), mode="consultation")
        for message in messages:
            reply = cloud.ask(session, message, on_event=on_event)
            yield reply
            if reply.consultation and reply.consultation.closed:
                break
        stood = cloud.deps.sessions.consultation(session.session_id)
        if brief and stood:
            brief.write_text(brief_of(stood, all_phases(), cloud.deps))
