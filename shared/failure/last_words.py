"""The hardcoded words that go out when no model can be asked, and the smallest reply that is still a reply."""

from datetime import datetime
from typing import Literal

from shared.confidence.rules import scored
from shared.contracts import ErrorContext, ErrorType, Message, Reply, Timing, Turn, TurnRef
from shared.failure.classify import ERROR_TYPES
from shared.failure.describe import describe

LAST_RESORT_MESSAGES: dict[str, str] = {
    "timeout": (
        "I'm sorry, I'm running a bit slow right now. Could you try asking your question again in a moment? "
        "If the problem persists, try a simpler question."
    ),
    "connection": (
        "I'm having trouble connecting to my services right now. "
        "This is usually temporary — please try again in a minute or two."
    ),
    "rate_limit": (
        "I'm receiving a lot of questions right now and need a moment to catch up. Please try again in about a minute."
    ),
    "default": (
        "I ran into an unexpected issue processing your question. Please try again, and if the problem continues, "
        "try rephrasing your question. I'm here to help!"
    ),
}

ERROR_NAMES: dict[str, tuple[str, ...]] = {
    "timeout": ("*Timeout*", "*Timedout*", "*TimedOut*", "DeadlineExceeded", "ModelSilent"),
    "connection": (
        "*Connect*", "*UnavailableException", "ServiceUnavailable", "StoreUnavailable", "QueryUnavailable",
        "GuardrailUnavailable", "EmbeddingsUnavailable", "ModelUnavailable", "DependencyError", "ModelError",
        "ModelDown", "ModelDenied", "ModelUnknown", "*AccessDenied*", "States.Permissions", "*ExpiredToken*",
        "*UnrecognizedClient*", "*InternalFailure", "*InternalServer*", "*ServiceException", "*AWSLambdaException",
        "*SdkClientException", "BrokenPipeError", "gaierror", "SSLError",
    ),
    "rate_limit": (
        "*TooManyRequests*", "*Throttl*", "*RequestLimitExceeded", "*ThroughputExceeded*", "LimitExceededException",
        "ModelOverloaded", "QuotaExceeded", "QuotaSpent", "SlowDown",
    ),
}  # fmt: skip
"""By which names of errors a state machine, which can classify nothing, tells each text; the first that fits. A star
stands for anything. It says the same as `classify_name`, as far as names go."""


def last_resort_text(error_type: ErrorType | str | None) -> str:
    """The text for an error type; the default where it has none of its own."""
    return LAST_RESORT_MESSAGES.get(error_type or "default", LAST_RESORT_MESSAGES["default"])


LAST_NODE = "Respond"
"""What failed where nothing but these words is left to say."""


def last_context(kind: str, failed_node: str = LAST_NODE) -> ErrorContext:
    """The context of a reply that is nothing but the text of that kind: nothing of the work is left to tell."""
    error_type: ErrorType = next((one for one in ERROR_TYPES if one == kind), "unknown")
    return describe(failed_node=failed_node, error_type=error_type, degraded=False)


def last_resort_reply(
    turn: Turn | TurnRef,
    error_type: ErrorType = "unknown",
    *,
    at: datetime,
    source: Literal["last_resort", "rescue", "template"] = "last_resort",
    failed_node: str = LAST_NODE,
) -> Reply:
    """A complete failed reply made of constants and ids alone, committed at the moment `at`."""
    text = last_resort_text(error_type)
    reply = Reply(
        turn_id=turn.turn_id,
        session_id=turn.session_id,
        status="failed",
        text=text,
        source=source,
        messages=(Message(role="assistant", agent="candor", content=text),),
        error_context=last_context(error_type, failed_node),
        timing=_timing(turn, at),
    )
    return scored(reply, at)


def _timing(turn: Turn | TurnRef, at: datetime) -> Timing | None:
    """How long it took, where the moment of asking is known."""
    if isinstance(turn, TurnRef):
        return None
    duration_ms = (at - turn.asked_at).total_seconds() * 1000
    return Timing(asked_at=turn.asked_at, completed_at=at, deadline=turn.deadline, duration_ms=duration_ms)
