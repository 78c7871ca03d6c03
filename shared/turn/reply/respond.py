"""Writes the reply of a turn and commits it: the one place where text reaches a user."""

from typing import Any

from shared.contracts import Draft, ErrorContext, Forfeit, Reply, Usage
from shared.deps import Deps
from shared.errors import CandorError, ModelError
from shared.failure.classify import classify
from shared.failure.describe import describe, on_the_wire
from shared.failure.forfeit import worded
from shared.failure.last_words import last_resort_text
from shared.log import logger
from shared.model import templates
from shared.model.port import ExplainFailure
from shared.turn.draft.plain_answer import template
from shared.turn.draft.redraft import renewed
from shared.turn.draft.replacement import RESPONDING, forfeit_of, replacement
from shared.turn.draft.text_guard import NothingSafe, guard_draft
from shared.turn.material import Material, gather, progress_of
from shared.turn.reply.assembly import assembled
from shared.turn.reply.caught_failure import context_of, log_failure, note, note_unrecorded, with_caught
from shared.turn.reply.commit_queue import commit_or_queue
from shared.turn.reply.consultation import WHERE_IT_WAS, DraftWriter, consulted
from shared.turn.reply.notes import lacks_nothing, noted, owned_up
from shared.turn.reply.receipts import receipts_of
from shared.turn.reply.size_limit import fitted
from shared.turn.reply.translation import in_its_language
from shared.turn.reply.worded_fields import cleaned

EXPLAIN_SECONDS = 6.0
OUTSIDE_SECONDS = 2.0
"""What a guard outside may take of that."""


def respond(turn_id: str, event: dict[str, Any], deps: Deps) -> tuple[Reply, bool]:
    """(reply, whether it is committed): the turn's reply, this one or an earlier; or the one that the queue holds."""
    material = with_caught(cleaned(gather(turn_id, deps), deps.outgoing), event)
    unrecorded = context_of(event, material.context) if _explaining(event) and material.error is None else None
    material = material.model_copy(update={"error": material.error or unrecorded})
    material = material if material.error else renewed(material, deps)
    reply = fitted(compose(material, deps))
    _tell(reply, material, unrecorded, deps)
    return commit_or_queue(reply, deps)


def _tell(reply: Reply, material: Material, unrecorded: ErrorContext | None, deps: Deps) -> None:
    """Notes in the log what failed on the way and was not noted yet, and what comes."""
    now, log = deps.clock.now(), deps.events.of(reply.turn_id, material.events)
    if unrecorded:
        log_failure(reply.turn_id, unrecorded, critical=True)
        note(log, unrecorded, now)
    note_unrecorded(material, log, now)
    for context in material.worked_around:
        log_failure(reply.turn_id, context, critical=False)
        note(log, context, now, agent="candor")
    log.append("message", "Reply written", at=now, step_number=RESPONDING)


def _explaining(event: dict[str, Any]) -> bool:
    """Whether a critical state failed on the way here."""
    return "described" in event or "describe" in (event.get("errors") or {})


def compose(material: Material, deps: Deps) -> Reply:
    """The reply to what the turn has left behind; what wording it took is counted."""
    spent = Usage()

    def said(shown: Material) -> Draft:
        nonlocal spent
        draft = words(shown, deps)
        spent += draft.usage
        return draft

    reply = _composed(material, deps, said)
    worded = reply.source == "claude" and spent.model
    return reply.model_copy(update={"usage": spent + reply.usage if worded else reply.usage + spent})


def _composed(material: Material, deps: Deps, words: DraftWriter) -> Reply:
    if material.rounds:
        return consulted(material, deps, words)
    draft = words(material)
    if material.turn.mode == "consultation":
        draft = draft.model_copy(update={"text": f"{draft.text}\n\n{WHERE_IT_WAS}"})
    return assembled(
        material,
        draft,
        now=deps.clock.now(),
        receipts=receipts_of(material, deps),
        forfeit=_forfeit(material, draft),
    )


def _forfeit(material: Material, draft: Draft) -> Forfeit | None:
    if material.status != "forfeited":
        return None
    return material.forfeit or worded(forfeit_of(material)).model_copy(update={"message": draft.text})


def words(material: Material, deps: Deps) -> Draft:
    """The text: guarded, or in its place one from templates and facts, or the hardcoded one."""
    try:
        draft = safe_words(material, deps)
        health = deps.health.current(material.context.health)
        told = noted(owned_up(draft, material), health, whole=lacks_nothing(material))
        return in_its_language(told, len(draft.text), material, deps, step=RESPONDING)
    except (CandorError, NothingSafe, ValueError) as error:
        logger.error("no text but the hardcoded one", extra={"why": type(error).__name__})
        kind = material.worst.error_type if material.worst else classify(error)
        return Draft(text=last_resort_text(kind), source="last_resort")


def safe_words(material: Material, deps: Deps) -> Draft:
    """What may be shown of what the turn has left behind, with the usage of what is worded only now. Raises
    NothingSafe, CandorError."""
    if material.completed and material.replaced:
        return material.renewed or replacement(material, deps)
    if material.completed:
        kept = material.renewed or material.guarded
        return kept.model_copy(update={"usage": Usage()}) if kept else guard_draft(template(material), material)
    if material.status == "forfeited" and material.forfeit:
        return Draft(text=material.forfeit.message, source="template")
    return guard_draft(explanation(material, deps), material, deps.outgoing)


def explanation(material: Material, deps: Deps) -> Draft:
    """What failed, told by the model; by a template where no model answers."""
    request = ExplainFailure(
        question=material.turn.question,
        error=on_the_wire(material.worst) or describe(failed_node="Workflow", error_type="unknown"),
        facts=material.facts,
        attempts=material.attempts,
        health=material.context.health,
    )
    left = deps.clock.seconds_until(material.turn.deadline)
    longest = EXPLAIN_SECONDS - (OUTSIDE_SECONDS if deps.outgoing else 0.0)
    try:
        with progress_of(material, deps).asking(RESPONDING):
            answered = deps.model.ask(request, seconds=max(0.5, min(longest, left - 4.0)))
    except ModelError as error:
        return Draft(text=templates.explain(request).text, source="template", usage=error.usage)
    return Draft(text=answered.value.text, source=answered.source, usage=answered.usage)
