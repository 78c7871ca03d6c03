"""The promise in figures: each turn that has ended tells them, and nothing of its user."""

import json
from datetime import UTC, datetime
from typing import get_args

import pytest

from shared.confidence.rules import scored
from shared.contracts import Assessment, Attempt, ForfeitCode, Reply
from shared.failure.describe import describe
from shared.failure.last_words import last_context
from shared.model.failover import Detour, why_without
from shared.turn.acceptance.cancel import cancelled
from shared.turn.finish import line_of
from shared.turn.telemetry.metrics import METRICS, OF_CONSULTATIONS, SEVERAL, figures, rung

COORDINATE = describe(failed_node="Coordinate", error_type="timeout")
RESPOND = last_context("timeout")
FELL_BACK = Attempt(
    agent="sql_analytics",
    task_id="t1",
    step="model",
    action="Asked the language model",
    outcome="failed",
    reason="no answer",
    at=datetime(2026, 1, 1, tzinfo=UTC),
)
DOWN = Detour(model="a-model", provider="anthropic", error_type="timeout", reason="did not answer in time", asked=True)


def told(candor, question):
    turn = candor.accept(question)
    reply = candor.cloud.wait(turn)
    return turn, reply, figures(turn, reply, "candor")


def test_an_answer_tells_how_long_it_took_and_what_it_cost(candor):
    _, reply, found = told(candor, "What is the total revenue?")
    assert (found["status"], found["rung"], found["Late"], found["Forfeited"]) == ("answered", "0", 0, 0)
    assert found["Seconds"] >= 0
    assert found["OfItsTime"] < 100
    assert found["Dollars"] == reply.usage.price_usd


def test_it_is_what_cloudwatch_reads_as_metrics(candor):
    _, _, found = told(candor, "What is the total revenue?")
    whole, by_rung = found["_aws"]["CloudWatchMetrics"]
    assert {one["Name"] for one in whole["Metrics"]} == set(METRICS)
    assert (whole["Dimensions"], by_rung["Dimensions"]) == ([["deployment"]], [["deployment", "rung"]])
    assert all(isinstance(found[name], str) for name in ("deployment", "rung"))
    assert all(isinstance(found[name], int | float) for name in METRICS)


def test_a_turn_counts_as_without_a_model_where_one_was_to_answer_and_did_not(candor):
    """Not one that gave up or was taken back: whoever hears an alarm would look for an outage."""
    turn, reply, found = told(candor, "What is the total revenue?")
    assert found["WithoutModel"] == 0
    assert told(candor, "What is the average frobnication of Jane Doe?")[2]["WithoutModel"] == 0
    assert figures(turn, cancelled(turn, reply.timing), "candor")["WithoutModel"] == 0
    (one,) = reply.responses
    without = one.model_copy(update={"without_model": why_without((DOWN,))})
    assert figures(turn, reply.model_copy(update={"responses": (without,)}), "candor")["WithoutModel"] == 1


def test_last_words_are_counted_by_who_said_them(candor):
    candor.break_("Respond")
    assert told(candor, "What is the total revenue?")[2]["rung"] == "6"
    candor.cloud.faults.reset()
    candor.break_("Coordinate")
    assert told(candor, "What is the total revenue?")[2]["rung"] == "4"


SHOWN = {
    "nothing broke": (0, {"status": "answered", "source": "claude"}),
    "an agent gave up": (1, {"status": "forfeited", "source": "claude"}),
    "one of several agents failed": (2, {"status": "partial", "source": "claude"}),
    "no model answered": (3, {"status": "answered", "source": "deterministic", "attempts": (FELL_BACK,)}),
    "a state failed, told by a model": (4, {"status": "failed", "source": "claude", "error_context": COORDINATE}),
    "a state failed, told without one": (4, {"status": "failed", "source": "template", "error_context": COORDINATE}),
    "nothing but fixed words": (5, {"status": "failed", "source": "last_resort", "error_context": COORDINATE}),
    "Respond failed": (6, {"status": "failed", "source": "last_resort", "error_context": RESPOND}),
    "the execution ended": (7, {"status": "failed", "source": "rescue", "error_context": RESPOND}),
}


@pytest.mark.parametrize(("number", "shown"), SHOWN.values(), ids=SHOWN)
def test_the_rung_is_the_one_that_the_ladder_of_the_documentation_counts(number, shown):
    assert rung(Reply(turn_id="turn_1", session_id="sess_1", text="…", **shown)) == number


def test_every_rung_that_a_reply_can_show_has_its_case():
    assert {number for number, _ in SHOWN.values()} == set(range(8))


