"""Rungs 7 to 9: replies from outside the workflow."""

import json
from contextlib import suppress
from datetime import timedelta
from typing import Any

from pydantic import ValidationError

from shared.contracts import ErrorContext, ErrorType, Reply, Turn, TurnRef
from shared.deps import Deps
from shared.errors import CandorError, unknown
from shared.failure.classify import classify_name
from shared.failure.describe import on_the_wire
from shared.failure.last_words import last_resort_reply, last_resort_text
from shared.log import logger
from shared.store.datasets import DatasetRecord, upload_key
from shared.store.turns import TurnRecord
from shared.store.uploads import VALID_SECONDS
from shared.turn.telemetry.metrics import of_abandoned

RESTART_AFTER = timedelta(seconds=15)
RESTART_NEEDS = timedelta(seconds=30)
READ_GRACE = timedelta(seconds=2)
MOST_RESTARTS = 1
UPLOAD_WINDOW = timedelta(seconds=VALID_SECONDS) + timedelta(minutes=10)
NEVER_CAME = "No file arrived within an hour. Begin a new dataset and send the file with the form that it gives."
UNREAD = "I could not read this file in time. Upload it again; if that fails too, try saving it as CSV."


def commit_from_outside(turn: Turn | TurnRef, error_type: ErrorType, failed_node: str, deps: Deps) -> Reply:
    """The reply from what the turn had found, or else the hardcoded one, committed from outside the workflow; or the
    reply that was there."""
    from shared.turn.rescue.salvage import (
        salvaged,  # all that guards and words a reply, which few readers of turns need
    )

    now = deps.clock.now()
    words = last_resort_reply(turn, error_type, at=now, source="rescue", failed_node=failed_node)
    return deps.turns.commit(salvaged(turn.turn_id, deps) or _as_recorded(words, deps), now)


def _as_recorded(words: Reply, deps: Deps) -> Reply:
    """The words for what a state had recorded of its failure, where one had the time."""
    with suppress(CandorError, ValidationError):
        if known := deps.turns.load(words.turn_id, "ERROR", ErrorContext):
            text = last_resort_text(known.error_type)
            message = words.messages[0].model_copy(update={"content": text})
            told = on_the_wire(known)
            return words.model_copy(update={"text": text, "messages": (message,), "error_context": told})
    return words


def rescue_execution(detail: dict[str, Any], deps: Deps) -> bool:
    """Commits the last words for a turn whose execution ended badly; False where it had its reply."""
    turn = TurnRef.model_validate(json.loads(detail["input"])["turn"])
    record = deps.turns.find(turn.turn_id)
    if record is None or record.reply:
        return False
    error_type = "timeout" if detail.get("status") == "TIMED_OUT" else _last_error(detail)
    commit_from_outside(record.turn, error_type, "Workflow", deps)
    return True


def _last_error(detail: dict[str, Any]) -> ErrorType:
    """The category of what the execution ended with."""
    return classify_name(str(detail.get("error") or ""), str(detail.get("cause") or ""))


def overdue_by(turn: Turn, deps: Deps) -> ErrorType:
    """Why a turn is overdue, as far as can be told from outside. One that left nothing could not be started, or could
    not reach its store; what left something took too long."""
    from shared.turn.context import TurnContext  # with all that may be asked of a model: for turns that are late

    found = deps.turns.belongings(turn.turn_id)
    return "timeout" if found.events or found.one("CONTEXT", TurnContext) else "connection"


def sweep(deps: Deps) -> dict[str, int]:
    """Restarts pending turns that never began and have time left; commits those past their deadline."""
    done = {"committed": 0, "restarted": 0, "failed": 0}
    for turn in deps.turns.pending():
        try:
            outcome = _look_after(turn, deps)
        except CandorError as error:
            logger.error("a pending turn could not be looked after", extra={"why": type(error).__name__})
            outcome = "failed"
        if outcome:
            done[outcome] += 1
    return done


def sweep_datasets(deps: Deps) -> dict[str, int]:
    """Starts the ingestion of uploads that were overlooked, once; rejects what waits in vain."""
    done = {"started": 0, "waited": 0, "rejected": 0, "failed": 0}
    for record in deps.datasets.stuck(deps.clock.now()):
        try:
            outcome = unstick(record, deps)
        except CandorError as error:
            logger.error("a waiting dataset could not be looked after", extra={"why": type(error).__name__})
            outcome = "failed"
        done[outcome] += 1
    return done


def sweep_consultations(deps: Deps) -> int:
    """Counts each consultation that has been abandoned since, once; how many there were."""
    now, counted = deps.clock.now(), 0
    for resting in deps.sessions.resting(now):
        if deps.sessions.note_abandoned(resting):
            counted += 1
            logger.info("consultation abandoned", extra=of_abandoned(resting, now, deps.settings.prefix))
    return counted


def unstick(record: DatasetRecord, deps: Deps, most_restarts: int = MOST_RESTARTS) -> str:
    """What becomes of a dataset that waits: its file is read once more, but not for ever, since reading it may be what
    ends its reader; or its upload is waited for; or it is rejected."""
    here = deps.objects.exists(upload_key(record.dataset_id))
    again = record.model_copy(update={"restarts": record.restarts + 1, "since": deps.clock.now()})
    if here and record.restarts < most_restarts:
        deps.datasets.change(again)
        deps.start_ingestion(record.dataset_id, f"s{record.revision}-{again.restarts}", record.version)
        return "started"
    if not here and deps.clock.now() - record.created_at < UPLOAD_WINDOW:
        deps.datasets.change(record.model_copy(update={"since": deps.clock.now()}))
        return "waited"
    reason = UNREAD if here else NEVER_CAME
    deps.datasets.change(record.model_copy(update={"status": "rejected", "reason": reason}))
    return "rejected"


def _look_after(turn: Turn, deps: Deps) -> str | None:
    now = deps.clock.now()
    if now >= turn.deadline:
        commit_from_outside(turn, overdue_by(turn, deps), "Workflow", deps)
        return "committed"
    if now - turn.asked_at > RESTART_AFTER and turn.deadline - now > RESTART_NEEDS:
        return "restarted" if deps.start_turn(turn.ref) else None
    return None


def read_turn(turn_id: str, user_id: str, deps: Deps) -> TurnRecord:
    """The turn as its user sees it. An overdue one gets its reply by being read. Raises UnknownResource."""
    record = deps.turns.get(turn_id)
    if record.turn.user_id != user_id:
        raise unknown("turn")
    if record.reply is None and deps.clock.now() > record.turn.deadline + READ_GRACE:
        reply = commit_from_outside(record.turn, overdue_by(record.turn, deps), "Workflow", deps)
        return record._replace(reply=reply, status=reply.status)
    return record
