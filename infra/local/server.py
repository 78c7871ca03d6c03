"""`candor serve`: the API over HTTP, AWS's own protocol beside it, and the clock that keeps both going."""

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

from botocore.exceptions import BotoCoreError, ClientError
from moto.moto_server.threaded_moto_server import ThreadedMotoServer

from infra.local.client import Answer, send
from infra.local.cloud import LocalCloud
from infra.local.gateway import proxy_event, user_of_token
from shared.clock import Clock
from shared.errors import BadRequest
from shared.settings import Settings

HOST = "127.0.0.1"
PRINCIPALS = ("alice", "bob")
"""Who may ask over the bus where the settings name nobody: the users of these tokens."""

MOST_BODY = 1024 * 1024
LOOK_EVERY = 0.5
SWEEP_EVERY = 60.0
NO_BODY = {204, 304}


@dataclass(frozen=True)
class Served:
    """A running system: where its API and its AWS endpoint are."""

    url: str
    aws_url: str
    cloud: LocalCloud


@contextmanager
def served(settings: Settings, *, port: int, aws_port: int) -> Iterator[Served]:
    """The system, served until the block ends; port 0 takes a free one. Raises BadRequest for a port that is taken."""
    _free(port)
    _free(aws_port)
    with ExitStack() as stack:
        aws = ThreadedMotoServer(HOST, aws_port, verbose=False)
        aws.start()
        stack.callback(aws.stop)
        aws_url = f"http://{HOST}:{aws.get_host_and_port()[1]}"
        principals = settings.principals or {name: user_of_token(name) for name in PRINCIPALS}
        chosen = settings.model_copy(update={"upload_endpoint": aws_url, "principals": principals})
        cloud = stack.enter_context(LocalCloud(chosen, clock=Clock()))
        api = ThreadingHTTPServer((HOST, port), _handler(cloud))
        api.daemon_threads = True
        stack.callback(api.server_close)
        _background(stack, cloud)
        threading.Thread(target=api.serve_forever, args=(0.1,), daemon=True).start()
        stack.callback(api.shutdown)
        yield Served(f"http://{HOST}:{api.server_port}", aws_url, cloud)


def _free(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            raise BadRequest(f"Port {port} is taken; choose another one.") from error


def _background(stack: ExitStack, cloud: LocalCloud) -> None:
    """Queues are emptied and the sweeper comes by, until the stack is left."""
    over = threading.Event()

    def run() -> None:
        next_sweep = time.monotonic() + SWEEP_EVERY
        while not over.wait(LOOK_EVERY):
            try:
                cloud.wiring.pump()
                if time.monotonic() > next_sweep:
                    next_sweep = time.monotonic() + SWEEP_EVERY
                    cloud.sweep()
            except (ClientError, BotoCoreError):  # someone changed the local AWS by hand; the next look may succeed
                continue

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    stack.callback(thread.join, 5)
    stack.callback(over.set)


def _handler(cloud: LocalCloud) -> type["Handler"]:
    return type("Handler", (Handler,), {"cloud": cloud})


class Handler(BaseHTTPRequestHandler):
    """Each request goes to the API's function as API Gateway would send it."""

    cloud: ClassVar[LocalCloud]
    protocol_version = "HTTP/1.1"
    server_version = "Candor"
    sys_version = ""
    timeout = 60

    def _serve(self) -> None:
        try:
            body = self._body()
        except _Refused as refused:
            self.close_connection = True
            self._send(refused.answer)
            return
        self._send(send(self.cloud, proxy_event(self.command, self.path, dict(self.headers.items()), body)))

    def __getattr__(self, name: str) -> Callable[[], None]:
        """The method of any HTTP method, known or not: the API says itself which ones it takes."""
        if name.startswith("do_"):
            return self._serve
        raise AttributeError(name)

    def _body(self) -> bytes:
        length = self.headers.get("Content-Length", "0")
        if self.headers.get("Transfer-Encoding") or not length.isdigit():
            raise _Refused(411, "length_required", "Say how long the body is: send Content-Length.")
        if int(length) > MOST_BODY:
            raise _Refused(413, "too_large", "The body is larger than is taken; files go to POST /datasets.")
        return self.rfile.read(int(length))

    def _send(self, answer: Answer) -> None:
        body = b"" if answer.status in NO_BODY else answer.text.encode()
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        if answer.status not in NO_BODY:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """What the parser of HTTP itself refuses, in the one shape."""
        self.close_connection = True
        self.command = getattr(self, "command", None) or "GET"
        self._send(_Refused(code, "bad_request", f"This is not a request that can be read: {message or code}.").answer)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 — the name that http.server gives it
        """Says nothing: the terminal belongs to the person."""


class _Refused(Exception):
    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        body = json.dumps({"error": {"code": code, "message": message}})
        self.answer = Answer(status, {"Content-Type": "application/json"}, body)
