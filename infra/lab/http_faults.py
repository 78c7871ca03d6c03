"""The Messages API failing in the ways of HTTP and of language models: what the real SDK is made to meet."""

import json
import socket
from collections.abc import Callable
from typing import Any, Literal, TypeVar, get_args

from infra.lab.message_stream import SSE
from infra.lab.messages_api import (
    Behaviour,
    Brain,
    Cuts,
    Fails,
    Halts,
    Interrupts,
    MessagesApi,
    Raw,
    Says,
    Slow,
    Trickles,
    Wire,
    calls,
    text,
)
from infra.lab.model_faults import INVENTED, SLIP
from infra.lab.recorded import Recorded
from infra.local.faults import SECRET
from shared.contracts import Contract
from shared.model.claude import ClaudeModel, claude_client
from shared.model.port import Answered, Request

AnswerT = TypeVar("AnswerT", bound=Contract)

HttpKind = Literal[
    "answers 400", "answers 401", "answers 403", "answers 404", "answers 408", "answers 413", "answers 422",
    "answers 429", "answers 429 and asks to wait", "answers 500", "answers 502 with a page", "answers 503",
    "answers 529", "answers 301", "refuses connections", "resets the connection", "breaks off in its answer",
    "breaks off between two pieces", "stalls between two pieces", "tells of an overload in its answer",
    "sends a stream of garbage", "streams what it was not asked for", "is silent", "trickles", "sends garbage",
    "sends nothing", "sends another JSON", "sends a number that is none",
    "declines", "runs out of tokens", "has too little context", "gives no content", "gives content of no known kind",
    "gives prose", "gives another schema", "calls an unknown tool", "calls with wrong arguments",
    "calls tools at odds", "plans a write", "plans a constant", "makes figures up", "tells secrets",
]  # fmt: skip
HTTP_KINDS: tuple[HttpKind, ...] = get_args(HttpKind)

OF_TOOLS: tuple[HttpKind, ...] = (
    "calls an unknown tool",
    "calls with wrong arguments",
    "calls tools at odds",
    "plans a write",
    "plans a constant",
)
"""What only a request with tools can meet."""

HANGING: tuple[HttpKind, ...] = ("is silent", "trickles", "stalls between two pieces")
REAL_SECONDS, HANGING_REAL_SECONDS = 5.0, 0.4
"""How long a call may really take; a call that takes all of it takes all that it was given, in simulated time."""
FIRST_CLAUDE, SECOND_CLAUDE = "claude-first", "claude-second"
TOTAL = 'SELECT sum(revenue) AS total_revenue FROM "data"'

PAGE = f"<html><body>502 Bad Gateway {SECRET}</body></html>".encode()
OUT_OF_ORDER = b'event: message_delta\ndata: {"type": "message_delta", "delta": {}, "usage": {}}\n\n'
PLAIN: dict[HttpKind, Behaviour] = {
    "answers 400": Fails(400, SECRET),
    "answers 401": Fails(401, SECRET),
    "answers 403": Fails(403, SECRET),
    "answers 404": Fails(404, SECRET),
    "answers 408": Fails(408, SECRET),
    "answers 413": Fails(413, SECRET),
    "answers 422": Fails(422, SECRET),
    "answers 500": Fails(500, SECRET),
    "answers 503": Fails(503, SECRET),
    "answers 529": Fails(529, SECRET),
    "answers 429": Fails(429, SECRET, {"retry-after": "0"}),
    "answers 429 and asks to wait": Fails(429, SECRET, {"retry-after": "30"}),
    "answers 502 with a page": Raw(PAGE, 502, {"content-type": "text/html"}),
    "answers 301": Raw(b"", 301, {"location": "http://127.0.0.1:9/elsewhere"}),
    "resets the connection": Cuts(),
    "breaks off in its answer": Cuts(after=20),
    "breaks off between two pieces": Halts([text(SECRET)], Cuts()),
    "stalls between two pieces": Halts([text(SECRET)], Slow(600.0)),
    "tells of an overload in its answer": Halts([text(SECRET)], Interrupts("overloaded_error", SECRET)),
    "sends a stream of garbage": Raw(b"event: message_start\ndata: {\n\n", headers={"content-type": SSE}),
    "streams what it was not asked for": Raw(OUT_OF_ORDER, headers={"content-type": SSE}),
    "is silent": Slow(600.0),
    "trickles": Trickles(),
    "sends garbage": Raw(b'{"type": "message", "content": [{"ty'),
    "sends nothing": Raw(b""),
    "sends another JSON": Raw(json.dumps({"ok": SECRET}).encode()),
    "sends a number that is none": Raw(b'{"type": "message", "content": [], "usage": {"input_tokens": NaN}}'),
    "declines": Says([text(SECRET)], "refusal"),
    "runs out of tokens": Says([text('{"text": "The total revenue is 72')], "max_tokens"),
    "has too little context": Says([], "model_context_window_exceeded"),
    "gives no content": Says([]),
    "gives content of no known kind": Says([{"type": "hologram", "beam": SECRET}]),
    "gives prose": Says([text(SLIP)]),
    "gives another schema": Says([text(json.dumps({"verdict": SLIP, "text": 7, "summary": None, "score": "high"}))]),
    "calls an unknown tool": Says([calls("launch_rocket", {"at": SECRET})], "tool_use"),
}
"""What the server does whatever is asked."""

SLIPS: dict[HttpKind, str] = {
    "makes figures up": f"The total revenue is {INVENTED}. That is 12 % more than last year.",
    "tells secrets": SLIP,
}


