"""An assistant asks over the Model Context Protocol, as its user."""

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any, Literal, TypeVar

import pytest
from mcp.client.client import Client
from mcp.client.extension import ClaimContext, ClientExtension, ResultClaim
from mcp.server.mcpserver import MCPServer
from mcp_types import CallToolResult, Request, Result
from pydantic import TypeAdapter

from infra.local.assistants import server
from infra.local.call_faults import CallFault
from infra.local.cloud import USER, LocalCloud
from infra.local.faults import Faults
from shared.clock import Clock
from shared.mcp.desk import Desk
from shared.mcp.server import mcp_server
from shared.mcp.tasks import IDENTIFIER
from tests.conftest import SALES, Candor

MODERN = "2026-07-28"
CHARACTERS_A_TOKEN = 3.7
Got = TypeVar("Got")


@pytest.fixture(scope="module")
def shared_cloud() -> Iterator[LocalCloud]:
    """With a clock that goes by itself: who waits for a reply waits for other threads."""
    with LocalCloud(clock=Clock(), faults=Faults()) as cloud:
        yield cloud


@pytest.fixture
def tools(candor: Candor) -> MCPServer[Any]:
    return server(candor.cloud, lambda _request: USER)


def with_client(
    tools: MCPServer[Any],
    work: Callable[[Client], Awaitable[Got]],
    *,
    mode: str = MODERN,
    tasks: "Tasks | None" = None,
) -> Got:
    async def run() -> Got:
        async with Client(tools, mode=mode, extensions=[tasks] if tasks else None) as client:
            return await work(client)

    return asyncio.run(run())


class Handle(Result):
    """A task in place of a tool's result."""

    result_type: Literal["task"] = "task"
    task_id: str
    status: str


class TaskRequest(Request[dict[str, Any], str]):
    """A request of the extension."""


class Tasks(ClientExtension):
    """A client's side: it keeps the handle, does what it is told with it, and asks until there is a result."""

    identifier = IDENTIFIER

    def __init__(self, first: str | None = None) -> None:
        self._first = first
        self.seen: list[dict[str, Any]] = []

    def claims(self) -> Sequence[ResultClaim[Any]]:
        return (ResultClaim(result_type="task", model=Handle, resolve=self._resolve),)

    async def _resolve(self, handle: Handle, ctx: ClaimContext) -> CallToolResult:
        async def sent(method: str) -> dict[str, Any]:
            request = TaskRequest(method=method, params={"taskId": handle.task_id})
            return await ctx.session.send_request(request, TypeAdapter(dict[str, Any]))

        if self._first:
            await sent(self._first)
        self.seen.append(await sent("tasks/get"))
        while self.seen[-1]["status"] == "working":
            await asyncio.sleep(0.05)
            self.seen.append(await sent("tasks/get"))
        given = self.seen[-1].get("result") or {"content": [], "isError": True}
        return CallToolResult.model_validate(given)


def call(tools: MCPServer[Any], name: str, **arguments: Any) -> CallToolResult:
    return with_client(tools, lambda client: client.call_tool(name, arguments))


@pytest.mark.parametrize("mode", [MODERN, "legacy"])
def test_a_question_gets_its_reply_with_the_figure_its_turn_and_no_forfeit(
    candor: Candor, tools: MCPServer[Any], mode: str
) -> None:
    dataset = candor.dataset(SALES)
    arguments = {"question": "What is the total revenue?", "dataset_ids": [dataset]}
    result = with_client(tools, lambda client: client.call_tool("ask", arguments), mode=mode)
    reply = result.structured_content
    assert reply["status"] == "answered"
    assert 111.0 in [figure["value"] for figure in reply["figures"]]
    assert result.content[0].text == reply["text"]
    assert candor.deps.turns.get(reply["turn_id"]).reply.text == reply["text"]


def test_a_question_that_the_data_cannot_answer_is_a_forfeit_with_its_reason(
    candor: Candor, tools: MCPServer[Any]
) -> None:
    result = call(tools, "ask", question="What is the total revenue in Atlantis?", dataset_ids=[candor.dataset(SALES)])
    assert not result.is_error
    assert result.structured_content["status"] == "forfeited"
    assert result.structured_content["forfeit"]["reason"]
    assert result.structured_content["figures"] == []


@pytest.mark.parametrize(("tool", "field"), [("ask", "question"), ("explain", "turn_id")])
def test_arguments_that_do_not_fit_are_named_without_a_validators_words(
    tools: MCPServer[Any], tool: str, field: str
) -> None:
    result = call(tools, tool, **{field: 5})
    assert result.is_error
    said = f"These arguments of {tool} do not match its schema: {field}. (invalid_request)"
    assert [one.text for one in result.content] == [said]


def test_the_next_question_of_a_conversation_is_asked_in_its_session(candor: Candor, tools: MCPServer[Any]) -> None:
    first = call(tools, "ask", question="What is the total revenue in West?", dataset_ids=[candor.dataset(SALES)])
    session = first.structured_content["session_id"]
    second = call(tools, "ask", question="And in East?", session_id=session)
    assert second.structured_content["session_id"] == session
    assert 35.25 in [figure["value"] for figure in second.structured_content["figures"]]


