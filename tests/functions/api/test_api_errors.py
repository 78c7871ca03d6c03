"""Whatever is sent, the answer has one shape and says what to do; nothing of the inside is in it."""

from typing import Any

import pytest

from infra.local.call_faults import CallFault
from infra.local.client import Answer, LocalClient
from tests.functions.api.user import User

INSIDE = ("Traceback", "botocore", "pydantic", "DynamoDB", "dynamodb", "/work", ".py", "10.0.3.7", "site-packages")


def in_shape(answer: Answer, status: int, code: str) -> None:
    assert answer.status == status, answer.text
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.body["error"]["code"] == code
    assert len(answer.body["error"]["message"]) > 15
    assert answer.body["error"]["request_id"]
    assert not any(word in answer.text for word in INSIDE)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"{", 400, "bad_json"),
        (b"[" * 50_000, 400, "bad_json"),
        (b'{"dataset_ids": [], "mode": NaN}', 400, "bad_json"),
        (b'{"mode": ' + b"9" * 5000 + b"}", 400, "bad_json"),
        (b"\xff\xfe\x00", 400, "bad_request"),
        (b"x" * 70_000, 413, "too_large"),
        (None, 422, "invalid_request"),
        ([1], 422, "invalid_request"),
        ("text", 422, "invalid_request"),
        ({"mode": "poetry"}, 422, "invalid_request"),
        ({"dataset_ids": "data_1"}, 422, "invalid_request"),
        ({"dataset_ids": ["\ud800"]}, 422, "invalid_request"),
        ({"dataset_ids": ["x" * 5000]}, 422, "invalid_request"),
        ({"dataset_ids": ["data_nobody"]}, 404, "not_found"),
        ({"unknown": 1}, 422, "invalid_request"),
    ],
)
def test_a_body_that_does_not_fit_is_refused_in_the_one_shape(user: User, body: Any, status: int, code: str) -> None:
    in_shape(user.client.request("POST", "/sessions", body), status, code)


def test_a_body_that_is_not_json_is_415(user: User) -> None:
    in_shape(
        user.client.request("POST", "/sessions", b"mode=x", Content_Type="text/plain"), 415, "unsupported_media_type"
    )


@pytest.mark.parametrize("address", ["/", "/nothing", "/sessions/a/b/c", "/turns", "/../etc/passwd", "/sessions/%00"])
def test_an_unknown_address_is_404(user: User, address: str) -> None:
    assert user.client.get(address).status in (404, 405, 422)
    assert user.client.get(address).body["error"]["message"]


def test_a_method_that_an_address_does_not_take_is_405_and_says_which_it_takes(user: User) -> None:
    refused = user.client.request("PUT", "/sessions")
    in_shape(refused, 405, "method_not_allowed")
    assert refused.headers["Allow"] == "GET, POST"


@pytest.mark.parametrize("address", ["/forfeits?limit=0", "/forfeits?limit=x", "/reviews?limit=501", "/reviews?limit="])
def test_a_query_that_does_not_fit_is_refused(user: User, address: str) -> None:
    in_shape(user.client.get(address), 422, "invalid_request")


def test_a_part_that_does_not_fit_is_told_what_would_and_never_what_was_in_it(user: User) -> None:
    told = user.client.get("/forfeits?limit=-987654").body["error"]["message"]
    assert "query.limit (input should be greater than or equal to 1)" in told
    assert "987654" not in told


@pytest.mark.parametrize("key", ["", "with space", "x" * 129, "ümlaut"])
def test_an_idempotency_key_that_cannot_be_kept_is_refused(user: User, key: str) -> None:
    in_shape(user.ask(user.session(), Idempotency_Key=key), 422, "invalid_request")


def test_nobody_is_told_to_say_who_they_are(user: User) -> None:
    nobody = LocalClient(user.cloud, None)
    for address in ("/sessions", "/datasets", "/forfeits", "/reviews", "/agents", "/sessions/sess_1", "/turns/turn_1"):
        in_shape(nobody.get(address), 401, "unauthorized")
    assert nobody.get("/health").status == 200
    assert nobody.get("/openapi.json").status == 200


def test_a_browser_may_ask_before_it_asks(user: User) -> None:
    allowed = user.client.request("OPTIONS", "/sessions", Origin="https://console.example")
    assert allowed.status == 204
    assert allowed.headers["Access-Control-Allow-Origin"] in ("*", "https://console.example")
    assert "Idempotency-Key" in allowed.headers["Access-Control-Allow-Headers"]


def test_while_the_table_is_down_a_turn_answers_503_with_no_reply_in_it(user: User) -> None:
    turn = user.hanging(user.session())
    user.cloud.faults.calls = [CallFault("table", lambda call: call.service == "dynamodb", "is down")]
    refused = user.client.get(f"/turns/{turn.turn_id}")
    in_shape(refused, 503, "unavailable")
    assert refused.headers["Retry-After"] == "5"
    assert "status" not in refused.body
    assert "Idempotency-Key" in refused.body["error"]["message"]
    health = user.client.get("/health")
    assert (health.status, health.body["status"]) == (200, "degraded")


def test_an_error_that_nobody_foresaw_is_500_in_plain_words(user: User) -> None:
    user.cloud.client("dynamodb").put_item(
        TableName=user.cloud.settings.table,
        Item={
            "pk": {"S": "SESSION#sess_broken"},
            "sk": {"S": "SESSION"},
            "user_id": {"S": user.user_id},
            "body": {"S": "not a session"},
        },
    )
    in_shape(user.client.get("/sessions/sess_broken"), 500, "internal")


@pytest.mark.parametrize("things", ["sessions", "datasets", "watches", "webhooks"])
def test_who_asks_for_what_is_not_there_is_told_where_ones_own_are_listed(user: User, things: str) -> None:
    refused = user.client.get(f"/{things}/none_1")
    in_shape(refused, 404, "not_found")
    assert refused.body["error"]["message"].endswith(f"; GET /{things} lists yours.")
