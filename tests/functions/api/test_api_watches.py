"""Watches through the API: bound once, asked again by the clock or on new data, told once."""

from collections.abc import Callable

import pytest

from infra.local.cloud import LocalCloud
from tests.functions.api.user import User, until

DAY = 24 * 3600.0
DAILY = {"kind": "cron", "expression": "0 8 * * *", "timezone": "Europe/Berlin"}
ON_NEW_DATA = {"kind": "new_data"}
TOTAL = "What is the total revenue?"


def watch(user: User, dataset: str, question: str = TOTAL, when: object = DAILY, condition: object = None) -> str:
    """A new watch, bound."""
    made = user.client.post(
        "/watches", {"question": question, "dataset_ids": [dataset], "when": when, "condition": condition}
    )
    assert made.status in (201, 202), made.text
    watch_id: str = made.body["watch_id"]
    bound = until(lambda: known if (known := user.client.get(f"/watches/{watch_id}").body)["state"] != "binding" else 0)
    assert bound["state"] == "active", bound["says"]
    return watch_id


def a_day_passes(cloud: LocalCloud, days: int = 1) -> None:
    """Time until after the next time of the schedule; the clock calls, and what it began ends."""
    for _ in range(days):
        cloud.clock.sleep(DAY)
        cloud.tick()
        cloud.rest()
        cloud.settle()
        cloud.tick()


def told(user: User, watch_id: str) -> list[dict]:
    """What a watch told, oldest first."""
    found: list[dict] = user.client.get(f"/watches/{watch_id}/messages").body["messages"]
    return found[::-1]


@pytest.mark.parametrize(
    "when",
    [
        {"kind": "cron", "expression": "every day"},
        {"kind": "cron", "expression": "* * * * *"},
        {"kind": "cron", "expression": "0 8 * * *", "timezone": "Mars/Olympus"},
        {"kind": "cron", "expression": "0 8 31 2 *"},
    ],
)
def test_a_schedule_that_cannot_be_meant_is_refused(user: User, when: object) -> None:
    refused = user.client.post("/watches", {"question": TOTAL, "dataset_ids": [user.dataset()], "when": when})
    assert (refused.status, refused.body["error"]["code"]) == (400, "bad_request")


def test_a_misspelt_part_of_a_condition_is_refused_rather_than_left_out(user: User) -> None:
    condition = {"kind": "above", "limit": 5, "bnad": 1}
    body = {"question": TOTAL, "dataset_ids": [user.dataset()], "when": DAILY, "condition": condition}
    assert user.client.post("/watches", body).status == 422


def test_a_plan_without_a_condition_tells_each_answer_once(user: User, cloud: LocalCloud) -> None:
    watch_id = watch(user, user.dataset())
    a_day_passes(cloud, 2)
    messages = told(user, watch_id)
    assert [(one["sequence"], one["kind"]) for one in messages] == [(1, "answer"), (2, "answer")]
    assert "18.50" in messages[0]["text"]
    assert user.client.get(f"/turns/{messages[0]['turn_id']}").body["text"] == messages[0]["text"]


def test_what_has_not_changed_is_not_told(user: User, cloud: LocalCloud) -> None:
    watches = [
        watch(user, dataset := user.dataset(), condition={"kind": "changed"}),
        watch(user, dataset, condition={"kind": "above", "limit": 5}),
        watch(user, dataset, condition={"kind": "changed_by", "amount": 1}),
    ]
    a_day_passes(cloud, 3)
    assert [told(user, one) for one in watches] == [[], [], []]


def test_new_data_have_the_question_asked_and_a_passed_limit_told_once(
    user: User, cloud: LocalCloud, send: Callable[[User, str, str], None]
) -> None:
    dataset = user.dataset("region,revenue\nWest,10\nEast,5\n")
    watch_id = watch(user, dataset, when=ON_NEW_DATA, condition={"kind": "above", "limit": 20, "band": 4})
    for revenue in (12, 30, 18, 25, 10, 40):  # passes at 30; 18 is within the band; 10 is back; passes at 40
        send(user, dataset, f"region,revenue\nWest,{revenue - 5}\nEast,5\n")
    assert [(one["kind"], one["value"]) for one in told(user, watch_id)] == [("crossed", 30), ("crossed", 40)]
    assert told(user, watch_id)[0]["text"] == "The total revenue is 30: it has passed 20."


