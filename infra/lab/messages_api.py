"""A server on loopback that speaks the Messages API, so that the real SDK can be exercised without a network.

    with MessagesApi([Fails(529), Says(text='{"text": "Hello"}')]) as server:
        model = ClaudeModel(lambda: claude_client("key", server.base_url), "claude-test")

A script is a list of behaviours, one a request; the last is repeated. A `Brain` answers every request of Candor's in a
plausible way instead, so that a whole turn can run on it. What was asked is kept in `server.requests`.
"""

import json
import socket
import struct
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Lock, Thread
from typing import Any, Protocol

from infra.lab.message_stream import EVENT_STREAM, SSE, event, of_bedrock, streamed
from infra.lab.meter import Meter
from infra.lab.played_words import facts_of, told
from infra.lab.recorded import Recorded

ERROR_TYPES = {
    400: "invalid_request_error",
    401: "authentication_error",
    402: "billing_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    504: "timeout_error",
    529: "overloaded_error",
}


class Behaviour(Protocol):
    """What the server does with one request."""

    def __call__(self, request: Recorded, wire: "Wire") -> None:
        """Answers, or doesn't."""


class Wire:
    """The connection to one client."""

    def __init__(self, handler: BaseHTTPRequestHandler, stopping: Event) -> None:
        self._handler = handler
        self._stopping = stopping

    def send(self, status: int, body: bytes, headers: dict[str, str] | None = None, length: int | None = None) -> None:
        """A response; `length` is what it claims to hold."""
        self._handler.send_response(status)
        for name, value in ({"content-type": "application/json"} | (headers or {})).items():
            self._handler.send_header(name, value)
        self._handler.send_header("content-length", str(len(body) if length is None else length))
        self._handler.end_headers()
        self.write(body)

    def write(self, body: bytes) -> None:
        """More of the body."""
        self._handler.wfile.write(body)
        self._handler.wfile.flush()

    def wait(self, seconds: float) -> bool:
        """Waits, unless the server is stopping; whether it is."""
        return self._stopping.wait(seconds)

    def reset(self) -> None:
        """Breaks the connection as a crashed server does."""
        sock = self._handler.connection
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._handler.close_connection = True
        sock.shutdown(socket.SHUT_RDWR)


class PacedWire(Wire):
    """The connection of a model that takes `seconds` for a message: of one that is streamed the first event comes after
    `first` seconds, the last at the end, and the others evenly between them; any other comes whole at the end."""

    def __init__(self, wire: Wire, first: float, seconds: float) -> None:
        super().__init__(wire._handler, wire._stopping)
        self._first, self._seconds, self._begun = first, seconds, time.monotonic()

    def send(self, status: int, body: bytes, headers: dict[str, str] | None = None, length: int | None = None) -> None:
        """A response, as long as the server is not stopping."""
        is_streamed = (headers or {}).get("content-type") == SSE
        events = [one + b"\n\n" for one in body.removesuffix(b"\n\n").split(b"\n\n")] if is_streamed else [body]
        for at, one in enumerate(events, start=1):
            share = (at - 1) / (len(events) - 1) if len(events) > 1 else 1.0
            due = self._begun + self._first + share * (self._seconds - self._first)
            if self.wait(max(0.0, due - time.monotonic())):
                return
            if at == 1:
                super().send(status, one, headers, len(body) if length is None else length)
            else:
                self.write(one)


def text(said: str) -> dict[str, Any]:
    """A text block."""
    return {"type": "text", "text": said}


def calls(name: str, arguments: Any = None, call_id: str = "") -> dict[str, Any]:
    """A tool call block."""
    return {"type": "tool_use", "id": call_id or f"toolu_{name}", "name": name, "input": arguments or {}}


