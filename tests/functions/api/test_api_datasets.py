"""Datasets through the door: sent, read, read again, forgotten."""

from typing import Any

import pytest

from shared.contracts import AgentResponse
from shared.store.datasets import PATIENCE, upload_key
from shared.store.keys import parquet_key
from tests.functions.api.user import User, until

AMBIGUOUS = "day,price\n03/04/2025,1\n05/06/2025,2\n01/02/2025,3\n"


def test_a_file_that_is_sent_with_the_form_becomes_a_dataset_with_its_profile(user: User) -> None:
    dataset_id = user.dataset()
    found = user.client.get(f"/datasets/{dataset_id}").body
    assert found["status"] == "ready"
    assert found["profile"]["row_count"] == 3
    assert [column["name"] for column in found["profile"]["columns"]] == ["region", "revenue", "day"]
    listed = user.client.get("/datasets").body["datasets"]
    assert [(one["dataset_id"], one["status"], one["profile"]) for one in listed] == [(dataset_id, "ready", None)]


def test_the_form_fixes_key_and_size(user: User) -> None:
    begun = user.client.post("/datasets", {"file_name": "../../etc/passwd"}).body
    form, dataset_id = begun["upload"], begun["dataset"]["dataset_id"]
    assert form["fields"]["key"] == f"uploads/{dataset_id}/file"
    assert form["most_bytes"] == user.cloud.settings.upload_most_bytes
    assert "policy" in form["fields"]
    assert begun["dataset"]["status"] == "waiting"


def test_a_file_that_is_no_table_is_rejected_with_a_sentence(user: User) -> None:
    dataset_id = user.dataset("region,revenue\n")
    found = user.client.get(f"/datasets/{dataset_id}").body
    assert found["status"] == "rejected"
    assert "no rows" in found["reason"]
    assert found["profile"] is None


def test_a_file_larger_than_is_read_is_turned_away_unread_with_both_sizes_and_a_way_out(user: User) -> None:
    deps = user.cloud.deps
    before = deps.settings
    deps.settings = before.model_copy(update={"upload_most_bytes": 5_000_000})
    try:
        dataset_id = user.dataset("region,revenue\n" + "West,1\n" * 1_000_000)
    finally:
        deps.settings = before
    found = user.client.get(f"/datasets/{dataset_id}").body
    assert found["status"] == "rejected"
    assert found["reason"].startswith("The file has 7 MB, and 5 MB at most are read. ")
    assert "Parquet" in found["reason"]


def test_an_ambiguous_date_is_told_and_can_be_read_the_other_way(user: User) -> None:
    dataset_id = user.dataset(AMBIGUOUS)
    first = user.client.get(f"/datasets/{dataset_id}").body["profile"]
    ambiguity = first["ambiguities"][0]
    assert (ambiguity["column"], ambiguity["kind"]) == ("day", "date_order")
    other = {"MDY": "DMY", "DMY": "MDY"}[ambiguity["reading"]]
    changed = user.client.patch(f"/datasets/{dataset_id}", {"columns": {"DAY": {"date_order": other}}})
    assert (changed.status, changed.body["status"]) == (202, "waiting")
    second = user.settled(dataset_id)
    assert second["status"] == "ready"
    assert second["overrides"]["day"]["date_order"] == other
    assert _from(second["profile"]) != _from(first)
    assert second["profile"]["fingerprint"] != first["fingerprint"]


def _from(profile: dict[str, Any]) -> Any:
    return next(column["minimum"] for column in profile["columns"] if column["name"] == "day")


def test_a_column_that_is_not_there_cannot_be_read_otherwise(user: User) -> None:
    dataset_id = user.dataset()
    refused = user.client.patch(f"/datasets/{dataset_id}", {"columns": {"month": {"date_order": "DMY"}}})
    assert refused.status == 400
    assert "region, revenue, day" in refused.body["error"]["message"]


def test_a_dataset_that_waits_cannot_be_changed(user: User) -> None:
    dataset_id = user.client.post("/datasets", {"file_name": "x.csv"}).body["dataset"]["dataset_id"]
    refused = user.client.patch(f"/datasets/{dataset_id}", {"columns": {"day": {"date_order": "DMY"}}})
    assert (refused.status, refused.body["error"]["code"]) == (409, "conflict")


def test_a_second_file_under_the_same_form_is_a_new_version(user: User) -> None:
    dataset_id = user.dataset()
    s3, bucket = user.cloud.client("s3"), user.cloud.settings.bucket
    s3.put_object(Bucket=bucket, Key=upload_key(dataset_id), Body=b"a,b\n1,2\n")
    user.cloud.settle()
    until(lambda: user.client.get(f"/datasets/{dataset_id}").body["status"] == "ready")
    assert user.client.get(f"/datasets/{dataset_id}").body["profile"]["row_count"] == 1


