"""The judge of replies: what it accepts, and every kind of reply that it must not."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from infra.lab.matrix.history import Told
from infra.lab.matrix.judge import ANSWER, Sight, coherent, false_success, judged, leaks, rung
from infra.local.faults import SECRET
from shared.contracts import (
    AgentResponse,
    Event,
    Fact,
    Forfeit,
    Message,
    Reply,
    Timing,
    Turn,
)
from shared.failure.last_words import last_resort_reply

ASKED = datetime(2026, 5, 1, tzinfo=UTC)
TURN = Turn(
    turn_id="t",
    session_id="s",
    user_id="u",
    question="What is the total revenue?",
    asked_at=ASKED,
    deadline=ASKED + timedelta(seconds=90),
)
FACT = Fact(id="f1", name="total", value=ANSWER, text=f"The total revenue is {ANSWER}.")


def reply(text: str = f"The total revenue is {ANSWER}.", **fields: Any) -> Reply:
    whole: dict[str, Any] = {
        "turn_id": "t",
        "session_id": "s",
        "status": "answered",
        "text": text,
        "source": "deterministic",
        "messages": (Message(role="assistant", agent="candor", content=text),),
        "facts": (FACT,),
        "timing": Timing(asked_at=ASKED, completed_at=ASKED, deadline=TURN.deadline, duration_ms=0.0),
    }
    return Reply(**{**whole, **fields})


def sight(given: Reply, seconds: float = 1.0, **fields: Any) -> Sight:
    end = Event(seq=1, type="complete", at=ASKED, agent="candor", step_number=8, title="Reply committed")
    history = Told(
        turn_id="t",
        session_id="s",
        commits=(given,),
        read=given,
        events=(end,),
        announced=({"announcement_id": "t", "status": given.status},),
    )
    return Sight(turn=TURN, told=history, replied_at=ASKED + timedelta(seconds=seconds), **fields)


def test_a_good_reply_breaks_nothing() -> None:
    found = judged(sight(reply()))
    assert found["coherent"]
    assert not any(found[name] for name in ("leak", "false_success", "duplicate", "late", "broken_promises"))


def test_an_assistant_must_be_told_the_same_reply() -> None:
    given = reply()
    same, other = ({"status": given.status, "text": text} for text in (given.text, "Something else."))
    assert not judged(sight(given, assistant=same))["broken_promises"]
    assert judged(sight(given, assistant=other))["broken_promises"]


@pytest.mark.parametrize(
    "fields",
    [
        {"text": ""},
        {"status": "running"},
        {"messages": ()},
        {"messages": (Message(role="assistant", agent="candor", content="Something else."),)},
        {"timing": None},
        {"status": "forfeited"},
        {"status": "partial"},
    ],
    ids=str,
)
def test_a_reply_without_what_makes_it_one_is_not_coherent(fields: dict[str, Any]) -> None:
    assert not coherent(reply(**fields))


def test_a_forfeit_with_its_reason_and_a_partial_answer_that_says_what_is_missing_are_coherent() -> None:
    assert coherent(reply("I can't answer this.", status="forfeited", forfeit=Forfeit(reason="no such column")))
    assert coherent(reply(f"The total is {ANSWER}. I could not compute the segments.", status="partial"))


@pytest.mark.parametrize(
    "text",
    [
        SECRET,
        "It failed: KeyError in the planner",
        "See arn:aws:lambda:us-east-1:1:function:x",
        "Traceback (most recent call last)",
        "States.TaskFailed happened to your question",
        "The total revenue is None.",
    ],
)
def test_technical_text_is_a_leak(text: str) -> None:
    assert leaks(reply(text))


def test_a_secret_is_a_leak_wherever_it_stands() -> None:
    response = AgentResponse(agent="x", task_id="1", task=SECRET, status="completed")
    assert leaks(reply(responses=(response,)))


def test_an_answer_without_the_right_figure_is_a_false_success() -> None:
    assert false_success(reply("The total revenue is 70."))
    assert false_success(reply(facts=()))
    assert false_success(reply(f"It is {ANSWER}, or 98,765.43."), ("98,765.43",))
    assert not false_success(reply("I could not work this out.", status="failed", facts=()))


def test_outside_the_workflow_a_reply_has_ninety_seconds_more() -> None:
    rescued = last_resort_reply(TURN, "timeout", at=ASKED, source="rescue")
    assert not judged(sight(rescued, 170))["late"]
    assert judged(sight(rescued, 181))["late"]
    assert judged(sight(reply(), 91))["late"]


def test_a_session_that_takes_no_further_question_is_a_broken_promise() -> None:
    assert judged(sight(reply(), free=False))["broken_promises"]
    assert judged(sight(reply(), next_status="failed"))["broken_promises"]


def test_another_rung_than_the_one_that_ought_to_answer_is_a_broken_promise_and_is_named() -> None:
    rescued = last_resort_reply(TURN, "timeout", at=ASKED, source="rescue")
    assert not judged(sight(rescued, rungs=(7,)))["broken_promises"]
    assert not judged(sight(rescued, rungs=()))["broken_promises"]
    (line,) = judged(sight(rescued, rungs=(7,), helped="sweep"))["broken_promises"]
    assert line == "rung 8 answered, where rung 7 ought to have"


def test_the_rung_is_read_from_the_reply_and_from_who_brought_it() -> None:
    rescued = last_resort_reply(TURN, "timeout", at=ASKED, source="rescue")
    own = last_resort_reply(TURN, "timeout", at=ASKED)
    assert [rung(rescued), rung(rescued, "sweep"), rung(rescued, "read")] == [7, 8, 9]
    before = last_resort_reply(TURN, "timeout", at=ASKED, failed_node="Coordinate")
    assert [rung(before), rung(own.model_copy(update={"error_context": None})), rung(own)] == [5, 5, 6]
    assert rung(reply(status="failed")) == 4
    assert rung(reply()) == 0
