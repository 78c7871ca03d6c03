"""Errors as HTTP, in one place: one shape that says what to do and never what happened inside."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, Field

from shared.errors import CandorError, DependencyError, QuotaExceeded, RequestError
from shared.function import place_of
from shared.log import logger
from shared.store.quotas import QuotaSpent
from shared.store.turns import SessionBusy

RETRY_SECONDS = 5
UNAVAILABLE = (
    "Candor's storage is temporarily unavailable. Send the same request again in a few seconds; "
    "for a question, with the same Idempotency-Key, since it may have been taken."
)
BROKEN = (
    "Something went wrong here, and it is not your request's fault. Send it again in a minute; "
    "for a question, with the same Idempotency-Key, since it may have been taken."
)


class NotJson(RequestError):
    """A body of another kind."""

    status = 415
    code = "unsupported_media_type"

    def __init__(self) -> None:
        super().__init__("Send the body as JSON, with the header Content-Type: application/json.")


class Problem(BaseModel):
    """One part of a request that is invalid."""

    where: str = Field(description="The part of the request, such as `body.question`.")
    problem: str = Field(description="A stable name for what is wrong with it, such as `missing`.")


class ErrorDetail(BaseModel):
    """What went wrong and what to do."""

    code: str = Field(description="Stable, for programs.", examples=["not_found"])
    message: str = Field(description="Plain words, for people.", examples=["There is no such session."])
    turn_id: str | None = Field(default=None, description="The turn that is still running, if that is the conflict.")
    retry_after: int | None = Field(default=None, description="Seconds to wait, as in the Retry-After header.")
    problems: list[Problem] | None = Field(
        default=None, description="What is wrong with each part of an invalid request."
    )
    request_id: str | None = Field(default=None, description="The id of the request in the log.")


class ErrorBody(BaseModel):
    """The one shape of every error."""

    error: ErrorDetail


class Told:
    """An error on its way to a client: its status, body and headers."""

    def __init__(self, status: int, code: str, message: str, **more: Any) -> None:
        self.status = status
        self.body = ErrorBody(error=ErrorDetail(code=code, message=message, **more))

    @property
    def headers(self) -> dict[str, str]:
        """Retry-After, where waiting helps; what to show, where nobody is known to ask."""
        seconds = self.body.error.retry_after
        asked_for = {"WWW-Authenticate": "Bearer"} if self.status == 401 else {}
        return asked_for if seconds is None else {**asked_for, "Retry-After": str(seconds)}

    @property
    def wire(self) -> dict[str, Any]:
        """The body as JSON-ready data."""
        return self.body.model_dump(mode="json", exclude_none=True)


def told(error: Exception) -> Told:
    """What a client hears of an error. What is not meant for clients is logged, and told in general words."""
    if isinstance(error, RequestError):
        return Told(error.status, error.code, str(error), **_more(error))
    if isinstance(error, DependencyError):
        logger.error("a dependency failed the door", extra={"why": type(error).__name__})
        return Told(503, "unavailable", UNAVAILABLE, retry_after=RETRY_SECONDS)
    kind = error.error_type if isinstance(error, CandorError) else type(error).__name__
    # no text of the error: a validator's quotes what it did not take, which may be a question or a cell
    logger.error("the door failed", extra={"why": kind, "at": place_of(error)})
    return Told(500, "internal", BROKEN, retry_after=60)


def _more(error: RequestError) -> Mapping[str, Any]:
    if isinstance(error, SessionBusy):
        return {"turn_id": error.turn_id}
    if isinstance(error, QuotaSpent):
        return {"retry_after": error.retry_after}
    return {"retry_after": 60} if isinstance(error, QuotaExceeded) else {}
