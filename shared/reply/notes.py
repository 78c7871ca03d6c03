"""What a reply says of the dependencies: without which it came about, and what to expect while something is slow."""

from collections.abc import Mapping

from shared.contracts import ReplySource
from shared.failure.health import State, expectations
from shared.model.failover import why_without
from shared.model.port import Detour

NOUNS = {"model": "language model", "query": "query engine", "objects": "file storage"}


def noted(text: str, source: ReplySource, health: Mapping[str, State], detours: tuple[Detour, ...] = ()) -> str:
    """The text with one sentence for each dependency that the person should know of and that it does not speak of."""
    lines = [] if source == "claude" else [why_without(detours)]
    spoken = "\n".join((text, *lines)).lower()
    told = {name for name, noun in NOUNS.items() if noun in spoken}
    if source == "claude" and health.get("model") == "down":
        told.add("model")
    return "\n\n".join(filter(None, (text, *lines, *expectations(health, without=tuple(told)))))
