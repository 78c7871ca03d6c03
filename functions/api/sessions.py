"""Sessions: a conversation on some datasets, its settings and its history."""

from datetime import datetime
from typing import Any, Literal

from pydantic import Field

from shared.consultation.brief import brief_of
from shared.contracts import CategoryTexts, Consultation, Message, Session, SessionMode, SessionSettings, TurnStatus
from shared.contracts.dataset import MOST_DATASETS
from shared.errors import UnknownResource
from shared.http.caller import Caller
from shared.http.forget import forget_session
from shared.http.route import (
    BODY,
    MOST_SHOWN,
    Asking,
    Before,
    Body,
    GivenId,
    Id,
    PageLimit,
    Shown,
    Synthetic,
    answers,
    routes,
)
from shared.ids import new_id
from shared.phases.advance import abandoned_in
from shared.phases.messages import is_shown
from shared.store.parts import asked_about
from shared.store.turns import TurnRecord
from shared.turn.intake.effective_settings import FailsafeSettings, effective

router = routes()
TAGS = ["sessions"]


class SettingsChange(Body):
    """What this session sets for itself; null restores the deployment's value."""

    failsafe_enabled: bool | None = Field(default=None, description="Whether drafts are assessed before they go out.")
    confidence_threshold: float | None = Field(
        default=None, ge=0.0, le=1.0, description="Drafts that score lower are not sent as written.", examples=[0.8]
    )
    category_texts: CategoryTexts | None = Field(
        default=None, description="Replacement texts by category; the other categories keep theirs."
    )


class NewSession(Body):
    """A conversation to begin."""

    dataset_ids: list[GivenId] = Field(default_factory=list, max_length=MOST_DATASETS)
    mode: SessionMode = "analysis"
    settings: SettingsChange = Field(default_factory=SettingsChange)


class SessionChange(Body):
    """What to change; fields that are left out stay as they are."""

    settings: SettingsChange


class SessionView(Shown):
    """A session; `effective` are the settings in force. `consultation` is the state of a guided consultation: its
    phase, what each phase has learned, and how its handoffs went; None if none has begun. `abandoned_in` is the phase
    in which it has been idle for a day."""

    session_id: str
    mode: SessionMode
    dataset_ids: list[str]
    settings: SessionSettings
    effective: FailsafeSettings
    created_at: datetime
    consultation: Consultation | None = None
    abandoned_in: str | None = None


class BriefView(Shown):
    """The brief and the findings of a consultation, in Markdown."""

    markdown: str


class SessionList(Shown):
    """Sessions, newest first. If there are more, `next` is the `before` of the next page."""

    sessions: list[SessionView]
    next: str | None = None


class HistoryEntry(Shown):
    """One message as it is shown."""

    turn_id: str
    status: TurnStatus
    role: Literal["user", "assistant", "system"]
    agent: str
    content: str
    at: datetime
    metadata: dict[str, Any] = Field(default_factory=dict)


class History(Shown):
    """The latest turns of a conversation, oldest message first; synthetic messages are left out unless
    `synthetic` asks for them. If there are earlier turns, `next` is the `before` of the page with them."""

    messages: list[HistoryEntry]
    next: str | None = None


@router.post(
    "/sessions",
    status_code=201,
    summary="Begin a conversation",
    description="About these datasets and their `parts` (the other sheets of a workbook, or lists of records inside "
    "JSON records), up to the ten datasets of a session.",
    tags=TAGS,
    operation_id="createSession",
    responses=answers("The session.", *BODY, 404, status=201),
)
def create_session(caller: Asking, body: NewSession) -> SessionView:
    """Stores a session on datasets of the caller, and on their parts."""
    records = asked_about(body.dataset_ids, caller.user_id, caller.deps.datasets)
    session = Session(
        session_id=new_id("sess"),
        user_id=caller.user_id,
        mode=body.mode,
        dataset_ids=tuple(record.dataset_id for record in records),
        settings=SessionSettings.model_validate(body.settings.model_dump()),
        created_at=caller.deps.clock.now(),
    )
    caller.deps.sessions.create(session)
    return shown(session, caller)


@router.get(
    "/sessions",
    summary="List your sessions",
    tags=TAGS,
    operation_id="listSessions",
    responses=answers("Your sessions."),
)
def list_sessions(caller: Asking, limit: PageLimit = MOST_SHOWN, before: Before = None) -> SessionList:
    """The caller's sessions."""
    page = caller.deps.sessions.page(caller.user_id, before=before, limit=limit)
    return SessionList(sessions=[shown(one, caller) for one in page.found], next=page.next)


