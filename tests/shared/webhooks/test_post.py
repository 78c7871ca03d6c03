"""A webhook is given its seconds, and no more, whatever it does in them."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

from shared.webhooks.address import Target
from shared.webhooks.post import NotDelivered, post


@contextmanager
def answering(*parts: bytes, every: float = 0.0, tls: bool = False) -> Iterator[Target]:
    """A webhook that answers these bytes, part by part, with a pause before each, and then holds the line."""
    door, over = socket.create_server(("127.0.0.1", 0)), threading.Event()

    def serve() -> None:
        with suppress(OSError):
            line, _ = door.accept()
            with line:
                line.recv(65536)
                for part in parts:
                    over.wait(every)
                    line.sendall(part)
                over.wait(5)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield Target("localhost", "127.0.0.1", door.getsockname()[1], "/", tls=tls)
    finally:
        over.set()
        door.close()
        thread.join(5)


def seconds_until_given_up(target: Target) -> float:
    """How long a webhook is tried that has half a second, and does not answer."""
    begun = time.monotonic()
    with pytest.raises(NotDelivered, match="did not answer"):
        post(target, "{}", {}, seconds=0.5)
    return time.monotonic() - begun


def test_an_answer_whose_bytes_come_one_by_one_has_no_more_time_than_one_that_never_comes() -> None:
    with answering(b"HTTP/1.1 200 OK\r\nX: ", *[b"a"] * 20, every=0.1) as target:
        assert seconds_until_given_up(target) < 1.5
    with answering() as target:
        assert seconds_until_given_up(target) < 1.5


def test_answers_before_the_answer_do_not_begin_the_time_anew() -> None:
    with answering(*[b"HTTP/1.1 100 Continue\r\n\r\n"] * 20, every=0.1) as target:
        assert seconds_until_given_up(target) < 1.5


def test_a_handshake_that_trickles_has_no_more_time() -> None:
    with answering(b"\x16\x03\x03\x40\x00", *[b"a"] * 20, every=0.1, tls=True) as target:
        assert seconds_until_given_up(target) < 1.5


def test_an_answer_in_parts_and_in_time_is_one() -> None:
    with answering(b"HTTP/1.1 20", b"4 No Content\r\n", b"X: y\r\n\r\n", every=0.05) as target:
        assert post(target, "{}", {}) == 204
