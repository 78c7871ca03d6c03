"""Agents on one question: side by side, one after another, and forfeiting, through the real state machine."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from pydantic import PrivateAttr

from functions.registry import all_agents
from infra.local.call_faults import CallFault
from shared.agents.agent import Agent
from shared.agents.run import Work
from shared.agents.specialist import Needs
from shared.analysis.base import Analysis, Findings
from shared.analysis.facts import Facts
from shared.contracts import AgentResponse, Plan
from shared.model.moves import Move, NextMove, Route, RouteQuestion, TaskDraft
from shared.model.port import Answered, SynthesizeReply
from shared.offline.mind import DeterministicModel

ORDERS = "order_id,customer_id,region,amount\n" + "".join(
    f"O-{at},C-{at % 15},{['North', 'South', 'East'][at % 3]},{at * 7 % 90 + 1}.50\n" for at in range(60)
)
CUSTOMERS = "customer_id,country\n" + "".join(f"C-{at},{['France', 'Spain'][at % 2]}\n" for at in range(15))
TOTALS = TaskDraft(agent="sql_analytics", request="What is the total amount by region?")
SEGMENTS = TaskDraft(agent="segmentation", request="Segment customers into value tiers by amount")


class Coordinator(DeterministicModel):
    """No-model mode that routes as it is told, and remembers what was asked of it."""

    def __init__(self, *tasks: TaskDraft, readings: tuple[str, ...] = ()) -> None:
        self.tasks, self.readings = tasks, readings
        self.asked: list[object] = []

    def ask(self, request, *, seconds):
        self.asked.append(request)
        answered = super().ask(request, seconds=seconds)
        if isinstance(request, RouteQuestion):
            return type(answered)(value=Route(tasks=self.tasks, readings=self.readings), source=answered.source)
        return answered

    def of(self, kind):
        """The requests of one kind."""
        return [request for request in self.asked if isinstance(request, kind)]


@contextmanager
def coordinated(candor, *tasks: TaskDraft, readings: tuple[str, ...] = ()) -> Iterator[Coordinator]:
    """The system with a coordinator that plans these tasks."""
    before, candor.deps.model = candor.deps.model, Coordinator(*tasks, readings=readings)
    try:
        yield candor.deps.model
    finally:
        candor.deps.model = before


@contextmanager
def broken(candor, function: str) -> Iterator[None]:
    """One function's queries find no engine."""
    engine = CallFault("engine", lambda call: (call.operation, call.function) == ("lambda.Invoke", function), "is down")
    candor.cloud.faults.calls.append(engine)
    yield
    candor.cloud.faults.calls.remove(engine)


def _ask(candor, question):
    """The reply on the orders."""
    return candor.ask(question, session=candor.session(ORDERS, name="orders.csv"))


def _responses(candor, reply) -> dict[str, AgentResponse]:
    return {response.agent: response for response in reply.responses}


def test_a_question_that_needs_totals_and_segments_has_its_agents_side_by_side(candor):
    with coordinated(candor, TOTALS, SEGMENTS):
        reply = _ask(candor, "What are the totals by region, and how do customers segment by value?")
    plan = candor.deps.turns.load(reply.turn_id, "PLAN", Plan)
    assert [[task.agent for task in wave] for wave in plan.waves] == [["sql_analytics", "segmentation"]]
    assert reply.status == "answered"
    responses = _responses(candor, reply)
    assert {response.status for response in responses.values()} == {"completed"}


def test_an_agent_that_is_started_again_gives_how_its_task_went_and_keeps_the_first_response(candor):
    with coordinated(candor, TOTALS):
        reply = _ask(candor, "What are the totals by region?")
    (first,) = reply.responses
    event = {"turn": {"turn_id": reply.turn_id}, "task": {"task_id": first.task_id}}
    assert all_agents()[first.agent].run(event, candor.deps) == {"task_id": first.task_id, "status": "completed"}
    assert candor.deps.turns.load(reply.turn_id, "RESPONSE", AgentResponse, first.task_id) == first


def test_the_synthesis_names_what_each_agent_contributed(candor):
    with coordinated(candor, TOTALS, SEGMENTS):
        reply = _ask(candor, "What are the totals by region, and how do customers segment by value?")
    assert "**SQL analytics**: Total amount by region" in reply.text
    assert "**Segmentation**: High: number of customers 3; " in reply.text


