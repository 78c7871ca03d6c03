"""What Catches saw, as the one who answers learns of it."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest

from infra.workflow.definition import definition, states
from shared.clock import Clock
from shared.contracts import AgentResponse, AgentResult, Plan, ResultPreview, Task, Turn
from shared.failure.describe import describe_caught
from shared.store.turns import Belongings
from shared.turn.context import TurnContext
from shared.turn.material import Material
from shared.turn.reply.caught_failure import LED_ON, NODES, context_of, log_failure, record_failure, with_caught

ASKED = datetime(2026, 5, 1, tzinfo=UTC)
TURN = Turn(
    turn_id="t", session_id="s", user_id="u", question="?", asked_at=ASKED, deadline=ASKED + timedelta(seconds=90)
)
WRITTEN_BY_NOBODY = {"respond", "explain", "last_resort", "record", "describe"}
"""After these no function writes a reply any more, or what they were to tell is told by the one that does."""


def test_every_catch_of_the_machine_is_told_by_somebody():
    machine = definition("turn", prefix="candor", table="candor")
    places = {catch["ResultPath"] for _, state in states(machine) for catch in state.get("Catch", [])}
    known = {f"$.errors.{name}" for name in {*NODES, *LED_ON, *WRITTEN_BY_NOBODY}}
    assert places == known


def test_what_led_on_is_told_the_worst_first():
    event = {"errors": {name: {"Error": "States.Timeout", "Cause": ""} for name in ("assess", "waves", "intake")}}
    material = with_caught(Material(turn=TURN), event)
    assert [one.failed_node for one in material.failures] == ["Waves", "Assess", "Intake"]
    assert material.worst.user_hint.startswith("The search is taking too long.")
    assert not material.knew_the_conversation


def test_of_what_was_computed_the_results_with_rows_are_there_and_the_empty_ones_are_not():
    task = Task(task_id="1", agent="risk", request="Who is at risk?")
    results = tuple(ResultPreview(purpose=f"{rows} rows", data=(), row_count=rows) for rows in (0, 3))
    found = AgentResponse(
        agent="risk", task_id="1", task=task.request, status="completed", result=AgentResult(results=results)
    )
    plan = Plan(kind="agents", waves=((task,),))
    event = {"errors": {"guard": {"Error": "States.Timeout", "Cause": ""}}}
    told = with_caught(Material(turn=TURN, plan=plan, responses=(found,)), event).worst
    assert told.available_data == ("3 rows",)


@pytest.mark.parametrize("critical", [True, False])
def test_a_failure_is_logged_with_its_node_its_error_the_turn_and_whether_the_work_ended(caplog, critical):
    log_failure("t1", describe_caught("Coordinate", "States.Timeout", "West has 4,210"), critical=critical)
    (line,) = [vars(record) for record in caplog.records]
    told = {name: line[name] for name in ("turn_id", "node", "type", "error", "critical")}
    assert told == {
        "turn_id": "t1",
        "node": "Coordinate",
        "type": "timeout",
        "error": "States.Timeout",
        "critical": critical,
    }
    assert "4,210" not in str(line)


def test_what_ended_the_work_is_told_and_not_what_was_worked_around_before():
    errors = {"intake": {"Error": "KeyError", "Cause": ""}, "coordinate": {"Error": "States.Timeout", "Cause": ""}}
    assert context_of({"errors": errors}, TurnContext()).failed_node == "Coordinate"
    undescribed = errors | {"describe": {"Error": "KeyError", "Cause": ""}}
    assert context_of({"errors": undescribed}, TurnContext()).failed_node == "Coordinate"
    malformed = context_of({"errors": {"intake": errors["intake"]}, "plan": {}}, TurnContext())
    assert (malformed.failed_node, malformed.error_type) == ("Coordinate", "data")


class Kept:
    """A store with nothing of the turn, that keeps nothing."""

    def belongings(self, _turn_id):
        return Belongings([], lambda _item: "")

    def save(self, *_kept):
        pass


class Unheard:
    """A log that nobody reads."""

    def of(self, _turn_id, _known):
        return self

    def append(self, *_told, **_more):
        pass


@pytest.mark.parametrize(("task", "critical"), [({"task_id": "t9", "agent": "risk"}, False), (None, True)])
def test_a_state_that_fails_ends_the_work_and_an_agent_does_not(caplog, task, critical):
    deps = SimpleNamespace(turns=Kept(), events=Unheard(), clock=Clock())
    event = {"turn": {"turn_id": "t1"}, "errors": {"agent": {"Error": "States.Timeout", "Cause": ""}}}
    record_failure(event | ({"task": task} if task else {}), deps)
    assert [vars(record)["critical"] for record in caplog.records] == [critical]