@dataclass(frozen=True)
class Says:
    """A message of the model."""

    content: Sequence[dict[str, Any]] = ()
    stop_reason: str | None = "end_turn"
    usage: dict[str, Any] = field(default_factory=lambda: {"input_tokens": 100, "output_tokens": 20})

    @classmethod
    def json(cls, **fields: Any) -> "Says":
        """Structured output."""
        return cls([text(json.dumps(fields))])

    def __call__(self, request: Recorded, wire: Wire) -> None:
        message = {
            "id": "msg_test",
            "type": "message",
            "role": "assistant",
            "model": request.body.get("model", "bedrock"),
            "content": list(self.content),
            "stop_reason": self.stop_reason,
            "stop_sequence": None,
            "usage": self.usage,
        }
        if request.path.endswith("invoke-with-response-stream"):
            wire.send(200, b"".join(map(of_bedrock, streamed(message))), {"content-type": EVENT_STREAM})
        elif request.body.get("stream"):
            wire.send(200, b"".join(streamed(message)), {"request-id": "req_test", "content-type": SSE})
        else:
            wire.send(200, json.dumps(message).encode(), {"request-id": "req_test"})


@dataclass(frozen=True)
class Halts:
    """Begins to stream an answer, and does something else in the middle of it."""

    content: Sequence[dict[str, Any]]
    then: "Behaviour"

    def __call__(self, request: Recorded, wire: Wire) -> None:
        message = {"type": "message", "role": "assistant", "content": list(self.content), "stop_reason": "end_turn"}
        begun = list(streamed({**message, "id": "m", "model": "m", "usage": {"input_tokens": 100}}))[:3]
        wire.send(200, b"".join(begun), {"content-type": SSE}, length=100_000)
        self.then(request, wire)


@dataclass(frozen=True)
class Interrupts:
    """An error in the middle of a stream."""

    kind: str
    message: str = "scripted"

    def __call__(self, request: Recorded, wire: Wire) -> None:
        wire.write(event("error", error={"type": self.kind, "message": self.message}))


@dataclass(frozen=True)
class Fails:
    """An error response."""

    status: int
    message: str = "scripted"
    headers: dict[str, str] = field(default_factory=dict)
    details: dict[str, Any] | None = None

    def __call__(self, request: Recorded, wire: Wire) -> None:
        error: dict[str, Any] = {"type": ERROR_TYPES.get(self.status, "api_error"), "message": self.message}
        if self.details:
            error["details"] = self.details
        wire.send(self.status, json.dumps({"type": "error", "error": error}).encode(), self.headers)


@dataclass(frozen=True)
class Raw:
    """Any body at all."""

    body: bytes
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)

    def __call__(self, request: Recorded, wire: Wire) -> None:
        wire.send(self.status, self.body, self.headers)


@dataclass(frozen=True)
class Cuts:
    """Breaks off: before a byte is sent, or in the middle of the body."""

    after: int = 0

    def __call__(self, request: Recorded, wire: Wire) -> None:
        if self.after:
            wire.send(200, b'{"type": "message", "content": ['[: self.after], length=5000)
        wire.reset()


@dataclass(frozen=True)
class Slow:
    """Waits before it does something else."""

    seconds: float
    then: Behaviour = field(default_factory=Says)

    def __call__(self, request: Recorded, wire: Wire) -> None:
        if not wire.wait(self.seconds):
            self.then(request, wire)


@dataclass(frozen=True)
class Writes:
    """Says something as a model writes it: from the `first` second on, until `seconds` are over."""

    first: float
    seconds: float
    then: Behaviour = field(default_factory=Says)

    def __call__(self, request: Recorded, wire: Wire) -> None:
        self.then(request, PacedWire(wire, self.first, self.seconds))


@dataclass(frozen=True)
class Trickles:
    """Sends a byte now and then, so that no timeout between bytes ever strikes."""

    pause: float = 0.05

    def __call__(self, request: Recorded, wire: Wire) -> None:
        wire.send(200, b"{", length=1_000_000)
        while not wire.wait(self.pause):
            wire.write(b" ")


