"""The state machines: one definition each, filled in with names and the one Retry policy. Pure Python."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from shared.failure.last_words import ERROR_NAMES, LAST_RESORT_MESSAGES, last_context

FOLDER = Path(__file__).parent

TRANSIENT = [
    "Lambda.ServiceException",
    "Lambda.AWSLambdaException",
    "Lambda.SdkClientException",
    "Lambda.TooManyRequestsException",
    "Lambda.ClientExecutionTimeoutException",
]
RETRY: list[dict[str, Any]] = [
    {
        "ErrorEquals": ["DeadlineExceeded", "StoreTimedOut", "QueryTimedOut", "States.Timeout", "Sandbox.Timedout"],
        "MaxAttempts": 0,
    },
    {
        "ErrorEquals": TRANSIENT,
        "IntervalSeconds": 1,
        "MaxAttempts": 4,
        "BackoffRate": 2,
        "MaxDelaySeconds": 5,
        "JitterStrategy": "FULL",
    },
    {"ErrorEquals": ["States.TaskFailed"], "IntervalSeconds": 1, "MaxAttempts": 1, "JitterStrategy": "FULL"},
]
"""The one policy of all Lambda tasks: never again after the deadline, four times when Lambda is busy (12 s at most, as
long as a burst takes to pass), once otherwise."""

FINISH_FILTERS: tuple[dict[str, Any], ...] = (
    {"dynamodb": {"NewImage": {"sk": {"S": ["TURN"]}, "reply": {"S": [{"exists": True}]}}}},
    {"dynamodb": {"NewImage": {"sk": {"S": ["DATASET"]}, "status": {"S": ["ready", "rejected"]}}}},
    {"dynamodb": {"NewImage": {"sk": {"S": [{"prefix": "MESSAGE#"}]}}}},
)
"""Which changes of the table the stream sends to `finish`: a turn that has its reply, a dataset with its
verdict, a message of a watch."""

WORDS = {"timeout": "TimeoutWords", "connection": "ConnectionWords", "rate_limit": "RateLimitWords"}
"""The state of each hardcoded text that an error has."""
LAST_ERRORS = ("$.errors.respond.Error", "$.errors.explain.Error")
"""Where the name of the error lies that left no other way than these texts."""

LAMBDA = "arn:aws:states:::lambda:invoke"

State = dict[str, Any]


def definition(name: str, *, prefix: str, table: str) -> State:
    """The state machine of `workflow/<name>.asl.json`, ready to deploy or to run."""
    raw = json.loads((FOLDER / f"{name}.asl.json").read_text())
    names = {"Prefix": prefix, "Table": table, **_last_words()}
    machine: State = _filled(raw, names)
    if "LastWords" in machine["States"]:
        machine["States"]["LastWords"]["Choices"] += list(_words_by_name())
    for _, state in states(machine):
        if state.get("Resource") == LAMBDA:
            state["Retry"] = copy.deepcopy(RETRY)
    return machine


def _last_words() -> dict[str, str]:
    """What LastResort says of each kind of error: its text, and the hint and the suggestion of its error context."""
    told: dict[str, str] = {}
    for kind, text in LAST_RESORT_MESSAGES.items():
        context = last_context(kind)
        told |= {f"LastResort_{kind}": text, f"LastHint_{kind}": context.user_hint}
        told |= {f"LastSuggestion_{kind}": context.retry_suggestion}
    return told


def _words_by_name() -> Iterator[State]:
    """A rule for each name that an error may have, since a Choice can classify nothing."""
    for place in LAST_ERRORS:
        for kind, names in ERROR_NAMES.items():
            for name in names:
                tests = ({"IsPresent": True}, {"IsString": True}, {"StringMatches": name})
                yield {"And": [{"Variable": place, **test} for test in tests], "Next": WORDS[kind]}


def _filled(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {key: _filled(inner, names) for key, inner in value.items()}
    if isinstance(value, list):
        return [_filled(inner, names) for inner in value]
    if isinstance(value, str):
        for name, text in names.items():
            value = value.replace(f"${{{name}}}", text)
    return value


def states(machine: State) -> Iterator[tuple[str, State]]:
    """(name, state) of every state, those inside Maps included."""
    for name, state in machine["States"].items():
        yield name, state
        if "ItemProcessor" in state:
            yield from states(state["ItemProcessor"])
