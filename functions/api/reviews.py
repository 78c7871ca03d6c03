"""Reviews: the turns whose draft the failsafe did not let pass, for the people who look at them."""

from collections import Counter
from datetime import datetime

from pydantic import Field

from functions.api.records import operators_only
from shared.contracts import Assessment
from shared.http.route import BODY, MOST_SHOWN, Asking, Body, Days, Id, PageLimit, Shown, answers, routes
from shared.store.reviews import Flagged, Review, grouped

router = routes()
TAGS = ["reviews"]


class ReviewEntry(Shown):
    """A turn whose draft was not sent as written: its question, its assessment, and whether it was reviewed."""

    turn_id: str
    session_id: str
    question: str
    asked_at: datetime
    assessment: Assessment
    reviewed_at: datetime | None
    note: str


class ReviewGroup(Shown):
    """Flagged turns whose questions differ only in case, figures and punctuation; the newest represents them."""

    question: str
    count: int
    unreviewed: int
    categories: dict[str, int]
    turn_ids: list[str]


class Reviews(Shown):
    """Flagged turns, newest first; grouped by question, the most frequent first; and counted by category."""

    reviews: list[ReviewEntry]
    groups: list[ReviewGroup]
    counts: dict[str, int]


class FlaggedCounts(Shown):
    """How often the failsafe was triggered, by day and category, over all users."""

    counts: list[Flagged]


class Looked(Body):
    """The outcome of a review; `reviewed` false removes the mark."""

    reviewed: bool = True
    note: str = Field(default="", max_length=1000)


@router.get(
    "/reviews",
    summary="List flagged turns",
    description="Your turns in which the failsafe was triggered, with their questions.",
    tags=TAGS,
    operation_id="listReviews",
    responses=answers("The flagged turns."),
)
def list_reviews(caller: Asking, limit: PageLimit = MOST_SHOWN) -> Reviews:
    """The caller's flagged turns."""
    return shown(caller.deps.reviews.of_user(caller.user_id, limit))


@router.get(
    "/reviews/all",
    summary="List flagged turns of all users",
    description="For operators, whom the deployment names: those of the last days. Others get 404.",
    tags=TAGS,
    operation_id="listAllReviews",
    responses=answers("The flagged turns.", 404),
)
def list_all_reviews(caller: Asking, days: Days = 7, limit: PageLimit = MOST_SHOWN) -> Reviews:
    """Everybody's flagged turns. Raises UnknownResource for whoever is no operator."""
    operators_only(caller)
    return shown(caller.deps.reviews.of_days(caller.deps.clock.now(), days, limit))


@router.get(
    "/reviews/counts",
    summary="Count flagged turns, over all users",
    description="For operators: by day and category. Others get 404.",
    tags=TAGS,
    operation_id="countReviews",
    responses=answers("The counts.", 404),
)
def count_reviews(caller: Asking, days: Days = 30) -> FlaggedCounts:
    """The counts of the last days. Raises UnknownResource for whoever is no operator."""
    operators_only(caller)
    return FlaggedCounts(counts=caller.deps.reviews.counts(caller.deps.clock.now(), days))


@router.patch(
    "/reviews/<turn_id>",
    summary="Mark a flagged turn as looked at",
    description="For operators: with a note, if you like. Others get 404.",
    tags=TAGS,
    operation_id="markReview",
    responses=answers("The flagged turn as it is now.", *BODY, 404),
)
def mark_review(caller: Asking, turn_id: Id, body: Looked) -> ReviewEntry:
    """Marks it. Raises UnknownResource for whoever is no operator, and for a turn that was not flagged."""
    operators_only(caller)
    deps = caller.deps
    turn = deps.turns.get(turn_id).turn
    at = deps.clock.now() if body.reviewed else None
    return entry(deps.reviews.mark(turn, at=at, note=body.note))


def shown(found: list[Review]) -> Reviews:
    """Flagged turns as people see them."""
    return Reviews(
        reviews=[entry(review) for review in found],
        groups=[
            ReviewGroup(
                question=same[0].question,
                count=len(same),
                unreviewed=sum(one.reviewed_at is None for one in same),
                categories=dict(Counter(one.category for one in same)),
                turn_ids=[one.turn_id for one in same],
            )
            for same in grouped(found)
        ],
        counts=dict(Counter(review.category for review in found)),
    )


def entry(review: Review) -> ReviewEntry:
    """One of them."""
    return ReviewEntry.model_validate(review.model_dump())
