"""A conversation with a model as a person sees it: what runs, what comes first, who answers, and what is left at the
end."""

import pytest

from functions.registry import all_agents
from infra.lab.messages_api import Brain, Fails, calls
from infra.lab.model_faults import conversed
from shared.agents.coordination.coordinator import coordinated
from shared.errors import ModelMisanswered, ModelSilent, ModelTimeout
from shared.model.failover import FailoverModel
from shared.model.moves import NextMove, Route, RouteQuestion, TaskDraft
from shared.model.port import Answered
from shared.offline.mind import DeterministicModel
from shared.turn.acceptance.accept import new_turn

BY_REGION = 'SELECT region, sum(revenue) AS revenue FROM "data" GROUP BY 1 ORDER BY 2 DESC'
TOTAL = {
    "kind": "figures",
    "measures": [{"kind": "statistic", "function": "sum", "column": "revenue", "name": "revenue"}],
}


def _events(candor, reply):
    return candor.deps.events.read(reply.turn_id)


def test_a_plain_question_takes_two_calls_and_tells_its_queries_before_its_first_figures(candor):
    with candor.minded(Brain(sql=BY_REGION, purpose="Revenue by region", eager=True)) as server:
        reply = candor.ask("Which region has the highest revenue?")
    assert (reply.status, len(server.requests)) == ("answered", 2)
    titles = [event.title for event in _events(candor, reply)]
    computing = titles.index("Executing queries")
    assert _events(candor, reply)[computing].data["purposes"] == ["Revenue by region"]
    figures = next(event for event in _events(candor, reply)[computing:] if event.title == "First figures")
    assert "52.5" in " ".join(figures.data["figures"])
    assert len(titles) <= 14


@pytest.mark.parametrize(("month", "calls_in_all"), [("March", 2), ("May", 3)])
def test_a_period_that_the_query_takes_needs_no_judge_and_another_one_does(candor, month, calls_in_all):
    in_march = "SELECT sum(revenue) AS revenue FROM \"data\" WHERE ordered >= '2025-03-01' AND ordered < '2025-04-01'"

    def then(request, content):
        worded = [calls("answer", {"text": f"Total revenue in {month} 2025 was {{r1.revenue}}."})]
        return worded if content[0].get("name") == "answer" else content

    with candor.minded(Brain(sql=in_march, purpose="Revenue in March", eager=True, then=then)) as server:
        reply = candor.ask(f"What was the total revenue in {month} 2025?")
    assert (reply.status, len(server.requests)) == ("answered", calls_in_all)


def test_the_coordinator_may_begin_in_the_query_language(candor):
    def then(request, content):
        if "assign_tasks" in request.tools:
            return [content[0], calls("analyse", {"query": TOTAL})]
        return [calls("answer", {"text": "It is {r1.revenue}."})]

    with candor.minded(Brain(then=then)) as server:
        reply = candor.ask("What is the total revenue?")
    assert (reply.text, len(server.requests)) == ("It is 111.", 2)


def test_a_first_query_that_cannot_be_meant_goes_to_the_agent_with_what_would_be_right(candor):
    wrong = {**TOTAL, "measures": [{**TOTAL["measures"][0], "column": "revenues"}]}

    def then(request, content):
        if "assign_tasks" in request.tools:
            return [content[0], calls("analyse", {"query": wrong})]
        if request.results:
            return [calls("answer", {"text": "It is {r1.revenue}."})]
        return [calls("analyse", {"query": TOTAL}, "again")]

    with candor.minded(Brain(then=then)) as server:
        reply = candor.ask("What is the total revenue?")
    assert (reply.status, len(server.requests)) == ("answered", 3)
    assert "revenue" in server.requests[1].everything


def test_a_change_of_model_is_said(candor):
    brain = Brain(sql=BY_REGION)

    def only_the_second(request, wire):
        (Fails(529) if "sonnet" in request.body["model"] else brain)(request, wire)

    with candor.minded(only_the_second):
        reply = candor.ask("Which region sells most?")
    assert reply.source == "claude"
    assert "The language model is overloaded; another one is asked" in [one.title for one in _events(candor, reply)]


