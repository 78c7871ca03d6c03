"""A draft of a model that is not confident is replaced, in the words that a deployment or session has for it."""

from collections.abc import Iterator

import pytest

from infra.lab.messages_api import Brain
from shared.contracts import FailsafeOptions, SessionSettings
from tests.e2e.minded import TOTAL, saying


def test_a_draft_that_is_not_confident_is_replaced_and_the_verified_facts_are_kept(candor):
    hedged = "I'm not sure, maybe I can't say; I don't know, it could be anything. I think it is unclear."
    with candor.minded(Brain(sql=TOTAL, purpose="Total revenue", score=0.2, then=saying(hedged).then)):
        reply = candor.ask("What is the total revenue?")
    assert reply.status == "partial"
    assert reply.assessment.verdict == "FAILSAFE_TRIGGERED"
    assert reply.assessment.model_score == 0.2
    assert reply.assessment.original_response_preview.startswith(hedged[:20])
    assert hedged[:20] not in reply.text
    assert reply.facts[0].value == pytest.approx(111.0)
    assert reply.facts[0].text in reply.text


@pytest.mark.parametrize(
    ("settings", "verdict", "stands"),
    [
        ({}, "FAILSAFE_TRIGGERED", False),
        ({"confidence_threshold": 0.1}, "PASSED", True),
        ({"failsafe_enabled": False}, "NOT_ASSESSED", True),
    ],
    ids=["as it is", "a lower threshold", "switched off"],
)
def test_a_session_says_whether_and_from_where_on_a_draft_is_replaced(candor, settings, verdict, stands):
    session = candor.session()
    candor.deps.sessions.update(session.model_copy(update={"settings": SessionSettings(**settings)}))
    with candor.minded(_doubted()):
        reply = candor.ask("What is the total revenue?", session=session)
    assert reply.assessment.verdict == verdict
    assert (HEDGED[:20] in reply.text) is stands


HEDGED = "I'm not sure, maybe I can't say; I don't know, it could be anything. I think it is hard to say."
OWN_TEXT = "I would rather check this with the finance team than guess: ask them at extension 12."


@pytest.fixture
def own_text(candor) -> Iterator[None]:
    """The deployment says this where a draft is unsure."""
    candor.deps.deployment.set_failsafe(FailsafeOptions(category_texts={"UNCERTAINTY": OWN_TEXT}))
    yield
    candor.deps.deployment.set_failsafe(FailsafeOptions())


def _doubted() -> Brain:
    return Brain(sql=TOTAL, purpose="Total revenue", score=0.2, then=saying(HEDGED).then)


@pytest.mark.usefixtures("own_text")
def test_a_deployments_own_text_stands_in_for_a_draft(candor):
    with candor.minded(_doubted()):
        reply = candor.ask("What is the total revenue?")
    assert reply.assessment.error_category == "UNCERTAINTY"
    assert OWN_TEXT in reply.text
    assert reply.facts[0].value == pytest.approx(111.0)


@pytest.mark.usefixtures("own_text")
def test_a_sessions_own_text_is_nearer_and_is_guarded(candor):
    leak = "See arn:aws:lambda:us-east-1:123456789012:function:candor-query for what went wrong, or call us."
    own = SessionSettings(category_texts={"UNCERTAINTY": leak})
    session = candor.session()
    candor.deps.sessions.update(session.model_copy(update={"settings": own}))
    with candor.minded(_doubted()):
        reply = candor.ask("What is the total revenue?", session=session)
    assert "arn:aws" not in reply.text
    assert "call us" in reply.text
