"""A recorded conversation played back over the Messages API, with this or another answer at its end."""

from dataclasses import dataclass, field
from typing import Any

from infra.lab.messages_api import Says, Wire, calls
from infra.lab.recorded import Recorded
from shared.contracts import ToolUse
from tests.evaluation.mind.recordings import Recording

AGREES = 0.95


@dataclass
class Playback:
    """Answers each request of a turn as the recording does, and insists on `answer` however often it is handed back.

    `seen` are the tables that came back, by their names (t1, t2 …), as a model sees them; `judged` counts the judges
    who were asked of the answer, `beside` those asked of the query while it was written. The judge agrees with
    everything, so that what is kept back was kept back without it.
    """

    recording: Recording
    answer: str
    round: int = 0
    seen: dict[str, dict[str, Any]] = field(default_factory=dict)
    handed_back: list[str] = field(default_factory=list)
    judged: int = 0
    beside: int = 0

    def __call__(self, request: Recorded, wire: Wire) -> None:
        if "assign_tasks" in request.tools:
            content = _said(self.recording.route)
        elif "answer" in request.tools:
            content = self._move(request)
        elif "score" in str(request.body.get("output_config")):
            self.beside += request.fenced("words") is not None
            self.judged += request.fenced("words") is None
            Says.json(score=AGREES, category=None)(request, wire)
            return
        else:
            Says.json(text=self.answer)(request, wire)
            return
        Says(content, "tool_use")(request, wire)

    def _move(self, request: Recorded) -> list[dict[str, Any]]:
        self.seen |= {table["table"]: table for result in request.results for table in result.get("tables", ())}
        if self.round < len(self.recording.rounds):
            self.round += 1
            return _said(self.recording.rounds[self.round - 1])
        self.handed_back += _errors(request)
        return [calls("answer", {"text": self.answer})]


def _said(uses: tuple[ToolUse, ...]) -> list[dict[str, Any]]:
    return [calls(use.name, use.input, f"toolu_{at}_{use.name}") for at, use in enumerate(uses)]


def _errors(request: Recorded) -> list[str]:
    """What came back as wrong, in the last message."""
    blocks = request.body["messages"][-1]["content"]
    return [str(block["content"]) for block in blocks if block["type"] == "tool_result" and block.get("is_error")]
