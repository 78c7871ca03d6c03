"""One POST to a webhook, to the address that was checked: no redirect is followed and no answer read."""

import http.client
import socket
import ssl
from collections.abc import Mapping

from shared.webhooks.address import Target

SECONDS = 5.0
"""For each step: connecting, the handshake, the answer."""


class NotDelivered(Exception):
    """A webhook was not reached, or did not say that it took the event; `gone` where it wants no more."""

    def __init__(self, why: str, *, gone: bool = False) -> None:
        super().__init__(why)
        self.gone = gone


class _Pinned(http.client.HTTPConnection):
    """A connection to an address, with the certificate of the name that stood for it."""

    def __init__(self, target: Target) -> None:
        super().__init__(target.host, target.port, timeout=SECONDS)
        self._target = target

    def connect(self) -> None:
        """Connects to the checked address, whatever the name stands for by now."""
        self.sock = socket.create_connection((self._target.address, self._target.port), timeout=SECONDS)
        if self._target.tls:
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(self.sock, server_hostname=self._target.host)


def post(target: Target, body: str, headers: Mapping[str, str]) -> int:
    """The status that the webhook answers, which is of the 2xx. Raises NotDelivered."""
    connection = _Pinned(target)
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
