"""A turn's log as server-sent events: numbered, resumable, never silent for long, and over after `complete`.

The text of the reply comes once, with `complete`: a draft that was shown and then replaced would be a second reply.
The format is that of the HTML standard, section 9.2 (server-sent events).
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

from shared.contracts import Event, Reply
from shared.errors import StoreUnavailable
from shared.phases.messages import displayed

HEARTBEAT_SECONDS = 15.0
LOOK_SECONDS = 0.5
LONGEST_SECONDS = 840.0
"""AWS ends a response after 15 minutes; whoever still follows comes again with the last number."""
BEGINNING = b"retry: 1000\n\n"
HEARTBEAT = b": still here\n\n"

ReadLog = Callable[[int], Sequence[Event]]
"""The entries of a turn's log with a `seq` greater than the given one. Raises StoreUnavailable."""


def frame(event: Event, reply: Reply | None = None) -> bytes:
    """An entry as a server-sent event; `complete` carries the reply."""
    told = event.model_dump(mode="json")
    if reply is not None:
        told["reply"] = displayed(reply).wire()
    data = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    return f"id: {event.seq}\nevent: {event.type}\ndata: {data}\n\n".encode()


async def frames(
    log: ReadLog,
    reply: Callable[[], Reply | None],
    *,
    after: int = 0,
    over: Callable[[], bool] = lambda: False,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> AsyncIterator[bytes]:
    """The entries after the given number as they come, a sign of life every 15 seconds, and the end after `complete`,
    which who begins behind it is told again: a browser comes back with just that number.

    `log` and `reply` may block, and are called in threads; `reply` is asked for at every sign of life too, so that an
    overdue turn gets its reply by being followed. A store that does not answer is asked again. `over` says that nobody
    listens any more.
    """
    yield BEGINNING
    begun = told = clock()
    resumed = after > 0
    while clock() - begun < LONGEST_SECONDS and not over():
        for event in await _new(log, after):
            after, told = event.seq, clock()
            if event.type == "complete":
                yield frame(event, await _reply(reply))
                return
            yield frame(event)
        silent = clock() - told >= HEARTBEAT_SECONDS
        if silent:
            told = clock()
            yield HEARTBEAT
        if silent or resumed:
            resumed = False
            if (given := await _reply(reply)) and (end := await _end(log, after)):
                yield frame(end, given)
                return
        await sleep(LOOK_SECONDS)


async def _new(log: ReadLog, after: int) -> Sequence[Event]:
    try:
        return await asyncio.to_thread(log, after)
    except StoreUnavailable:
        return ()


async def _end(log: ReadLog, until: int) -> Event | None:
    """The `complete` that was told up to that number."""
    told = await _new(log, 0) if until else ()
    return next((event for event in told if event.type == "complete" and event.seq <= until), None)


async def _reply(reply: Callable[[], Reply | None]) -> Reply | None:
    try:
        return await asyncio.to_thread(reply)
    except StoreUnavailable:
        return None
