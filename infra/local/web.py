"""The API over HTTP on one machine: an ASGI app that gives each request to the API's function as API Gateway would."""

import asyncio
import json
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import quote

from infra.local.assistants import local_mcp_app
from infra.local.client import Answer, send
from infra.local.cloud import LocalCloud
from infra.local.console import page as console_page
from infra.local.gateway import bearer_user, proxy_event
from infra.local.news import topic_of
from infra.local.pages import docs_page
from shared.contracts import Event
from shared.errors import RequestError
from shared.http.asgi import App, AsgiMessage, AsgiScope, Receive, Send, headers_of, stream_app, wants_stream
from shared.http.bodies import BODY_SECONDS, whole_body
from shared.http.errors import told
from shared.http.stream import ReadLog
from shared.mcp import PATH
from shared.store.entries import EVENTS
from shared.store.turns import turn_key

AT_ONCE = 64
"""Requests that are answered at the same time; further ones wait."""
NO_BODY = {204, 304}


def web_app(cloud: LocalCloud, log: Callable[[str], None] | None = None, *, body_seconds: float = BODY_SECONDS) -> App:
    """The app: streams, assistants, `/docs` and the console from here, everything else through the API's function.

    `log` gets a line for each request: when, what, its status and how long it took. A body has `body_seconds` to come.
    """
    threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="request")
    stream = stream_app(cloud.deps, lambda scope: bearer_user(headers_of(scope)), lambda turn: heard(cloud, turn))

    assistants = local_mcp_app(cloud, body_seconds)

    async def app(scope: AsgiScope, receive: Receive, send_: Send) -> None:
        if scope["type"] == "lifespan" or scope.get("path") == PATH:
            await assistants(scope, receive, send_)
            return
        if scope["type"] != "http":
            return
        if wants_stream(scope):
            await stream(scope, receive, send_)
            return
        if (scope["method"], scope["path"]) == ("GET", "/docs"):
            await _answer(scope, send_, _docs(cloud, scope))
            return
        if scope["method"] == "GET" and (file := console_page(scope["path"], cloud.settings.upload_endpoint)):
            await _file(send_, *file)
            return
        try:
            body = await whole_body(scope, receive, body_seconds)
        except RequestError as error:
            await _answer(scope, send_, _refused(error))
            return
        event = proxy_event(scope["method"], _address(scope), headers_of(scope), body)
        answer = await asyncio.get_running_loop().run_in_executor(threads, lambda: send(cloud, event))
        await _answer(scope, send_, answer)

    return _logged(app, log) if log else app


def _logged(app: App, log: Callable[[str], None]) -> App:
    async def logged(scope: AsgiScope, receive: Receive, send_: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send_)
            return
        begun, status = time.monotonic(), 0

        async def noting(message: AsgiMessage) -> None:
            nonlocal status
            status = message.get("status", status)
            await send_(message)

        try:
            await app(scope, receive, noting)
        finally:
            took = (time.monotonic() - begun) * 1000
            log(f"{time.strftime('%H:%M:%S')} {scope['method']} {quote(scope['path'])} {status or '-'} {took:.0f} ms")

    return logged


def _docs(cloud: LocalCloud, scope: AsgiScope) -> Answer:
    found = send(cloud, proxy_event("GET", "/openapi.json", {}))
    host = headers_of(scope).get("host", "127.0.0.1")
    return Answer(200, {"Content-Type": "text/html; charset=utf-8"}, docs_page(found.body, f"http://{host}"))


def heard(cloud: LocalCloud, turn_id: str) -> ReadLog:
    """A turn's log, read only where it has changed or is asked for from further back: many may follow at once."""
    topic, seen, since = topic_of(turn_key(turn_id), EVENTS), -1, 0

    def log(after: int) -> list[Event]:
        nonlocal seen, since
        now = cloud.news.count(topic)
        if now == seen and after >= since:
            return []
        found = cloud.deps.events.read(turn_id, after=after)
        seen, since = now, after
        return found

    return log


def _address(scope: AsgiScope) -> str:
    query = scope.get("query_string", b"").decode("latin-1")
    return quote(scope["path"]) + (f"?{query}" if query else "")


async def _answer(scope: AsgiScope, send_: Send, answer: Answer) -> None:
    body = b"" if answer.status in NO_BODY else answer.text.encode()
    headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in answer.headers.items()]
    if answer.status not in NO_BODY:
        headers.append((b"content-length", str(len(body)).encode()))
    await send_({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send_({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})


async def _file(send_: Send, headers: Mapping[str, str], body: bytes) -> None:
    shown = [(name.encode(), value.encode()) for name, value in headers.items()]
    await send_({"type": "http.response.start", "status": 200, "headers": shown})
    await send_({"type": "http.response.body", "body": body})


def _refused(error: RequestError) -> Answer:
    answer = told(error)
    return Answer(answer.status, {"Content-Type": "application/json", "Connection": "close"}, json.dumps(answer.wire))
