"""The body of a request to an ASGI app: whole, in time and not too large, or a refusal."""

import asyncio
from typing import Final

from shared.errors import RequestError, TooLarge
from shared.http.asgi import AsgiScope, Receive, headers_of

MOST_BODY: Final = 1024 * 1024
BODY_SECONDS: Final = 30.0


class BodyMissing(RequestError):
    """A body that did not come in time."""

    status = 408
    code = "body_missing"

    def __init__(self) -> None:
        super().__init__(f"The body did not come within {BODY_SECONDS:.0f} seconds; send the request again.")


async def whole_body(scope: AsgiScope, receive: Receive, seconds: float = BODY_SECONDS) -> bytes:
    """The body, which has so many seconds to come. Raises BodyMissing, TooLarge."""
    try:
        return await asyncio.wait_for(_body(scope, receive), seconds)
    except TimeoutError:
        raise BodyMissing from None


async def _body(scope: AsgiScope, receive: Receive) -> bytes:
    told = headers_of(scope).get("content-length", "0")
    if int(told) > MOST_BODY if told.isdigit() else True:
        raise _too_large()
    body, more = b"", True
    while more:
        message = await receive()
        body, more = body + message.get("body", b""), message.get("more_body", False)
        if len(body) > MOST_BODY:
            raise _too_large()
    return body


def _too_large() -> TooLarge:
    return TooLarge("The body is larger than is taken; files go to POST /datasets.")


def given(body: bytes, receive: Receive) -> Receive:
    """What an app receives of a request whose body was read before it: the body, then what else comes."""
    kept = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> dict[str, object]:
        return kept.pop() if kept else dict(await receive())

    return again
