"""Assembly of a reply from what a turn has left behind, and the text that goes with it."""

from datetime import datetime

from shared.charts.charts import charts_of
from shared.confidence.rules import scored
from shared.contracts import AgentResponse, Consultation, Draft, Forfeit, Message, Receipt, Reply
from shared.failure.describe import on_the_wire
from shared.turn.judged_draft import JudgedDraft
from shared.turn.material import Material
from shared.turn.reply.withdrawal import withdrawn


def assembled(
    material: Material,
    draft: Draft,
    *,
    now: datetime,
    receipts: tuple[Receipt, ...] = (),
    forfeit: Forfeit | None = None,
    messages: tuple[Message, ...] = (),
    consultation: Consultation | None = None,
) -> Reply:
    """The reply with this text, its evidence, its assessment, and its cost; as one message, unless others are given."""
    turn, material = material.turn, withdrawn(material)
    assessment = material.assessment
    reply = Reply(
        turn_id=turn.turn_id,
        session_id=turn.session_id,
        status=material.status,
        text=draft.text,
        source=draft.source,
        messages=messages or (Message(role="assistant", agent=draft.agent, content=draft.text),),
        waves=material.plan.outline if material.plan else (),
        responses=tuple(map(_with_its_pictures_drawn, material.all_responses)),
        facts=material.facts,
        attempts=material.attempts,
        receipts=receipts,
        charts=charts_of(material.all_responses) if material.completed else (),
        forfeit=forfeit,
        error_context=on_the_wire(material.worst),
        assessment=assessment.told if isinstance(assessment, JudgedDraft) else assessment,
        usage=material.usage,
        timing=turn.timing(now),
        consultation=consultation,
    )
    return scored(reply, now)


def _with_its_pictures_drawn(response: AgentResponse) -> AgentResponse:
    """The response without the rows that only its pictures needed, and without what is no part of it."""
    shown = tuple(one.model_copy(update={"plotted": ()}) for one in response.result.results)
    result = response.result.model_copy(update={"results": shown})
    return response.model_copy(update={"result": result, "misread": ()})
