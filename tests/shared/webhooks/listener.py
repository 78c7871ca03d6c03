"""A webhook on this machine, for tests."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from itertools import chain, repeat


class Address(str):
    """Where it listens, and what it heard: (headers with lower-cased names, body)."""

    heard: list[tuple[dict[str, str], str]]


@contextmanager
def listening(*statuses: int, location: str = "") -> Iterator[Address]:
    """A webhook that answers these statuses in turn, and the last one from then on."""
    left = chain(statuses, repeat(statuses[-1]))
    heard: list[tuple[dict[str, str], str]] = []

    class Listener(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            heard.append(({name.lower(): value for name, value in self.headers.items()}, body))
            self.send_response(next(left))
            if location:
                self.send_header("Location", location)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            return

    server = HTTPServer(("127.0.0.1", 0), Listener)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    address = Address(f"http://127.0.0.1:{server.server_port}/hook")
    address.heard = heard
    try:
        yield address
    finally:
        server.shutdown()
        server.server_close()
