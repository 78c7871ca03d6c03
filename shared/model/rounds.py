"""Rounds of computing about a task: what a model calls, and what came of each call."""

from collections.abc import Callable
from typing import Final, Literal

from pydantic import JsonValue, SerializeAsAny

from shared.analysis.base import Analysis
from shared.contracts import Contract, PlannedQuery

ANSWERING: Final = "answer"
"""The tool by whose call a model answers."""
ToolBegun = Callable[[str], None]
"""Is told the name of a tool as a model begins to call it, in the thread that hears the model."""
RoundsLeft = Literal["several", "one", "none"]
"""How many rounds of computing remain."""


class Call(Contract):
    """One thing to compute, as a model asked for it: an analysis or a query, or what is wrong with the call."""

    id: str
    analysis: SerializeAsAny[Analysis] | None = None
    query: PlannedQuery | None = None
    problem: str = ""


class CallResult(Contract):
    """What came of a call, for whoever made it: compact rows behind their references, or what went wrong."""

    id: str
    told: JsonValue
    failed: bool = False


class Round(Contract):
    """One round of a conversation: what the model said, as it came, and what came of each of its calls."""

    content: tuple[dict[str, JsonValue], ...]
    results: tuple[CallResult, ...]
