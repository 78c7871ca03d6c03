"""What the one who answers is told of a failure."""

import pytest

from shared.failure.classify import ERROR_TYPES
from shared.failure.describe import (
    DEFAULT_HINT,
    RETRY_SUGGESTIONS,
    component_of,
    describe,
    describe_caught,
    describe_error,
    hint,
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
    assert hint(node, kind).startswith(start)


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


def test_a_caught_failure_is_described_by_its_name():
    context = describe_caught("Coordinate", "States.Timeout")
    assert (context.error_type, context.can_retry) == ("timeout", True)
