"""A finished turn's trace: OpenTelemetry's own schema takes it, it says what happened, and it quotes nobody."""

import json
import re
import threading
from base64 import b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.json_format import Parse
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from infra.deploy.traces import again, deployed
from shared.deps import SECRET_CONFIG, Deps
from shared.turn.telemetry.collector import deliver
from shared.turn.telemetry.traces import ERROR, OK, trace_of

QUESTION = "What is the total revenue by region?"


def traced(candor: Any, question: str = QUESTION) -> Any:
    """(trace as the protocol's own type, its text) of a question."""
    reply = candor.ask(question)
    turn = candor.deps.turns.get(reply.turn_id).turn
    text = json.dumps(trace_of(turn, reply, candor.deps.events.read(turn.turn_id, after=0), "candor"))
    return parsed(text), text


IDS = re.compile(r'("(?:traceId|spanId|parentSpanId)": ?")([0-9a-f]+)"')


def parsed(text: str) -> Any:
    """The protocol writes ids in hexadecimal where JSON of its types has base64."""
    base64 = IDS.sub(lambda found: f'{found[1]}{b64encode(bytes.fromhex(found[2])).decode()}"', text)
    return Parse(base64, ExportTraceServiceRequest(), ignore_unknown_fields=False)


def spans_of(request: Any) -> list[Any]:
    return list(request.resource_spans[0].scope_spans[0].spans)


def told(span: Any) -> dict[str, Any]:
    return {one.key: getattr(one.value, one.value.WhichOneof("value")) for one in span.attributes}


def test_a_turn_is_a_trace_of_itself_its_agents_and_their_queries(candor: Any) -> None:
    turn, agent, *queries = spans_of(traced(candor)[0])
    assert (turn.name, agent.name) == ("invoke_agent candor", "invoke_agent sql_analytics")
    assert {one.name for one in queries} == {"execute_tool run_sql"}
    assert turn.parent_span_id == b""
    assert agent.parent_span_id == turn.span_id
    assert {one.parent_span_id for one in queries} == {agent.span_id}
    for span in (agent, *queries):
        assert turn.start_time_unix_nano <= span.start_time_unix_nano <= span.end_time_unix_nano
        assert span.end_time_unix_nano <= turn.end_time_unix_nano
        assert (span.trace_id, len(span.trace_id), len(span.span_id)) == (turn.trace_id, 16, 8)
    assert told(turn)["candor.turn.status"] == "answered"
    assert told(queries[0])["db.response.returned_rows"] > 0
    assert turn.events[0].name == "received"


def test_the_conventions_are_named_with_their_version(candor: Any) -> None:
    found = traced(candor)[0].resource_spans[0]
    assert found.schema_url == found.scope_spans[0].schema_url == "https://opentelemetry.io/schemas/1.37.0"
    assert all("gen_ai.operation.name" in told(span) for span in found.scope_spans[0].spans)


def test_no_word_of_the_question_the_data_or_the_answer_is_in_a_trace(candor: Any) -> None:
    text = traced(candor)[1]
    assert not [word for word in ("revenue", "region", "West", "SELECT") if word in text]


def test_a_failed_turn_is_an_error_and_its_rung_is_told(candor: Any) -> None:
    assert spans_of(traced(candor)[0])[0].status.code == OK
    candor.break_("Coordinate")
    turn = spans_of(traced(candor)[0])[0]
    assert turn.status.code == ERROR
    assert told(turn)["candor.turn.rung"] >= 4


def test_the_same_turn_is_the_same_trace(candor: Any) -> None:
    reply = candor.ask(QUESTION)
    turn = candor.deps.turns.get(reply.turn_id).turn
    assert trace_of(turn, reply, (), "candor") == trace_of(turn, reply, (), "candor")


