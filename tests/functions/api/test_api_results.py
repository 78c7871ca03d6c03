"""The rows behind those that a reply shows."""

import csv
from io import StringIO
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from infra.local.call_faults import Call, CallFault
from infra.local.cloud import LocalCloud
from shared.agents.execution.preview import MOST_ROWS
from tests.functions.api.user import User

CITIES = 70
DATA = "city,revenue\n" + "".join(f"City {n % CITIES:03},{n * 7 % 97}.5\n" for n in range(3 * CITIES))
QUESTION = "What is the total revenue by city?"


def asked(user: User, data: str = DATA) -> dict[str, Any]:
    """The reply to a question whose result is longer than what a reply shows."""
    accepted = user.ask(user.session(user.dataset(data)), QUESTION)
    assert accepted.status == 202, accepted.text
    return user.reply(accepted.body["turn_id"])


def shown(reply: dict[str, Any]) -> dict[str, Any]:
    (response,) = reply["responses"]
    (result,) = response["result"]["results"]
    return dict(result)


@pytest.fixture
def reply(user: User) -> dict[str, Any]:
    return asked(user)


def test_a_result_that_is_shown_in_part_links_to_all_of_its_rows(user: User, reply: dict[str, Any]) -> None:
    told = shown(reply)
    assert (len(told["data"]), told["row_count"]) == (MOST_ROWS, CITIES)
    whole = user.client.get(told["link"]).body
    records = [dict(zip(whole["columns"], row, strict=True)) for row in whole["rows"]]
    assert (whole["row_count"], whole["cut"], whole["purpose"]) == (CITIES, False, told["purpose"])
    assert records[:MOST_ROWS] == told["data"]
    assert len({record["city"] for record in records}) == CITIES


def test_its_csv_is_behind_a_link_that_needs_no_token(user: User, reply: dict[str, Any]) -> None:
    whole = user.client.get(shown(reply)["link"]).body
    key = unquote(urlsplit(whole["csv"]["url"]).path).split("turns/", 1)[1]
    stored = user.cloud.client("s3").get_object(Bucket=user.cloud.settings.bucket, Key=f"turns/{key}")["Body"].read()
    rows = list(csv.reader(StringIO(stored.decode(), newline="")))
    assert (rows[0], len(rows)) == (whole["columns"], CITIES + 1)
    assert whole["csv"]["expires_at"]


def test_what_is_shown_whole_has_no_link(user: User) -> None:
    assert shown(asked(user, "city,revenue\nRome,1\nOslo,2\nRome,3\n"))["link"] is None


def test_only_who_asked_can_read_it_and_only_by_the_link_on_the_reply(
    user: User, other: User, reply: dict[str, Any]
) -> None:
    link = shown(reply)["link"]
    turn_id, result_id = reply["turn_id"], link.rsplit("/", 1)[1]
    assert other.client.get(link).status == 404
    assert user.client.get(f"/turns/{turn_id}/results/result_none").status == 404
    assert user.client.get(f"/turns/{asked(user)['turn_id']}/results/{result_id}").status == 404


def test_with_the_turn_its_results_are_forgotten(user: User, cloud: LocalCloud, reply: dict[str, Any]) -> None:
    assert user.client.delete(f"/sessions/{reply['session_id']}").status == 204
    assert user.client.get(shown(reply)["link"]).status == 404
    listed = cloud.client("s3").list_objects_v2(Bucket=cloud.settings.bucket, Prefix=f"turns/{reply['turn_id']}/")
    assert listed["KeyCount"] == 0


def test_a_bucket_that_does_not_take_the_result_costs_the_link_and_nothing_of_the_answer(
    user: User, cloud: LocalCloud
) -> None:
    def keeps_a_result(call: Call) -> bool:
        return call.operation == "s3.PutObject" and "/results/" in call.url

    cloud.faults.calls = [CallFault("keep", keeps_a_result, "is down")]
    told = asked(user)
    assert told["status"] == "answered"
    assert (shown(told)["link"], shown(told)["row_count"]) == (None, CITIES)