@router.get(
    "/sessions/<session_id>",
    summary="See a session",
    tags=TAGS,
    operation_id="getSession",
    responses=answers("The session.", 404),
)
def get_session(caller: Asking, session_id: Id) -> SessionView:
    """One session."""
    return shown(caller.deps.sessions.get(session_id, caller.user_id), caller, whole=True)


@router.get(
    "/sessions/<session_id>/brief",
    summary="Read a consultation's brief and findings",
    description="One document: what each phase has learned, and what the agents found.",
    tags=TAGS,
    operation_id="getBrief",
    responses=answers("The document.", 404),
)
def get_brief(caller: Asking, session_id: Id) -> BriefView:
    """The brief of a consultation that has begun; 404 where none has."""
    session = caller.deps.sessions.get(session_id, caller.user_id)
    consultation = caller.deps.sessions.consultation(session.session_id)
    if consultation is None:
        raise UnknownResource("No consultation has begun in this session.")
    from functions.registry import all_phases  # with everything that phases are made of: for this answer only

    return BriefView(markdown=brief_of(consultation, all_phases(), caller.deps))


@router.patch(
    "/sessions/<session_id>",
    summary="Change a session's settings",
    description="For example, how confident an answer must be before it is sent.",
    tags=TAGS,
    operation_id="changeSession",
    responses=answers("The session as it is now.", *BODY, 404),
)
def change_session(caller: Asking, session_id: Id, body: SessionChange) -> SessionView:
    """Changes the settings that are named."""
    session = caller.deps.sessions.get(session_id, caller.user_id)
    settings = session.settings.model_copy(update=body.settings.model_dump(exclude_unset=True))
    changed = session.model_copy(update={"settings": settings})
    caller.deps.sessions.update(changed)
    return shown(changed, caller)


@router.delete(
    "/sessions/<session_id>",
    status_code=204,
    summary="Delete a session",
    description="With all its turns.",
    tags=TAGS,
    operation_id="deleteSession",
    responses=answers("It is gone.", 404, 409, status=204),
)
def delete_session(caller: Asking, session_id: Id) -> None:
    """Forgets the session."""
    forget_session(caller.deps.sessions.get(session_id, caller.user_id), caller.deps)


@router.get(
    "/sessions/<session_id>/messages",
    summary="Read the conversation",
    tags=TAGS,
    operation_id="listMessages",
    responses=answers("The conversation.", 404),
)
def list_messages(
    caller: Asking, session_id: Id, limit: PageLimit = MOST_SHOWN, before: Before = None, synthetic: Synthetic = False
) -> History:
    """The questions and replies of a session."""
    session = caller.deps.sessions.get(session_id, caller.user_id)
    page = caller.deps.turns.page(session.session_id, before=before, limit=limit)
    return History(
        messages=[entry for record in reversed(page.found) for entry in told(record, synthetic=synthetic)],
        next=page.next,
    )


def told(record: TurnRecord, *, synthetic: bool = False) -> list[HistoryEntry]:
    """The question of a turn and the messages of its reply that are to be seen, synthetic ones by request."""
    turn, reply = record.turn, record.reply
    asked = Message(role="user", agent="user", content=turn.question)
    answers = reply.messages if reply else ()
    seen = [message for message in (asked, *answers) if synthetic or is_shown(message)]
    ended = reply.timing.completed_at if reply and reply.timing else None
    return [
        HistoryEntry(
            turn_id=turn.turn_id,
            status=record.status,
            at=turn.asked_at if message is asked else ended or turn.asked_at,
            **message.model_dump(),
        )
        for message in seen
    ]


def shown(session: Session, caller: Caller, *, whole: bool = False) -> SessionView:
    """The session as its owner sees it, `whole` with where its consultation stands."""
    asked = whole and session.mode == "consultation"
    stands = caller.deps.sessions.consultation(session.session_id) if asked else None
    return SessionView(
        session_id=session.session_id,
        mode=session.mode,
        dataset_ids=list(session.dataset_ids),
        settings=session.settings,
        effective=effective(caller.deps.settings, caller.deps.deployment.failsafe(), session.settings),
        created_at=session.created_at,
        consultation=stands,
        abandoned_in=abandoned_in(stands, caller.deps.clock.now()) if stands else None,
    )
