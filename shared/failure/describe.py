"""A failure told so that a language model can explain it and a person can act on it."""

import re
from collections.abc import Iterable, Mapping

from shared.contracts import AgentResponse, Component, ErrorContext, ErrorType
from shared.errors import CandorError
from shared.failure.classify import candor_errors, classify, classify_name, read_cause

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


PARTS: dict[Component, str] = {
    "fetch_data": "the place where your data is kept",
    "plan_queries": "the planning",
    "execute_queries": "the engine that computes the figures",
    "generate_response": "the part that words the answer",
}
"""What failed, for a person."""

DID: dict[ErrorType, str] = {
    "timeout": "took longer than it may",
    "connection": "did not answer",
    "rate_limit": "has too much to do just now",
    "not_found": "found something missing that was there before",
    "data": "met something that it could not use",
    "unknown": "stopped unexpectedly",
}


def describe(
    *,
    failed_node: str,
    error_type: ErrorType,
    component: Component | None = None,
    detail: str = "",
    available: Iterable[str] = (),
    unavailable: Iterable[str] = (),
    degraded: bool = True,
) -> ErrorContext:
    """The context of a failure of `failed_node`: a state, or an agent's step written as "trend_analysis.execute".

    `component` is what failed, where that is not the node itself.
    """
    return ErrorContext(
        failed_node=failed_node,
        error_type=error_type,
        error_detail=detail,
        user_hint=hint(component or component_of(failed_node), error_type),
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
        component=error.component if isinstance(error, CandorError) else None,
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
        component=component_named(error_name, cause),
        detail=f"{error_name}: {cause}",
        available=available,
        unavailable=unavailable,
    )


def of_response(response: AgentResponse) -> ErrorContext:
    """The context of a response that failed: its step that broke names the part."""
    step = next((attempt.step for attempt in reversed(response.attempts) if attempt.broke), "agent")
    error_type = response.error_type or "unknown"
    context = describe(failed_node=f"{response.agent}.{step}", error_type=error_type)
    if response.setback is None or context.user_hint != DEFAULT_HINT:
        return context
    return context.model_copy(update={"user_hint": f"I could not compute this: {response.setback}."})


def with_data(context: ErrorContext, available: Iterable[str], unavailable: Iterable[str]) -> ErrorContext:
    """The context with what else is there, and what else is missing; each name once."""
    there = tuple(dict.fromkeys((*context.available_data, *available)))
    missing = (name for name in (*context.unavailable_data, *unavailable) if name not in there)
    return context.model_copy(update={"available_data": there, "unavailable_data": tuple(dict.fromkeys(missing))})


def on_the_wire(error: ErrorContext | None) -> ErrorContext | None:
    """The context without its technical detail."""
    return error.model_copy(update={"error_detail": ""}) if error else None


def split_loaded(loaded: Mapping[str, bool]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(available, unavailable) names, in order."""
    return tuple(name for name, there in loaded.items() if there), tuple(n for n, there in loaded.items() if not there)


def told_plainly(error_type: ErrorType, component: Component | None) -> str:
    """What failed and how, as a clause for a person; `component` is None where only the work on it is known."""
    return f"{PARTS[component] if component else 'the work on it'} {DID[error_type]}"


def component_named(error_name: str, cause: str = "") -> Component | None:
    """What failed, where the error that a Catch saw is one of ours and knows; None where not."""
    known = candor_errors()
    found = (known.get(name.rpartition(".")[2]) for name in (error_name, read_cause(cause)[0]))
    return next((error.component for error in found if error and error.component), None)


def hint(component: Component | None, error_type: ErrorType) -> str:
    """One sentence for the one who answers."""
    return HINTS[component].get(error_type, DEFAULT_HINT) if component else DEFAULT_HINT


def component_of(node: str) -> Component | None:
    """The part of the work that a state or an agent's step belongs to; None where it is not known."""
    last_first = (re.sub(r"[\s_-]", "", part).lower() for part in reversed(re.split(r"[./:]", node)))
    return next((COMPONENTS[part] for part in last_first if part in COMPONENTS), None)
