"""What a model is told of a phase, and what of its answers is refused."""

from typing import Any

import pytest

from infra.lab.messages_api import Brain, MessagesApi, calls
from shared.contracts import SlotAnswer
from shared.errors import ModelMisanswered
from shared.model.moves import ConductPhase, SlotCard, ThreadLine
from tests.shared.model.claude_cases import CONDUCT, claude

SLOTS = (
    SlotCard(
        name="question",
        phase="qualifier",
        label="Question",
        ask="What?",
        why="So.",
        answer=SlotAnswer(value="which region sells most"),
    ),
    SlotCard(
        name="measure",
        phase="assessor",
        label="Key figure",
        ask="Which figure?",
        why="So.",
        choices=("revenue", "units"),
        closed=True,
    ),
    SlotCard(name="limits", phase="assessor", label="Limits", ask="Any limits?", why="So."),
)
OPENING = CONDUCT.model_copy(
    update={
        "phase": "assessor",
        "slots": SLOTS,
        "asked": None,
        "message": "",
        "opening": True,
        "briefing": ("sales.csv has 10 rows.",),
    }
)
ASKED = OPENING.model_copy(
    update={"opening": False, "message": "revenue, and please leave out returns", "asked": "measure"}
)


def answered(request: ConductPhase, **move: Any) -> Any:
    brain = Brain(then=lambda _request, _content: [calls("go_on", {"say": "Well.", **move})])
    with MessagesApi(brain) as server:
        return claude(server).ask(request, seconds=5).value


def test_a_synthetic_message_never_reaches_a_prompt() -> None:
    with MessagesApi(Brain()) as server:
        claude(server).ask(OPENING, seconds=5)
        sent = server.requests[0].everything
    assert "continue" not in sent.replace("to continue", "")
    assert "The phase begins now" in sent


def test_a_phase_sees_what_earlier_phases_learned_and_none_of_their_talk() -> None:
    request = ASKED.model_copy(update={"thread": (ThreadLine(role="phase", text="Which figure matters most?"),)})
    with MessagesApi(Brain()) as server:
        claude(server).ask(request, seconds=5)
        sent = server.requests[0].everything
    assert "which region sells most" in sent
    assert "Which figure matters most?" in sent


def test_a_move_is_taken_as_it_is_given() -> None:
    move = answered(
        ASKED,
        learned=[{"slot": "measure", "value": "revenue"}, {"slot": "limits", "value": "leave out returns"}],
        is_complete=True,
    )
    assert {one.slot: one.value for one in move.learned} == {"measure": "revenue", "limits": "leave out returns"}
    assert move.is_complete


def test_what_the_phase_proposed_may_answer_the_slot_that_was_asked_and_no_other() -> None:
    proposed = ThreadLine(role="phase", text="Any limits, such as leaving out returns?")
    request = ASKED.model_copy(update={"asked": "limits", "message": "then that", "thread": (proposed,)})
    learned = [{"slot": "limits", "value": "leaving out returns"}]
    assert answered(request, learned=learned).learned[0].value == "leaving out returns"
    with pytest.raises(ModelMisanswered):
        answered(request.model_copy(update={"asked": "measure"}), learned=learned)


@pytest.mark.parametrize("move", [
    {"asks": "question"},
    {"asks": "question", "learned": [{"slot": "limits", "unknown": True}]},
    {"say": "Which figure matters most?"},
])  # fmt: skip
def test_a_phase_that_begins_asks_for_what_is_open_in_it_and_names_it(move: dict[str, Any]) -> None:
    with pytest.raises(ModelMisanswered):
        answered(OPENING, **move)


def test_a_slot_of_a_later_phase_is_not_asked_for_and_one_that_is_known_may_be_asked_again() -> None:
    qualifying = ASKED.model_copy(update={"phase": "qualifier"})
    assert answered(qualifying, asks="question").asks == "question"
    with pytest.raises(ModelMisanswered):
        answered(qualifying, asks="measure")


@pytest.mark.parametrize("move", [
    {"learned": [{"slot": "measure", "value": "profit"}]},
    {"learned": [{"slot": "weather", "value": "fine"}]},
    {"learned": [{"slot": "limits", "value": "only Norwegian customers"}]},
    {"is_complete": True},
    {"say": ""},
    {"say": "Which figure? And by what?"},
    {"questions": ["What is the total revenue?"]},
    {"asks": "weather"},
])  # fmt: skip
def test_a_move_that_cannot_be_meant_is_handed_back_and_then_refused(move: dict[str, Any]) -> None:
    with pytest.raises(ModelMisanswered):
        answered(ASKED, **move)
