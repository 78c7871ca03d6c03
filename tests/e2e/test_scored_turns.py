"""Every reply has its assessment, whoever wrote it."""

import pytest

from infra.local.faults import FaultKind
from shared.turn.cancel import cancel

QUESTION = "What is the total revenue?"


@pytest.mark.parametrize(
    ("broken", "question"),
    [
        ({}, QUESTION),
        ({}, "What is the total of the frobnicators?"),
        ({"Coordinate": "raises"}, QUESTION),
        ({"RunAgent": "raises"}, QUESTION),
        ({"Assess": "raises"}, QUESTION),
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


def test_a_cancelled_turn_is_scored_too(candor):
    turn = candor.accept(QUESTION)
    reply = cancel(candor.deps.turns.get(turn.turn_id), candor.deps).reply
    assert reply.assessment is not None
