"""What goes out when nothing else can."""

from datetime import UTC, datetime, timedelta

import pytest

from shared.contracts import Reply, Turn
from shared.failure.classify import ERROR_TYPES
from shared.failure.last_words import LAST_RESORT_MESSAGES, last_resort_reply, last_resort_text

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


@pytest.mark.parametrize("kind", ERROR_TYPES)
def test_the_last_reply_is_a_whole_reply_for_every_error_type(kind):
    reply = last_resort_reply(TURN, kind, at=ASKED + timedelta(seconds=80))
    assert Reply.model_validate(reply.wire()) == reply
    assert (reply.status, reply.source, reply.text) == ("failed", "last_resort", last_resort_text(kind))
    assert reply.messages[0].content == reply.text
    assert reply.timing.duration_ms == 80_000


def test_a_reference_is_enough_to_answer():
    assert last_resort_reply(TURN.ref, at=ASKED, source="rescue").timing is None
