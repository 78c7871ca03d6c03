"""HTTP behind AWS's Lambda Web Adapter: a process that listens on a port, and that the adapter alone asks.

The adapter is an extension of Lambda. It starts the process, and hands it every request that the gateway sends to the
function; what the gateway knows of the request, who asks among it, comes as the header CONTEXT, which the adapter
writes over whatever a client has sent under that name.
"""

import asyncio
import base64
import json
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs

from shared.deps import Deps
from shared.http.asgi import App, AsgiScope, Receive, Send, headers_of, stream_app, wants_stream
from shared.http.caller import user_of

CONTEXT = "x-amzn-request-context"

GatewayHandler = Callable[[dict[str, Any], Deps], dict[str, Any]]
"""What answers an event of the gateway: status, headers and body, as a proxy integration returns them."""


def adapted(answer: GatewayHandler, deps: Deps) -> App:
    """The app: a turn's log as a stream for whoever asks for one, and for the rest what `answer` says."""
    stream = stream_app(deps, lambda scope: user_of(event_of(scope)))

    async def app(scope: AsgiScope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        if wants_stream(scope):
            await stream(scope, receive, send)
            return
        event = event_of(scope, await body_of(receive))
        answered = await asyncio.to_thread(answer, event, deps)
        several = {name: ", ".join(values) for name, values in (answered.get("multiValueHeaders") or {}).items()}
        headers = several | (answered.get("headers") or {})
        told = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": answered["statusCode"], "headers": told})
        await send({"type": "http.response.body", "body": (answered.get("body") or "").encode()})

    return app


def gateway_user(scope: AsgiScope) -> str:
    """The user whom the gateway has let in. Raises Unauthorized where there is none."""
    return user_of(event_of(scope))


async def body_of(receive: Receive) -> bytes:
    """The body of a request, which the gateway has measured; what came of it where the client went away."""
    body, more = b"", True
    while more:
        message = await receive()
        body, more = body + message.get("body", b""), message.get("more_body", False)
    return body


def event_of(scope: AsgiScope, body: bytes = b"") -> dict[str, Any]:
    """A request as the gateway's proxy integration sends it; nobody asks where no context came."""
    text, encoded = text_of(body)
    headers = headers_of(scope)
    query = parse_qs(scope.get("query_string", b"").decode("latin-1"), keep_blank_values=True)
    context = headers.pop(CONTEXT, "")
    return {
        "path": scope["path"],
        "httpMethod": scope["method"],
        "headers": headers,
        "multiValueHeaders": {name: [value] for name, value in headers.items()},
        "queryStringParameters": {name: values[-1] for name, values in query.items()} or None,
        "multiValueQueryStringParameters": query or None,
        "requestContext": _context(context),
        "body": text,
        "isBase64Encoded": encoded,
    }


def text_of(body: bytes) -> tuple[str | None, bool]:
    """The body as text, or in base64 where it is none; None where there is no body."""
    if not body:
        return None, False
    try:
        return body.decode(), False
    except UnicodeDecodeError:
        return base64.b64encode(body).decode(), True


def _context(told: str) -> dict[str, Any]:
    try:
        found = json.loads(told or "null")
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
