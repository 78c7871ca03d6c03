"""Who asks, and with what their question is served."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from shared.deps import Deps
from shared.errors import Unauthorized

WHO = "Say who you are: send the header `Authorization: Bearer <token>`."


class Caller(NamedTuple):
    """A user who has been let in. All that a route does, it does for this user; `base` is what every path begins with
    outside: the stage of the gateway, or nothing."""

    user_id: str
    deps: Deps
    base: str = ""


def base_of(event: Mapping[str, Any]) -> str:
    """What the gateway has taken off the path before it called the function: "/v1", or nothing behind a bare domain."""
    asked = str((event.get("requestContext") or {}).get("path") or "")
    path = str(event.get("path") or "")
    return asked.removesuffix(path) if asked.endswith(path) else ""


def user_of(event: Mapping[str, Any]) -> str:
    """The user whom the authorizer in front of the API has recognised. Raises Unauthorized where there is none."""
    authorizer = (event.get("requestContext") or {}).get("authorizer") or {}
    user_id = (authorizer.get("claims") or {}).get("sub")
    if not isinstance(user_id, str) or not user_id:
        raise Unauthorized(WHO)
    return user_id
