"""What the routes have in common: their caller, their bodies, and the errors that each may answer."""

from typing import Annotated, Any

from aws_lambda_powertools.event_handler import Depends, Request
from aws_lambda_powertools.event_handler.api_gateway import Router
from aws_lambda_powertools.event_handler.openapi.params import Path, Query
from pydantic import BaseModel, ConfigDict, Field

from shared.http.caller import Caller, base_of, user_of
from shared.http.errors import ErrorBody

NO_CONTENT = 204
REASONS = {
    400: "The request could not be understood.",
    401: "No valid bearer token.",
    404: "It does not exist, or is not yours.",
    409: "It conflicts with the current state.",
    413: "The body is too large.",
    415: "The body is not JSON.",
    422: "A part of the request is invalid.",
    429: "A quota is used up.",
    500: "Something went wrong on this side.",
    503: "Storage is temporarily unavailable.",
}


class Shown(BaseModel):
    """What a client is answered. Its validator is built when it is first used: a request needs one of them or two."""

    model_config = ConfigDict(defer_build=True)


class Body(BaseModel):
    """What a client sends: exactly the named fields, in exactly their types."""

    model_config = ConfigDict(extra="forbid", strict=True, defer_build=True)


def routes() -> Router:
    """A place for the routes of one noun."""
    return Router()  # type: ignore[no-untyped-call]  # powertools' __init__ has no annotations


def _caller(request: Request) -> Caller:
    event = request.context["event"]
    return Caller(user_of(event), request.context["deps"], base_of(event))


Asking = Annotated[Caller, Depends(_caller)]
Id = Annotated[str, Path(min_length=1, max_length=64, pattern=r"^[a-z0-9_]+$", description="As the API returned it.")]
MOST_SHOWN = 100
PageLimit = Annotated[int, Query(ge=1, le=MOST_SHOWN, description="The most to return, newest first.")]
Days = Annotated[int, Query(ge=1, le=31, description="How many days, including today.")]
Before = Annotated[
    str | None,
    Query(min_length=1, max_length=64, pattern=r"^[a-z0-9_]+$", description="The `next` of the previous page."),
]
Synthetic = Annotated[bool, Query(description="Include synthetic messages, which Candor sent in the user's place.")]
GivenId = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[a-z0-9_]+$")]


def answers(said: str, *errors: int, status: int = 200, public: bool = False) -> dict[int, Any]:
    """The answers of a route, for its documentation: the good one, its errors, and those that any route may give."""
    good: dict[str, Any] = {"description": said}
    if status == NO_CONTENT:
        good["content"] = {}
    always = {422, 500, 503} if public else {401, 422, 500, 503}
    return {status: good} | {
        error: {"description": REASONS[error], "content": {"application/json": {"model": ErrorBody}}}
        for error in sorted(always | set(errors))
    }


BODY = (400, 413, 415)
"""What any body can get wrong."""