@pytest.fixture
def send(cloud: LocalCloud) -> Callable[[User, str, str], None]:
    """Sends a new version of a dataset's file, and waits until the watches have been looked after."""

    def sent(user: User, dataset: str, data: str) -> None:
        before = len([one for one in cloud.begun if one.startswith("turn")])
        form = user.client.post(f"/datasets/{dataset}/versions")
        assert form.status == 201, form.text
        key = form.body["upload"]["fields"]["key"]
        cloud.client("s3").put_object(Bucket=cloud.settings.bucket, Key=key, Body=data.encode())
        until(lambda: user.client.get(f"/datasets/{dataset}").body["status"] != "waiting")
        cloud.rest()
        cloud.settle()
        until(lambda: cloud.tick() or len([one for one in cloud.begun if one.startswith("turn")]) > before)
        cloud.rest()
        cloud.settle()

    return sent


def test_a_watch_that_cannot_be_computed_says_so_once_until_it_works_again(user: User, cloud: LocalCloud) -> None:
    watch_id = watch(user, user.dataset(), condition={"kind": "changed_by", "amount": 1})
    for state in ("Coordinate", "Coordinate", None, "Coordinate"):
        cloud.faults.broken.clear()
        if state:
            cloud.faults.broken[state] = "raises"
        a_day_passes(cloud)
    cloud.faults.broken.clear()
    assert [one["kind"] for one in told(user, watch_id)] == ["trouble", "trouble"]


def test_after_an_outage_of_the_clock_a_watch_is_asked_once(user: User, cloud: LocalCloud) -> None:
    watch_id = watch(user, user.dataset())
    cloud.clock.sleep(9 * DAY)
    a_day_passes(cloud)
    assert len(told(user, watch_id)) == 1


def test_however_often_the_clock_calls_and_the_reply_is_told_there_is_one_message(
    user: User, cloud: LocalCloud
) -> None:
    watch_id = watch(user, user.dataset())
    cloud.faults.stream = "told twice"
    cloud.clock.sleep(DAY)
    for _ in range(4):
        cloud.tick()
    cloud.rest()
    cloud.settle()
    cloud.tick()
    assert len(told(user, watch_id)) == 1


def test_a_reply_that_the_stream_lost_is_told_by_the_clock(user: User, cloud: LocalCloud) -> None:
    watch_id = watch(user, user.dataset())
    cloud.faults.stream = "lost"
    a_day_passes(cloud)
    assert told(user, watch_id) == []
    cloud.clock.sleep(150)
    cloud.tick()
    assert len(told(user, watch_id)) == 1


def test_another_users_watch_is_unknown(user: User, other: User) -> None:
    watch_id = watch(user, user.dataset())
    assert other.client.get(f"/watches/{watch_id}").status == 404
    assert other.client.get(f"/watches/{watch_id}/messages").status == 404
    assert other.client.delete(f"/watches/{watch_id}").status == 404
    assert other.client.get("/watches").body["watches"] == []


def test_another_users_dataset_cannot_be_watched(user: User, other: User) -> None:
    body = {"question": TOTAL, "dataset_ids": [user.dataset()], "when": DAILY}
    assert other.client.post("/watches", body).status == 404


def test_a_deleted_watch_tells_nothing_more_though_it_is_asking(user: User, cloud: LocalCloud) -> None:
    watch_id = watch(user, user.dataset())
    cloud.clock.sleep(DAY)
    cloud.tick()
    assert user.client.delete(f"/watches/{watch_id}").status == 204
    cloud.rest()
    cloud.settle()
    cloud.tick()
    assert user.client.get(f"/watches/{watch_id}").status == 404
    assert cloud.deps.table.query(f"WATCH#{watch_id}") == []


def test_a_watch_dies_with_its_dataset(user: User, cloud: LocalCloud) -> None:
    dataset = user.dataset()
    watch_id = watch(user, dataset)
    assert user.client.delete(f"/datasets/{dataset}").status == 204
    assert user.client.get(f"/watches/{watch_id}").status == 404
    a_day_passes(cloud)
    assert user.client.get("/watches").body["watches"] == []


def test_a_user_has_so_many_watches_and_one_more_after_one_is_deleted(user: User, cloud: LocalCloud) -> None:
    before = cloud.deps.settings
    cloud.deps.settings = before.model_copy(update={"watches_per_user": 2})
    try:
        dataset = user.dataset()
        first = watch(user, dataset)
        watch(user, dataset)
        body = {"question": TOTAL, "dataset_ids": [dataset], "when": DAILY}
        assert user.client.post("/watches", body).status == 409
        assert user.client.delete(f"/watches/{first}").status == 204
        assert user.client.post("/watches", body).status in (201, 202)
    finally:
        cloud.deps.settings = before
