"""A finished turn as a trace: spans made of its committed log, so that none is lost with the function that worked.

OpenTelemetry's protocol as JSON (OTLP 1.x, `POST /v1/traces`), with the semantic conventions for generative AI of the
version that SCHEMA names. Ids follow from the turn's: the same turn sent twice is the same trace. No text of a user, of
the data or of a model is in it.
"""

import hashlib
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from shared.contracts import AgentResponse, Event, Reply, Turn, Usage
from shared.turn.telemetry.metrics import rung

SCHEMA = "https://opentelemetry.io/schemas/1.37.0"
SERVER, INTERNAL, CLIENT = 2, 1, 3
OK, ERROR = 1, 2
PROVIDERS = {"anthropic": "anthropic", "bedrock": "aws.bedrock"}

TraceSpan = dict[str, Any]
Attributes = Mapping[str, str | int | float | bool]


def trace_of(turn: Turn, reply: Reply, events: Sequence[Event], prefix: str) -> dict[str, Any]:
    """The turn as one request of the protocol: a span for it, one for each agent, one for each query that ran."""
    end = (reply.timing.completed_at if reply.timing else None) or turn.deadline
    whole = _span(turn.turn_id, "", SERVER, "invoke_agent candor", (turn.asked_at, end), _told(turn, reply))
    whole["status"] = {"code": ERROR if reply.status == "failed" else OK}
    whole["events"] = [_entry(event) for event in events]
    spans = [whole]
    for number, response in enumerate(reply.responses):
        spans += _agent(turn, response, number, [one for one in events if one.agent == response.agent], end)
    resource = {"attributes": _attributes({"service.name": "candor", "service.namespace": prefix})}
    scope = {"scope": {"name": "candor"}, "spans": spans, "schemaUrl": SCHEMA}
    return {"resourceSpans": [{"resource": resource, "scopeSpans": [scope], "schemaUrl": SCHEMA}]}


def _told(turn: Turn, reply: Reply) -> Attributes:
    return {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.agent.name": "candor",
        "gen_ai.conversation.id": turn.session_id,
        "candor.turn.id": turn.turn_id,
        "candor.turn.status": reply.status,
        "candor.turn.source": reply.source or "",
        "candor.turn.rung": rung(reply),
        **_model(reply.usage),
    }


def _agent(
    turn: Turn, response: AgentResponse, number: int, entries: Sequence[Event], end: datetime
) -> list[TraceSpan]:
    """The work of an agent on a task: it ends with its last entry, and began as long before as it took."""
    last = min(entries[-1].at if entries else end, end)
    begun = max(turn.asked_at, last - timedelta(milliseconds=response.metadata.duration_ms))
    told: Attributes = {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.agent.name": response.agent,
        "candor.task.id": response.task_id,
        "candor.task.status": response.status,
        **_model(response.usage),
    }
    name = f"{number}/{response.task_id}"
    span = _span(turn.turn_id, name, INTERNAL, f"invoke_agent {response.agent}", (begun, last), told)
    span["status"] = {"code": ERROR if response.status == "failed" else OK}
    queries = response.result.queries_executed
    return [span, *(_query(turn, name, at, response, (begun, last)) for at in range(len(queries)))]


def _query(turn: Turn, task: str, at: int, response: AgentResponse, when: tuple[datetime, datetime]) -> TraceSpan:
    """A query that ran. When it did is not in the log: it has the time of the work that it is part of."""
    rows = response.result.results[at].row_count if at < len(response.result.results) else 0
    told: Attributes = {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "run_sql",
        "db.system.name": "duckdb",
        "db.response.returned_rows": rows,
    }
    return _span(turn.turn_id, f"{task}/{at}", CLIENT, "execute_tool run_sql", when, told, inside=task)


def _model(usage: Usage) -> Attributes:
    """Which model answered and what it took; nothing where none did."""
    if not usage.model:
        return {}
    return {
        "gen_ai.provider.name": PROVIDERS.get(usage.provider, usage.provider),
        "gen_ai.request.model": usage.model,
        "gen_ai.usage.input_tokens": usage.input_tokens,
        "gen_ai.usage.output_tokens": usage.output_tokens,
        "candor.usage.calls": usage.calls,
        "candor.usage.usd": usage.price_usd,
    }


def _entry(event: Event) -> dict[str, Any]:
    """An entry of the log, without its title, which may quote the question."""
    told: Attributes = {
        "gen_ai.agent.name": event.agent,
        "candor.event.seq": event.seq,
        "candor.event.step": event.step_number,
    }
    return {"timeUnixNano": _nanoseconds(event.at), "name": event.type, "attributes": _attributes(told)}


def _span(
    turn_id: str,
    name: str,
    kind: int,
    title: str,
    when: tuple[datetime, datetime],
    told: Attributes,
    *,
    inside: str = "",
) -> TraceSpan:
    """A span below the one named `inside`; the nameless one is the turn's own and below nothing."""
    above = {"parentSpanId": _id(turn_id, inside, 8)} if name else {}
    return {
        "traceId": _id(turn_id, "", 16),
        "spanId": _id(turn_id, name, 8),
        **above,
        "name": title,
        "kind": kind,
        "startTimeUnixNano": _nanoseconds(when[0]),
        "endTimeUnixNano": _nanoseconds(when[1]),
        "attributes": _attributes(told),
    }


def _id(turn_id: str, name: str, size: int) -> str:
    return hashlib.sha256(f"{turn_id} {name} {size}".encode()).hexdigest()[: 2 * size]


def _nanoseconds(moment: datetime) -> str:
    return str(int(moment.timestamp() * 1_000_000) * 1000)


def _attributes(told: Attributes) -> list[dict[str, Any]]:
    return [{"key": key, "value": _value(value)} for key, value in told.items()]


def _value(value: str | float | bool) -> dict[str, Any]:
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, int):
        return {"intValue": str(value)}  # 64 bits are text in the protocol's JSON
    return {"doubleValue": value} if isinstance(value, float) else {"stringValue": value}
