"""Task handles: a question that takes long gives its turn as a task, to be asked for again.

The extension io.modelcontextprotocol/tasks of the protocol of 2026-07-28 (SEP-2663). A task is a turn: it is stored
before its handle is given, its reply is its result, and cancelling it gives the turn its one reply.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.extension import Extension, MethodBinding
from mcp_types import CallToolRequestParams, RequestParams

from shared.mcp.desk import Desk
from shared.store.turns import TurnRecord

IDENTIFIER = "io.modelcontextprotocol/tasks"
POLL_MS = 1_000

Who = Callable[[ServerRequestContext[Any, Any]], Desk]
"""Serves whoever sent a request. Raises Unauthorized."""
ToolResult = Callable[[TurnRecord], dict[str, Any]]


class TaskParams(RequestParams):
    """Which task is meant."""

    task_id: str


class Turns(Extension):
    """Turns as tasks."""

    identifier = IDENTIFIER

    def __init__(self, who: Who, result: ToolResult) -> None:
        self._who = who
        self._result = result

    def methods(self) -> Sequence[MethodBinding]:
        """What a client may ask of a task."""
        return (
            MethodBinding("tasks/get", TaskParams, self._get),
            MethodBinding("tasks/cancel", TaskParams, self._cancel),
            MethodBinding("tasks/update", TaskParams, self._update),
        )

    async def intercept_tool_call(
        self, params: CallToolRequestParams, ctx: ServerRequestContext[Any, Any], call_next: CallNext
    ) -> HandlerResult:
        """The tool's result; a task handle in place of one that says that the question is still worked on, for a
        client that knows tasks."""
        result = await call_next(ctx)
        shown = getattr(result, "structured_content", None) or {}
        if shown.get("status") != "running" or not knows_tasks(ctx):
            return result
        record = await asyncio.to_thread(self._who(ctx).wait, shown["turn_id"], 0.0)
        return {"resultType": "task"} | task(record)

    async def _get(self, ctx: ServerRequestContext[Any, Any], params: TaskParams) -> HandlerResult:
        record = await asyncio.to_thread(self._who(ctx).wait, params.task_id, 0.0)
        shown = {"resultType": "complete"} | task(record)
        return shown | ({"result": self._result(record)} if shown["status"] == "completed" else {})

    async def _cancel(self, ctx: ServerRequestContext[Any, Any], params: TaskParams) -> HandlerResult:
        await asyncio.to_thread(self._who(ctx).cancel, params.task_id)
        return {"resultType": "complete"}

    async def _update(self, ctx: ServerRequestContext[Any, Any], params: TaskParams) -> HandlerResult:
        """A turn asks its client for nothing: what it is told is taken note of, and changes nothing."""
        await asyncio.to_thread(self._who(ctx).wait, params.task_id, 0.0)
        return {"resultType": "complete"}


def knows_tasks(ctx: ServerRequestContext[Any, Any]) -> bool:
    """Whether the client says that it can take a task for a result."""
    capabilities = ctx.session.client_capabilities
    return bool(capabilities and IDENTIFIER in (capabilities.extensions or {}))


def task(record: TurnRecord) -> dict[str, Any]:
    """A turn as the extension's `Task`."""
    turn, reply = record.turn, record.reply
    timing = reply.timing if reply else None
    changed = timing.completed_at if timing and timing.completed_at else turn.asked_at
    shown = {
        "taskId": turn.turn_id,
        "status": "working",
        "createdAt": turn.asked_at.isoformat(),
        "lastUpdatedAt": changed.isoformat(),
        "ttlMs": None,
        "pollIntervalMs": POLL_MS,
    }
    if reply is None:
        return shown
    cancelled = reply.forfeit is not None and reply.forfeit.code == "cancelled"
    return shown | ({"status": "cancelled", "statusMessage": reply.text} if cancelled else {"status": "completed"})
