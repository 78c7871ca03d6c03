"""The door of `candor serve` for requests that no client should send."""

import asyncio
import json
from typing import Any

import pytest

from infra.local.cloud import LocalCloud
from infra.local.web import heard, web_app

Sent = list[dict[str, Any]]


def answered(
    cloud: LocalCloud,
    *received: dict[str, Any],
    length: str = "10",
    log: list[str] | None = None,
    path: str = "/sessions",
) -> Sent:
    """What the app sends for a POST of which this is received, and then nothing more."""
    scope = {
        "type": "http",
        "method": "POST",
        "path": path,
        "query_string": b"",
        "headers": [(b"content-length", length.encode()), (b"authorization", b"Bearer alice")],
    }
    messages, sent = list(received), Sent()

    async def receive() -> dict[str, Any]:
        if messages:
            return messages.pop(0)
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: Any) -> None:
        sent.append(message)

    app = web_app(cloud, log.append if log is not None else None, body_seconds=0.2)
    asyncio.run(app(scope, receive, send))
    return sent


def part(body: bytes) -> dict[str, Any]:
    return {"type": "http.request", "body": body, "more_body": True}


@pytest.mark.parametrize("path", ["/sessions", "/mcp"])
@pytest.mark.parametrize("received", [(), (part(b"{"),)], ids=["nothing came", "half of it came"])
def test_a_body_that_never_comes_gets_its_answer(
    shared_cloud: LocalCloud, received: tuple[dict[str, Any], ...], path: str
) -> None:
    log: list[str] = []
    start, body = answered(shared_cloud, *received, log=log, path=path)
    assert start["status"] == 408
    assert json.loads(body["body"])["error"]["code"] == "body_missing"
    assert f" POST {path} 408 " in log[0]


@pytest.mark.parametrize("path", ["/sessions", "/mcp"])
def test_a_body_that_is_larger_than_it_said_is_refused(shared_cloud: LocalCloud, path: str) -> None:
    start, body = answered(shared_cloud, *(part(b"x" * 300_000) for _ in range(5)), path=path)
    assert (start["status"], json.loads(body["body"])["error"]["code"]) == (413, "too_large")


@pytest.mark.parametrize("body", ["", "[", "null", "[]", '{"jsonrpc":"2.0"}'])
def test_what_is_no_message_of_an_assistant_is_refused_in_plain_words(shared_cloud: LocalCloud, body: str) -> None:
    whole = {"type": "http.request", "body": body.encode(), "more_body": False}
    start, sent = answered(shared_cloud, whole, path="/mcp")
    error = json.loads(sent["body"])["error"]
    assert (start["status"], error["code"]) == (400, "bad_request")
    assert error["message"].startswith("Send one message of JSON-RPC 2.0")


def test_a_log_is_read_again_from_further_back_though_there_is_no_news(shared_cloud: LocalCloud) -> None:
    turn = shared_cloud.ask(shared_cloud.session(), "hello").turn_id
    log = heard(shared_cloud, turn)
    assert (log(500), log(500)) == ([], [])
    assert [event.type for event in log(0)][-1:] == ["complete"]
    assert log(500) == []
