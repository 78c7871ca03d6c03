"""Questions on the bus."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from infra.local.cloud import LocalCloud
from infra.local.wiring import TRIES
from tests.functions.api.user import User

pytestmark = pytest.mark.usefixtures("parked")


@pytest.fixture
def bus(cloud: LocalCloud, user: User) -> Iterator["Bus"]:
    before = cloud.deps.settings
    cloud.deps.settings = before.model_copy(update={"principals": {"nightly": user.user_id}})
    cloud.wiring.hurry()
    yield Bus(cloud)
    cloud.deps.settings = before


class Bus:
    """The bus, with a hand on the queue behind it."""

    def __init__(self, cloud: LocalCloud) -> None:
        self.cloud = cloud

    def ask(self, source: str = "nightly", **detail: Any) -> None:
        """Puts a QuestionAsked on the bus."""
        entry = {"Source": source, "DetailType": "QuestionAsked", "Detail": json.dumps(detail)}
        answer = self.cloud.client("events").put_events(Entries=[{**entry, "EventBusName": self.cloud.settings.bus}])
        assert answer["FailedEntryCount"] == 0

    def drain(self) -> None:
        """Has the consumer take messages until there are none left."""
        while self.cloud.wiring.pump():
            continue

    def dead(self) -> list[Any]:
        """The details of the events that were given up."""
        return [event["detail"] for event in self.cloud.wiring.dead("questions")]


def history(user: User) -> list[str]:
    """What the user has asked in all sessions."""
    sessions = user.client.get("/sessions").body["sessions"]
    return [
        message["content"]
        for session in sessions
        for message in user.client.get(f"/sessions/{session['session_id']}/messages").body["messages"]
        if message["role"] == "user"
    ]


def test_a_question_on_the_bus_becomes_a_turn_of_the_mapped_user(user: User, bus: Bus) -> None:
    dataset_id = user.dataset()
    bus.ask(question="What is the total revenue?", dataset_ids=[dataset_id])
    bus.drain()
    assert history(user) == ["What is the total revenue?"]
    assert user.client.get("/sessions").body["sessions"][0]["dataset_ids"] == [dataset_id]
    assert bus.dead() == []


def test_a_question_may_name_its_session(user: User, bus: Bus) -> None:
    session_id = user.session()
    bus.ask(question="And now?", session_id=session_id)
    bus.drain()
    assert len(user.client.get("/sessions").body["sessions"]) == 1
    assert history(user) == ["And now?"]


def test_an_event_that_comes_twice_is_one_turn(user: User, bus: Bus) -> None:
    bus.ask(question="What is it?")
    sqs, url = bus.cloud.client("sqs"), bus.cloud.wiring.url("questions")
    (message,) = sqs.receive_message(QueueUrl=url)["Messages"]
    sqs.send_message(QueueUrl=url, MessageBody=message["Body"])
    bus.drain()
    assert history(user) == ["What is it?"]
    assert bus.dead() == []


POISON: tuple[dict[str, Any], ...] = (
    {"source": "stranger", "question": "What is it?"},
    {"source": "stranger", "principal": "nightly", "question": "Who asks?"},
    {"source": "nightly"},
    {"source": "nightly", "question": ""},
    {"source": "nightly", "question": "x", "session_id": "sess_of_nobody"},
    {"source": "nightly", "question": "x", "dataset_ids": ["data_of_nobody"]},
    {"source": "nightly", "question": 7},
)


def test_poisoned_events_end_with_the_dead_letters_and_stop_nothing_else(user: User, bus: Bus) -> None:
    for number, poison in enumerate(POISON):
        bus.ask(**poison)
        bus.ask(question=f"Question {number}?")
    bus.cloud.client("sqs").send_message(QueueUrl=bus.cloud.wiring.url("questions"), MessageBody='"no event at all"')
    bus.drain()
    assert sorted(history(user)) == [f"Question {number}?" for number in range(len(POISON))]
    dead = bus.cloud.wiring.dead("questions")
    assert [one for one in dead if not isinstance(one, dict)] == ["no event at all"]
    told = sorted(json.dumps({"source": one["source"], **one["detail"]}) for one in dead if isinstance(one, dict))
    assert told == sorted(map(json.dumps, POISON))
    assert bus.cloud.runtime.calls["asked"] >= TRIES


def test_a_question_to_a_busy_session_waits_in_the_queue(user: User, bus: Bus) -> None:
    session_id = user.session()
    running = user.hanging(session_id)
    bus.ask(question="And then?", session_id=session_id)
    bus.cloud.wiring.pump()
    user.client.delete(f"/turns/{running.turn_id}")
    bus.drain()
    assert history(user)[-1] == "And then?"
    assert bus.dead() == []
