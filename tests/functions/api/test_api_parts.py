"""A workbook through the door: its other sheets become datasets by themselves, and go with the first."""

import json
from typing import Any

import pytest

from infra.local.call_faults import Call, CallFault
from infra.local.cloud import LocalCloud
from shared.mcp.desk import Desk
from shared.store.datasets import DatasetRecord, upload_key
from shared.store.keys import parquet_key
from shared.turn.acceptance.bus_question import Question, QuestionEvent, take_question
from tests.functions.api.user import User, until
from tests.shared.ingestion.workbooks import workbook

ORDERS = [("order_id", "customer_id", "revenue"), (1, 7, 10), (2, 7, 20), (3, 8, 40), (4, 9, 5)]
CUSTOMERS = [("customer_id", "segment"), (7, "Retail"), (8, "Public"), (9, "Public")]
NOTES = [("a", "b"), (None, " ")]
BOOK = workbook(Orders=ORDERS, Customers=CUSTOMERS, Notes=NOTES)


def parts(user: User, dataset_id: str) -> list[dict[str, Any]]:
    """The parts of a dataset, each once it waits no longer."""
    return [user.settled(part) for part in user.client.get(f"/datasets/{dataset_id}").body["parts"]]


def book(user: User, data: bytes = BOOK, **reading: str) -> str:
    """A workbook whose sheets have all been read."""
    dataset_id = user.dataset(data, "shop.xlsx", **reading)
    parts(user, dataset_id)
    return dataset_id


def test_each_other_sheet_becomes_a_part_and_one_without_a_table_says_why_it_is_none(user: User) -> None:
    dataset_id = book(user)
    customers, notes = parts(user, dataset_id)
    assert (customers["reading"]["sheet"], customers["status"]) == ("Customers", "ready")
    assert customers["profile"]["file_name"] == "shop.xlsx/Customers"
    assert (notes["reading"]["sheet"], notes["status"]) == ("Notes", "rejected")
    assert "no rows" in notes["reason"]
    listed = {one["dataset_id"]: one["part_of"] for one in user.client.get("/datasets").body["datasets"]}
    assert listed == {dataset_id: None, customers["dataset_id"]: dataset_id, notes["dataset_id"]: dataset_id}


def test_a_question_to_the_workbook_is_one_to_its_sheets(user: User) -> None:
    session = user.session(book(user))
    reply = user.reply(user.ask(session, "total revenue by segment").body["turn_id"])
    assert (reply["status"], "Public: 45; Retail: 30" in reply["text"]) == ("answered", True), reply["text"]
    assert "Customers" not in reply["text"].partition("also has")[2]


def test_lists_of_records_inside_of_json_records_are_parts_too(user: User) -> None:
    orders = [{"order_id": f"A{at}", "items": [{"sku": "pen", "qty": at}] * 2} for at in range(1, 4)]
    (items,) = parts(user, user.dataset(json.dumps(orders), "orders.json"))
    assert (items["profile"]["file_name"], items["profile"]["row_count"]) == ("orders.json/items", 6)


def test_who_names_a_sheet_gets_that_one(user: User) -> None:
    dataset_id = user.dataset(BOOK, "shop.xlsx", sheet="Customers")
    assert parts(user, dataset_id) == []
    assert user.session(dataset_id)
    assert [one["dataset_id"] for one in user.client.get("/datasets").body["datasets"]] == [dataset_id]


def test_a_sheet_that_is_named_later_leaves_the_parts_as_datasets_of_their_own(user: User) -> None:
    dataset_id = book(user)
    customers = parts(user, dataset_id)[0]["dataset_id"]
    assert user.client.patch(f"/datasets/{dataset_id}", {"reading": {"sheet": "Customers"}}).status == 202
    assert (user.settled(dataset_id)["profile"]["sheet"], parts(user, dataset_id)) == ("Customers", [])
    alone = user.client.get(f"/datasets/{customers}").body
    assert (alone["status"], alone["part_of"]) == ("ready", None)


@pytest.mark.usefixtures("parked")
def test_whoever_asks_asks_about_the_parts(user: User) -> None:
    dataset_id, deps = book(user), user.cloud.deps
    both = [dataset_id, parts(user, dataset_id)[0]["dataset_id"]]
    assert user.client.get(f"/sessions/{user.session(dataset_id)}").body["dataset_ids"] == both
    assert list(user.cloud.session((dataset_id,), user_id=user.user_id).dataset_ids) == both
    assert list(Desk(deps, user.user_id).ask("How many?", [dataset_id], None).dataset_ids) == both
    deps.settings = (before := deps.settings).model_copy(update={"principals": {"nightly": user.user_id}})
    asked = QuestionEvent(id="1", source="nightly", detail=Question(question="How many?", dataset_ids=(dataset_id,)))
    assert list(take_question(asked, deps).dataset_ids) == both
    deps.settings = before
    watch = {"question": "How many rows?", "dataset_ids": [dataset_id], "when": {"kind": "new_data"}}
    made = user.client.post("/watches", watch)
    assert (made.status, made.body["dataset_ids"]) == (202, both)
    assert user.client.get(f"/sessions/{user.session(both[1])}").body["dataset_ids"] == both[1:]


@pytest.mark.usefixtures("parked")
def test_an_assistant_that_names_no_dataset_asks_about_ten_however_many_parts_there_are(user: User) -> None:
    for first in ("data_1", "data_2"):
        held, ids = (
            {"user_id": user.user_id, "file_name": "a.xlsx", "status": "ready"},
            [f"{first}_{at}" for at in range(7)],
        )
        now = user.cloud.clock.now()
        user.cloud.deps.datasets.put(DatasetRecord(dataset_id=first, created_at=now, parts=tuple(ids), **held))
        for one in ids:
            user.cloud.deps.datasets.put(DatasetRecord(dataset_id=one, created_at=now, part_of=first, **held))
    asked = Desk(user.cloud.deps, user.user_id).ask("How many?", [], None).dataset_ids
    assert (set(asked[:2]), len(asked)) == ({"data_1", "data_2"}, 10)


