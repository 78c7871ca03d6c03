"""A sandbox refuses what Lambda would, so that a package can be found broken; and what no turn shows is looked at."""

import asyncio
import http.client
import json
import os
import subprocess
from pathlib import Path
from typing import Any

import boto3
import httpx2
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client

from infra.local.gateway import proxy_event
from infra.local.shape import table_shape
from shared.contracts import QueryOutcomes, QueryRequest
from tests.package.day import USER
from tests.package.machine import Machine
from tests.package.sandboxes import Sandboxes

ELSEWHERE = "eu-central-1"


def test_lambdas_python_does_not_start_without_the_path_of_its_library(machine: Machine) -> None:
    done = subprocess.run([machine.python, "-c", ""], env={"PATH": os.defpath}, capture_output=True, text=True)
    assert done.returncode == 127
    assert "shared libraries" in done.stderr


def test_a_function_without_one_of_its_layers_fails_and_is_noticed(sandboxes: Sandboxes, machine: Machine) -> None:
    function = sandboxes.functions["turn"]
    code, core = machine.bundle.code(), machine.layers(("core",)) / "python"
    answer = sandboxes.start(function, PYTHONPATH=f"{code}:{core}").ask({}, 60)
    assert answer is not None
    assert answer["error"]["errorType"] == "Runtime.ImportModuleError"


def test_nothing_that_is_installed_here_is_seen_there(sandboxes: Sandboxes, machine: Machine) -> None:
    program = (
        "import boto3\nfrom importlib.util import find_spec\n"
        "print([name for name in ('moto', 'pytest', 'pydantic', 'infra') if find_spec(name)])"
    )
    environ = {"PATH": os.defpath, "LD_LIBRARY_PATH": "/lang/lib"}
    done = subprocess.run([machine.python, "-P", "-c", program], env=environ, capture_output=True, text=True)
    assert done.stdout == "[]\n", done.stderr


ZONED = "SELECT [TIMESTAMPTZ '2024-01-02 03:04:05+02'] AS moments"


def test_a_list_of_moments_with_a_zone_is_read_where_sql_runs(sandboxes: Sandboxes) -> None:
    """DuckDB imports what this takes only now, and asks for nothing of it to be installed."""
    request = QueryRequest(user_id=USER, datasets=(), queries=(ZONED,))
    answer = sandboxes.start(sandboxes.functions["query"]).ask(request.model_dump(mode="json"), 60)
    assert answer is not None
    (outcome,) = QueryOutcomes.model_validate_json(answer["payload"]).outcomes
    assert outcome.result is not None, outcome.failure
    assert "2024-01-02T01:04:05" in str(outcome.result.rows[0][0])


def test_a_turns_log_is_streamed_by_the_process_that_lambda_starts_for_it(
    sandboxes: Sandboxes, machine: Machine, tmp_path: Path
) -> None:
    """As the web adapter asks it: over HTTP, with what the gateway knows in a header."""
    session = sandboxes.cloud.session((), user_id=USER)
    turn = sandboxes.cloud.ask(session, "Which datasets are there?").turn_id
    context = json.dumps({"authorizer": {"claims": {"sub": USER}}})
    with sandboxes.listening("stream", tmp_path) as port:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        headers = {"Accept": "text/event-stream", "x-amzn-request-context": context}
        connection.request("GET", f"/turns/{turn}/events", headers=headers)
        answer = connection.getresponse()
        assert answer.status == 200
        lines = answer.read().decode().splitlines()
    named = [line for line in lines if line.startswith("event: ")]
    assert (named[0], named[-1]) == ("event: received", "event: complete")


def test_assistants_are_served_by_the_process_that_lambda_starts_for_them(
    sandboxes: Sandboxes, machine: Machine, tmp_path: Path
) -> None:
    sandboxes.cloud.ask(sandboxes.cloud.session((), user_id=USER), "Which datasets are there?")
    context = json.dumps({"authorizer": {"claims": {"sub": USER}}})

    async def asked(port: int) -> Any:
        http = httpx2.AsyncClient(headers={"x-amzn-request-context": context}, timeout=60)
        address = f"http://127.0.0.1:{port}/mcp"
        async with http, Client(streamable_http_client(address, http_client=http), mode="2026-07-28") as client:
            return (await client.call_tool("ask", {"question": "Hello"})).structured_content

    with sandboxes.listening("assistants", tmp_path) as port:
        told = asyncio.run(asked(port))
    assert told["turn_id"].startswith("turn")
    assert told["text"]


def test_in_another_region_a_file_goes_to_the_bucket_there(sandboxes: Sandboxes) -> None:
    there = {"CANDOR_REGION": ELSEWHERE, "AWS_REGION": ELSEWHERE, "AWS_ENDPOINT_URL_S3": ""}
    boto3.client("dynamodb", region_name=ELSEWHERE).create_table(**table_shape(sandboxes.cloud.settings.table))
    headers = {"Content-Type": "application/json", "Authorization": "Bearer someone"}
    request = proxy_event("POST", "/datasets", headers, json.dumps({"file_name": "a.csv"}).encode())
    answer = sandboxes.start(sandboxes.functions["api"], **there).ask(request, 60)
    assert answer is not None
    url = json.loads(json.loads(answer["payload"])["body"])["upload"]["url"]
    assert url == f"https://{sandboxes.cloud.settings.bucket}.s3.{ELSEWHERE}.amazonaws.com/"
