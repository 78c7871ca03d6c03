"""The tools over HTTP, at /mcp: the same app behind Lambda's web adapter and on one machine."""

from collections.abc import Callable
from typing import Final

from mcp.server.transport_security import TransportSecuritySettings
from mcp_types import jsonrpc_message_adapter

from shared.deps import Deps
from shared.errors import BadRequest, RequestError
from shared.http.asgi import App, AsgiScope, Receive, Send, refuse
from shared.http.bodies import BODY_SECONDS, given, whole_body
from shared.http.errors import told
from shared.mcp import PATH
from shared.mcp.desk import Desk
from shared.mcp.server import mcp_server

UserOf = Callable[[AsgiScope], str]
"""Who sends a request. Raises Unauthorized."""
NO_MESSAGE: Final = (
    "Send one message of JSON-RPC 2.0 as the body: an object with jsonrpc, method and, where it asks, id."
)


def mcp_app(
    deps: Deps, user_of: UserOf, *, version: str, local: bool = False, body_seconds: float = BODY_SECONDS
) -> App:
    """The app, stateless: each request is its user's alone. Its `lifespan` must be run.

    A `local` one takes requests to this machine's own names only, so that no page of the web asks through a browser; in
    AWS the gateway lets nobody in without a token. A body has `body_seconds` to come.
    """
    server = mcp_server(
        lambda request: Desk(deps, user_of(request.request.scope if request.request else {"headers": []})),
        version=version,
    )
    app = server.streamable_http_app(
        streamable_http_path=PATH,
        stateless_http=True,
        json_response=True,
        transport_security=None if local else TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )

    async def door(scope: AsgiScope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            try:
                user_of(scope)
                receive = given(await _message(scope, receive, body_seconds), receive)
            except RequestError as error:
                await refuse(send, told(error), close=True)
                return
        await app(scope, receive, send)

    return door


async def _message(scope: AsgiScope, receive: Receive, seconds: float) -> bytes:
    """The body of a request, which is one message where it posts anything. Raises RequestError: what a validator says
    of another body quotes it, and names parts of the validator."""
    body = await whole_body(scope, receive, seconds)
    try:
        if scope["method"] == "POST":
            jsonrpc_message_adapter.validate_json(body, by_name=False)
    except ValueError:
        raise BadRequest(NO_MESSAGE) from None
    return body
