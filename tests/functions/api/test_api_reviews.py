"""What the failsafe flagged, as users and operators see it."""

from collections.abc import Callable

import pytest

from tests.functions.api.user import User

Flag = Callable[..., str]


@pytest.fixture
def flag(user: User) -> Flag:
    """Ends a turn with a reply whose draft the failsafe replaced; gives its id."""

    def flagged(category: str = "UNCERTAINTY", by: User = user) -> str:
        running = by.hanging(by.session())
        assessment = {
            "confidence_score": 0.3,
            "rule_score": 0.3,
            "error_category": category,
            "assessment": "FAILSAFE_TRIGGERED",
            "verdict": "FAILSAFE_TRIGGERED",
            "original_response_preview": "Perhaps it is 4.",
            "timestamp": by.cloud.clock.now(),
        }
        by.commit(running, status="partial", text="Perhaps.", assessment=assessment)
        by.reply(running.turn_id)
        return running.turn_id

    return flagged


def test_a_turn_that_the_failsafe_flagged_is_listed_for_review_with_its_question(user: User, flag: Flag) -> None:
    turn_id = flag()
    listed = user.client.get("/reviews").body
    (review,) = listed["reviews"]
    assert (review["turn_id"], review["question"]) == (turn_id, "What is the total revenue?")
    assert review["assessment"]["original_response_preview"] == "Perhaps it is 4."
    assert (listed["counts"], review["reviewed_at"]) == ({"UNCERTAINTY": 1}, None)


def test_the_same_question_asked_again_is_one_group(user: User, flag: Flag) -> None:
    turns = [flag("UNCERTAINTY"), flag("TIMEOUT")]
    (group,) = user.client.get("/reviews").body["groups"]
    assert (group["count"], group["unreviewed"], sorted(group["turn_ids"])) == (2, 2, sorted(turns))
    assert group["categories"] == {"TIMEOUT": 1, "UNCERTAINTY": 1}


def test_an_operator_sees_counts_and_marks_those_of_everybody_and_nobody_else_does(
    user: User, other: User, flag: Flag, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn_id = flag("TIMEOUT")
    asked = ("/reviews/all", "/reviews/counts?days=2")
    assert [other.client.get(one).status for one in asked] == [404, 404]
    assert user.client.patch(f"/reviews/{turn_id}", {"note": "mine"}).status == 404
    named = user.cloud.settings.model_copy(update={"operators": (other.user_id,)})
    monkeypatch.setattr(user.cloud.deps, "settings", named)
    assert turn_id in {one["turn_id"] for one in other.client.get("/reviews/all").body["reviews"]}
    (count,) = [
        one for one in other.client.get("/reviews/counts?days=1").body["counts"] if one["category"] == "TIMEOUT"
    ]
    assert count["count"] >= 1
    marked = other.client.patch(f"/reviews/{turn_id}", {"note": "the table lacks a year"})
    assert (marked.status, marked.body["note"]) == (200, "the table lacks a year")
    (seen,) = user.client.get("/reviews").body["reviews"]
    assert seen["reviewed_at"] is not None
    assert other.client.patch(f"/reviews/{turn_id}", {"reviewed": False}).body["reviewed_at"] is None
    assert other.client.patch("/reviews/turn_unknown", {}).status == 404


def test_a_mark_outlives_a_second_telling_and_goes_with_its_turn(user: User, flag: Flag) -> None:
    turn_id, deps = flag(), user.cloud.deps
    record = deps.turns.get(turn_id)
    deps.reviews.mark(record.turn, at=deps.clock.now())
    assert record.reply
    assert record.reply.assessment
    deps.reviews.flag(record.turn, record.reply.assessment)
    assert deps.reviews.of_user(user.user_id)[0].reviewed_at is not None
    assert user.client.delete(f"/sessions/{record.turn.session_id}").status == 204
    assert deps.reviews.of_user(user.user_id) == []
    assert turn_id not in {one.turn_id for one in deps.reviews.of_days(deps.clock.now(), 2)}
