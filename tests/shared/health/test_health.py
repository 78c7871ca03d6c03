"""When a dependency counts as slow or down, and when it is tried again."""

import pytest

from shared.health.calls import SLOW_MS
from shared.health.state import Breaker, CallOutcome, expectations, health_of, health_sentences


def after(*outcomes, breaker=None):
    breaker = breaker or Breaker()
    for at, ms, ok in outcomes:
        breaker = breaker.after(CallOutcome(at=at, ms=ms, ok=ok))
    return breaker


FAILED = after((0, 10, False), (1, 10, False), (2, 10, False))


def test_nothing_known_is_ok():
    assert Breaker().state(0) == "ok"
    assert Breaker().allows(0)


def test_failures_in_a_row_open_it():
    assert after((0, 10, False), (1, 10, False)).state(2) == "ok"
    assert FAILED.state(3) == "down"
    assert not FAILED.allows(3)


def test_a_success_between_failures_keeps_it_closed():
    assert after((0, 10, False), (1, 10, False), (2, 10, True), (3, 10, False)).state(4) == "ok"


def test_after_the_pause_one_call_may_try():
    assert FAILED.allows(32)
    assert not FAILED.trying(32).allows(33)
    assert FAILED.trying(32).allows(63)


def test_a_successful_try_closes_it_and_a_failed_one_opens_it_anew():
    assert FAILED.trying(32).after(CallOutcome(at=33, ms=10, ok=True)).state(33) == "ok"
    reopened = FAILED.trying(32).after(CallOutcome(at=33, ms=10, ok=False))
    assert reopened.state(33) == "down"
    assert not reopened.allows(60)


def test_a_slow_median_is_slow_until_it_is_old():
    slow = after((0, 9000, True), (1, 9000, True), (2, 100, True))
    assert slow.state(3) == "slow"
    assert slow.state(1000) == "ok"


def test_one_of_which_nothing_was_noted_for_minutes_is_not_told_as_down():
    assert FAILED.state(2 + FAILED.memory) == "down"
    assert FAILED.state(3 + FAILED.memory) == "ok"


@pytest.mark.parametrize("state", ["slow", "down"])
@pytest.mark.parametrize("name", SLOW_MS)
def test_every_dependency_has_its_sentence_for_prompts_and_for_a_person(name, state):
    (told,) = health_sentences({name: state})
    assert told.startswith("The ")
    (expected,) = expectations({name: state})
    assert expected.endswith(".")


def test_it_survives_being_stored():
    assert Breaker.model_validate(FAILED.wire()) == FAILED


def test_only_what_is_not_ok_is_told():
    health = health_of({"model": FAILED, "store": Breaker()}, 3)
    assert health == {"model": "down", "store": "ok"}
    (sentence,) = health_sentences(health)
    assert sentence == "The language model is currently down. Work without it, and say what is missing."
    (slow,) = health_sentences({"query": "slow", "store": "ok"})
    assert slow == "The query engine is currently slow. Answers may be limited or delayed."
