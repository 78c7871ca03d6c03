"""A failure told so that a language model can explain it and a person can act on it."""

import re
from collections.abc import Iterable, Mapping
from typing import Literal

from shared.contracts import ErrorContext, ErrorType
from shared.failure.classify import classify, classify_name

Component = Literal["fetch_data", "plan_queries", "execute_queries", "generate_response"]

DEFAULT_HINT = "Something unexpected happened, but I'll try to help."

HINTS: dict[Component, dict[ErrorType, str]] = {
    "fetch_data": {
        "timeout": "I wasn't able to load all the data I needed. I'll do my best with what I have.",
        "connection": "I'm having trouble reaching the database right now.",
    },
    "plan_queries": {
        "timeout": "My search planning is taking too long. I'll try a simpler approach.",
        "rate_limit": "I'm getting a lot of requests right now. Let me try a simpler search.",
    },
    "execute_queries": {
        "timeout": "The search is taking too long. I may have partial results.",
        "connection": "The search database isn't responding. I'll try to help with what I know.",
    },
    "generate_response": {
        "rate_limit": "I'm temporarily overloaded. Please try again in a moment.",
        "timeout": "I'm having trouble forming a response. Please try a shorter question.",
    },
}
"""The specification's hints, by the part of the work that failed."""

RETRY_SUGGESTIONS: dict[ErrorType, str] = {
    "timeout": "You could try asking again — sometimes things are just briefly slow.",
    "connection": "This is usually temporary. Try again in a moment.",
    "rate_limit": "I'm busy right now. Please wait a minute and try again.",
    "not_found": "Try rephrasing your question or asking about something else.",
    "data": "Could you rephrase that? I had trouble understanding the request.",
    "unknown": "Try asking your question in a different way, or try again shortly.",
}

RETRYABLE: frozenset[ErrorType] = frozenset({"timeout", "connection", "rate_limit"})

COMPONENTS: dict[str, Component] = {
    "intake": "fetch_data",
    "coordinate": "plan_queries",
    "plan": "plan_queries",
    "execute": "execute_queries",
    "repair": "execute_queries",
    "query": "execute_queries",
    "waves": "execute_queries",
    "wave": "execute_queries",
    "agents": "execute_queries",
    "runagent": "execute_queries",
    "agent": "execute_queries",
    "synthesize": "generate_response",
    "converse": "generate_response",
    "handoff": "generate_response",
    "assess": "generate_response",
    "guard": "generate_response",
    "respond": "generate_response",
    "explain": "generate_response",
    "fetchdata": "fetch_data",
    "planqueries": "plan_queries",
    "executequeries": "execute_queries",
    "generateresponse": "generate_response",
}
"""States of the turn, steps of an agent and the specification's own node names, lower-cased and without separators."""


def describe(
    *,
    failed_node: str,
    error_type: ErrorType,
    detail: str = "",
    available: Iterable[str] = (),
    unavailable: Iterable[str] = (),
    degraded: bool = True,
) -> ErrorContext:
    """The context of a failure of `failed_node`: a state, or an agent's step written as "trend_analysis.execute"."""
    return ErrorContext(
        failed_node=failed_node,
        error_type=error_type,
        error_detail=detail,
        user_hint=hint(failed_node, error_type),
        degraded_results=degraded,
        available_data=tuple(available),
        unavailable_data=tuple(unavailable),
        can_retry=error_type in RETRYABLE,
        retry_suggestion=RETRY_SUGGESTIONS[error_type],
    )


def describe_error(failed_node: str, error: BaseException, loaded: Mapping[str, bool] | None = None) -> ErrorContext:
    """The context of an exception; `loaded` says of each kind of data whether it is there."""
    available, unavailable = split_loaded(loaded or {})
    return describe(
        failed_node=failed_node,
        error_type=classify(error),
        detail=f"{type(error).__name__}: {error}",
        available=available,
        unavailable=unavailable,
    )


def describe_caught(
    failed_node: str, error_name: str, cause: str = "", loaded: Mapping[str, bool] | None = None
) -> ErrorContext:
    """The context of what a Step Functions Catch saw."""
    available, unavailable = split_loaded(loaded or {})
    return describe(
        failed_node=failed_node,
        error_type=classify_name(error_name, cause),
        detail=f"{error_name}: {cause}",
        available=available,
        unavailable=unavailable,
    )


def split_loaded(loaded: Mapping[str, bool]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(available, unavailable) names, in order."""
    return tuple(name for name, there in loaded.items() if there), tuple(n for n, there in loaded.items() if not there)


def hint(failed_node: str, error_type: ErrorType) -> str:
    """One sentence for the one who answers."""
    component = component_of(failed_node)
    return HINTS[component].get(error_type, DEFAULT_HINT) if component else DEFAULT_HINT


def component_of(node: str) -> Component | None:
    """The part of the work that a state or an agent's step belongs to; None where it is not known."""
    last_first = (re.sub(r"[\s_-]", "", part).lower() for part in reversed(re.split(r"[./:]", node)))
    return next((COMPONENTS[part] for part in last_first if part in COMPONENTS), None)
