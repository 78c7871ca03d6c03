"""Assistants: the tools of the Model Context Protocol. A function of its own: its SDK is large, its rights are few."""

import json
from typing import Any

from shared.deps import Deps, current
from shared.errors import UnknownResource
from shared.function import function
from shared.http.adapter import gateway_user
from shared.http.asgi import App
from shared.http.errors import told

VERSION = "1.0.0"
JSON = {"Content-Type": "application/json"}


@function(
    seconds=60,
    memory_mb=512,
    uses=("turns", "datasets:read", "turn-workflow", "turn-workflow:stop", "health"),
    reserve=False,
    script="functions/api/assistants.sh",
)
def handler(_event: dict[str, Any], _deps: Deps) -> dict[str, Any]:
    """Serves assistants: behind the web adapter `app` does, and an event that comes past it is answered by no tool."""
    answer = told(UnknownResource("Assistants are served over HTTP, at /mcp."))
    return {"statusCode": answer.status, "headers": JSON, "body": json.dumps(answer.wire), "isBase64Encoded": False}


def app() -> App:
    """What the web adapter asks, with everything that it needs built before the first request."""
    deps = current()
    deps.prepare(handler.uses)
    from shared.mcp.app import mcp_app  # the SDK is slow to import, and for this process alone

    return mcp_app(deps, gateway_user, version=VERSION)


def serve(port: int) -> None:
    """Listens on this port until the process is ended: assistants.sh calls it, which Lambda starts."""
    import uvicorn

    uvicorn.run(app, factory=True, host="127.0.0.1", port=port, lifespan="on", access_log=False, log_level="warning")
