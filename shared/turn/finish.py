"""What follows from a commit, whichever rung of the ladder made it. Doing it twice changes nothing."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from shared.contracts import Attempt, DatasetDecided, Event, Reply, Turn, TurnEnded, WatchFired, WatchMessage
from shared.deps import Deps
from shared.errors import StoreUnavailable
from shared.failure.forfeit import complete_event_data, forfeit_event_data
from shared.log import logger
from shared.store.datasets import DatasetRecord
from shared.store.turns import TurnRecord
from shared.turn.telemetry.metrics import category_triggered, figures

ANNOUNCED = {
    "answered": "TurnCompleted",
    "partial": "TurnCompleted",
    "forfeited": "TurnForfeited",
    "failed": "TurnFailed",
}
ANNOUNCEMENT = "ANNOUNCED"
DECIDED = {"ready": "DatasetReady", "rejected": "DatasetRejected"}


def finish(record: TurnRecord, deps: Deps) -> None:
    """Keeps the attempts, frees the session, ends the log, counts the tokens and announces.

    Raises StoreUnavailable where some of it could not be done; then all of it may be done again.
    """
    turn, reply = record.turn, record.reply
    if reply is None:
        return
    given_up = gave_up(reply, deps.clock.now())
    deps.turns.record_attempts(turn, given_up)
    deps.tally.note(turn, counted(reply, given_up))
    if reply.assessment and category_triggered(reply):
        deps.reviews.flag(turn, reply.assessment)
    deps.turns.release(turn)
    found = deps.turns.belongings(turn.turn_id)
    _end_log(reply, found.events, deps)
    tokens = reply.usage.input_tokens + reply.usage.output_tokens
    deps.quotas.spend(turn, tokens, deps.clock.now(), reply.usage.price_usd)
    if not found.has(ANNOUNCEMENT) and _announce(turn, reply, deps):
        _trace(turn, reply, found.events, deps)


def _end_log(reply: Reply, known: Sequence[Event], deps: Deps) -> None:
    """The turn's own `forfeit` event where it is one, whichever rung forfeited; the last `handoff` of a consultation
    that it closed; with them `complete`, the last one."""
    log, now = deps.events.of(reply.turn_id, known), deps.clock.now()
    if reply.status == "forfeited" and reply.forfeit:
        told = forfeit_event_data(reply.forfeit, "turn")
        log.append("forfeit", "Forfeited", at=now, step_number=6, data=told, soon=True)
    for said in reply.messages:
        moved = said.metadata.get("transition")
        if moved and moved["to"] is None:  # the boundary behind the last phase
            data = {**moved, "line": said.content}
            log.append("handoff", said.content, at=now, agent=moved["from"], step_number=3, data=data, soon=True)
    ended = complete_event_data(reply.status, reply.forfeit)
    log.append("complete", "Reply committed", at=now, step_number=8, data=ended, needed=True)


def gave_up(reply: Reply, now: datetime) -> list[Attempt]:
    """What the ledger keeps: every forfeit and failure of an agent, or else the forfeit of the turn as a whole."""
    told = [attempt for attempt in reply.attempts if attempt.outcome in ("forfeited", "failed")]
    if told or reply.forfeit is None:
        return told
    return [
        Attempt(
            agent="coordinator",
            task_id="",
            step="plan",
            action="Looked for an agent that can answer",
            outcome="forfeited",
            reason=reply.forfeit.reason,
            code=reply.forfeit.code,
            at=reply.timing.completed_at if reply.timing and reply.timing.completed_at else now,
        )
    ]


def counted(reply: Reply, given_up: Sequence[Attempt]) -> list[Attempt]:
    """What is counted of it: what each task ended in that was not completed, and no query that was mended."""
    completed = {response.task_id for response in reply.responses if response.status == "completed"}
    return list({one.task_id: one for one in given_up if one.task_id not in completed}.values())


def announce_dataset(record: DatasetRecord, before: str | None, deps: Deps) -> bool:
    """Tells of a dataset's verdict where it is new: `before` is the status that it had."""
    if record.status == before or record.status not in DECIDED:
        return False
    told = DatasetDecided(
        announcement_id=f"{record.dataset_id}:{record.revision}:{record.status}",
        user_id=record.user_id,
        sequence=record.revision + 1,
        dataset_id=record.dataset_id,
        status="ready" if record.status == "ready" else "rejected",
        reason=record.reason,
        revision=record.revision,
    )
    deps.publish(DECIDED[record.status], told.wire())
    return True


def announce_message(message: WatchMessage, deps: Deps) -> None:
    """Publishes a watch's message as a WatchFired event; a repeated call publishes the same id, so that it can be
    ignored."""
    told = WatchFired(announcement_id=f"{message.watch_id}:{message.sequence}", **message.model_dump())
    deps.publish("WatchFired", told.wire())


def _announce(turn: Turn, reply: Reply, deps: Deps) -> bool:
    """Tells the bus, and notes it: told again only where the bus may not have heard, with the same id. Whether it is
    the first to note it, of two that do this at the same time."""
    told = TurnEnded.model_validate(
        {
            "announcement_id": turn.turn_id,
            "user_id": turn.user_id,
            "sequence": 1,
            "turn_id": turn.turn_id,
            "session_id": turn.session_id,
            "status": reply.status,
            "source": reply.source,
        }
    )
    deps.publish(ANNOUNCED[reply.status], told.wire())
    first = True
    with suppress(StoreUnavailable):  # the bus has heard: to fail now would have it told again
        first = deps.turns.note_done(turn.turn_id, ANNOUNCEMENT)
    about = {**line_of(reply), **figures(turn, reply, deps.settings.prefix)}
    logger.info("turn ended", extra={"turn_id": turn.turn_id, **about})
    return first


def _trace(turn: Turn, reply: Reply, events: Sequence[Event], deps: Deps) -> None:
    """Sends the turn's trace, where a deployment names a collector."""
    if deps.settings.traces:
        from shared.turn.telemetry.collector import sent  # nothing is loaded for it where there is none

        sent(turn, reply, events, deps)


def line_of(reply: Reply) -> dict[str, object]:
    """What the log says of a reply beside its figures: no word of question or answer."""
    error, assessment = reply.error_context, reply.assessment
    return {
        "failsafe": assessment.verdict if assessment else None,
        "failsafe_category": assessment.error_category if assessment else None,
        "confidence": assessment.confidence_score if assessment else None,
        "forfeit": reply.forfeit.code if reply.forfeit else None,
        "gave_up": sorted({one.agent for one in reply.attempts if one.outcome == "forfeited"}),
        "failed_node": error.failed_node if error else None,
        "error_type": error.error_type if error else None,
    }
