"""What a mind does about a task: the calls of a round, what came of them, and how it ends."""

from typing import Literal

from pydantic import JsonValue, SerializeAsAny

from shared.analysis.base import Analysis
from shared.contracts import ChartHint, Contract, Forfeit, PlannedQuery

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


class Move(Contract):
    """What an agent does next: compute, answer, or forfeit.

    A model makes `calls`, and `content` is what it said, to be handed back with their results; or it gives its
    `answer`, with references to what was computed. No-model mode knows its `analyses` at once and words them itself.
    `text` is an answer that needs no data; `readings` are the assumptions; `language` is the answer's, a BCP 47 tag.
    """

    calls: tuple[Call, ...] = ()
    content: tuple[dict[str, JsonValue], ...] = ()
    answer: str = ""
    analyses: tuple[SerializeAsAny[Analysis], ...] = ()
    readings: tuple[str, ...] = ()
    text: str = ""
    language: str = "en"
    visualization_hint: ChartHint = "table"
    forfeit: Forfeit | None = None