def test_a_forfeit_is_told_by_its_agent_and_never_by_what_was_asked(candor):
    _, reply, found = told(candor, "What is the average frobnication of Jane Doe?")
    assert (reply.status, found["Forfeited"], found["rung"]) == ("forfeited", 1, "1")
    assert ["deployment", "reason"] in [one["Dimensions"][0] for one in found["_aws"]["CloudWatchMetrics"]]
    assert found["reason"] in {one.forfeit.code for one in reply.responses if one.forfeit}
    assert "frobnication" not in json.dumps(found)
    assert "Jane" not in json.dumps(found)


def test_an_answer_has_no_reason_to_forfeit_and_different_reasons_are_told_as_several(candor):
    _, _, found = told(candor, "What is the total revenue?")
    assert found["reason"] == ""
    turn, reply, _ = told(candor, "What is the average frobnication of Jane Doe?")
    (one, *_) = [response for response in reply.responses if response.forfeit]
    other = next(code for code in get_args(ForfeitCode) if code != one.forfeit.code)
    different = one.model_copy(update={"forfeit": one.forfeit.model_copy(update={"code": other})})
    both = reply.model_copy(update={"responses": (one, different)})
    assert figures(turn, both, "candor")["reason"] == SEVERAL


def test_a_trigger_is_told_by_its_category(candor):
    turn = candor.accept("What is the total revenue?")
    now = candor.deps.clock.now()
    told = Assessment(
        confidence_score=0.2,
        rule_score=0.9,
        error_category="TIMEOUT",
        assessment="FAILSAFE_TRIGGERED",
        verdict="FAILSAFE_TRIGGERED",
        timestamp=now,
    )
    reply = Reply(turn_id=turn.turn_id, session_id=turn.session_id, status="partial", text="Late.", assessment=told)
    found = figures(turn, reply, "candor")
    assert (found["FailsafeTriggered"], found["category"], found["NotAssessed"]) == (1, "TIMEOUT", 0)
    assert ["deployment", "category"] in [one["Dimensions"][0] for one in found["_aws"]["CloudWatchMetrics"]]
    line = line_of(reply)
    assert (line["failsafe"], line["failsafe_category"]) == ("FAILSAFE_TRIGGERED", "TIMEOUT")
    broken = scored(reply.model_copy(update={"assessment": None}), now)
    assert figures(turn, broken, "candor")["NotAssessed"] == 1


def test_whoever_rescued_a_turn_is_told_as_rescued(candor):
    turn = candor.accept("What is the total revenue?")
    reply = Reply(turn_id=turn.turn_id, session_id=turn.session_id, status="failed", source="rescue", text="Sorry.")
    assert figures(turn, reply, "candor")["Rescued"] == 1


def test_a_handoff_is_counted_by_the_turn_that_made_it(candor):
    session = candor.session(mode="consultation")
    for message in ("which region has the highest revenue", "whether to hire", "the board"):
        candor.ask(message, session=session)
    turn = candor.accept("a clear ranking", session)
    found = figures(turn, candor.cloud.wait(turn), "candor")
    (about,) = [one for one in found["_aws"]["CloudWatchMetrics"] if one["Metrics"][0]["Name"] == "Handoffs"]
    assert {one["Name"] for one in about["Metrics"]} == set(OF_CONSULTATIONS)
    told = {name: found[name] for name in ("Handoffs", "HandoffsTried", "HandoffsRolledBack", "ConsultationsBegun")}
    assert told == {"Handoffs": 1, "HandoffsTried": 1, "HandoffsRolledBack": 0, "ConsultationsBegun": 0}
    assert found["HandoffSeconds"] > 0
    went = candor.deps.sessions.consultation(session.session_id).transitions
    assert (went.attempted, went.succeeded, went.deepest) == (1, 1, 1)
    assert went.seconds > 0


def test_a_handoff_that_came_to_nothing_is_counted_as_rolled_back(candor):
    session = candor.session(mode="consultation")
    for message in ("which region has the highest revenue", "whether to hire", "the board"):
        candor.ask(message, session=session)
    candor.break_("Handoff")
    turn = candor.accept("a clear ranking", session)
    found = figures(turn, candor.cloud.wait(turn), "candor")
    assert (found["Handoffs"], found["HandoffsTried"], found["HandoffsRolledBack"]) == (0, 1, 1)
    went = candor.deps.sessions.consultation(session.session_id).transitions
    assert (went.attempted, went.succeeded, went.rolled_back) == (1, 0, 1)


def test_a_handoff_that_waits_for_the_next_message_was_not_tried(candor):
    session = candor.session(mode="consultation")
    for message in ("which region has the highest revenue", "whether to hire", "the board"):
        candor.ask(message, session=session)
    candor.cloud.faults.meanwhile["Handoff"] = lambda: candor.cloud.clock.sleep(55)
    turn = candor.accept("a clear ranking", session)
    found = figures(turn, candor.cloud.wait(turn), "candor")
    assert (found["Handoffs"], found["HandoffsTried"], found["HandoffsRolledBack"]) == (0, 0, 0)
