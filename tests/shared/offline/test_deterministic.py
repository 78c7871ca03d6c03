"""No-model mode: what it routes where, what it answers, and how it words a forfeit or a failure."""

from collections.abc import Callable

import pytest

from shared.contracts import AgentCard, AgentResponse, AgentResult, ErrorContext, Fact, Forfeit, Insights
from shared.contracts.dataset import Repair
from shared.errors import ModelUnavailable
from shared.model.moves import RouteQuestion
from shared.model.port import AnswerT, ExplainFailure, JudgeReply, PreviousTurn, Request, SynthesizeReply, WordFailsafe
from shared.offline.mind import DeterministicModel
from tests.shared.model.answering import planned
from tests.shared.offline.reading.shops import NOW, shop

CARDS = (
    AgentCard(name="first", description="Explains.", capabilities=("Describe a dataset: columns, how many rows",)),
    AgentCard(name="second", description="Computes figures.", capabilities=("Compute totals, averages and counts",)),
)
ORDERS = shop("orders")[0]


def ask(request: Request[AnswerT]) -> AnswerT:
    answered = DeterministicModel().ask(request, seconds=1.0)
    assert answered.source == "deterministic"
    return answered.value


def route(question: str, **more: PreviousTurn) -> list[tuple[str, str]]:
    found = ask(RouteQuestion(question=question, agents=CARDS, datasets=(ORDERS,), now=NOW, **more))
    return [(task.agent, task.request) for task in found.tasks]


@pytest.mark.parametrize(
    ("question", "agent"),
    [("total revenue by region", "second"), ("which columns are there?", "first"), ("describe the data", "first")],
)
def test_a_question_goes_to_the_agent_whose_capabilities_it_is_like(question: str, agent: str) -> None:
    assert [name for name, _ in route(question)] == [agent]


def test_two_questions_in_one_become_two_tasks() -> None:
    found = route("Which region has the most revenue, and how many orders were returned?")
    assert [request for _, request in found] == [
        "Which region has the most revenue?",
        "how many orders were returned?",
    ]


def test_a_follow_up_is_routed_as_a_question_of_its_own() -> None:
    previous = PreviousTurn(question="total revenue in the West")
    found = ask(
        RouteQuestion(question="what about East?", agents=CARDS, datasets=(ORDERS,), history=(previous,), now=NOW)
    )
    assert "East" in found.tasks[0].request
    assert "revenue" in found.tasks[0].request
    assert "previous question" in found.readings[0]


ENTERED_TWICE = ORDERS.model_copy(
    update={"repairs": (Repair(kind="repeated", detail="2 rows repeat another row.", rows=2, doubt=True),)}
)


@pytest.mark.parametrize(("question", "once"), [("total revenue by region", True), ("show me the data", False)])
def test_rows_that_were_entered_twice_count_once_and_are_shown_as_they_were_entered(question: str, once: bool) -> None:
    assert [one.distinct_rows for one in planned(question, NOW, ENTERED_TWICE).analyses] == [once]
    assert [one.distinct_rows for one in planned(question, NOW, ORDERS).analyses] == [False]


def test_without_data_the_plan_forfeits() -> None:
    plan = planned("total revenue", NOW)
    assert plan.forfeit is not None
    assert "No datasets available" in plan.forfeit.reason


def test_a_forfeit_names_the_word_what_was_tried_and_what_would_help() -> None:
    plan = planned("revenue of left-handed customers", NOW, ORDERS)
    assert plan.forfeit is not None
    assert "left" in plan.forfeit.reason
    assert any("left" in action for action in plan.forfeit.attempted_actions)
    assert plan.forfeit.would_help


def test_the_dataset_is_the_one_that_the_question_fits() -> None:
    plan = planned("average salary in Marketing", NOW, ORDERS, shop("employees")[0])
    assert plan.analyses[0].relation == "employees"
    assert any("employees.csv" in reading for reading in plan.readings)


def test_what_two_datasets_explain_only_together_is_told_of_both() -> None:
    plan = planned("average salary by region", NOW, ORDERS, shop("employees")[0])
    assert plan.forfeit is not None
    assert "of orders.csv is called “salary”" in plan.forfeit.reason
    assert "the question of employees.csv either, nor of them together" in plan.forfeit.reason


def test_a_word_that_no_dataset_explains_is_what_is_told() -> None:
    plan = planned("average salary by galaxy", NOW, ORDERS, shop("employees")[0])
    assert plan.forfeit is not None
    assert plan.forfeit.reason == "No column and no value of employees.csv or orders.csv is called “galaxy”"


def test_a_greeting_is_answered_without_a_query() -> None:
    plan = planned("hello", NOW, ORDERS)
    assert "orders.csv" in plan.text
    assert not plan.analyses


def test_no_model_mode_has_no_second_opinion() -> None:
    with pytest.raises(ModelUnavailable):
        ask(JudgeReply(question="total?", reply="5"))


def _response(status: str, agent: str = "sql_analytics", **more: object) -> AgentResponse:
    return AgentResponse.model_validate({"agent": agent, "task_id": "1", "task": "total", "status": status, **more})


def test_a_reply_tells_the_answer_its_reading_and_what_is_missing() -> None:
    answered = _response(
        "completed", result=AgentResult(insights=Insights(summary="The total is 5.")), readings=("I added it up.",)
    )
    missing = _response("forfeited", agent="segmentation", forfeit=Forfeit(reason="No groups."))
    text = ask(SynthesizeReply(question="?", responses=(answered, missing))).text
    assert "The total is 5." in text
    assert "I added it up." in text
    assert "Not answered" in text
    assert "No groups." in text


def test_a_reply_where_all_forfeited_has_the_agreed_form() -> None:
    text = ask(SynthesizeReply(question="?", responses=(_response("forfeited", forfeit=Forfeit(reason="R.")),))).text
    assert text.startswith("I apologize")
    assert "**Reason:** R." in text


FACT = Fact(id="f1", name="total", value=5, text="The total is 5.")
ERROR = ErrorContext(
    failed_node="Waves", error_type="timeout", error_detail="secret", user_hint="H.", retry_suggestion="S."
)


@pytest.mark.parametrize(
    "request_of",
    [
        lambda: ExplainFailure(question="?", error=ERROR, facts=(FACT,)),
        lambda: WordFailsafe(question="?", category="UNCERTAINTY", draft="secret", facts=(FACT,)),
    ],
)
def test_a_failure_is_told_with_what_is_known_and_without_detail(request_of: Callable[[], Request[AnswerT]]) -> None:
    text = str(ask(request_of()).model_dump()["text"])
    assert "The total is 5." in text
    assert "secret" not in text
