"""The server of the Model Context Protocol: ask, profile, explain. The official SDK speaks the protocol.

Each call is a request of its own, by the user whom it names: nothing is kept between two. Nothing that fails inside
is told but in the words of the API's errors.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Annotated, Any

from mcp.server.context import ServerRequestContext
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from pydantic import BaseModel, Field, ValidationError

from shared.http.errors import told
from shared.mcp.desk import Desk
from shared.mcp.tasks import Turns, Who
from shared.mcp.views import ToolProfile, ToolReceipt, ToolReply, replied
from shared.store.turns import TurnRecord

WAIT_SECONDS = 20.0
"""How long one call waits for a reply; a client that knows tasks is given the handle then."""
ABOUT = (
    "Candor answers questions about tables with figures that it has computed. Tell its figures as they are; where a "
    "reply is `partial` or `forfeited`, say so, and never fill in a figure that it does not give."
)
ASKS = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)

QuestionText = Annotated[str, Field(description="A question in plain words.")]
DatasetIds = Annotated[list[str] | None, Field(description="What it is about; by default all datasets.")]
SessionId = Annotated[str | None, Field(description="From an earlier reply: continues that conversation.")]
TurnId = Annotated[str | None, Field(description="From a reply that is still running: waits for it instead.")]


class _Tools(MCPServer[Any]):
    """The tools, which tell a client what does not fit as the API does: a validator's own text is no sentence."""

    async def call_tool(self, name: str, *args: Any, **more: Any) -> Any:
        try:
            return await super().call_tool(name, *args, **more)
        except ToolError as error:
            if not isinstance(error.__cause__, ValidationError):
                raise
            named = ", ".join(sorted({str(one["loc"][0]) for one in error.__cause__.errors() if one["loc"]}))
            raise ToolError(f"These arguments of {name} do not match its schema: {named}. (invalid_request)") from None


def mcp_server(who: Who, *, version: str, wait: float = WAIT_SECONDS) -> MCPServer[Any]:
    """The server; `who` gives the desk of whoever sent a request."""
    server = _Tools(
        "candor",
        title="Candor",
        instructions=ABOUT,
        version=version,
        extensions=[Turns(who, lambda record: _reply(record).model_dump(mode="json", by_alias=True))],
        log_level="CRITICAL",
    )

    @server.tool(annotations=ASKS)
    async def ask(
        ctx: Context[Any],
        question: QuestionText = "",
        dataset_ids: DatasetIds = None,
        session_id: SessionId = None,
        turn_id: TurnId = None,
    ) -> Annotated[CallToolResult, ToolReply]:
        """Ask a question about the user's data. Returns one reply: answered, partial, forfeited or failed."""

        def work(desk: Desk) -> CallToolResult:
            turn = turn_id or desk.ask(question, dataset_ids or [], session_id).turn_id
            return _reply(desk.wait(turn, wait))

        return await _served(ctx, who, work)

    @server.tool(annotations=READS)
    async def profile(
        ctx: Context[Any],
        dataset_id: Annotated[str | None, Field(description="Without it, lists the datasets.")] = None,
    ) -> Annotated[CallToolResult, ToolProfile]:
        """See the user's datasets, or the columns of one: types, units, ranges, doubts."""
        return await _served(ctx, who, lambda desk: _shown(desk.profile(dataset_id)))

    @server.tool(annotations=READS)
    async def explain(
        ctx: Context[Any], turn_id: Annotated[str, Field(description="From a reply.")]
    ) -> Annotated[CallToolResult, ToolReceipt]:
        """See what a reply was computed from: its SQL, and the cell of its result behind each figure."""
        return await _served(ctx, who, lambda desk: _shown(desk.explain(turn_id)))

    return server


def _served(ctx: Context[Any], who: Who, work: Callable[[Desk], CallToolResult]) -> Awaitable[CallToolResult]:
    """What the work gives for whoever asks; what fails is told as the API tells it."""
    request: ServerRequestContext[Any, Any] = ctx.request_context

    def done() -> CallToolResult:
        try:
            return work(who(request))
        except Exception as error:  # noqa: BLE001 — the door of this protocol: whatever fails gets an answer
            detail = told(error).body.error
            return CallToolResult(content=[_text(f"{detail.message} ({detail.code})")], is_error=True)

    return asyncio.to_thread(done)


def _reply(record: TurnRecord) -> CallToolResult:
    reply = replied(record)
    shown = reply.model_dump(mode="json", exclude_none=True)
    return CallToolResult(content=[_text(reply.text)], structured_content=shown)


def _shown(view: BaseModel) -> CallToolResult:
    text = view.model_dump_json(exclude_none=True, exclude_defaults=True)
    return CallToolResult(content=[_text(text)], structured_content=view.model_dump(mode="json"))


def _text(text: str) -> TextContent:
    return TextContent(type="text", text=text)
