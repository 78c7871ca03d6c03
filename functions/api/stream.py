"""Stream: a turn's log while it grows. A function of its own, since each open stream holds one for minutes."""

from typing import Any

from functions.api import turns
from shared.deps import Deps, current
from shared.function import function
from shared.http.adapter import adapted
from shared.http.asgi import App
from shared.http.door import Door

MOST_ANSWER = 5_900_000

door = Door()
door.include_router(turns.router)


@function(
    seconds=900,
    memory_mb=512,
    uses=("turns",),
    reserve=False,
    returns_bytes=MOST_ANSWER,
    script="functions/api/stream.sh",
)
def handler(event: dict[str, Any], deps: Deps) -> dict[str, Any]:
    """Gives the entries of a turn's log as JSON; behind the web adapter `app` gives them as they come, too."""
    return door.answer(event, deps)


def app() -> App:
    """What the web adapter asks, with everything that it needs built before the first request."""
    deps = current()
    deps.prepare(handler.uses)
    return adapted(door.answer, deps)


def serve(port: int) -> None:
    """Listens on this port until the process is ended: stream.sh calls it, which Lambda starts."""
    import uvicorn

    uvicorn.run(app, factory=True, host="127.0.0.1", port=port, lifespan="off", access_log=False, log_level="warning")