@pytest.fixture
def traces(candor: Any, tmp_path: Path) -> Iterator[Path]:
    """A file to which traces go, until the end of the test."""
    candor.cloud.settle()  # what follows from the replies of other tests does not go there
    before, file = candor.deps.settings, tmp_path / "traces.jsonl"
    candor.deps.settings = before.model_copy(update={"traces": f"file:{file}"})
    yield file
    candor.deps.settings = before


def test_what_follows_from_a_reply_sends_its_trace_once(candor: Any, traces: Path) -> None:
    candor.cloud.faults.stream = "told twice"
    reply = candor.ask(QUESTION)
    candor.cloud.settle()
    (line,) = traces.read_text().splitlines()
    assert told(spans_of(parsed(line))[0])["candor.turn.id"] == reply.turn_id


def test_a_collector_that_is_not_there_delays_no_announcement(candor: Any) -> None:
    before = candor.deps.settings
    candor.deps.settings = before.model_copy(update={"traces": "http://127.0.0.1:9/v1/traces"})
    try:
        assert candor.ask(QUESTION).status == "answered"
        assert deliver({}, "http://127.0.0.1:9/v1/traces") == "NewConnectionError"
    finally:
        candor.deps.settings = before


@contextmanager
def collecting(*statuses: int) -> Iterator[tuple[str, list[tuple[str, Mapping[str, str], bytes]]]]:
    """A collector that answers with these, one after the other, and with 200 from then on: its address, what it got."""
    seen, left = list[tuple[str, Mapping[str, str], bytes]](), list(statuses)

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            seen.append((self.path, dict(self.headers), body))
            self.send_response(left.pop(0) if left else 200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Collector) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/v1/traces", seen
        server.shutdown()


def test_a_collector_gets_the_protocols_json_with_the_headers_that_it_asks_for() -> None:
    with collecting() as (to, seen):
        assert deliver({"resourceSpans": []}, to, {"api-key": "k"}) == ""
    ((path, headers, body),) = seen
    assert (path, headers["Content-Type"], headers["api-key"]) == ("/v1/traces", "application/json", "k")
    assert body == b'{"resourceSpans": []}'


@pytest.mark.parametrize(
    ("statuses", "tries", "why"),
    [((503, 429), 3, ""), ((400,), 1, "status 400"), ((503,) * 9, 4, "status 503")],
    ids=["that recovers", "that refuses it", "that stays away"],
)
def test_a_collector_is_asked_again_where_that_may_help(statuses: tuple[int, ...], tries: int, why: str) -> None:
    with collecting(*statuses) as (to, seen):
        assert deliver({}, to) == why
    assert len(seen) == tries


def test_the_headers_are_those_of_the_secret_that_the_deployment_names(candor: Any) -> None:
    client = candor.deps.client("secretsmanager", SECRET_CONFIG)
    client.create_secret(Name="candor/traces", SecretString="api-key=k=1, other=o")
    deps = Deps(candor.deps.settings.model_copy(update={"traces_secret": "candor/traces"}))
    assert deps.trace_headers == {"api-key": "k=1", "other": "o"}
    assert candor.deps.trace_headers == {}


def test_a_trace_that_was_not_taken_is_made_again_by_a_command(candor: Any, tmp_path: Path) -> None:
    reply = candor.ask(QUESTION)
    told, settings = tmp_path / "again.jsonl", candor.deps.settings
    environment = {
        "CANDOR_REGION": settings.region,
        "CANDOR_TABLE": settings.table,
        "CANDOR_BUCKET": settings.bucket,
        "CANDOR_TRACES": f"file:{told}",
    }

    class Functions:
        def get_function_configuration(self, **_: str) -> dict[str, Any]:
            return {"Environment": {"Variables": environment}}

    deps = deployed("candor", lambda _service: Functions())
    assert list(again([reply.turn_id, "turn_0"], deps)) == [
        f"{reply.turn_id}: sent",
        "turn_0: There is no such turn; GET /sessions/{session_id}/messages lists those of a session.",
    ]
    (turn, *_) = spans_of(parsed(told.read_text()))
    assert turn.name == "invoke_agent candor"