def test_a_task_that_builds_on_another_waits_for_it_and_receives_its_result(candor):
    after = SEGMENTS.model_copy(update={"depends_on": (0,)})
    with coordinated(candor, TOTALS, after) as model:
        reply = _ask(candor, "Take the totals by region, then segment the customers.")
    plan = candor.deps.turns.load(reply.turn_id, "PLAN", Plan)
    assert [[task.agent for task in wave] for wave in plan.waves] == [["sql_analytics"], ["segmentation"]]
    (told,) = [one.data["waves"] for one in candor.deps.events.read(reply.turn_id) if one.title == "Agents chosen"]
    assert [[(task["agent"], task["depends_on"]) for task in wave] for wave in told] == [
        [("sql_analytics", [])],
        [("segmentation", ["1-sql_analytics"])],
    ]
    first, second = model.of(NextMove)
    assert first.previous_results == ()
    (received,) = second.previous_results
    assert (received.agent, received.status) == ("sql_analytics", "completed")
    assert received.facts
    assert reply.status == "answered"


def test_a_task_of_the_third_wave_sees_what_the_first_found_though_it_does_not_depend_on_it(candor):
    second = SEGMENTS.model_copy(update={"depends_on": (0,)})
    third = TOTALS.model_copy(update={"depends_on": (1,), "request": "What is the average amount by region?"})
    with coordinated(candor, TOTALS, second, third) as model:
        _ask(candor, "Totals, segments, averages")
    received = model.of(NextMove)[-1].previous_results
    assert [one.task for one in received] == [TOTALS.request, SEGMENTS.request]


def test_an_agent_is_given_the_persons_own_question_how_it_was_read_and_the_turn_before(candor):
    session = candor.session(ORDERS, name="orders.csv")
    with coordinated(candor, TOTALS, readings=("I took amounts as they are.",)) as model:
        first = candor.ask("How much is it?", session=session)
        candor.ask("And by region?", session=session)
    asked = model.of(NextMove)[-1]
    assert (asked.task, asked.question, asked.told) == (
        TOTALS.request,
        "And by region?",
        ("I took amounts as they are.",),
    )
    assert [one.answer for one in asked.history] == [first.text]


def test_the_writer_of_the_reply_learns_what_failed_and_what_is_there(candor):
    with coordinated(candor, TOTALS, SEGMENTS.model_copy(update={"depends_on": (0,)})) as model:
        with broken(candor, "agent-segmentation"):
            reply = _ask(candor, "Totals, segments")
        (asked,) = model.of(SynthesizeReply)
    assert reply.status == "partial"
    (error,) = asked.errors
    assert error.unavailable_data == (SEGMENTS.request,)
    computed = {shown.purpose for one in reply.responses for shown in one.result.results}
    assert computed
    assert computed < set(error.available_data)
    assert reply.error_context.failed_node == "segmentation.execute_queries"


class Retold(Analysis):
    """Tells again what the tasks before it found."""

    least = 1
    _earlier: tuple[AgentResponse, ...] = PrivateAttr(default=())

    def after(self, previous):
        told = self.model_copy()
        told._earlier = previous
        return told

    def queries(self, table):
        return ()

    def findings(self, table, results):
        facts = Facts(results)
        told = [facts.given(fact) for response in self._earlier for fact in response.facts]
        return Findings(summary=f"Before this: {', '.join(told)}.", facts=facts.all())


class Retelling(DeterministicModel):
    """No-model mode that plans to retell, whatever is asked."""

    def ask(self, request, *, seconds):
        if isinstance(request, NextMove):
            return Answered(value=Move(analyses=(Retold(),)), source="deterministic")
        return super().ask(request, seconds=seconds)


def test_an_analysis_is_told_what_the_tasks_before_it_found(candor, monkeypatch):
    unknown = TaskDraft(agent="segmentation", request="Segment suppliers by loyalty", depends_on=(0,))
    with coordinated(candor, TOTALS, unknown):
        reply = _ask(candor, "Totals by region, then segment the suppliers.")
    retelling = Agent("retelling", description="Retells.", capabilities=("Retell what was found",), playbook=(Retold,))
    monkeypatch.setattr(candor.deps, "model", Retelling())
    found = candor.deps.turns.belongings(reply.turn_id)
    response = Work(retelling, found, "2-segmentation", candor.deps).respond()
    before = _responses(candor, reply)["sql_analytics"].facts
    assert response.status == "completed"
    assert [(fact.name, fact.value) for fact in response.facts] == [(fact.name, fact.value) for fact in before]
    assert not any(fact.cells for fact in response.facts), "the cells are in the other response"
    assert response.result.insights.summary.startswith("Before this: ")


