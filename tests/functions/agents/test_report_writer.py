"""A report comes after the tasks that it reports on, and its words are the reply."""

from functions.registry import all_agents
from shared.agents.coordination.coordinator import plan_of
from shared.agents.specialist import ALL_FAILED, NO_RESULTS
from shared.contracts import Plan
from shared.model.moves import Route, TaskDraft
from tests.functions.agents.test_teamwork import ORDERS, SEGMENTS, TOTALS, broken, coordinated

REPORT = TaskDraft(agent="report_writer", request="Write a report on amount")


def _asked(candor, question: str):
    return candor.ask(question, session=candor.session(ORDERS, name="orders.csv"))


def _responses(reply):
    return {one.agent: one for one in reply.responses}


def test_without_a_model_a_report_has_others_compute_what_it_is_made_of(candor) -> None:
    reply = _asked(candor, "Write a report on amount")
    *before, last = candor.deps.turns.load(reply.turn_id, "PLAN", Plan).waves
    assert [task.agent for task in last] == ["report_writer"]
    assert set(last[0].depends_on) == {task.task_id for wave in before for task in wave} != set()
    assert reply.status == "answered"
    report = _responses(reply)["report_writer"]
    for other in (one for one in reply.responses if one.agent != "report_writer"):
        assert other.result.insights.summary in reply.text
        assert {fact.value for fact in other.facts} <= {fact.value for fact in report.facts}
    assert "**SQL analytics**" not in reply.text, "the report's words stand for those of the others"


def test_what_one_of_them_could_not_answer_is_said_under_the_report(candor) -> None:
    with coordinated(candor, TOTALS, SEGMENTS, REPORT), broken(candor, "agent-segmentation"):
        reply = _asked(candor, "Totals, segments, and a report")
    assert reply.status == "partial"
    assert "Total amount by region" in reply.text
    assert "Not answered" in reply.text


def test_a_report_on_nothing_is_forfeited(candor) -> None:
    with coordinated(candor, REPORT):
        reply = _asked(candor, "Write a report")
    assert reply.status == "forfeited"
    assert reply.forfeit is not None
    assert reply.forfeit.reason == NO_RESULTS


def test_a_report_on_tasks_that_all_failed_is_forfeited_with_what_it_looked_for(candor) -> None:
    with coordinated(candor, TOTALS, REPORT), broken(candor, "agent-sql_analytics"):
        reply = _asked(candor, "Totals, and a report")
    forfeit = _responses(reply)["report_writer"].forfeit
    assert forfeit is not None
    assert forfeit.reason == ALL_FAILED
    assert forfeit.attempted_actions[0] == f"Looked for the result of: {TOTALS.request}"


def test_a_report_waits_for_all_others_where_a_model_forgot_to_say_so() -> None:
    plan = plan_of(Route(tasks=(REPORT, TOTALS, SEGMENTS)), all_agents())
    assert [[task.agent for task in wave] for wave in plan.waves] == [
        ["sql_analytics", "segmentation"],
        ["report_writer"],
    ]
    named = REPORT.model_copy(update={"depends_on": (1,)})
    ((_, segments), (report,)) = plan_of(Route(tasks=(named, TOTALS, SEGMENTS)), all_agents()).waves
    assert (segments.agent, report.depends_on) == ("segmentation", ("2-sql_analytics",))
