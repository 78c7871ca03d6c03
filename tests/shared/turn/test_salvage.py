"""From outside the workflow, a turn is answered from what it had found, if it had found anything."""

from datetime import timedelta

import pytest

from shared.contracts import AgentResponse, Assessment, Draft, Fact, Plan, Task
from shared.turn.acceptance.accept import new_turn
from shared.turn.rescue.rescue import read_turn, sweep
from shared.turn.rescue.salvage import INTERRUPTED, salvaged

TOTAL = Task(task_id="1", agent="sql_analytics", request="What is the total revenue?")
SEGMENTS = Task(task_id="2", agent="segmentation", request="Which segments matter?")
FOUND = AgentResponse(
    agent="sql_analytics",
    task_id="1",
    task="What is the total revenue?",
    status="completed",
    facts=(Fact(id="f1", name="total revenue", value=111.0, text="The total revenue is 111."),),
)


@pytest.fixture
def left(candor):
    """A turn whose workflow never came to its end, overdue, with a plan of two tasks."""
    turn = new_turn(candor.session(), "Total revenue, and which segments matter?", candor.deps)
    candor.deps.turns.accept(turn)
    candor.deps.turns.save(turn.turn_id, "PLAN", Plan(kind="agents", waves=((TOTAL, SEGMENTS),)))
    candor.cloud.clock.advance((turn.deadline - turn.asked_at + timedelta(seconds=5)).total_seconds())
    return turn


@pytest.mark.parametrize("state", ["Synthesize", "Guard", "Respond"])
def test_an_execution_that_ends_after_its_agents_is_answered_from_what_they_found(candor, state):
    candor.break_(state, "is aborted")
    reply = candor.ask("What is the total revenue?")
    assert (reply.status, reply.source) == ("answered", "rescue")
    assert reply.facts[0].value == pytest.approx(111.0)
    assert "111" in reply.text
    assert reply.text.endswith(INTERRUPTED)


def test_an_execution_that_ends_before_its_agents_gets_the_last_words(candor):
    candor.break_("Coordinate", "is aborted")
    reply = candor.ask("What is the total revenue?")
    assert (reply.status, reply.source) == ("failed", "rescue")
    assert INTERRUPTED not in reply.text


@pytest.mark.parametrize("who", ["the reader", "the sweeper"])
def test_what_one_agent_of_two_had_found_is_a_partial_answer_that_names_the_other(candor, left, who):
    candor.deps.turns.save(left.turn_id, "RESPONSE", FOUND, "1")
    if who == "the sweeper":
        sweep(candor.deps)
    reply = read_turn(left.turn_id, left.user_id, candor.deps).reply
    assert (reply.status, reply.source) == ("partial", "rescue")
    assert "The total revenue is 111." in reply.text
    assert "**Not answered**: “Which segments matter”" in reply.text


def test_without_any_answer_there_is_nothing_to_salvage(candor, left):
    assert salvaged(left.turn_id, candor.deps) is None
    assert read_turn(left.turn_id, left.user_id, candor.deps).reply.status == "failed"


def test_a_draft_that_was_not_guarded_is_not_used(candor, left):
    candor.deps.turns.save(left.turn_id, "RESPONSE", FOUND, "1")
    candor.deps.turns.save(left.turn_id, "DRAFT", Draft(text="Revenue is 999, by KeyError.", source="claude"))
    assert "999" not in salvaged(left.turn_id, candor.deps).text


def test_a_draft_that_the_failsafe_replaced_is_not_used(candor, left):
    candor.deps.turns.save(left.turn_id, "RESPONSE", FOUND, "1")
    candor.deps.turns.save(left.turn_id, "GUARDED", Draft(text="Perhaps it is 111, perhaps not.", source="claude"))
    verdict = Assessment(
        confidence_score=0.2,
        assessment="FAILSAFE_TRIGGERED",
        rule_score=0.2,
        verdict="FAILSAFE_TRIGGERED",
        timestamp=candor.deps.clock.now(),
    )
    candor.deps.turns.replace(left.turn_id, "ASSESSMENT", verdict)
    reply = salvaged(left.turn_id, candor.deps)
    assert reply.status == "partial"
    assert "Perhaps" not in reply.text
    assert "111" in reply.text
