"""The Model Context Protocol on one machine: the tools on the local cloud, over HTTP at /mcp."""

from collections.abc import Awaitable, Callable
from importlib.metadata import version
from typing import Any

from mcp.server.context import ServerRequestContext
from mcp.server.mcpserver import MCPServer
from starlette.types import Receive, Scope, Send

from infra.local.cloud import LocalCloud
from infra.local.gateway import bearer_user
from shared.errors import Unauthorized
from shared.http.asgi import headers_of, refuse
from shared.http.errors import told
from shared.mcp.desk import Desk
from shared.mcp.server import mcp_server

PATH = "/mcp"

App = Callable[[Scope, Receive, Send], Awaitable[None]]


def mcp_app(cloud: LocalCloud) -> App:
    """The same over HTTP, stateless: each request is its token's user's. Its `lifespan` must be run."""
    app = server(
        cloud, lambda request: bearer_user(dict(request.request.headers) if request.request else {})
    ).streamable_http_app(streamable_http_path=PATH, stateless_http=True, json_response=True)

    async def door(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            try:
                bearer_user(headers_of(scope))
            except Unauthorized as error:
                await refuse(send, told(error))
                return
        await app(scope, receive, send)

    return door


def server(cloud: LocalCloud, user_of: Callable[[ServerRequestContext[Any, Any]], str]) -> MCPServer[Any]:
    """The tools on this cloud."""
    return mcp_server(lambda request: Desk(cloud.deps, user_of(request)), version=version("candor"))
