"""Drives the steps of a consultation's turn as the state machine does, one after the other, on the real store."""

from collections.abc import Callable
from typing import Any

from shared.consultation.handoff import hand_over
from shared.consultation.round import converse
from shared.contracts import AgentResponse, AgentResult, Insights, Plan, Reply, Session, Task, Turn
from shared.deps import Deps
from shared.phases.phase import Phase, in_order
from shared.phases.slots import ConsultationSlot
from shared.turn.acceptance.accept import new_turn
from shared.turn.reply.caught_failure import record_failure
from shared.turn.reply.respond import respond

TASK = Task(task_id="1-sql_analytics", agent="sql_analytics", request="What is the total revenue?")
FOUND = AgentResponse(
    agent="sql_analytics",
    task_id=TASK.task_id,
    task=TASK.request,
    status="completed",
    result=AgentResult(insights=Insights(summary="The total revenue is known.")),
)

Around = Callable[[str, Callable[[], Any]], Any]
"""Runs a step by its name, with whatever is to go wrong about it."""


class Drive:
    """Turns of a consultation with these phases. A step that raises is told as the state machine would tell it."""

    def __init__(self, deps: Deps, phases: dict[str, Phase], around: Around = lambda _name, step: step()) -> None:
        self.deps, self.phases, self.around = deps, phases, around

    def say(self, session: Session, message: str) -> Reply:
        """The reply to a message."""
        return self.through(self.accepted(session, message))

    def accepted(self, session: Session, message: str) -> Turn:
        """The turn of a message, stored and pending. Raises SessionBusy."""
        turn = new_turn(session, message, self.deps)
        self.deps.turns.accept(turn)
        return turn

    def through(self, turn: Turn) -> Reply:
        """The turn's reply, by the states in their order."""
        event: dict[str, Any] = {"turn": turn.ref.model_dump(mode="json"), "errors": {}}
        name = "converse"
        try:
            if self.talked(turn) == "analyse":
                name = "coordinate"
                self.around("agents", lambda: self._found(turn))
        except Exception as error:  # noqa: BLE001 — a Catch takes whatever it is
            event["errors"][name] = {"Error": type(error).__name__, "Cause": ""}
            event["described"] = {"out": {"error_type": record_failure(event, self.deps)}}
        reply, _ = self.around("respond", lambda: respond(turn.turn_id, event, self.deps))
        self.deps.turns.release(turn)
        return reply  # type: ignore[no-any-return]

    def talked(self, turn: Turn) -> str:
        """Converse, and Handoff, in their loop; where they lead."""
        while (step := self.around("converse", lambda: converse(turn.turn_id, self.phases, self.deps))) == "handoff":
            if self.around("handoff", lambda: hand_over(turn.turn_id, self.phases, self.deps)) == "reply":
                return "reply"
        return str(step)

    def _found(self, turn: Turn) -> None:
        """What the agents leave behind."""
        self.deps.turns.save(turn.turn_id, "PLAN", Plan(kind="agents", waves=((TASK,),)))
        self.deps.turns.save(turn.turn_id, "RESPONSE", FOUND, TASK.task_id)


def phases_of(count: int) -> dict[str, Phase]:
    """So many phases of one slot each, the last of which analyses where there are several."""
    return in_order(
        [
            Phase(
                f"functions.phases.phase_{at}",
                place=at,
                label=f"Phase {at}",
                work=f"phase {at}",
                purpose="Learn one thing.",
                opens=f"This is phase {at}.",
                closes=f"Phase {at} is done.",
                slots=()
                if 1 < count == at
                else (
                    ConsultationSlot(name=f"slot_{'abcdefg'[at]}", label="Thing", ask="Which thing is it?", why="So."),
                ),
                analyses=1 < count == at,
            )
            for at in range(1, count + 1)
        ]
    )