def test_what_is_told_twice_makes_no_second_part_and_reads_none_again(user: User) -> None:
    dataset_id = book(user)
    records = [user.cloud.deps.datasets.find(one["dataset_id"]) for one in parts(user, dataset_id)]
    for told in [dataset_id, *(one.dataset_id for one in records if one)]:
        key = upload_key(told)
        event = {"key": key, "version-id": user.cloud.deps.objects.latest(key)}
        user.cloud.runtime.invoke("uploaded", json.dumps({"detail": {"object": event}}))
    user.cloud.runtime.invoke("ingest", json.dumps({"dataset": {"dataset_id": dataset_id}}))
    user.cloud.settle()
    user.cloud.rest()
    assert [user.cloud.deps.datasets.find(one["dataset_id"]) for one in parts(user, dataset_id)] == records
    assert len(user.client.get("/datasets").body["datasets"]) == 3


def test_another_reading_of_a_column_reads_no_part_again_and_brings_none_back(user: User) -> None:
    dataset_id = book(user, workbook(Orders=[("day", "kg"), ("03/04/2025", 1), ("05/06/2025", 2)], Staff=CUSTOMERS[:3]))
    (staff,) = parts(user, dataset_id)
    before = user.cloud.deps.datasets.find(staff["dataset_id"])
    columns = {"columns": {"day": {"date_order": "DMY"}}}
    assert user.client.patch(f"/datasets/{dataset_id}", columns).status == 202
    assert user.settled(dataset_id)["parts"] == [staff["dataset_id"]]
    assert user.cloud.deps.datasets.find(staff["dataset_id"]) == before
    assert user.client.delete(f"/datasets/{staff['dataset_id']}").status == 204
    assert user.client.patch(f"/datasets/{dataset_id}", columns).status == 202
    assert user.settled(dataset_id)["parts"] == []


def test_a_new_version_of_the_workbook_is_one_of_its_sheets_and_a_sheet_that_is_gone_is_told(user: User) -> None:
    dataset_id = book(user)
    more = workbook(Orders=ORDERS, Notes=[("city", "rows"), ("Ulm", 3)], Staff=[("name", "age"), ("Ann", 40)])
    key = user.client.post(f"/datasets/{dataset_id}/versions").body["upload"]["fields"]["key"]
    user.put(key, more)
    user.cloud.settle()
    until(lambda: len(user.settled(dataset_id)["parts"]) == 3)
    found = {one["reading"]["sheet"]: one for one in parts(user, dataset_id)}
    assert {sheet: one["status"] for sheet, one in found.items()} == {
        "Notes": "ready",
        "Staff": "ready",
        "Customers": "rejected",
    }
    assert "no such sheet" in found["Customers"]["reason"]
    user.put(key, "a picture, perhaps")
    user.cloud.settle()
    assert until(lambda: user.settled(dataset_id)["status"] == "rejected")
    assert {one["status"] for one in parts(user, dataset_id)} == {"rejected"}


def test_a_part_that_cannot_be_copied_is_told_and_fails_nothing_else(cloud: LocalCloud, user: User) -> None:
    def copies(call: Call) -> bool:
        return call.operation == "s3.CopyObject"

    cloud.faults.calls = [CallFault("bucket", copies, "is down")]
    dataset_id = user.dataset(BOOK, "shop.xlsx")
    assert user.settled(dataset_id)["status"] == "ready"
    assert [(one["status"], "send the file again" in one["reason"]) for one in parts(user, dataset_id)] == [
        ("rejected", True),
        ("rejected", True),
    ]


def test_deleting_the_workbook_deletes_its_parts_with_what_came_of_them(user: User) -> None:
    dataset_id, deps = book(user), user.cloud.deps
    customers, notes = (one["dataset_id"] for one in parts(user, dataset_id))
    about = user.hanging(user.session(customers))
    assert user.client.delete(f"/datasets/{dataset_id}").status == 409
    user.commit(about, status="answered", text="There are 3.")
    user.reply(about.turn_id)
    assert user.client.delete(f"/datasets/{dataset_id}").status == 204
    assert user.client.get("/datasets").body["datasets"] == []
    assert user.client.get(f"/turns/{about.turn_id}").status == 404
    for one in (dataset_id, customers, notes):
        assert not deps.objects.exists(parquet_key(one))
        assert not deps.objects.exists(upload_key(one))


def test_deleting_a_part_leaves_the_others_and_takes_its_place_in_sessions(user: User) -> None:
    dataset_id = book(user)
    customers, notes = (one["dataset_id"] for one in parts(user, dataset_id))
    session = user.session(dataset_id)
    assert user.client.delete(f"/datasets/{customers}").status == 204
    assert user.client.get(f"/datasets/{dataset_id}").body["parts"] == [notes]
    assert user.client.get(f"/sessions/{session}").body["dataset_ids"] == [dataset_id]


def test_a_dataset_that_was_stored_before_there_were_parts_has_none() -> None:
    stored = '{"dataset_id": "data_1", "user_id": "u", "file_name": "a.csv", "created_at": "2025-01-01T00:00:00Z"}'
    record = DatasetRecord.model_validate_json(stored)
    assert (record.part_of, record.parts, record.source) == (None, (), None)
