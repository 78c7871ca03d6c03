"""Turns: a question is sent, its reply read, its log followed, or it is cancelled."""

from typing import Annotated

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Header, Query
from pydantic import Field

from shared.contracts import Event, Reply, Timing
from shared.http.route import BODY, Asking, Body, Id, Shown, Synthetic, answers, routes
from shared.phases.messages import displayed
from shared.store.turns import TurnRecord
from shared.turn.acceptance.accept import LONGEST_QUESTION, accept
from shared.turn.acceptance.cancel import cancel
from shared.turn.polling import replied, waited_for
from shared.turn.rescue.rescue import read_turn

router = routes()
TAGS = ["turns"]
WAIT_SECONDS = 12
"""A function is held and paid for meanwhile: a turn takes a second or two without a model, and ten with one."""
JSON = "application/json"

Key = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=128,
        pattern=r"^[\x21-\x7e]+$",
        description="A key that you choose for this question: the same key and question return the same turn.",
        examples=["0c2f6e0e-7d1b-4a57-9a2f-5a6a1e2b7c11"],
    ),
]
After = Annotated[int, Query(ge=0, le=999_998, description="The last `seq` that you have seen.")]

Wait = Annotated[int, Query(ge=0, le=20, description="Seconds to wait for an entry if there is none yet.")]


class NewMessage(Body):
    """A question."""

    question: str = Field(
        min_length=1,
        max_length=LONGEST_QUESTION,
        examples=["Which region sells most?"],
        json_schema_extra={"pattern": r"\S"},  # told to clients; who sends blanks all the same is told in words
    )
    wait: bool = Field(default=False, description="Wait up to 12 seconds for the reply instead of asking for it later.")


class EventList(Shown):
    """Entries of a turn's log, in order. The last one of a turn is of type `complete`."""

    events: list[Event]


@router.post(
    "/sessions/<session_id>/messages",
    status_code=202,
    summary="Ask a question",
    description="The turn is accepted and runs; read it at /turns/{turn_id}. While one runs, a second is refused "
    "with the running turn's id.",
    tags=TAGS,
    operation_id="ask",
    responses={200: {"description": "The reply, if you waited for it."}}
    | answers("The turn is running.", *BODY, 404, 409, 429, status=202),
)
def ask(caller: Asking, session_id: Id, body: NewMessage, idempotency_key: Key = None) -> Response[Reply]:
    """Accepts the question; gives the reply where it is waited for and comes in time."""
    deps = caller.deps
    session = deps.sessions.get(session_id, caller.user_id)
    turn = accept(session, body.question, deps, idempotency_key=idempotency_key, limited=True)
    reply = view(replied(turn.turn_id, caller.user_id, deps, WAIT_SECONDS if body.wait else 0))
    return Response(
        status_code=202 if reply.status == "running" else 200,
        content_type=JSON,
        body=reply,
        headers={"Location": f"{caller.base}/turns/{turn.turn_id}"},
    )


@router.get(
    "/turns/<turn_id>",
    summary="Read a turn",
    description="The reply object. While the status is `running`, there is no text yet: ask again. "
    "`synthetic` includes the messages that Candor sent in the user's place.",
    tags=TAGS,
    operation_id="getTurn",
    responses=answers("The reply, or that the turn is running.", 404),
)
def get_turn(caller: Asking, turn_id: Id, synthetic: Synthetic = False) -> Reply:
    """The turn's reply, or that it runs."""
    return view(read_turn(turn_id, caller.user_id, caller.deps), synthetic=synthetic)


@router.delete(
    "/turns/<turn_id>",
    summary="Cancel a turn",
    description="A running turn is forfeited and says so; a turn that has its reply keeps it.",
    tags=TAGS,
    operation_id="cancelTurn",
    responses=answers("The one reply of the turn.", 404),
)
def cancel_turn(caller: Asking, turn_id: Id) -> Reply:
    """The one reply of the turn, which may be that it was cancelled."""
    return view(cancel(read_turn(turn_id, caller.user_id, caller.deps), caller.deps))


@router.get(
    "/turns/<turn_id>/events",
    summary="Follow a turn",
    description="The entries of the turn's log after the given one; with `wait`, as soon as there is one. Accept "
    "`text/event-stream` to get them as they arrive; `complete` brings the reply; `Last-Event-ID` resumes.",
    tags=TAGS,
    operation_id="listEvents",
    responses=answers("The entries.", 404),
)
def list_events(caller: Asking, turn_id: Id, after: After = 0, wait: Wait = 0) -> EventList:
    """The entries of the turn's log after one of them, or none where none came while it was waited."""
    read_turn(turn_id, caller.user_id, caller.deps)
    events = caller.deps.events
    return EventList(events=waited_for(lambda: events.read(turn_id, after=after), bool, caller.deps.clock, wait))


def view(record: TurnRecord, *, synthetic: bool = False) -> Reply:
    """The reply as it is displayed, or one that says that the turn is running."""
    if record.reply:
        return record.reply if synthetic else displayed(record.reply)
    turn = record.turn
    return Reply(
        turn_id=turn.turn_id,
        session_id=turn.session_id,
        status="running",
        timing=Timing(asked_at=turn.asked_at, deadline=turn.deadline),
    )
