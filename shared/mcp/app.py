"""The tools over HTTP, at /mcp: the same app behind Lambda's web adapter and on one machine."""

from collections.abc import Callable

from mcp.server.transport_security import TransportSecuritySettings

from shared.deps import Deps
from shared.errors import Unauthorized
from shared.http.asgi import App, AsgiScope, Receive, Send, refuse
from shared.http.errors import told
from shared.mcp import PATH
from shared.mcp.desk import Desk
from shared.mcp.server import mcp_server

UserOf = Callable[[AsgiScope], str]
"""Who sends a request. Raises Unauthorized."""


def mcp_app(deps: Deps, user_of: UserOf, *, version: str, local: bool = False) -> App:
    """The app, stateless: each request is its user's alone. Its `lifespan` must be run.

    A `local` one takes requests to this machine's own names only, so that no page of the web asks through a browser; in
    AWS the gateway lets nobody in without a token.
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
            except Unauthorized as error:
                await refuse(send, told(error))
                return
        await app(scope, receive, send)

    return door
