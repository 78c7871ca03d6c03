"""Acceptance: a question becomes a turn, and its execution starts."""

import hashlib
from datetime import timedelta

from shared.contracts import FiringRef, Session, Turn
from shared.deps import Deps
from shared.errors import BadRequest, StoreUnavailable
from shared.ids import new_id
from shared.log import logger
from shared.store.quotas import QuotaSpent
from shared.store.turns import AlreadyAccepted

LONGEST_QUESTION = 4000


def accept(
    session: Session,
    question: str,
    deps: Deps,
    *,
    idempotency_key: str | None = None,
    limited: bool = False,
    firing: FiringRef | None = None,
) -> Turn:
    """The stored turn, pending, its execution started; the same turn for the same key and question.

    A `limited` one is taken from its user's quotas; `firing` is whose question it is where a watch asks.
    Raises BadRequest, Conflict (SessionBusy, AlreadyAccepted), QuotaExceeded,
    StoreUnavailable. A refused start is not an error: the turn is stored, and the sweeper starts it.
    """
    text = _storable(question).strip()
    if not text:
        raise BadRequest("The question is empty; write what you want to know.")
    if len(text) > LONGEST_QUESTION:
        raise BadRequest(f"The question is longer than {LONGEST_QUESTION} characters; shorten it.")
    turn = new_turn(session, text, deps, idempotency_key, firing)
    try:
        deps.turns.accept(
            turn, fingerprint=fingerprint(session.session_id, text), quotas=deps.quotas if limited else None
        )
    except QuotaSpent as spent:
        if spent.of_all:
            _say_so(deps)
        raise
    except AlreadyAccepted as accepted:
        if not accepted.same:
            raise
        turn = deps.turns.get(accepted.turn_id).turn
    start(turn, deps)
    return turn


def _say_so(deps: Deps) -> None:
    """Tells those who run the deployment that it answers nobody any more today."""
    from shared.turn.telemetry.metrics import limit_reached  # only then

    logger.warning("the daily limit is reached", extra=limit_reached(deps.settings.prefix, deps.clock.now()))


def _storable(text: str) -> str:
    """The text with a mark in place of each half of a character, which no store and no answer can hold."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def start(turn: Turn, deps: Deps) -> None:
    """Starts the turn's execution, or leaves that to the sweeper."""
    try:
        deps.start_turn(turn.ref)
    except StoreUnavailable as error:
        logger.error("the execution could not be started", extra={"turn_id": turn.turn_id, "why": str(error)})


def new_turn(
    session: Session,
    question: str,
    deps: Deps,
    idempotency_key: str | None = None,
    firing: FiringRef | None = None,
) -> Turn:
    """A turn that nobody knows yet, with the deployment's deadline."""
    now = deps.clock.now()
    return Turn(
        turn_id=new_id("turn"),
        session_id=session.session_id,
        user_id=session.user_id,
        question=question,
        mode=session.mode,
        dataset_ids=session.dataset_ids,
        asked_at=now,
        deadline=now + timedelta(seconds=deps.settings.turn_seconds),
        idempotency_key=idempotency_key,
        firing=firing,
    )


def fingerprint(session_id: str, question: str) -> str:
    """The SHA-256 of session and question: a repeated request has the same one."""
    return hashlib.sha256(f"{session_id}\n{question}".encode()).hexdigest()
