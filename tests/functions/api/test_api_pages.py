"""Lists come in pages, newest first, and no page is lost or told twice."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.functions.api.user import User

HOW_MANY = 5


def sessions(user: User) -> tuple[str, str, str]:
    """Some sessions: where they are listed, under which name, and what tells them apart."""
    for _ in range(HOW_MANY):
        user.session()
    return "/sessions", "sessions", "session_id"


def datasets(user: User) -> tuple[str, str, str]:
    """Some datasets."""
    for number in range(HOW_MANY):
        user.client.post("/datasets", {"file_name": f"{number}.csv"})
    return "/datasets", "datasets", "dataset_id"


def turns(user: User) -> tuple[str, str, str]:
    """Some turns of a session; one at a time runs."""
    session_id = user.session()
    for _ in range(HOW_MANY):
        user.commit(user.hanging(session_id), status="failed", text="It broke.")
    return f"/sessions/{session_id}/messages", "messages", "turn_id"


@pytest.mark.parametrize("listed", [sessions, datasets, turns], ids=lambda one: one.__name__)
def test_pages_put_together_are_the_whole_list(user: User, listed: Callable[[User], tuple[str, str, str]]) -> None:
    address, name, key = listed(user)
    whole = user.client.get(address).body
    assert whole["next"] is None
    pages: list[Any] = []
    more = ""
    while True:
        page = user.client.get(f"{address}?limit=2{more}").body
        pages.append(page)
        if page["next"] is None:
            break
        more = f"&before={page['next']}"
    assert [len({one[key] for one in page[name]}) for page in pages] == [2, 2, 1]
    everything = pages if name != "messages" else pages[::-1]
    assert [one[key] for page in everything for one in page[name]] == [one[key] for one in whole[name]]


def test_lists_are_newest_first_and_conversations_end_with_the_newest(user: User) -> None:
    first, second = user.session(), user.session()
    assert [one["session_id"] for one in user.client.get("/sessions").body["sessions"]] == [second, first]
    user.commit(user.hanging(first), status="failed", text="It broke.")
    late = user.hanging(first)
    latest = user.client.get(f"/sessions/{first}/messages?limit=1").body
    assert {one["turn_id"] for one in latest["messages"]} == {late.turn_id}
    assert latest["next"] == late.turn_id


@pytest.mark.parametrize("wrong", ["limit=0", "limit=101", "limit=many", "before=", "before=SESSION%23"])
def test_a_page_that_cannot_be_is_refused_in_words(user: User, wrong: str) -> None:
    refused = user.client.get(f"/sessions?{wrong}")
    assert (refused.status, refused.body["error"]["code"]) == (422, "invalid_request")
