"""Watches: questions that are asked again by the clock or on new data, and what was told of their answers."""

from datetime import datetime
from typing import Annotated

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Query
from pydantic import Field

from shared.contracts import BoundFigure, Watch, WatchCondition, WatchMessage, WatchState, When
from shared.contracts.dataset import MOST_DATASETS
from shared.http.caller import Caller
from shared.http.route import BODY, MOST_SHOWN, Asking, Before, Body, GivenId, Id, PageLimit, Shown, answers, routes
from shared.turn.acceptance.accept import LONGEST_QUESTION
from shared.watches.create import bound_within, create
from shared.watches.reading import NotWatchable
from shared.watches.verdict import standing

router = routes()
TAGS = ["watches"]
WAIT_SECONDS = 12
JSON = "application/json"
Number = Annotated[int | None, Query(ge=1, le=999_999_999, description="Only messages before this `sequence`.")]


class NewWatch(Body):
    """A question to ask again: when, and which answers to report. Without a condition, every answer is reported."""

    question: str = Field(
        min_length=1,
        max_length=LONGEST_QUESTION,
        examples=["What share of orders was returned?"],
        json_schema_extra={"pattern": r"\S"},
    )
    dataset_ids: list[GivenId] = Field(min_length=1, max_length=MOST_DATASETS)
    when: When
    condition: WatchCondition | None = None


class WatchView(Shown):
    """A watch; `says` describes it in one sentence. `figure` is what its condition is about, and `value` is its last
    value; `next_at` is when it next runs on its schedule; `messages` counts what it has reported. While its `state` is
    `binding`, its question is being asked for the first time."""

    watch_id: str
    state: WatchState
    says: str
    question: str
    dataset_ids: list[str]
    when: When
    condition: WatchCondition | None
    figure: BoundFigure | None
    value: float | None
    turn_id: str | None
    next_at: datetime | None
    messages: int
    created_at: datetime


class WatchList(Shown):
    """Watches, newest first. If there are more, `next` is the `before` of the next page."""

    watches: list[WatchView]
    next: str | None = None


class WatchMessageList(Shown):
    """What a watch reported, newest first. If there is more, `next` is the `before` of the next page."""

    messages: list[WatchMessage]
    next: int | None = None


@router.post(
    "/watches",
    status_code=201,
    summary="Begin a watch",
    description="Its question is asked once, to find the figure that its condition is about; the answer says what was "
    "found and its current value, or in one sentence why it cannot be watched.",
    tags=TAGS,
    operation_id="createWatch",
    responses={202: {"description": "The first answer is taking longer: read the watch later."}}
    | answers("The watch, with its figure.", *BODY, 404, 409, 429, status=201),
)
def create_watch(caller: Asking, body: NewWatch) -> Response[WatchView]:
    """Stores a watch of the caller and has its question asked."""
    deps = caller.deps
    begun = create(caller.user_id, body.question, tuple(body.dataset_ids), body.when, body.condition, deps)
    watch = bound_within(begun, deps, WAIT_SECONDS)
    if watch.state == "refused":
        deps.watches.delete(watch)
        raise NotWatchable(watch.reason or "This question cannot be watched.")
    return Response(
        status_code=202 if watch.state == "binding" else 201,
        content_type=JSON,
        body=shown(watch),
        headers={"Location": f"{caller.base}/watches/{watch.watch_id}"},
    )


@router.get(
    "/watches",
    summary="List your watches",
    tags=TAGS,
    operation_id="listWatches",
    responses=answers("Your watches."),
)
def list_watches(caller: Asking, limit: PageLimit = MOST_SHOWN, before: Before = None) -> WatchList:
    """The caller's watches."""
    page = caller.deps.watches.page(caller.user_id, before=before, limit=limit)
    return WatchList(watches=[shown(watch) for watch in page.found], next=page.next)


@router.get(
    "/watches/<watch_id>",
    summary="See a watch",
    tags=TAGS,
    operation_id="getWatch",
    responses=answers("The watch.", 404),
)
def get_watch(caller: Asking, watch_id: Id) -> WatchView:
    """One watch."""
    return shown(_mine(watch_id, caller))


@router.get(
    "/watches/<watch_id>/messages",
    summary="Read what a watch reported",
    tags=TAGS,
    operation_id="listWatchMessages",
    responses=answers("Its messages.", 404),
)
def list_watch_messages(
    caller: Asking, watch_id: Id, limit: PageLimit = MOST_SHOWN, before: Number = None
) -> WatchMessageList:
    """The messages of a watch."""
    found = caller.deps.watches.messages(_mine(watch_id, caller), before=before, limit=limit + 1)
    more = found[limit - 1].sequence if len(found) > limit else None
    return WatchMessageList(messages=found[:limit], next=more)


@router.delete(
    "/watches/<watch_id>",
    status_code=204,
    summary="Delete a watch",
    description="With what it reported. It reports nothing more, even if it is running at the moment.",
    tags=TAGS,
    operation_id="deleteWatch",
    responses=answers("It is gone.", 404, status=204),
)
def delete_watch(caller: Asking, watch_id: Id) -> None:
    """Forgets the watch."""
    caller.deps.watches.delete(_mine(watch_id, caller))


def _mine(watch_id: str, caller: Caller) -> Watch:
    return caller.deps.watches.get(watch_id, caller.user_id)


def shown(watch: Watch) -> WatchView:
    """The watch as its owner sees it."""
    return WatchView(
        watch_id=watch.watch_id,
        state=watch.state,
        says=standing(watch),
        question=watch.question,
        dataset_ids=list(watch.dataset_ids),
        when=watch.when,
        condition=watch.condition,
        figure=watch.figure,
        value=watch.last.value if watch.last else None,
        turn_id=watch.turn_id,
        next_at=watch.next_at,
        messages=watch.messages,
        created_at=watch.created_at,
    )
