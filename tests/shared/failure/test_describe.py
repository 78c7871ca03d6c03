"""What the one who answers is told of a failure."""

import json
from datetime import UTC, datetime
from typing import get_args

import pytest

from infra.lab.matrix.judge import LEAK
from shared.contracts import AgentResponse, Attempt, Component, ErrorContext
from shared.failure.classify import ERROR_TYPES
from shared.failure.describe import (
    DEFAULT_HINT,
    RETRY_SUGGESTIONS,
    component_of,
    describe,
    describe_caught,
    describe_error,
    of_response,
    on_the_wire,
    told_plainly,
    with_data,
)


@pytest.mark.parametrize(
    ("node", "kind", "start"),
    [
        ("Intake", "timeout", "I wasn't able to load all the data I needed."),
        ("Intake", "connection", "I'm having trouble reaching the database right now."),
        ("Coordinate", "timeout", "My search planning is taking too long."),
        ("trend_analysis.plan", "rate_limit", "I'm getting a lot of requests right now."),
        ("Waves", "timeout", "The search is taking too long. I may have partial results."),
        ("trend_analysis.execute", "connection", "The search database isn't responding."),
        ("Synthesize", "rate_limit", "I'm temporarily overloaded."),
        ("Respond", "timeout", "I'm having trouble forming a response."),
        ("generate_response", "timeout", "I'm having trouble forming a response."),
        ("Intake", "rate_limit", DEFAULT_HINT),
        ("Respond", "data", DEFAULT_HINT),
        ("Somewhere", "timeout", DEFAULT_HINT),
    ],
)
def test_the_hint_is_the_specifications_for_the_part_that_failed(node, kind, start):
    assert describe(failed_node=node, error_type=kind).user_hint.startswith(start)


@pytest.mark.parametrize(
    "state",
    ["Intake", "Coordinate", "Converse", "Handoff", "Waves", "RunAgent", "Synthesize", "Assess", "Guard", "Respond"],
)
def test_every_state_that_does_work_has_its_component(state):
    assert component_of(state)


@pytest.mark.parametrize("kind", ERROR_TYPES)
def test_every_error_type_says_what_to_do_and_whether_to_retry(kind):
    context = describe(failed_node="Intake", error_type=kind)
    assert context.retry_suggestion == RETRY_SUGGESTIONS[kind]
    assert context.can_retry is (kind in {"timeout", "connection", "rate_limit"})
    assert context.user_hint


def test_what_loaded_and_what_did_not_is_told_apart():
    context = describe_error("Intake", ConnectionError("refused"), {"profile": False, "history": True})
    assert (context.available_data, context.unavailable_data) == (("history",), ("profile",))
    assert context.error_type == "connection"
    assert "refused" in context.error_detail
    assert "refused" not in context.user_hint + context.retry_suggestion


@pytest.mark.parametrize(
    ("name", "node", "start"),
    [
        ("StoreUnavailable", "Coordinate", "I'm having trouble reaching the database right now."),
        ("StoreTimedOut", "RunAgent", "I wasn't able to load all the data I needed."),
        ("QueryUnavailable", "RunAgent", "The search database isn't responding."),
        ("QueryTimedOut", "Coordinate", "The search is taking too long."),
        ("ModelOverloaded", "Coordinate", "I'm getting a lot of requests right now."),
        ("ModelOverloaded", "Synthesize", "I'm temporarily overloaded."),
    ],
)
def test_an_error_that_knows_what_failed_is_told_by_that_and_not_by_who_noticed(name, node, start):
    assert describe_caught(node, name).user_hint.startswith(start)
    assert describe_caught(node, "Error", json.dumps({"errorType": name})).user_hint.startswith(start)


@pytest.mark.parametrize("component", [None, *get_args(Component)])
@pytest.mark.parametrize("kind", ERROR_TYPES)
def test_what_failed_is_a_clause_for_a_person(component, kind):
    told = told_plainly(kind, component)
    assert told.startswith("the ")
    assert not LEAK.search(told)


def test_a_failed_response_is_told_by_the_step_that_broke():
    at = datetime(2026, 5, 1, tzinfo=UTC)
    attempt = Attempt(
        agent="risk", task_id="1", step="execute", action="Ran a query", outcome="failed", reason="it was cut", at=at
    )
    failed = AgentResponse(
        agent="risk", task_id="1", task="?", status="failed", attempts=(attempt,), error_type="timeout"
    )
    assert of_response(failed).user_hint.startswith("The search is taking too long.")
    assert of_response(failed).failed_node == "risk.execute"
    unknown = failed.model_copy(update={"error_type": "unknown"})
    assert of_response(unknown).user_hint == "I could not compute this: it was cut."


def test_what_is_there_and_what_is_missing_is_told_once_each():
    context = with_data(
        describe_error("Guard", KeyError("x"), {"history": False}), ("sales.csv",), ("history", "totals")
    )
    assert (context.available_data, context.unavailable_data) == (("sales.csv",), ("history", "totals"))


def test_a_caught_failure_is_described_by_its_name():
    context = describe_caught("Coordinate", "States.Timeout")
    assert (context.failed_node, context.error_type, context.can_retry) == ("Coordinate", "timeout", True)
    assert context.degraded_results
    assert not describe(failed_node="Respond", error_type="timeout", degraded=False).degraded_results


def test_on_the_wire_a_context_has_everything_but_its_technical_detail():
    context = ErrorContext(
        error_type="timeout",
        failed_node="Intake",
        user_hint="Too slow.",
        retry_suggestion="Ask again.",
        error_detail="at 10.0.3.7",
    )
    assert on_the_wire(context) == context.model_copy(update={"error_detail": ""})
    assert on_the_wire(None) is None