def test_the_profile_lists_datasets_and_the_columns_of_one_without_cells_of_text(
    candor: Candor, tools: MCPServer[Any]
) -> None:
    dataset = candor.dataset(SALES)
    listed = call(tools, "profile").structured_content["datasets"]
    assert dataset in [one["dataset_id"] for one in listed]
    seen = call(tools, "profile", dataset_id=dataset).structured_content
    assert {"region", "revenue", "ordered"} <= {column["name"] for column in seen["columns"]}
    assert "Ada" not in json.dumps(seen)


def test_a_reply_is_explained_by_its_sql_and_the_rows_and_cells_of_each_figure(
    candor: Candor, tools: MCPServer[Any]
) -> None:
    asked = call(tools, "ask", question="What is the total revenue?", dataset_ids=[candor.dataset(SALES)])
    receipt = call(tools, "explain", turn_id=asked.structured_content["turn_id"]).structured_content
    assert "SUM" in receipt["queries"][0]["sql"]
    [figure] = [one for one in receipt["figures"] if one["value"] == 111.0]
    assert figure["cells"]
    assert figure["completeness"]["accounts"][0]["used"] == 10


@pytest.mark.parametrize(
    ("name", "arguments", "says"),
    [
        ("ask", {"question": " "}, "empty"),
        ("ask", {"question": "Total?", "session_id": "sess_no"}, "no such session"),
        ("ask", {"question": "Total?", "dataset_ids": ["data_no"]}, "no such dataset"),
        ("ask", {"turn_id": "turn_no"}, "no such turn"),
        ("explain", {"turn_id": "turn_no"}, "no such turn"),
        ("profile", {"dataset_id": "data_no"}, "no such dataset"),
    ],
)
def test_what_cannot_be_served_is_said_in_one_sentence(
    tools: MCPServer[Any], name: str, arguments: dict[str, Any], says: str
) -> None:
    result = call(tools, name, **arguments)
    assert result.is_error
    assert says in result.content[0].text.lower()


def test_while_the_table_is_down_a_call_is_told_to_come_again_and_nothing_of_the_failure(
    candor: Candor, tools: MCPServer[Any]
) -> None:
    dataset = candor.dataset(SALES)
    candor.cloud.faults.calls.append(CallFault("table", lambda made: made.service == "dynamodb", "is down"))
    result = call(tools, "ask", question="What is the total revenue?", dataset_ids=[dataset])
    candor.cloud.faults.reset()
    assert result.is_error
    assert "again" in result.content[0].text
    assert "Dynamo" not in result.content[0].text


def test_another_users_turns_and_datasets_are_unknown(candor: Candor, tools: MCPServer[Any]) -> None:
    theirs = candor.dataset(SALES, user="somebody else")
    assert call(tools, "profile", dataset_id=theirs).is_error
    turn = candor.accept(session=candor.session(user="somebody else"))
    assert call(tools, "ask", turn_id=turn.turn_id).is_error
    candor.cloud.finished(turn.turn_id)


def hasty(candor: Candor) -> MCPServer[Any]:
    """Waits for nothing, so that each question is still worked on when its call returns."""
    return mcp_server(lambda _request: Desk(candor.deps, USER), version="0", wait=0.0)


def asking(candor: Candor) -> Callable[[Client], Awaitable[CallToolResult]]:
    arguments = {"question": "What is the total revenue?", "dataset_ids": [candor.dataset(SALES)]}
    return lambda client: client.call_tool("ask", arguments)


def test_a_client_that_knows_tasks_is_given_the_turn_as_its_handle(candor: Candor) -> None:
    tasks = Tasks()
    result = with_client(hasty(candor), asking(candor), tasks=tasks)
    assert result.structured_content["status"] == "answered"
    assert tasks.seen[-1]["status"] == "completed"
    assert tasks.seen[-1]["taskId"] == result.structured_content["turn_id"]


def test_a_client_that_does_not_is_told_to_ask_again_with_the_turn(candor: Candor, tools: MCPServer[Any]) -> None:
    running = with_client(hasty(candor), asking(candor)).structured_content
    assert running["status"] == "running"
    assert call(tools, "ask", turn_id=running["turn_id"]).structured_content["status"] == "answered"


def test_a_task_that_is_cancelled_is_a_turn_with_its_one_reply(candor: Candor) -> None:
    tasks = Tasks(first="tasks/cancel")
    release = threading.Event()
    candor.cloud.faults.meanwhile["Coordinate"] = release.wait
    with_client(hasty(candor), asking(candor), tasks=tasks)
    release.set()
    [seen] = tasks.seen
    reply = candor.deps.turns.get(seen["taskId"]).reply
    assert (seen["status"], reply.forfeit.code) == ("cancelled", "cancelled")
    candor.cloud.finished(seen["taskId"])


def test_the_descriptions_take_at_most_1500_tokens_of_an_assistants_context(tools: MCPServer[Any]) -> None:
    listed = with_client(tools, lambda client: client.list_tools())
    text = json.dumps(listed.model_dump(mode="json", by_alias=True, exclude_none=True))
    assert sorted(tool.name for tool in listed.tools) == ["ask", "explain", "profile"]
    assert len(text) / CHARACTERS_A_TOKEN <= 1_500
