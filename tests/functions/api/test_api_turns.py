"""Questions through the door, and their one reply."""

import json

import pytest

from infra.local.client import send
from infra.local.gateway import proxy_event
from tests.functions.api.user import User


@pytest.fixture
def session(user: User) -> str:
    """Without data: nothing has to be read before something can be asked."""
    return str(user.session())


@pytest.mark.parametrize("base", ["", "/v1", "/candor/live"])
def test_a_turn_is_where_its_location_says_also_behind_a_stage(user: User, session: str, base: str) -> None:
    body = json.dumps({"question": "What is the total revenue?"}).encode()
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {user.client.token}"}
    event = proxy_event("POST", f"/sessions/{session}/messages", headers, body)
    event["requestContext"]["path"] = base + event["path"]
    asked = send(user.cloud, event)
    assert asked.headers["Location"] == f"{base}/turns/{asked.body['turn_id']}"


def test_a_question_gets_202_then_its_reply_and_its_log(user: User) -> None:
    session = user.session(user.dataset())
    asked = user.ask(session)
    assert asked.status == 202
    assert asked.body["status"] == "running"
    assert asked.headers["Location"] == f"/turns/{asked.body['turn_id']}"
    reply = user.reply(asked.body["turn_id"])
    assert reply["status"] == "answered"
    assert "18.5" in reply["text"]
    assert reply["session_id"] == session
    events = user.events(reply["turn_id"])
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert events[-1]["type"] == "complete"
    later = user.client.get(f"/turns/{reply['turn_id']}/events?after={len(events) - 1}").body["events"]
    assert later == events[-1:]
    assert user.client.delete(f"/turns/{reply['turn_id']}").body == reply, "cancelling it now changes nothing"


@pytest.mark.usefixtures("parked")
def test_the_same_key_and_question_are_the_same_turn(user: User, session: str) -> None:
    first, again = (user.ask(session, Idempotency_Key="mine") for _ in range(2))
    assert again.status in (200, 202)
    assert again.body["turn_id"] == first.body["turn_id"]
    cancelled = user.client.delete(f"/turns/{first.body['turn_id']}").body
    late = user.ask(session, Idempotency_Key="mine")
    assert (late.status, late.body) == (200, cancelled)


@pytest.mark.usefixtures("parked")
def test_the_same_key_with_another_question_is_409(user: User, session: str) -> None:
    user.ask(session, Idempotency_Key="mine")
    other = user.ask(session, "How many rows are there?", Idempotency_Key="mine")
    assert other.status == 409
    assert other.body["error"]["code"] == "idempotency_key_reused"


@pytest.mark.usefixtures("parked")
def test_two_users_may_use_the_same_key(user: User, other: User) -> None:
    turns = [one.ask(one.session(), Idempotency_Key="same").body["turn_id"] for one in (user, other)]
    assert turns[0] != turns[1]


@pytest.mark.usefixtures("parked")
def test_a_second_question_while_a_turn_runs_is_409_with_the_running_turn(user: User, session: str) -> None:
    running = user.hanging(session)
    refused = user.ask(session)
    assert refused.status == 409
    assert refused.body["error"]["code"] == "turn_running"
    assert refused.body["error"]["turn_id"] == running.turn_id


@pytest.mark.usefixtures("parked")
def test_a_cancelled_turn_gets_its_one_reply_and_frees_the_session(user: User, session: str) -> None:
    running = user.hanging(session)
    cancelled = user.client.delete(f"/turns/{running.turn_id}")
    assert cancelled.status == 200
    assert cancelled.body["status"] == "forfeited"
    assert "cancelled" in cancelled.body["text"]
    assert user.client.delete(f"/turns/{running.turn_id}").body == cancelled.body
    assert user.reply(running.turn_id) == cancelled.body
    assert [event["type"] for event in user.events(running.turn_id)].count("complete") == 1
    assert user.ask(session).status == 202


def test_a_cancelled_turn_tells_its_forfeit_with_what_was_tried(user: User, session: str) -> None:
    running = user.hanging(session)
    assert user.client.delete(f"/turns/{running.turn_id}").body["forfeit"]["attempted_actions"]
    user.reply(running.turn_id)
    (forfeit,) = [event["data"] for event in user.events(running.turn_id) if event["type"] == "forfeit"]
    assert (forfeit["scope"], forfeit["code"]) == ("turn", "cancelled")


