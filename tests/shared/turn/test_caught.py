"""What Catches saw, as the one who answers learns of it."""

from datetime import UTC, datetime, timedelta

from infra.workflow.definition import definition, states
from shared.contracts import Turn
from shared.turn.failure import LED_ON, NODES, context_of, with_caught
from shared.turn.material import Material
from shared.turn.state import TurnContext

ASKED = datetime(2026, 5, 1, tzinfo=UTC)
TURN = Turn(
    turn_id="t", session_id="s", user_id="u", question="?", asked_at=ASKED, deadline=ASKED + timedelta(seconds=90)
)
WRITTEN_BY_NOBODY = {"respond", "explain", "last_resort", "record"}
"""After these no function writes a reply any more."""


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


def test_what_ended_the_work_is_told_and_not_what_was_worked_around_before():
    errors = {"intake": {"Error": "KeyError", "Cause": ""}, "coordinate": {"Error": "States.Timeout", "Cause": ""}}
    assert context_of({"errors": errors}, TurnContext()).failed_node == "Coordinate"
    malformed = context_of({"errors": {"intake": errors["intake"]}, "plan": {}}, TurnContext())
    assert (malformed.failed_node, malformed.error_type) == ("Coordinate", "data")
