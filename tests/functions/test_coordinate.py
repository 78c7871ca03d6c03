"""How a route becomes a plan."""

import pytest

from functions.turn.coordinate import plan_of, waves_of
from shared.contracts import Forfeit
from shared.failure.errors import ModelMisanswered
from shared.model.port import Route, TaskDraft


def _draft(agent="sql_analytics", *, after=()):
    return TaskDraft(agent=agent, request=f"do {agent}", depends_on=after)


def test_tasks_that_do_not_depend_on_each_other_share_a_wave():
    (wave,) = waves_of((_draft(), _draft("general_assistant")))
    assert [task.task_id for task in wave] == ["1-sql_analytics", "2-general_assistant"]


def test_a_task_comes_after_those_that_it_depends_on():
    first, second = waves_of((_draft(), _draft("general_assistant", after=(0,))))
    assert second[0].depends_on == (first[0].task_id,)


def test_tasks_that_wait_for_each_other_are_no_plan():
    with pytest.raises(ModelMisanswered):
        waves_of((_draft(after=(1,)), _draft(after=(0,))))


def test_an_agent_that_does_not_exist_is_no_plan():
    with pytest.raises(ModelMisanswered):
        plan_of(Route(tasks=(_draft("astrologer"),)))


def test_an_empty_route_is_no_plan():
    with pytest.raises(ModelMisanswered):
        plan_of(Route())


def test_a_forfeit_of_the_coordinator_is_the_plan():
    plan = plan_of(Route(forfeit=Forfeit(reason="nothing fits")))
    assert (plan.kind, plan.waves) == ("forfeited", ())
    assert "**Reason:** nothing fits" in plan.forfeit.message