def test_what_agents_gave_up_is_counted_for_an_operator_over_all_users(
    user: User, other: User, session: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn = user.ask(session, "What is the total of the frobnicators?").body["turn_id"]
    assert user.reply(turn)["status"] == "forfeited"
    assert other.client.get("/forfeits/counts").status == 404
    named = user.cloud.settings.model_copy(update={"operators": (other.user_id,)})
    monkeypatch.setattr(user.cloud.deps, "settings", named)
    before = other.client.get("/forfeits/counts?days=2").body["counts"]
    assert {"agent", "kind", "day", "count"} == set(before[0])
    assert ("sql_analytics", "no_dataset") in {(one["agent"], one["kind"]) for one in before}
    user.reply(user.ask(session, "What is the total of the frobnicators?").body["turn_id"])
    after = other.client.get("/forfeits/counts?days=2").body["counts"]
    assert sum(one["count"] for one in after) == sum(one["count"] for one in before) + 1


def test_a_cancelled_turn_stays_cancelled_whatever_its_execution_still_does(user: User, session: str) -> None:
    turn_id = user.ask(session).body["turn_id"]
    cancelled = user.client.delete(f"/turns/{turn_id}").body
    user.reply(turn_id)
    assert user.client.get(f"/turns/{turn_id}").body == cancelled


def test_a_turn_that_nobody_answered_gets_its_reply_by_being_read(user: User, session: str) -> None:
    running = user.hanging(session)
    user.cloud.clock.advance(200)
    reply = user.client.get(f"/turns/{running.turn_id}")
    assert reply.status == 200
    assert reply.body["status"] == "failed"
    assert reply.body["source"] == "rescue"


def test_the_conversation_is_told_in_order_without_synthetic_messages(user: User, session: str) -> None:
    running = user.hanging(session)
    said = [
        {"role": "assistant", "agent": "qualifier", "content": "Thank you."},
        {"role": "user", "agent": "system", "content": "go on", "metadata": {"synthetic": True}},
        {"role": "assistant", "agent": "assessor", "content": "What is your goal?"},
    ]
    user.commit(running, status="answered", text="Thank you.", messages=said)
    user.reply(running.turn_id)
    second = user.hanging(session)
    user.commit(second, status="answered", text="To sell more.", messages=[{**said[0], "content": "To sell more."}])
    messages = user.client.get(f"/sessions/{session}/messages").body["messages"]
    assert [message["content"] for message in messages] == [
        "What is the total revenue?",
        "Thank you.",
        "What is your goal?",
        "What is the total revenue?",
        "To sell more.",
    ]
    assert messages[2]["agent"] == "assessor"


def test_a_forfeit_stands_in_the_conversation_as_it_was_told(user: User) -> None:
    session = user.session()
    reply = user.reply(user.ask(session, "What is the total revenue?").body["turn_id"])
    messages = user.client.get(f"/sessions/{session}/messages").body["messages"]
    assert [message["content"] for message in messages] == ["What is the total revenue?", reply["text"]]
    assert (messages[1]["status"], messages[1]["content"]) == ("forfeited", reply["forfeit"]["message"])


@pytest.mark.parametrize("question", ["", " ", "x" * 4001])
def test_a_question_that_is_empty_or_endless_is_refused(user: User, session: str, question: str) -> None:
    refused = user.ask(session, question)
    assert refused.status in (400, 422)
    assert refused.body["error"]["message"]


def test_a_question_without_data_is_forfeited_and_stands_in_the_ledger(user: User) -> None:
    turn_id = user.ask(user.session(), "What is the total revenue?").body["turn_id"]
    assert user.reply(turn_id)["status"] == "forfeited"
    ledger = user.client.get("/forfeits").body
    assert {entry["turn_id"] for entry in ledger["forfeits"]} == {turn_id}
    assert {entry["attempt"]["action"] for entry in ledger["forfeits"]} == {
        "Tried to answer: What is the total revenue?"
    }
    assert ledger["counts"][0]["count"] >= 1
    assert ledger["counts"][0]["reason"]
