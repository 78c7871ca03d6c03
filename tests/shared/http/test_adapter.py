"""HTTP as Lambda's web adapter hands it over: a turn's log as JSON and as a stream, for whom the gateway has let in."""

import asyncio
import json
from typing import Any

import pytest

from functions.api.stream import door
from shared.http.adapter import CONTEXT, adapted, event_of

ALICE = json.dumps({"requestId": "r1", "authorizer": {"claims": {"sub": "local"}}})
STREAM = "text/event-stream"


def scope(path: str, *, query: str = "", **headers: str) -> dict[str, Any]:
    told = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {"type": "http", "method": "GET", "path": path, "query_string": query.encode(), "headers": told}


def answered(candor: Any, asked: dict[str, Any]) -> tuple[int, str, str]:
    """Status, kind and body of what the app answers until it is done."""
    sent: list[Any] = []

    coming = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> dict[str, Any]:
        if coming:
            return coming.pop()
        await asyncio.sleep(60)
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(adapted(door.answer, candor.deps)(asked, receive, send))
    kind = dict(sent[0]["headers"]).get(b"content-type", b"").decode()
    return sent[0]["status"], kind, b"".join(one["body"] for one in sent[1:]).decode()


@pytest.fixture
def address(candor: Any) -> str:
    return f"/turns/{candor.ask('What is the total revenue?').turn_id}/events"


def test_a_log_is_streamed_to_its_end_with_the_reply_and_resumed(candor: Any, address: str) -> None:
    status, kind, body = answered(candor, scope(address, accept=STREAM, **{CONTEXT: ALICE}))
    assert (status, kind.split(";")[0]) == (200, STREAM)
    assert body.split("\n\n")[-2].splitlines()[1] == "event: complete"
    assert '"reply":{' in body
    last = body.count("event: ")
    _, _, rest = answered(candor, scope(address, accept=STREAM, last_event_id=str(last - 1), **{CONTEXT: ALICE}))
    assert rest.count("event: ") == 1


def test_the_same_log_is_given_as_json(candor: Any, address: str) -> None:
    status, kind, body = answered(candor, scope(address, query="after=1", **{CONTEXT: ALICE}))
    events = json.loads(body)["events"]
    assert (status, kind) == (200, "application/json")
    assert (events[0]["seq"], events[-1]["type"]) == (2, "complete")


@pytest.mark.parametrize("accept", [STREAM, "application/json"])
@pytest.mark.parametrize(
    ("context", "status"),
    [("", 401), ("null", 401), ("no json", 401), ("[]", 401), (ALICE.replace("local", "mallory"), 404)],
)
def test_whom_the_gateway_has_not_let_in_learns_nothing(
    candor: Any, address: str, accept: str, context: str, status: int
) -> None:
    found, _, body = answered(candor, scope(address, accept=accept, **{CONTEXT: context}))
    assert found == status
    assert "revenue" not in body


def test_the_context_is_no_header_of_the_request() -> None:
    event = event_of(scope("/turns/t1/events", query="after=3&wait=2", accept="*/*", **{CONTEXT: ALICE}))
    assert CONTEXT not in event["headers"]
    assert event["queryStringParameters"] == {"after": "3", "wait": "2"}
    assert event["requestContext"]["requestId"] == "r1"


@pytest.mark.parametrize("context", ["", ALICE])
def test_a_page_of_another_origin_reads_a_stream_and_why_there_is_none(candor: Any, context: str) -> None:
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        await asyncio.sleep(60)
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    turn = candor.ask("What is the total revenue?").turn_id
    asked = scope(f"/turns/{turn}/events", accept=STREAM, **{CONTEXT: context})
    asyncio.run(adapted(door.answer, candor.deps)(asked, receive, send))
    assert dict(sent[0]["headers"])[b"access-control-allow-origin"] == b"*"


@pytest.mark.parametrize(
    ("body", "told"), [(b'{"a": 1}', ('{"a": 1}', False)), (b"\xff", ("/w==", True)), (b"", (None, False))]
)
def test_a_body_that_comes_in_parts_is_in_the_event(body: bytes, told: tuple[str | None, bool]) -> None:
    seen: list[dict[str, Any]] = []
    parts = [body[:1], body[1:]]

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": parts.pop(0), "more_body": bool(parts)}

    async def send(_message: Any) -> None:
        pass

    def answer(event: dict[str, Any], _deps: Any) -> dict[str, Any]:
        seen.append(event)
        return {"statusCode": 200}

    asyncio.run(adapted(answer, None)({**scope("/sessions"), "method": "POST"}, receive, send))  # type: ignore[arg-type]
    assert (seen[0]["body"], seen[0]["isBase64Encoded"]) == told
