"""Questions from the bus: an event of a principal, who stands for a user, becomes an accepted turn."""

import hashlib

from pydantic import Field

from shared.contracts import Contract, Session, Turn
from shared.deps import Deps
from shared.errors import Unauthorized
from shared.store.parts import asked_about
from shared.turn.acceptance.accept import accept


class Question(Contract):
    """What is asked, about what. Without a session, one of its own is begun."""

    question: str
    session_id: str | None = None
    dataset_ids: tuple[str, ...] = ()


class QuestionEvent(Contract):
    """The event as EventBridge delivers it; its id makes a second delivery the same turn.

    `source` is the principal: who may put events of a source is said in the bus's policy, and by nobody in the event.
    """

    id: str = Field(min_length=1, max_length=64)
    source: str
    detail: Question


def take_question(event: QuestionEvent, deps: Deps) -> Turn:
    """The accepted turn. Raises Unauthorized for an unmapped principal, and whatever acceptance raises."""
    asked = event.detail
    user_id = deps.settings.principals.get(event.source)
    if user_id is None:
        raise Unauthorized("This principal stands for no user; map it in the deployment's settings.")
    session = _session(event, user_id, deps)
    return accept(session, asked.question, deps, idempotency_key=f"event-{event.id}", limited=True)


def _session(event: QuestionEvent, user_id: str, deps: Deps) -> Session:
    if event.detail.session_id:
        return deps.sessions.get(event.detail.session_id, user_id)
    records = asked_about(event.detail.dataset_ids, user_id, deps.datasets)
    session = Session(
        session_id=f"sess_{hashlib.sha256(f'{user_id} {event.id}'.encode()).hexdigest()[:26]}",
        user_id=user_id,
        dataset_ids=tuple(record.dataset_id for record in records),
        created_at=deps.clock.now(),
    )
    deps.sessions.create(session)
    return session
