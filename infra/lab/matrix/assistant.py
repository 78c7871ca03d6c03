"""An assistant over the Model Context Protocol, in one session for all turns: each would check the tools anew."""

from contextlib import ExitStack
from typing import Any

from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp.client.client import Client
from mcp_types.version import LATEST_MODERN_VERSION

from infra.local.assistants import server
from infra.local.cloud import USER, LocalCloud


class Assistant:
    """An assistant with one session of the Model Context Protocol, as long as a block runs."""

    def __init__(self, cloud: LocalCloud) -> None:
        self._client = Client(server(cloud, lambda _request: USER), mode=LATEST_MODERN_VERSION)
        self._stack = ExitStack()
        self._portal: BlockingPortal | None = None

    def __enter__(self) -> "Assistant":
        self._portal = self._stack.enter_context(start_blocking_portal())
        self._stack.enter_context(self._portal.wrap_async_context_manager(self._client))
        return self

    def __exit__(self, *_raised: object) -> None:
        self._stack.close()

    def told_of(self, turn_id: str) -> dict[str, Any]:
        """What the tool tells an assistant of a turn."""
        assert self._portal
        return self._portal.call(self._client.call_tool, "ask", {"turn_id": turn_id}).structured_content or {}
