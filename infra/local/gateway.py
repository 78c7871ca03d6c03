"""API Gateway and its authorizer on one machine: a request becomes the event that the function gets."""

import hashlib
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from shared.errors import Unauthorized
from shared.http.adapter import text_of
from shared.http.caller import WHO
from shared.ids import new_id

BEARER = "bearer "
LOG = re.compile(r"/turns/[^/]+/events")


def user_of_token(token: str) -> str:
    """The user whom a bearer token stands for here: any token is a user of its own, always the same one."""
    return "user_" + hashlib.sha256(f"candor {token}".encode()).hexdigest()[:24]


def token_of(headers: Mapping[str, str]) -> str:
    """The bearer token of a request, or nothing."""
    given = next((value for name, value in headers.items() if name.lower() == "authorization"), "")
    return given[len(BEARER) :].strip() if given.lower().startswith(BEARER) else ""


def bearer_user(headers: Mapping[str, str]) -> str:
    """Who asks. Raises Unauthorized where nobody does."""
    token = token_of(headers)
    if not token:
        raise Unauthorized(WHO)
    return user_of_token(token)


def proxy_event(method: str, address: str, headers: Mapping[str, str], body: bytes | None = None) -> dict[str, Any]:
    """The event of a request, as a REST API's proxy integration sends it; `address` is path and query."""
    split = urlsplit(address)
    query = parse_qs(split.query, keep_blank_values=True)
    text, encoded = text_of(body or b"")
    path = unquote(split.path)
    return {
        "resource": "/{proxy+}",
        "path": path,
        "httpMethod": method.upper(),
        "headers": dict(headers),
        "multiValueHeaders": {name: [value] for name, value in headers.items()},
        "queryStringParameters": {name: values[-1] for name, values in query.items()} or None,
        "multiValueQueryStringParameters": query or None,
        "pathParameters": {"proxy": path.lstrip("/")},
        "stageVariables": None,
        "requestContext": {
            "requestId": new_id("req"),
            "stage": "local",
            "path": path,
            "httpMethod": method.upper(),
            **_authorized(headers),
        },
        "body": text,
        "isBase64Encoded": encoded,
    }


def function_of(event: Mapping[str, Any]) -> str:
    """Which function the gateway gives a request to: a turn's log has one of its own."""
    return "stream" if event["httpMethod"] == "GET" and LOG.fullmatch(event["path"]) else "api"


def _authorized(headers: Mapping[str, str]) -> dict[str, Any]:
    token = token_of(headers)
    return {"authorizer": {"claims": {"sub": user_of_token(token)}}} if token else {}
