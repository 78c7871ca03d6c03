"""The history checker sees every way in which a promise can be broken."""

from datetime import UTC, datetime
from typing import Any

import pytest

from infra.lab.matrix.history import Told, violations
from shared.contracts import Event, Message, Reply

ANNOUNCED = {"announcement_id": "t1", "status": "answered"}
NOW = datetime(2026, 5, 1, tzinfo=UTC)


def reply(text: str = "The total is 7.", **fields: Any) -> Reply:
    messages = (Message(role="assistant", agent="candor", content=text),)
    return Reply(turn_id="t1", session_id="s", status="answered", text=text, messages=messages, **fields)


def log(*kinds: str, seqs: tuple[int, ...] | None = None) -> tuple[Event, ...]:
    numbers = seqs or tuple(range(1, len(kinds) + 1))
    return tuple(
        Event.model_validate({"seq": seq, "type": kind, "at": NOW, "agent": "a", "step_number": 1, "title": "x"})
        for seq, kind in zip(numbers, kinds, strict=True)
    )


def told(turn_id: str = "t1", **fields: Any) -> Told:
    whole: dict[str, Any] = {
        "turn_id": turn_id,
        "session_id": "s",
        "commits": (reply(),),
        "read": reply(),
        "events": log("received", "message", "complete"),
        "announced": ({"announcement_id": turn_id, "status": "answered"},),
    }
    return Told(**{**whole, **fields})


def test_a_whole_history_breaks_nothing() -> None:
    assert violations([told("t1"), told("t2")], listed=["t1", "t2"]) == ()


def test_what_is_announced_again_because_the_answer_got_lost_breaks_nothing() -> None:
    assert violations([told(announced=(ANNOUNCED, ANNOUNCED), unanswered=1)]) == ()


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"read": None, "commits": ()}, "lost"),
        ({"commits": (reply(), reply("Another."))}, "doubled"),
        ({"read": reply("Another.")}, "not the one that was committed first"),
        ({"events": log("received", "complete", seqs=(1, 3))}, "gaps"),
        ({"events": log("complete", "received", seqs=(2, 1))}, "out of order"),
        ({"events": log("received", "message")}, "0 `complete`"),
        ({"events": log("received", "complete", "complete")}, "2 `complete`"),
        ({"events": log("received", "complete", "message")}, "follow `complete`"),
        ({"events": log("received", "message", "message", "complete")}, "says 2 times"),
        ({"announced": ()}, "never announced"),
        ({"announced": (ANNOUNCED, ANNOUNCED)}, "announced 2 times"),
        ({"announced": (ANNOUNCED, ANNOUNCED, ANNOUNCED), "unanswered": 1}, "announced 3 times"),
        ({"announced": (ANNOUNCED, {**ANNOUNCED, "announcement_id": "t2"}), "unanswered": 1}, "another announcement"),
        ({"announced": ({**ANNOUNCED, "status": "failed"},)}, "announced as failed"),
    ],
)
def test_a_broken_promise_is_named(fields: dict[str, Any], said: str) -> None:
    assert any(said in line for line in violations([told(**fields)]))


@pytest.mark.parametrize(
    ("listed", "said"),
    [(["t1"], "t2 is not in its session"), (["t2", "t1"], "not in the order"), (["t1", "t2", "t2"], "listed 2 times")],
)
def test_turns_lost_doubled_or_reordered_in_their_session_are_named(listed: list[str], said: str) -> None:
    assert any(said in line for line in violations([told("t1"), told("t2")], listed=listed))
