"""What the first state of a turn leaves for those after it."""

from functions.turn.intake import handler
from shared.turn.acceptance.accept import new_turn
from shared.turn.context import TurnContext


def test_the_first_state_logs_that_the_question_came_keeps_the_context_and_gives_the_mode(candor):
    turn = new_turn(candor.session(mode="consultation"), "What is the total revenue?", candor.deps)
    candor.deps.turns.accept(turn)
    event = {"turn": {"turn_id": turn.turn_id, "session_id": turn.session_id}}
    assert handler.run(event, candor.deps) == {"mode": "consultation"}
    assert [one.type for one in candor.deps.events.read(turn.turn_id)] == ["received"]
    kept = candor.deps.turns.load(turn.turn_id, "CONTEXT", TurnContext)
    assert [table.file_name for table in kept.datasets] == ["sales.csv"]
