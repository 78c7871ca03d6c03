"""Api: everything behind API Gateway."""

import json
from functools import cache
from typing import Any

from functions.api import (
    about,
    datasets,
    failsafe,
    records,
    reports,
    results,
    reviews,
    sessions,
    turns,
    watches,
    webhooks,
)
from shared.deps import Deps
from shared.errors import TooLarge
from shared.function import function
from shared.http.door import MOST_BODY, Door, with_request_id
from shared.http.errors import NotJson, told
from shared.http.route import answers

VERSION = "1.0.0"
ABOUT = (
    "Ask questions about your data; every question gets exactly one honest reply. Send a file, begin a session on it, "
    "ask, and read the turn. Errors have one shape; each says what to do."
)
MOST_ANSWER = 5_900_000

door = Door()
for module in (datasets, sessions, turns, results, watches, webhooks, reports, records, reviews, failsafe, about):
    door.include_router(module.router)


@door.get(
    "/openapi.json",
    summary="Read this description",
    tags=["about"],
    operation_id="getDescription",
    responses=answers("The OpenAPI document.", public=True),
)
def get_description() -> dict[str, Any]:
    """The OpenAPI document."""
    document: dict[str, Any] = json.loads(description())
    return document


@function(
    seconds=29,
    memory_mb=1024,
    uses=(
        "turns", "turns:delete", "deployment:write", "datasets", "datasets:delete", "uploads:write", "turn-workflow",
        "turn-workflow:stop", "ingest-workflow", "health", "document",
        "watches", "watches:delete", "webhooks", "webhooks:delete",
    ),
    reserve=False,
    returns_bytes=MOST_ANSWER,
)  # fmt: skip
def handler(event: dict[str, Any], deps: Deps) -> dict[str, Any]:
    """Answers one HTTP request, whatever happens."""
    if len(event.get("body") or "") > MOST_BODY:
        return refused(event, TooLarge(f"The body is larger than {MOST_BODY // 1024} kB; files go to POST /datasets."))
    if event.get("body") and not is_json(event):
        return refused(event, NotJson())
    return door.answer(event, deps)


def is_json(event: dict[str, Any]) -> bool:
    """Whether the request says that its body is JSON."""
    headers = {name.lower(): value for name, value in (event.get("headers") or {}).items()}
    kind = (headers.get("content-type") or "").split(";")[0].strip().lower()
    return kind in ("", "application/json")


def refused(event: dict[str, Any], error: Exception) -> dict[str, Any]:
    """An error answered before any route is looked for."""
    answer = told(error)
    return {
        "statusCode": answer.status,
        "headers": {"Content-Type": "application/json", "Access-Control-Allow-Origin": "*", **answer.headers},
        "body": json.dumps(with_request_id(answer, event)),
        "isBase64Encoded": False,
    }


@cache
def description() -> str:
    """The OpenAPI document, as JSON. Routes that anyone may ask say so: the resolver leaves an empty list out."""
    document = json.loads(_described())
    for methods in document["paths"].values():
        for route in methods.values():
            if "401" not in route["responses"]:
                route["security"] = []
    return json.dumps(document)


def _described() -> str:
    from aws_lambda_powertools.event_handler.openapi.models import HTTPBearer  # slow, and for the document only

    return door.get_openapi_json_schema(
        title="Candor",
        version=VERSION,
        description=ABOUT,
        security_schemes={"bearer": HTTPBearer(description="An access token of the user pool; locally any token.")},
        security=[{"bearer": []}],
    )
