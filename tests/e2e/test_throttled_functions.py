"""Lambda has no free place for a function that computes: what is asked waits for one, and the breaker stays closed."""

from contextlib import contextmanager
from datetime import timedelta

import pytest

from infra.local.call_faults import CallFault
from shared.deps import THROTTLED_SECONDS
from shared.errors import QueryThrottled

QUESTION = "What is the total revenue?"
MONTHS = "ordered,revenue\n" + "\n".join(f"2024-{at:02}-15,{100 + 2 * at}" for at in range(1, 13))


@contextmanager
def throttled(candor, function, seconds):
    """Lambda refuses this function for so long, counted from the first call that it refuses."""
    clock, until = candor.deps.clock, []

    def refuses(call):
        if f"candor-{function}" not in call.url:
            return False
        until[:] = until or [clock.now() + timedelta(seconds=seconds)]
        return clock.now() < until[0]

    candor.cloud.faults.calls.append(CallFault("throttle", refuses, "is throttled"))
    yield
    assert candor.cloud.faults.hits.get("throttle", 0) > 1


@pytest.mark.parametrize("seconds", [2, 4, 8])
def test_a_plain_question_is_answered_though_lambda_refuses_its_query_for_seconds(candor, seconds):
    session = candor.session()
    with throttled(candor, "query", seconds):
        reply = candor.ask(QUESTION, session=session)
    assert reply.status == "answered"
    assert "111" in reply.text


def test_a_trend_is_told_though_lambda_refuses_its_statistic_for_seconds(candor):
    session = candor.session(MONTHS)
    with throttled(candor, "statistics", 4):
        reply = candor.ask("What is the trend of revenue?", session=session)
    assert reply.status == "answered"
    assert "revenue is increasing" in reply.text.lower()


def test_a_throttle_that_lasts_is_said_to_be_one_and_closes_nobody_out(candor):
    session = candor.session()
    for _ in range(3):
        with throttled(candor, "query", 10 * THROTTLED_SECONDS):
            reply = candor.ask(QUESTION, session=session)
        candor.cloud.faults.reset()
        assert reply.status == "forfeited"
        assert "has too much to do just now" in reply.text
    assert candor.deps.health.states() == {}
    assert candor.ask(QUESTION, session=session).status == "answered"


def test_a_throttle_is_not_noted_against_the_dependency(candor):
    for _ in range(3):
        with pytest.raises(QueryThrottled), candor.deps.health.noting("query", {}):
            raise QueryThrottled("too many calls at once")
    assert candor.deps.health.states() == {}
