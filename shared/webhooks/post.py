"""One POST to a webhook, to the address that was checked: no redirect is followed and no answer read."""

import http.client
import io
import socket
import ssl
import time
from collections.abc import Mapping
from typing import Any

from shared.webhooks.address import Target

SECONDS = 5.0
"""For all of it: connecting, the handshake, sending, and the head of the answer, however slowly its bytes come."""


_RECORD = 1 << 14


class NotDelivered(Exception):
    """A webhook was not reached, or did not say that it took the event; `gone` where it wants no more."""

    def __init__(self, why: str, *, gone: bool = False) -> None:
        super().__init__(why)
        self.gone = gone


class _Left:
    """The seconds that are left of so many from now on."""

    def __init__(self, seconds: float) -> None:
        self._until = time.monotonic() + seconds

    def __call__(self) -> float:
        """More than none. Raises TimeoutError."""
        left = self._until - time.monotonic()
        if left <= 0:
            raise TimeoutError("timed out")
        return left


class _Answer(io.RawIOBase):
    """What comes over a socket in the time that is left: a limit for each read would begin anew with every byte."""

    def __init__(self, sock: socket.socket, left: _Left) -> None:
        super().__init__()
        self._sock, self._left = sock, left

    def makefile(self, *_: Any) -> io.BufferedReader:
        """As a response asks of a socket."""
        return io.BufferedReader(self)

    def readable(self) -> bool:
        """It is."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Some bytes, none at the end. Raises OSError."""
        self._sock.settimeout(self._left())
        return self._sock.recv_into(buffer)


class _Pinned(http.client.HTTPConnection):
    """A connection to an address, with the certificate of the name that stood for it."""

    def __init__(self, target: Target, left: _Left) -> None:
        super().__init__(target.host, target.port)
        self._target, self._left = target, left

    def connect(self) -> None:
        """Connects to the checked address, whatever the name stands for by now."""
        self.sock = socket.create_connection((self._target.address, self._target.port), timeout=self._left())
        if self._target.tls:
            self.sock.settimeout(self._left())  # of a handshake it is the limit for the whole
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(self.sock, server_hostname=self._target.host)

    def send(self, data: Any) -> None:
        """Sends in the time that is left, a record of TLS at a time, each of which has a limit of its own."""
        if self.sock is None:
            self.connect()
        for at in range(0, len(data), _RECORD):
            self.sock.settimeout(self._left())
            self.sock.sendall(data[at : at + _RECORD])

    def response_class(self, sock: socket.socket, **more: Any) -> http.client.HTTPResponse:  # type: ignore[override]
        """The response, read in the time that is left."""
        return http.client.HTTPResponse(_Answer(sock, self._left), **more)  # type: ignore[arg-type]


def post(target: Target, body: str, headers: Mapping[str, str], *, seconds: float = SECONDS) -> int:
    """The status that the webhook answers within so many seconds, which is of the 2xx. Raises NotDelivered."""
    connection = _Pinned(target, _Left(seconds))
    told = {"Content-Type": "application/json", "User-Agent": "Candor-Webhooks/1", **headers}
    try:
        connection.request("POST", target.path, body.encode(), told)
        status = connection.getresponse().status
    except (OSError, http.client.HTTPException) as error:
        raise NotDelivered(f"it did not answer ({type(error).__name__})") from error
    finally:
        connection.close()
    if not 200 <= status < 300:
        raise NotDelivered(f"it answered {status}", gone=status == http.client.GONE)
    return status