def test_what_was_computed_before_the_models_went_away_is_told_as_a_part(candor):
    brain = Brain(sql=BY_REGION, purpose="Revenue by region")

    def leaving(request, wire):
        (Fails(500) if request.results else brain)(request, wire)

    with candor.minded(leaving):
        reply = candor.ask("Which region sells most?")
    assert (reply.status, reply.source) == ("partial", "deterministic")
    assert "52.5" in reply.text
    assert "without the language model because it could not be reached" in reply.text


def test_every_planner_sees_the_persons_own_question_and_the_last_turns(candor):
    def rephrasing(request, content):
        if "assign_tasks" in request.tools:
            return [calls("assign_tasks", {"tasks": [{"agent": "sql_analytics", "request": "Rows, rephrased"}]})]
        return content

    session = candor.session()
    asked = [f"How many rows{mark}" for mark in ("?", "", " are there?", " are there", " do we have?")]
    with candor.minded(Brain(then=rephrasing)) as server:
        for question in asked:
            candor.ask(question, session=session)
    planners = [request for request in server.requests if request.fenced("question") == asked[-1]]
    assert ["assign_tasks" in request.tools for request in planners] == [True, False, False]
    for request in planners:
        before = request.fenced("turns_before")
        assert [one["question"] for one in before] == ["Rows, rephrased"] * 3
        assert all(one["answer"] for one in before)


class Unasked:
    """A language model that must not be asked."""

    model, provider = "unasked", "test"

    def ask(self, request, *, seconds, patience=None):
        raise AssertionError("there was no time to ask")


@pytest.mark.parametrize("late", [62.0, 66.0], ids=["seconds are left", "the reserve has begun"])
def test_the_coordinator_without_time_routes_without_a_model(candor, late):
    deps = candor.deps
    turn = new_turn(candor.session(), "What is the total revenue?", deps)
    deps.turns.accept(turn)
    candor.cloud.clock.advance(late)
    before, deps.model = deps.model, FailoverModel([Unasked()], DeterministicModel())
    try:
        plan = coordinated(deps.turns.belongings(turn.turn_id), all_agents(), deps)
    finally:
        deps.model = before
    assert [task.agent for task in plan.tasks] == ["sql_analytics"]


class Slow:
    """A language model that says nothing for fourteen seconds and then answers as it should."""

    provider = "slow"

    def __init__(self, model, clock):
        self.model = model
        self._clock = clock
        self._knows = DeterministicModel()

    def ask(self, request, *, seconds, patience=None):
        allowed = seconds if patience is None else patience
        self._clock.advance(min(14.0, allowed))
        if allowed < 14.0:
            raise ModelSilent("scripted") if patience else ModelTimeout("scripted")
        answer = self._knows.ask(request, seconds=seconds).value
        value = conversed(request, answer) if isinstance(request, NextMove) else answer
        return Answered(value, source="claude")


def test_two_models_of_fourteen_seconds_a_call_answer_a_plain_question(candor):
    clock = candor.cloud.clock
    models = [Slow("first", clock), Slow("second", clock)]
    before, candor.deps.model = (
        candor.deps.model,
        FailoverModel(models, DeterministicModel(), clock=lambda: clock.now().timestamp()),
    )
    try:
        reply = candor.ask("What is the total revenue?")
    finally:
        candor.deps.model = before
    assert (reply.status, reply.source) == ("answered", "claude")
    assert "111" in reply.text
    told = [event.title for event in _events(candor, reply)]
    assert "The language model did not answer in time; another one is asked" in told


class OnlyRoutes:
    """A language model that gives a question to two agents, and no other usable answer."""

    model, provider = "routes", "test"

    def ask(self, request, *, seconds, patience=None):
        if not isinstance(request, RouteQuestion):
            raise ModelMisanswered("scripted")
        asked = ("What is the total revenue?", "How many rows are there?")
        return Answered(
            Route(tasks=tuple(TaskDraft(agent="sql_analytics", request=one) for one in asked)), source="claude"
        )


def test_while_the_answers_of_several_agents_are_put_together_a_change_of_model_is_said_too(candor):
    before, candor.deps.model = candor.deps.model, FailoverModel([OnlyRoutes()], DeterministicModel())
    try:
        reply = candor.ask("What is the total revenue, and how many rows are there?")
    finally:
        candor.deps.model = before
    titles = [event.title for event in _events(candor, reply)]
    after = titles[titles.index("Putting the answer together") :]
    assert any(title.startswith("The language model gave no usable answer") for title in after), titles
