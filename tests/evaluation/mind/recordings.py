"""Conversations that somebody held in a model's place: what was asked, computed and drafted (the JSON files beside)."""

import json
from pathlib import Path
from typing import Any, Final

from shared.contracts import Contract, ToolUse

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[2]
PLAIN: Final = "plain"
HALVES: Final = ("development", "held_out", "fresh", PLAIN)
APART: Final = ("fresh_again", "stranger")
"""Kept apart: no part of the gate."""


class Recording(Contract):
    """One conversation about a question.

    `route` is what the coordinator called, `rounds` what the agent called, round by round, before it answered; `drafts`
    are its answers that are right, those among them that were handed back included. `tables` are files of this
    repository.
    """

    name: str
    tables: tuple[str, ...]
    question: str
    route: tuple[ToolUse, ...]
    rounds: tuple[tuple[ToolUse, ...], ...]
    drafts: tuple[str, ...]


def recordings(half: str) -> tuple[Recording, ...]:
    """All of one half."""
    path = HERE / f"{half}.json"
    given: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    return tuple(Recording.model_validate(one) for one in given)
