"""How a route becomes a plan."""

import pytest

from functions.registry import all_agents
from shared.agents.coordination.coordinator import known, plan_of, state_of, waves_of
from shared.contracts import Forfeit
from shared.model.moves import Route, TaskDraft


def _draft(agent="sql_analytics", *, after=()):
    return TaskDraft(agent=agent, request=f"do {agent}", depends_on=after)


def test_tasks_that_do_not_depend_on_each_other_share_a_wave():
    (wave,) = waves_of((_draft(), _draft("general_assistant")))
    assert [task.task_id for task in wave] == ["1-sql_analytics", "2-general_assistant"]


def test_a_task_comes_after_those_that_it_depends_on():
    first, second = waves_of((_draft(), _draft("general_assistant", after=(0,))))
    assert second[0].depends_on == (first[0].task_id,)


def test_tasks_that_wait_for_each_other_are_done_side_by_side():
    first, last = waves_of((_draft(), _draft(after=(0, 2)), _draft(after=(1,))))
    assert [task.task_id for task in last] == ["2-sql_analytics", "3-sql_analytics"]
    assert [task.depends_on for task in last] == [(first[0].task_id,), ()]


@pytest.mark.parametrize("tasks", [(), (_draft("astrologer"),), (_draft("../../etc/passwd"), _draft(""))])
def test_a_route_without_an_agent_that_there_is_is_forfeited_clearly(tasks):
    plan = plan_of(Route(tasks=tasks), all_agents())
    assert (plan.kind, plan.waves) == ("forfeited", ())
    assert "**Reason:** I have no specialist who can work on this question" in plan.forfeit.message


def test_an_agent_that_does_not_exist_is_left_out_of_the_work_and_stays_in_the_plan():
    plan = plan_of(Route(tasks=(_draft("astrologer"), _draft(after=(0,)))), all_agents())
    assert [task.agent for task in plan.tasks] == ["coordinator", "sql_analytics"]
    assert state_of(plan)["waves"] == [[{"task_id": "2-sql_analytics", "agent": "sql_analytics"}]]


@pytest.mark.parametrize("name", ["SQL Analytics", "sql-analytics", "sql_analytic", "Segmentations"])
def test_a_name_that_is_nearly_an_agents_is_that_agents(name):
    assert known(name, all_agents()) in ("sql_analytics", "segmentation")


def test_a_forfeit_of_the_coordinator_is_the_plan():
    plan = plan_of(Route(forfeit=Forfeit(reason="nothing fits")), all_agents())
    assert (plan.kind, plan.waves) == ("forfeited", ())
    assert "**Reason:** nothing fits" in plan.forfeit.message
