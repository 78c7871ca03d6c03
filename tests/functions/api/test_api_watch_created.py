"""The answer to a new watch, which waits for its first reply."""

from collections.abc import Iterator

import pytest

from infra.local.cloud import LocalCloud
from shared.clock import Clock
from tests.functions.api.user import User

DAILY = {"kind": "cron", "expression": "0 8 * * *", "timezone": "Europe/Berlin"}
TOTAL = "What is the total revenue?"


@pytest.fixture(scope="module")
def shared_cloud() -> Iterator[LocalCloud]:
    """By the real clock: on one that can be moved, waiting takes no time."""
    with LocalCloud(clock=Clock()) as cloud:
        yield cloud


def test_a_new_watch_says_which_figure_it_is_about_and_how_that_stands(user: User) -> None:
    made = user.client.post(
        "/watches",
        {
            "question": TOTAL,
            "dataset_ids": [user.dataset()],
            "when": DAILY,
            "condition": {"kind": "above", "limit": 20},
        },
    )
    assert (made.status, made.body["state"], made.body["value"]) == (201, "active", 18.5)
    assert made.body["says"] == "The total revenue is 18.50 now; I'll tell you when it passes 20."
    assert made.headers["Location"].endswith(f"/watches/{made.body['watch_id']}")


@pytest.mark.parametrize(
    ("question", "condition", "says"),
    [
        ("What is the total revenue by region?", {"kind": "above", "limit": 1}, "several figures"),
        (TOTAL, {"kind": "above", "limit": 1, "figure": "profit"}, "no figure 'profit'; it has: total revenue"),
        ("What is the total revenue in Atlantis?", None, "Atlantis"),
    ],
)
def test_what_cannot_be_watched_is_refused_in_a_sentence_and_leaves_nothing(
    user: User, question: str, condition: object, says: str
) -> None:
    body = {"question": question, "dataset_ids": [user.dataset()], "when": DAILY, "condition": condition}
    refused = user.client.post("/watches", body)
    assert (refused.status, refused.body["error"]["code"]) == (422, "not_watchable")
    assert says.casefold() in refused.body["error"]["message"].casefold()
    assert user.client.get("/watches").body["watches"] == []
