"""The tools from outside of the process: over HTTP, and over standard input and output."""

import asyncio
import sys
from pathlib import Path

import httpx2
from mcp import StdioServerParameters
from mcp.client.client import Client
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult

from infra.local.gateway import user_of_token
from infra.local.server import served
from shared.settings import Settings
from tests.conftest import SALES

MODERN = "2026-07-28"
START = "from infra.cli import main; main()"


def test_over_http_each_token_is_its_own_user_and_without_one_nobody_is_served(tmp_path: Path) -> None:
    async def work(url: str) -> tuple[int, CallToolResult, CallToolResult]:
        async with httpx2.AsyncClient() as http:
            refused = await http.post(f"{url}/mcp", json={"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
        found = []
        for token in ("alice", "bob"):
            http = httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"})
            async with http, Client(streamable_http_client(f"{url}/mcp", http_client=http), mode=MODERN) as client:
                found.append(await client.call_tool("profile", {}))
        return refused.status_code, found[0], found[1]

    file = tmp_path / "sales.csv"
    file.write_text(SALES)
    with served(Settings(model="deterministic"), port=0, aws_port=0) as running:
        running.cloud.upload(file, user_of_token("alice"))
        refused, alice, bob = asyncio.run(work(running.url))
    assert refused == 401
    assert [one["file_name"] for one in alice.structured_content["datasets"]] == ["sales.csv"]
    assert bob.structured_content["datasets"] == []


def test_candor_mcp_answers_over_standard_input_and_output(tmp_path: Path) -> None:
    file = tmp_path / "sales.csv"
    file.write_text(SALES)
    command = StdioServerParameters(
        command=sys.executable, args=["-c", START, "mcp", "--data", str(file), "--model", "deterministic"]
    )

    async def work() -> CallToolResult:
        async with Client(stdio_client(command)) as client:
            return await client.call_tool("ask", {"question": "What is the total revenue?"})

    assert "111" in asyncio.run(work()).content[0].text
