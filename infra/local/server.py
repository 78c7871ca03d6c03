"""`candor serve`: the API over HTTP, AWS's own protocol beside it, and the clock that keeps both going."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import uvicorn
from botocore.exceptions import BotoCoreError, ClientError
from moto.moto_server.threaded_moto_server import ThreadedMotoServer

from infra.local.cloud import LocalCloud
from infra.local.gateway import user_of_token
from infra.local.journal import Journal
from infra.local.web import web_app
from infra.local.wiring import CONSUMERS
from shared.clock import Clock
from shared.errors import BadRequest
from shared.http.asgi import App
from shared.settings import Settings

HOST = "127.0.0.1"
PRINCIPALS = ("alice", "bob")
"""Who may ask over the bus where the settings name nobody: the users of these tokens."""

LOOK_EVERY = 0.5
SWEEP_EVERY = 60.0
TICK_EVERY = 5.0
WAITING_CONNECTIONS = 2048
STOPPING_SECONDS = 5


@dataclass(frozen=True)
class Served:
    """A running system: where its API and its AWS endpoint are."""

    url: str
    aws_url: str
    cloud: LocalCloud


@contextmanager
def served(
    settings: Settings,
    *,
    port: int,
    aws_port: int,
    log: Callable[[str], None] | None = None,
    state: Path | None = None,
) -> Iterator[Served]:
    """The system, served until the block ends; port 0 takes a free one; `log` gets a line for each request; `state` is
    the folder that keeps what was accepted, None keeps it in memory.

    Raises BadRequest for a port that is taken, or a folder that cannot be used.
    """
    _free(port)
    _free(aws_port)
    with ExitStack() as stack:
        journal = stack.enter_context(closing(Journal(state))) if state else None
        aws = ThreadedMotoServer(HOST, aws_port, verbose=False)
        aws.start()
        stack.callback(aws.stop)
        aws_url = f"http://{HOST}:{aws.get_host_and_port()[1]}"
        principals = settings.principals or {name: user_of_token(name) for name in PRINCIPALS}
        chosen = settings.model_copy(update={"upload_endpoint": aws_url, "principals": principals})
        cloud = stack.enter_context(LocalCloud(chosen, clock=Clock(), journal=journal))
        background(stack, cloud)
        yield Served(_listening(stack, web_app(cloud, log), port), aws_url, cloud)


def _listening(stack: ExitStack, app: App, port: int) -> str:
    """Serves the app until the stack is left; gives its address."""
    door = socket.create_server((HOST, port), backlog=WAITING_CONNECTIONS)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        lifespan="on",
        server_header=False,
        timeout_keep_alive=60,
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([door],), daemon=True)
    thread.start()
    stack.callback(thread.join, STOPPING_SECONDS)
    stack.callback(setattr, server, "should_exit", True)
    return f"http://{HOST}:{door.getsockname()[1]}"


def _free(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            raise BadRequest(f"Port {port} is taken; choose another one.") from error


def background(stack: ExitStack, cloud: LocalCloud) -> None:
    """Queues are emptied, the sweeper comes by and watches are looked after, until the stack is left: each queue and
    the clock in a thread of its own, so that what holds up one (a webhook that is slow) holds up no other."""
    over = threading.Event()
    due = {cloud.sweep: SWEEP_EVERY, cloud.tick: TICK_EVERY}
    next_at = dict.fromkeys(due, time.monotonic())  # at once: there may be turns that were left behind

    def by_the_clock() -> None:
        for work, every in due.items():
            if time.monotonic() > next_at[work]:
                next_at[work] = time.monotonic() + every
                work()

    works = [partial(cloud.wiring.consume, name) for name in CONSUMERS]
    threads = [
        threading.Thread(target=_again_and_again, args=(work, over), daemon=True) for work in (by_the_clock, *works)
    ]
    for thread in threads:
        thread.start()
        stack.callback(thread.join, STOPPING_SECONDS)
    stack.callback(over.set)


def _again_and_again(work: Callable[[], object], over: threading.Event) -> None:
    """Does the work until it is over, with a pause before each time."""
    while not over.wait(LOOK_EVERY):
        with suppress(ClientError, BotoCoreError):  # someone changed the local AWS by hand; the next look may succeed
            work()