def test_the_others_answer_where_one_agent_forfeits(candor):
    unknown = TaskDraft(agent="segmentation", request="Segment suppliers by loyalty")
    with coordinated(candor, TOTALS, unknown) as model:
        reply = _ask(candor, "Totals by region, and supplier segments?")
    assert reply.status == "partial"
    assert "Total amount by region" in reply.text
    assert "Segment suppliers by loyalty" in reply.text
    assert {response.status for response in model.of(SynthesizeReply)[0].responses} == {"completed", "forfeited"}


def test_an_agent_is_told_that_the_one_before_it_left_nothing(candor):
    after = TaskDraft(agent="data_discovery", request="Which datasets do I have?", depends_on=(0,))
    candor.break_("function agent-sql_analytics", "returns null")
    with coordinated(candor, TOTALS, after) as model:
        reply = _ask(candor, "What is the total amount, and which datasets do I have?")
    (told,) = model.of(NextMove)[-1].previous_results
    assert (told.agent, told.status) == ("sql_analytics", "failed")
    assert reply.status == "partial"
    assert "**Not answered**: “What is the total amount by region”" in reply.text


NEEDY = [name for name, agent in all_agents().items() if agent.needs != Needs()]


@pytest.mark.parametrize("name", NEEDY)
def test_an_agent_without_data_forfeits_before_a_model_is_asked_to_plan(candor, name):
    with coordinated(candor, TaskDraft(agent=name, request="What is the total amount?")) as model:
        reply = candor.ask("What is the total amount?", session=candor.session(None, user="nobody-yet"))
    assert reply.status == "forfeited"
    assert reply.forfeit.reason == "No datasets available for your account"
    assert reply.forfeit.attempted_actions
    assert model.of(NextMove) == []


def _two_files(candor):
    orders, customers = candor.dataset(ORDERS, name="orders.csv"), candor.dataset(CUSTOMERS, name="customers.csv")
    return candor.cloud.session((orders, customers))


def test_a_figure_over_two_files_comes_with_how_they_were_joined(candor):
    with coordinated(candor, TaskDraft(agent="data_discovery", request="What is the total amount by country?")):
        reply = candor.ask("What is the total amount by country?", session=_two_files(candor))
    rows = [line.split(",") for line in ORDERS.splitlines()[1:]]
    spain = sum(float(row[3]) for row in rows if int(row[1][2:]) % 2)
    assert reply.status == "answered"
    assert "I joined orders with customers by customer id." in reply.text
    assert next(fact.value for fact in reply.facts if fact.name.endswith("of Spain")) == pytest.approx(spain)


def test_discovery_tells_how_files_are_linked(candor):
    with coordinated(candor, TaskDraft(agent="data_discovery", request="Which columns link the datasets?")):
        reply = candor.ask("Which columns link the datasets?", session=_two_files(candor))
    assert reply.status == "answered"
    assert "orders.customer_id = customers.customer_id (n:1)" in reply.text


# routed by no-model mode itself


@pytest.mark.parametrize(
    ("question", "agent"),
    [
        ("Segment customers into value tiers by amount", "segmentation"),
        ("Which customers are high value?", "segmentation"),
        ("Profile each region", "segmentation"),
        ("Segment by region and tier", "segmentation"),
        ("What is the total amount by region?", "sql_analytics"),
        ("How many orders are there?", "sql_analytics"),
        ("Which datasets do I have?", "data_discovery"),
        ("What can you do?", "general_assistant"),
    ],
)
def test_a_question_reaches_the_agent_that_can_answer_it(candor, question, agent):
    reply = _ask(candor, question)
    assert [response.agent for response in reply.responses] == [agent]
    assert reply.status == "answered", reply.text


@pytest.mark.parametrize(
    "message",
    [
        "What is the total amount by region? Segment customers into value tiers by amount.",
        "Total amount by region, and which customers are high value?",
        "What is the total amount and segment customers into value tiers by amount",
    ],
)
def test_a_message_that_needs_both_totals_and_segments_reaches_both_agents(candor, message):
    reply = _ask(candor, message)
    assert {response.agent for response in reply.responses} == {"sql_analytics", "segmentation"}
    assert reply.status == "answered", reply.text


def test_tiers_that_no_column_names_are_forfeited_not_made_up(candor):
    reply = _ask(candor, "What is the total amount by tier?")
    assert reply.status == "forfeited"
    assert "tier" in reply.forfeit.reason
