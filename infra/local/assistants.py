"""The Model Context Protocol on one machine: the tools on the local cloud."""

from collections.abc import Callable
from importlib.metadata import version
from typing import Any

from mcp.server.context import ServerRequestContext
from mcp.server.mcpserver import MCPServer

from infra.local.cloud import LocalCloud
from infra.local.gateway import bearer_user
from shared.http.asgi import App, headers_of
from shared.mcp.app import mcp_app
from shared.mcp.desk import Desk
from shared.mcp.server import mcp_server


def local_mcp_app(cloud: LocalCloud, body_seconds: float) -> App:
    """Over HTTP: each request is its token's user's. Its `lifespan` must be run."""
    return mcp_app(
        cloud.deps,
        lambda scope: bearer_user(headers_of(scope)),
        version=version("candor"),
        local=True,
        body_seconds=body_seconds,
    )


def server(cloud: LocalCloud, user_of: Callable[[ServerRequestContext[Any, Any]], str]) -> MCPServer[Any]:
    """The tools on this cloud."""
    return mcp_server(lambda request: Desk(cloud.deps, user_of(request)), version=version("candor"))
