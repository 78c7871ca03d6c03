"""The stream of a turn as an ASGI app: the same behind Lambda's response streaming and on one machine.

Everything else that is asked of it is refused: the other routes answer elsewhere.
"""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any
from urllib.parse import parse_qs

from shared.contracts import Reply
from shared.deps import Deps
from shared.errors import BadRequest, UnknownResource
from shared.http.errors import Told, told
from shared.http.stream import ReadLog, frames
from shared.turn.rescue.rescue import read_turn

AsgiScope = MutableMapping[str, Any]
AsgiMessage = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[AsgiMessage]]
Send = Callable[[AsgiMessage], Awaitable[None]]
App = Callable[[AsgiScope, Receive, Send], Awaitable[None]]

STREAM = "text/event-stream"
HIGHEST = 999_998
ANY_PAGE = (b"access-control-allow-origin", b"*")
"""Any page may read what a token gets: no page has one that was not given to it."""
_PATH = re.compile(r"/turns/([a-z0-9_]{1,64})/events")
_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    ANY_PAGE,
]


def headers_of(scope: AsgiScope) -> dict[str, str]:
    """The headers of a request by their names in lower case."""
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


def wants_stream(scope: AsgiScope) -> bool:
    """Whether a request asks for a turn's log as a stream."""
    asked = scope["type"] == "http" and scope["method"] == "GET" and bool(_PATH.fullmatch(scope["path"]))
    return asked and STREAM in headers_of(scope).get("accept", "")


def stream_app(deps: Deps, user_of: Callable[[AsgiScope], str], log_of: Callable[[str], ReadLog] | None = None) -> App:
    """The app. `user_of` tells who asks, or raises Unauthorized; `log_of` reads a turn's log, from the table by
    default."""

    async def app(scope: AsgiScope, receive: Receive, send: Send) -> None:
        try:
            turn_id, after = _asked(scope), _after(scope)
            user_id = user_of(scope)
            follow = (log_of or (lambda turn: lambda seq: deps.events.read(turn, after=seq)))(turn_id)

            def reply() -> Reply | None:
                return read_turn(turn_id, user_id, deps).reply

            await asyncio.to_thread(reply)  # not here, or not theirs: said before a stream begins
        except Exception as error:  # noqa: BLE001 — the door of this app: whatever fails gets an answer
            await refuse(send, told(error))
            return
        await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
        gone = asyncio.create_task(_disconnected(receive))
        async for frame in frames(follow, reply, after=after, over=gone.done):
            await send({"type": "http.response.body", "body": frame, "more_body": True})
        gone.cancel()
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    return app


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _asked(scope: AsgiScope) -> str:
    found = _PATH.fullmatch(scope["path"])
    if not found or not wants_stream(scope):
        raise UnknownResource("There is no such stream; GET /turns/{turn_id}/events, accepting text/event-stream.")
    return found.group(1)


def _after(scope: AsgiScope) -> int:
    """The last number that the client has seen: `Last-Event-ID`, which a browser sends by itself, or `after`."""
    asked: Mapping[str, list[str]] = parse_qs(scope.get("query_string", b"").decode("latin-1"))
    given = headers_of(scope).get("last-event-id") or (asked.get("after") or ["0"])[-1]
    if not (given.isascii() and given.isdigit() and int(given[:9]) <= HIGHEST and len(given) < 9):
        raise BadRequest("Last-Event-ID, or `after`, is the number of the last entry that you have seen.")
    return int(given)


async def refuse(send: Send, answer: Told, *, close: bool = False) -> None:
    """Sends an error in place of what was asked for; the last on its connection, where that may hold half a body."""
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store"), ANY_PAGE]
    headers += [(b"connection", b"close")] if close else []
    headers += [(name.encode(), value.encode()) for name, value in answer.headers.items()]
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps(answer.wire).encode()})
