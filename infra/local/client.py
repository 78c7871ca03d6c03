"""A client of the local API that needs no socket: the same event, function and answer."""

import json
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Any

from infra.local.cloud import LocalCloud
from infra.local.gateway import function_of, proxy_event


@dataclass(frozen=True)
class Answer:
    """What came back. `body` is parsed JSON, None where there is none."""

    status: int
    headers: dict[str, str]
    text: str

    @property
    def body(self) -> Any:
        """The body's JSON."""
        return json.loads(self.text) if self.text else None


@dataclass(frozen=True)
class LocalClient:
    """Speaks for one user; without a token for nobody."""

    cloud: LocalCloud
    token: str | None = "someone"  # noqa: S105 — any text is a token here
    headers: dict[str, str] = field(default_factory=dict)

    def request(self, method: str, address: str, body: object = None, **headers: str) -> Answer:
        """Sends a request; `body` is bytes, or anything that JSON has. Header names have _ for -."""
        sent = {"Content-Type": "application/json", **self.headers}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        return send(self.cloud, proxy_event(method, address, sent, data))

    def get(self, address: str) -> Answer:
        """GET."""
        return self.request("GET", address)

    def post(self, address: str, body: object = None, **headers: str) -> Answer:
        """POST."""
        return self.request("POST", address, body, **headers)

    def patch(self, address: str, body: object) -> Answer:
        """PATCH."""
        return self.request("PATCH", address, body)

    def delete(self, address: str) -> Answer:
        """DELETE."""
        return self.request("DELETE", address)


def send(cloud: LocalCloud, event: dict[str, Any]) -> Answer:
    """What a function of the API answers to an event; what API Gateway answers where the function gives none."""
    function = function_of(event)
    with cloud.reading if event["httpMethod"] == "GET" else nullcontext():
        invocation = cloud.invoke(None, f"{cloud.settings.prefix}-{function}", json.dumps(event))
    if invocation.failed:
        body = {"error": {"code": "internal", "message": LOST}}
        return Answer(502, {"Content-Type": "application/json"}, json.dumps(body))
    answered = json.loads(invocation.payload)
    several = answered.get("multiValueHeaders") or {}
    headers = {name: ", ".join(values) for name, values in several.items()} | (answered.get("headers") or {})
    return Answer(answered["statusCode"], headers, answered.get("body") or "")


LOST = "Something went wrong here. We may have your question; repeat it with the same Idempotency-Key."