def calls_tools(request: Recorded) -> bool:
    """Whether it is answered by calling tools; elsewhere a forfeit is the only one that is offered."""
    return bool(request.tools) and "output_config" not in request.body


def asked_for(request: Recorded) -> str:
    """Which of Candor's requests a message carries, by what it offers and holds."""
    if calls_tools(request):
        return "RouteQuestion" if "assign_tasks" in request.tools else "NextMove"
    format_ = request.body.get("output_config", {}).get("format", {})
    fields = set(format_.get("schema", {}).get("properties", {}))
    if "score" in fields:
        return "JudgeReply"
    if "lines" in fields:
        return "TranslateLines"
    if request.fenced("error_context") is not None:
        return "ExplainFailure"
    return "SynthesizeReply" if request.fenced("responses") is not None else "WordFailsafe"


class FaultyApi:
    """A Messages API on loopback with a plausible mind behind it, to be broken.

    `kind` is what is broken, `at` about which request (None: each), `model` for whom (None: everybody).
    """

    def __init__(self, hit: Callable[[str], None]) -> None:
        self._hit = hit
        self._brain = Brain(sql=TOTAL, purpose="Total revenue")
        self.kind: HttpKind | None = None
        self.at: str | None = None
        self.model: str | None = None
        self.server = MessagesApi(self)
        self._client: Any = None

    def break_(self, kind: HttpKind | None, *, at: str | None = None, model: str | None = None) -> None:
        """Breaks it in one way until it is mended by None."""
        self.kind, self.at, self.model = kind, at, model

    def __call__(self, request: Recorded, wire: Wire) -> None:
        """Answers, or fails as it is told."""
        if self.kind is None or not self.breaks(asked_for(request), request.body.get("model")):
            self._brain(request, wire)
            return
        self._hit("messages api")
        behaviour = PLAIN.get(self.kind) or Brain(sql=TOTAL, purpose="Total revenue", then=_spoiling(self.kind))
        behaviour(request, wire)

    def breaks(self, asked: str, model: str | None) -> bool:
        """Whether a request to a model is broken."""
        return self.kind is not None and self.at in (None, asked) and self.model in (None, model)

    def client(self) -> Any:
        """The SDK's client of this server, or of a port where nobody listens."""
        url = self.server.base_url
        if self.kind == "refuses connections":
            self._hit("messages api")
            url = f"http://127.0.0.1:{_closed_port()}"
        self._client = self._client or claude_client("test-key", url)  # one for all: it reads every certificate
        return self._client.with_options(base_url=url)


def _closed_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def _spoiling(kind: HttpKind) -> Callable[[Recorded, list[dict[str, Any]]], list[dict[str, Any]]]:
    """What a mind would say, spoilt: its tool calls for the kinds about tools, its words for the others."""

    def spoilt(request: Recorded, content: list[dict[str, Any]]) -> list[dict[str, Any]]:
        slip = SLIPS.get(kind, "")
        if slip and request.results:
            return [calls("answer", {"text": slip})]
        if calls_tools(request):
            return _tools(kind, request, content)
        given = json.loads(content[0]["text"])
        words = {field: [slip] if isinstance(value, list) else slip for field, value in given.items() if field in WORDS}
        return [text(json.dumps({**given, **words}))] if slip else content

    return spoilt


WORDS = ("text", "summary", "findings", "insights")


def _tools(kind: HttpKind, request: Recorded, content: list[dict[str, Any]]) -> list[dict[str, Any]]:
    routing = "assign_tasks" in request.tools
    if kind == "calls with wrong arguments":
        return [calls(content[0]["name"], {"tasks": "all", "sql": 7, "purpose": [SECRET]})]
    if kind == "calls tools at odds":
        return [*content, calls("forfeit", {"reason": SLIP, "attempted_actions": [SLIP]})]
    if kind == "tells secrets":
        return [calls("forfeit", {"reason": SLIP, "attempted_actions": [SLIP]})]
    if routing:
        return [calls("assign_tasks", {"tasks": [{"agent": "../../etc/passwd", "request": SLIP}]})]
    sql = "DROP TABLE data" if kind == "plans a write" else f"SELECT {INVENTED.replace(',', '')} AS total_revenue"
    return [calls("run_sql", {"sql": sql, "purpose": "Total revenue"})]


class Hurried:
    """A model whose real time is short, and whose simulated time is as long as it was given."""

    def __init__(self, inner: ClaudeModel, api: FaultyApi, spend: Callable[[float], None]) -> None:
        self._inner, self._api, self._spend = inner, api, spend
        self.model, self.provider = inner.model, inner.provider

    def ask(self, request: Request[AnswerT], *, seconds: float, patience: float | None = None) -> Answered[AnswerT]:
        """The answer; a request at which the server hangs takes all the time, of both kinds, and no other does."""
        hanging = self._api.kind in HANGING and self._api.breaks(type(request).__name__, self.model)
        allowed = seconds if patience is None else patience
        real = min(allowed, HANGING_REAL_SECONDS if hanging else REAL_SECONDS)
        began = self._inner.left(0.0)
        try:
            if patience is None:
                return self._inner.ask(request, seconds=real)
            return self._inner.ask(request, seconds=2 * real, patience=real)
        finally:
            took = began - self._inner.left(0.0)
            self._spend(allowed if took >= real else took)


def claude(api: FaultyApi, name: str, spend: Callable[[float], None]) -> Hurried:
    """Claude of that name at this server, through the real SDK."""
    return Hurried(ClaudeModel(api.client, name, retries=1), api, spend)
