"""Who waits for a reply sees that it is worked on, whatever is waited for."""

import time

import pytest

from shared.contracts import AgentResponse, Draft, Fact, Plan, Task
from shared.errors import ModelUnavailable
from shared.failure.describe import describe
from shared.turn.acceptance.accept import new_turn
from shared.turn.draft.assess import assess_draft
from shared.turn.draft.replacement import replacement
from shared.turn.material import Material
from shared.turn.reply.respond import explanation

TASK = Task(task_id="1", agent="a", request="?")
FACT = Fact(id="1", name="sales", value=4210, text="Sales come to 4,210.")
DOUBT = "I'm not sure, maybe; I don't know: it could be anything, I think it is hard to say after all."


class Slow:
    """A model that gives nothing before a sign of life was seen."""

    def __init__(self, events, turn):
        self.seen, self._read = (), lambda: events.read(turn.turn_id)

    def ask(self, request, *, seconds):
        until = time.monotonic() + 60
        while not self.seen and time.monotonic() < until:
            self.seen = [one for one in self._read() if one.title == "Waiting for the language model"]
            time.sleep(0.05)
        raise ModelUnavailable("after all that")


@pytest.mark.parametrize("waited_for", [assess_draft, replacement, explanation], ids=lambda one: one.__name__)
def test_a_sign_of_life_is_given_while_the_reply_is_judged_replaced_or_explained(candor, monkeypatch, waited_for):
    turn = new_turn(candor.session(), "What is the total revenue?", candor.deps)
    model = Slow(candor.deps.events, turn)
    monkeypatch.setattr(candor.deps, "model", model)
    answered = AgentResponse(agent="a", task_id="1", task="?", status="completed", facts=(FACT,))
    material = Material(
        turn=turn,
        draft=Draft(text=DOUBT, source="claude"),
        responses=(answered,),
        plan=Plan(kind="agents", waves=((TASK,),)),
        error=describe(failed_node="Coordinate", error_type="timeout"),
    )
    waited_for(material, candor.deps)
    assert model.seen[0].data["seconds"] == 5.0