@dataclass(frozen=True)
class Brain:
    """Answers each request of Candor's plausibly, by the tools and the schema that it is given.

    It routes to `agent`, runs the query `sql` (or calls the analysis `analysis`, given as name and arguments), answers
    with the first figure that came back, and words other texts from the facts in the prompt. With `eager` it runs its
    query beside its routing. `forfeit` makes it forfeit wherever it can. `then` may add to or replace the content of
    any answer. Each answer costs `tokens`, or what `meter` counts.
    """

    agent: str = "sql_analytics"
    sql: str = 'SELECT count(*) AS "rows" FROM "data"'
    purpose: str = "Count the rows"
    analysis: tuple[str, dict[str, Any]] | None = None
    eager: bool = False
    forfeit: str = ""
    score: float = 0.9
    tokens: int = 100
    meter: Meter | None = None
    then: Callable[[Recorded, list[dict[str, Any]]], list[dict[str, Any]]] = lambda _, content: content

    def __call__(self, request: Recorded, wire: Wire) -> None:
        content = self.then(request, self._content(request))
        stop = "tool_use" if any(block["type"] == "tool_use" for block in content) else "end_turn"
        counted = self.meter(request, content) if self.meter else {"input_tokens": self.tokens, "output_tokens": 20}
        Says(content, stop, counted)(request, wire)

    def _content(self, request: Recorded) -> list[dict[str, Any]]:
        structured = "output_config" in request.body
        if request.tools and (self.forfeit or not structured):
            return self._calls(request)
        format_ = request.body.get("output_config", {}).get("format", {})
        return [text(json.dumps(self._object(request, set(format_.get("schema", {}).get("properties", {})))))]

    def _calls(self, request: Recorded) -> list[dict[str, Any]]:
        if self.forfeit:
            return [calls("forfeit", {"reason": self.forfeit, "attempted_actions": ["Looked at the columns"]})]
        if "go_on" in request.tools:
            return [calls("go_on", _going_on(request))]
        if "assign_tasks" in request.tools:
            assigned = calls("assign_tasks", {"tasks": [{"agent": self.agent, "request": request.fenced("question")}]})
            return [assigned, self._computing()] if self.eager and "run_sql" in request.tools else [assigned]
        if request.results:
            return [calls("answer", {"text": " ".join(told(request))})]
        if "run_sql" in request.tools:
            return [self._computing()]
        return [calls("answer", {"text": "I answer questions about your tables."})]

    def _computing(self) -> dict[str, Any]:
        if self.analysis:
            return calls("analyse", {"analysis": self.analysis[0], "arguments": self.analysis[1]})
        return calls("run_sql", {"sql": self.sql, "purpose": self.purpose})

    def _object(self, request: Recorded, fields: set[str]) -> dict[str, Any]:
        if "score" in fields:
            return {"score": self.score, "category": None}
        if "lines" in fields:
            return {"lines": request.fenced("lines")}
        told = " ".join(facts_of(request)) or "There is nothing to report."
        return {"text": told}


def _going_on(request: Recorded) -> dict[str, Any]:
    """The message answers the slot that was asked; the phase is complete where nothing else is open."""
    slots, message = request.fenced("slots"), request.fenced("message")
    open_ = [one["name"] for one in slots if one["this_phase"] and not one["known"]]
    if not slots or not any(one["this_phase"] for one in slots):
        return {"say": "I am on it.", "questions": [message or "What is the total revenue?"]}
    if not message:
        return {"say": "Which of these is it?", "asks": open_[0]} if open_ else {"say": "Done.", "is_complete": True}
    slot = next((one for one in slots if one["name"] in open_), None)
    said = {"value": message} if slot and "choices" not in slot else {"unknown": True}
    learned = [{"slot": slot["name"], **said}] if slot else []
    if len(open_) > 1:
        return {"learned": learned, "say": "And what about the next one?", "asks": open_[1]}
    return {"learned": learned, "say": "Thank you, that is all.", "is_complete": True}


class MessagesApi:
    """The server: `base_url` to point a client at, `requests` for what came in."""

    def __init__(self, script: Sequence[Behaviour] | Behaviour) -> None:
        self._script: list[Behaviour] = list(script) if isinstance(script, Sequence) else [script]
        self._lock = Lock()
        self._stopping = Event()
        self.requests: list[Recorded] = []
        self.times: list[float] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._server.block_on_close = False

    @property
    def base_url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> "MessagesApi":
        Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.005}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopping.set()
        self._server.shutdown()
        self._server.server_close()

    def answer(self, request: Recorded, wire: Wire) -> None:
        """Does what the script says next."""
        with self._lock:
            self.requests.append(request)
            self.times.append(time.monotonic())
            behaviour = self._script.pop(0) if len(self._script) > 1 else self._script[0]
        try:
            behaviour(request, wire)
        except OSError:
            return  # the client has gone

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        api = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                headers = {name.lower(): value for name, value in self.headers.items()}
                api.answer(Recorded(self.path, headers, body), Wire(self, api._stopping))

            def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name that http.server has
                """Says nothing."""

        return Handler
