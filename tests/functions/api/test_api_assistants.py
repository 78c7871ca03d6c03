"""The tools as they are deployed: the app that the web adapter asks, for whom the gateway has let in."""

import asyncio
import json
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
import uvicorn
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client

from functions.api.assistants import app, handler
from infra.local.cloud import LocalCloud
from shared.deps import current, install
from shared.http.adapter import CONTEXT
from tests.functions.api.user import User

MODERN = "2026-07-28"


@pytest.fixture
def url(cloud: LocalCloud) -> Iterator[str]:
    """Where the app listens, behind a gateway of another name."""
    before = current()
    install(cloud.deps)
    door = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, factory=True, lifespan="on", log_config=None))
    thread = threading.Thread(target=server.run, args=([door],), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{door.getsockname()[1]}/mcp"
    server.should_exit = True
    thread.join(5)
    install(before)


def headers(user: User | None) -> dict[str, str]:
    """What the adapter and the gateway add."""
    context = {"authorizer": {"claims": {"sub": user.user_id}}} if user else {}
    return {"Host": "api.example", "Origin": "https://page.example", CONTEXT: json.dumps(context)}


async def called(url: str, user: User, tool: str, given: dict[str, Any]) -> Any:
    http = httpx2.AsyncClient(headers=headers(user))
    async with http, Client(streamable_http_client(url, http_client=http), mode=MODERN) as client:
        return (await client.call_tool(tool, given)).structured_content


def test_a_question_of_an_assistant_is_answered_with_the_rights_of_its_user(url: str, user: User, other: User) -> None:
    dataset = user.dataset()
    asked = asyncio.run(called(url, user, "ask", {"question": "How many rows are there?", "dataset_ids": [dataset]}))
    user.reply(asked["turn_id"])
    reply = asyncio.run(called(url, user, "ask", {"turn_id": asked["turn_id"]}))
    assert reply["status"] == "answered"
    assert reply["figures"]
    receipt = asyncio.run(called(url, user, "explain", {"turn_id": reply["turn_id"]}))
    assert receipt["queries"]
    seen = asyncio.run(called(url, other, "profile", {}))
    assert dataset not in str(seen)
    assert not asyncio.run(called(url, other, "explain", {"turn_id": reply["turn_id"]}))


@pytest.mark.parametrize("context", [None, "no json", json.dumps({"authorizer": {}})])
def test_nobody_is_served_whom_the_gateway_has_not_let_in(url: str, context: str | None) -> None:
    sent = {} if context is None else {CONTEXT: context}
    answer = httpx2.post(url, json={"jsonrpc": "2.0", "id": 1, "method": "tools/list"}, headers=sent)
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert answer.json()["error"]["code"] == "unauthorized"


def test_an_event_that_comes_past_the_adapter_is_answered_by_no_tool(cloud: LocalCloud) -> None:
    answer = handler({"path": "/mcp"}, None)
    assert answer["statusCode"] == 404
    assert "/mcp" in json.loads(answer["body"])["error"]["message"]
