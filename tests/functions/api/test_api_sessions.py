"""Sessions through the door: begun, set, listed, forgotten."""

from typing import Any

from tests.functions.api.user import User


def test_a_session_is_begun_read_and_listed(user: User) -> None:
    session_id = user.session(mode="consultation")
    found = user.client.get(f"/sessions/{session_id}").body
    assert (found["mode"], found["dataset_ids"]) == ("consultation", [])
    assert [one["session_id"] for one in user.client.get("/sessions").body["sessions"]] == [session_id]


def test_a_session_sets_the_failsafe_for_itself_and_reads_it_back(user: User) -> None:
    session_id = user.session()
    assert in_force(user.client.get(f"/sessions/{session_id}").body) == (True, 0.7)
    changed = user.client.patch(f"/sessions/{session_id}", {"settings": {"confidence_threshold": 0.9}})
    assert changed.status == 200
    assert in_force(changed.body) == (True, 0.9)
    off = user.client.patch(f"/sessions/{session_id}", {"settings": {"failsafe_enabled": False}}).body
    assert off["settings"] == {"failsafe_enabled": False, "confidence_threshold": 0.9, "category_texts": None}
    back = user.client.patch(f"/sessions/{session_id}", {"settings": {"confidence_threshold": None}}).body
    assert in_force(back) == (False, 0.7)
    assert user.client.get(f"/sessions/{session_id}").body == back


def in_force(session: dict[str, Any]) -> tuple[bool, float]:
    """The switch and the threshold that hold for a session."""
    return session["effective"]["failsafe_enabled"], session["effective"]["confidence_threshold"]


def test_a_threshold_beyond_its_bounds_is_refused_and_changes_nothing(user: User) -> None:
    session_id = user.session()
    for wrong in (1.1, -0.1, "0.5", True, [0.5]):
        refused = user.client.patch(f"/sessions/{session_id}", {"settings": {"confidence_threshold": wrong}})
        assert refused.status == 422, wrong
        assert refused.body["error"]["problems"][0]["where"] == "body.settings.confidence_threshold"
    assert user.client.get(f"/sessions/{session_id}").body["settings"]["confidence_threshold"] is None


def test_a_changed_session_keeps_its_lease(user: User) -> None:
    session_id = user.session()
    turn = user.hanging(session_id)
    user.client.patch(f"/sessions/{session_id}", {"settings": {"failsafe_enabled": False}})
    assert user.ask(session_id).body["error"]["turn_id"] == turn.turn_id


def test_a_deleted_session_takes_its_turns_with_it(user: User) -> None:
    session_id = user.session()
    turn = user.hanging(session_id)
    busy = user.client.delete(f"/sessions/{session_id}")
    assert (busy.status, busy.body["error"]["turn_id"]) == (409, turn.turn_id)
    user.client.delete(f"/turns/{turn.turn_id}")
    user.reply(turn.turn_id)
    assert user.client.delete(f"/sessions/{session_id}").status == 204
    assert user.client.get(f"/sessions/{session_id}").status == 404
    assert user.client.get(f"/turns/{turn.turn_id}").status == 404
    assert user.client.get("/sessions").body["sessions"] == []
    assert user.client.get("/forfeits").body["forfeits"] == []
