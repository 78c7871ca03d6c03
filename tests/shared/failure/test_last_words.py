"""What goes out when nothing else can."""

from datetime import UTC, datetime, timedelta
from fnmatch import fnmatchcase

import pytest

from infra.workflow.definition import TRANSIENT
from shared.contracts import Reply, Turn
from shared.failure.classify import ERROR_TYPES, candor_errors, classify_name
from shared.failure.last_words import ERROR_NAMES, LAST_RESORT_MESSAGES, last_resort_reply, last_resort_text

ASKED = datetime(2026, 5, 1, tzinfo=UTC)
TURN = Turn(
    turn_id="t", session_id="s", user_id="u", question="?", asked_at=ASKED, deadline=ASKED + timedelta(seconds=90)
)


def test_the_texts_are_the_specifications():
    assert set(LAST_RESORT_MESSAGES) == {"timeout", "connection", "rate_limit", "default"}
    assert last_resort_text("timeout").startswith("I'm sorry, I'm running a bit slow right now.")
    assert last_resort_text("connection").endswith("please try again in a minute or two.")
    assert last_resort_text("rate_limit").endswith("Please try again in about a minute.")
    assert last_resort_text("data") == last_resort_text(None) == LAST_RESORT_MESSAGES["default"]


KNOWN = sorted(
    {*candor_errors(), *TRANSIENT, "States.Timeout", "States.Permissions", "States.TaskFailed", "Sandbox.Timedout"}
    | {"TimeoutError", "ConnectionError", "ReadTimeoutError", "ConnectTimeoutError", "EndpointConnectionError"}
    | {"ThrottlingException", "ValueError", "KeyError", "OversizedReturn", "Runtime.ExitError"}
)


@pytest.mark.parametrize("name", KNOWN)
def test_the_state_machine_tells_the_text_of_the_category_that_an_errors_name_has(name):
    fitting = (kind for kind, patterns in ERROR_NAMES.items() if any(fnmatchcase(name, one) for one in patterns))
    expected = classify_name(name)
    assert next(fitting, "default") == (expected if expected in LAST_RESORT_MESSAGES else "default")


@pytest.mark.parametrize("kind", ERROR_TYPES)
def test_the_last_reply_is_a_whole_reply_for_every_error_type(kind):
    reply = last_resort_reply(TURN, kind, at=ASKED + timedelta(seconds=80))
    assert Reply.model_validate(reply.wire()) == reply
    assert (reply.status, reply.source, reply.text) == ("failed", "last_resort", last_resort_text(kind))
    assert reply.messages[0].content == reply.text
    assert reply.error_context.error_type == kind
    assert reply.timing.duration_ms == 80_000


def test_a_reference_is_enough_to_answer():
    assert last_resort_reply(TURN.ref, at=ASKED, source="rescue").timing is None
