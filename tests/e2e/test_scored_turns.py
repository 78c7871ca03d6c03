"""Every reply has its assessment, whoever wrote it."""

import pytest

from infra.local.faults import FaultKind
from shared.confidence.rules import NO_ANSWER, rule_score
from shared.turn.acceptance.cancel import cancel

QUESTION = "What is the total revenue?"


@pytest.mark.parametrize(
    ("broken", "question"),
    [
        ({}, QUESTION),
        ({}, "What is the total of the frobnicators?"),
        ({"Coordinate": "raises"}, QUESTION),
        ({"RunAgent": "raises"}, QUESTION),
        ({"Assess": "raises"}, QUESTION),
        ({"Synthesize": "raises"}, QUESTION),
        ({"Respond": "raises"}, QUESTION),
        ({"Coordinate": "cannot be caught"}, QUESTION),
    ],
    ids=str,
)
def test_every_reply_is_scored(candor, broken: dict[str, FaultKind], question):
    candor.cloud.faults.broken |= broken
    reply = candor.ask(question)
    assert reply.assessment is not None
    assert 0.0 <= reply.assessment.rule_score <= 1.0
    if reply.status in ("forfeited", "failed"):
        assert (reply.assessment.confidence_score, reply.assessment.verdict) == (0.0, "PASSED")
    if broken == {"Assess": "raises"}:
        assert reply.assessment.verdict == "NOT_ASSESSED"
    elif reply.status == "answered":
        assert reply.assessment.verdict == "PASSED"
        assert reply.assessment.confidence_score > 0.9


def test_what_a_phase_says_alone_is_no_answer_and_has_the_score_of_its_own_words(candor):
    session = candor.session(mode="consultation")
    reply = candor.ask("hello", session=session)
    assert reply.assessment.findings == (NO_ANSWER,)
    assert reply.assessment.rule_score == rule_score(reply.text)


def test_a_cancelled_turn_is_scored_too(candor):
    turn = candor.accept(QUESTION)
    reply = cancel(candor.deps.turns.get(turn.turn_id), candor.deps).reply
    assert reply.assessment is not None