def test_deleting_a_dataset_deletes_what_came_of_it(user: User) -> None:
    dataset_id = user.dataset()
    session, other = user.session(dataset_id), user.session()
    turn, kept = user.hanging(session), user.hanging(other)
    deps = user.cloud.deps
    deps.turns.save(turn.turn_id, "RESPONSE", AgentResponse(agent="a", task_id="t", task="x", status="completed"), "t")
    for one in (turn, kept):
        user.commit(one, status="answered", text="The total is 18.5.")
        user.reply(one.turn_id)
    assert user.client.delete(f"/datasets/{dataset_id}").status == 204
    assert user.client.get(f"/datasets/{dataset_id}").status == 404
    assert user.client.get(f"/turns/{turn.turn_id}").status == 404
    assert user.client.get(f"/turns/{kept.turn_id}").status == 200
    assert user.client.get(f"/sessions/{session}").body["dataset_ids"] == []
    assert user.client.get(f"/sessions/{session}/messages").body["messages"] == []
    assert not deps.objects.exists(parquet_key(dataset_id))
    assert not deps.objects.exists(upload_key(dataset_id))
    assert _left(user, dataset_id, turn.turn_id) == []


def test_a_dataset_whose_turn_runs_is_not_deleted(user: User) -> None:
    dataset_id = user.dataset()
    turn = user.hanging(user.session(dataset_id))
    refused = user.client.delete(f"/datasets/{dataset_id}")
    assert (refused.status, refused.body["error"]["turn_id"]) == (409, turn.turn_id)
    assert user.client.get(f"/datasets/{dataset_id}").status == 200


def test_a_dataset_whose_file_never_comes_is_rejected_by_the_sweeper(user: User) -> None:
    dataset_id = user.client.post("/datasets", {"file_name": "x.csv"}).body["dataset"]["dataset_id"]
    user.cloud.clock.advance(PATIENCE.total_seconds() + 1)
    user.cloud.sweep()
    assert user.client.get(f"/datasets/{dataset_id}").body["status"] == "waiting", "its form is still valid"
    user.cloud.clock.advance(2 * 3600)
    user.cloud.sweep()
    found = user.client.get(f"/datasets/{dataset_id}").body
    assert found["status"] == "rejected"
    assert "No file arrived" in found["reason"]


def test_an_upload_whose_event_was_lost_is_found_by_the_sweeper(user: User) -> None:
    begun = user.client.post("/datasets", {"file_name": "x.csv"}).body["dataset"]
    user.cloud.faults.broken["function uploaded"] = "raises"
    s3, bucket = user.cloud.client("s3"), user.cloud.settings.bucket
    s3.put_object(Bucket=bucket, Key=upload_key(begun["dataset_id"]), Body=b"a,b\n1,2\n")
    user.cloud.clock.advance(PATIENCE.total_seconds() + 1)
    user.cloud.sweep()
    assert user.settled(begun["dataset_id"])["status"] == "ready"


def _left(user: User, *ids: str) -> list[str]:
    """The keys in the table and in the bucket that still name any of these."""
    items = user.cloud.client("dynamodb").get_paginator("scan").paginate(TableName=user.cloud.settings.table)
    texts = [str(item) for page in items for item in page["Items"]]
    found = user.cloud.client("s3").list_objects_v2(Bucket=user.cloud.settings.bucket).get("Contents", [])
    return [text for text in [*texts, *(one["Key"] for one in found)] if any(one in text for one in ids)]


@pytest.mark.parametrize(
    "body",
    [{}, {"file_name": ""}, {"file_name": 7}, {"file_name": "a", "p": 1}, [], "x", {"file_name": "a" * 201}],
)
def test_a_dataset_needs_a_file_name_and_nothing_else(user: User, body: object) -> None:
    assert user.client.post("/datasets", body).status == 422


def test_a_file_is_read_as_was_said_when_it_was_announced_and_read_otherwise_when_that_is_changed(user: User) -> None:
    begun = user.client.post("/datasets", {"file_name": "a.csv", "reading": {"date_order": "YMD", "delimiter": ";"}})
    dataset_id = begun.body["dataset"]["dataset_id"]
    user.cloud.deps.objects.write(upload_key(dataset_id), "day;price\n03/04/05;1,5\n05/06/07;2,5\n")
    first = user.settled(dataset_id)
    assert (_from(first["profile"]), first["reading"]["date_order"]) == ("2003-04-05", "YMD")
    changed = user.client.patch(f"/datasets/{dataset_id}", {"reading": {"date_order": "DMY", "header_row": None}})
    assert (changed.status, changed.body["reading"]["delimiter"]) == (202, ";")
    assert _from(user.settled(dataset_id)["profile"]) == "2005-04-03"


@pytest.mark.parametrize(
    "reading",
    [{"delimiter": "ab"}, {"delimiter": "\ud800"}, {"date_order": "YDM"}, {"encoding": "klingon"}, {"size": 1}],
)
def test_a_reading_that_nobody_can_mean_is_refused(user: User, reading: object) -> None:
    assert user.client.post("/datasets", {"file_name": "a.csv", "reading": reading}).status == 422
    dataset_id = user.dataset()
    assert user.client.patch(f"/datasets/{dataset_id}", {"reading": reading}).status == 422
    assert user.client.patch(f"/datasets/{dataset_id}", {}).status == 422
