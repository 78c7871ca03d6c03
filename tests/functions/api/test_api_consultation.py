"""A consultation through the door: where it stands, and its synthetic messages by request."""

from tests.functions.api.user import User

FIRST = (
    "We want to know which region has the highest revenue. It's for the board, and we have to decide whether to close "
    "a branch; success would be a clear ranking"
)


def test_phase_agent_and_snapshots_are_in_the_session(user: User) -> None:
    session_id = user.session(mode="consultation")
    assert user.client.get(f"/sessions/{session_id}").body["consultation"] is None
    user.client.post(f"/sessions/{session_id}/messages", {"question": FIRST, "wait": True})
    found = user.client.get(f"/sessions/{session_id}").body["consultation"]
    assert found["phases"] == ["qualifier", "assessor", "analyzer"]
    assert found["snapshots"]["qualifier"]["audience"] == {"value": "the board", "source": "said"}
    assert found["transitions"].keys() == {"attempted", "succeeded", "rolled_back", "deepest", "seconds"}


def test_synthetic_messages_are_shown_by_request_alone(user: User) -> None:
    session_id = user.session(mode="consultation")
    sent = user.client.post(f"/sessions/{session_id}/messages", {"question": FIRST, "wait": True}).body

    def synthetic(address: str) -> list[str]:
        return [one["content"] for one in user.client.get(address).body["messages"] if one["metadata"].get("synthetic")]

    for address in (f"/turns/{sent['turn_id']}", f"/sessions/{session_id}/messages"):
        assert synthetic(address) == []
        assert synthetic(f"{address}?synthetic=true") == ["continue"]
    assert not any(one["metadata"].get("synthetic") for one in sent["messages"])
