"""What a turn took, and after which model that is named."""

import pytest

from shared.contracts import AgentResponse, Draft, Plan, Task, Usage
from shared.turn.material import Material
from tests.shared.turn.test_caught import TURN

TASK = Task(task_id="1", agent="sql", request="Count")


def _usage(model: str) -> Usage:
    return Usage(model=model, provider="somebody", calls=1, input_tokens=10)


@pytest.mark.parametrize(("draft", "named"), [("", "second"), ("third", "third")])
def test_what_a_turn_took_is_named_after_the_model_that_wrote_the_answer(draft: str, named: str) -> None:
    response = AgentResponse(
        agent="sql", task_id="1", task="Count", status="completed", by_model=True, usage=_usage("second")
    )
    plan = Plan(kind="agents", waves=((TASK,),), usage=_usage("first"))
    written = Draft(text="So.", source="claude", usage=_usage(draft) if draft else Usage())
    used = Material(turn=TURN, plan=plan, responses=(response,), draft=written).usage
    assert (used.model, used.calls, used.input_tokens) == (named, 3 if draft else 2, 30 if draft else 20)


def test_where_no_model_wrote_the_answer_it_is_named_after_the_one_that_was_asked_first() -> None:
    plan = Plan(kind="agents", waves=((TASK,),), usage=_usage("first"))
    response = AgentResponse(agent="sql", task_id="1", task="Count", status="completed")
    assert Material(turn=TURN, plan=plan, responses=(response,)).usage.model == "first"
