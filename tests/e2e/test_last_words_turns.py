"""The hardcoded words by the kind of error, at every rung that has nothing else to say."""

import json

import pytest

from infra.local.call_faults import CallFault
from shared.contracts import ErrorContext
from shared.failure.describe import describe
from shared.failure.last_words import last_context, last_resort_text
from shared.turn.acceptance.accept import new_turn
from shared.turn.rescue.rescue import rescue_execution

QUESTION = "What is the total revenue?"
KINDS = {
    "is throttled": "rate_limit",
    "times out": "timeout",
    "cannot reach its store": "connection",
    "raises": "default",
}


def _stored(candor):
    turn = new_turn(candor.session(), QUESTION, candor.deps)
    candor.deps.turns.accept(turn)
    return turn


@pytest.mark.parametrize(("fault", "kind"), KINDS.items())
def test_the_state_machine_tells_the_words_for_how_respond_failed(candor, fault, kind):
    candor.break_("Respond", fault)
    reply = candor.ask(QUESTION)
    assert (reply.source, reply.text) == ("last_resort", last_resort_text(kind))
    assert reply.error_context == last_context(kind)


@pytest.mark.parametrize(("fault", "kind"), KINDS.items())
def test_the_state_machine_tells_the_words_for_what_had_failed_before(candor, fault, kind):
    candor.break_("Coordinate", fault)
    candor.break_("Explain")
    assert candor.ask(QUESTION).text == last_resort_text(kind)


@pytest.mark.parametrize(
    ("detail", "kind"),
    [
        ({"status": "TIMED_OUT"}, "timeout"),
        ({"status": "FAILED", "error": "StoreUnavailable", "cause": ""}, "connection"),
        ({"status": "FAILED", "error": "Lambda.TooManyRequestsException", "cause": "Rate Exceeded"}, "rate_limit"),
        ({"status": "FAILED", "error": "States.Runtime", "cause": "a path"}, "default"),
        ({"status": "ABORTED", "error": None, "cause": None}, "default"),
    ],
)
def test_the_rescuer_tells_the_words_for_what_ended_the_execution(candor, detail, kind):
    turn = _stored(candor)
    assert rescue_execution({**detail, "input": json.dumps({"turn": turn.ref.wire()})}, candor.deps)
    assert candor.deps.turns.get(turn.turn_id).reply.text == last_resort_text(kind)


def test_a_last_resort_that_cannot_be_written_is_told_as_what_it_is_by_the_rescuer(candor):
    session = candor.session()
    candor.break_("RunAgent")
    candor.break_("Respond")
    update = CallFault(
        "update", lambda call: (call.operation, call.state) == ("dynamodb.UpdateItem", "LastResort"), "is down"
    )
    candor.cloud.faults.calls.append(update)
    reply = candor.ask(QUESTION, session=session)
    assert candor.cloud.faults.hits["update"]
    assert (reply.source, reply.text) == ("rescue", last_resort_text("connection"))


@pytest.mark.parametrize("kind", ["timeout", "connection", "rate_limit", "unknown"])
def test_the_sweeper_tells_the_words_for_what_a_state_had_recorded(candor, kind):
    turn = _stored(candor)
    candor.deps.turns.save(turn.turn_id, "ERROR", describe(failed_node="Coordinate", error_type=kind, detail="secret"))
    candor.deps.clock.advance(candor.deps.settings.turn_seconds + 5)
    candor.cloud.sweep()
    reply = candor.deps.turns.get(turn.turn_id).reply
    assert reply.text == last_resort_text(kind)
    assert isinstance(reply.error_context, ErrorContext)
    assert (reply.error_context.failed_node, reply.error_context.error_detail) == ("Coordinate", "")
