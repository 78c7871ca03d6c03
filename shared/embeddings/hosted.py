"""Embeddings by a service: what makes words comparable with vectors that a file brought along."""

import http.client
import json
from collections.abc import Sequence
from typing import Any, Final, Protocol
from urllib.parse import SplitResult, urlsplit

import numpy as np

from shared.embeddings.embedder import Vectors
from shared.errors import EmbeddingsUnavailable

SECONDS: Final = 5.0
"""For each step: connecting, the handshake, the answer."""
MOST_NUMBERS: Final = 1600
"""Of a vector that a query can still hold as a literal."""
_MOST_BYTES: Final = 20_000_000
_LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")


class Embeddings(Protocol):
    """What turns texts into vectors; `model` names it, and vectors of one model alone are compared."""

    @property
    def model(self) -> str:
        """The name of the model."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row for each text, all of one length. Raises EmbeddingsUnavailable."""


class HostedEmbeddings:
    """Asks `url`, which takes `{"model", "input"}` and gives `{"data": [{"index", "embedding"}]}`, as most services
    that host embeddings do: over HTTPS, or http to this machine itself."""

    def __init__(self, url: str, model: str, key: str = "") -> None:
        self._to, self._model, self._key = _checked(url), model, key

    @property
    def model(self) -> str:
        """The name of the model, as the service knows it."""
        return self._model

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row for each text, all of one length. Raises EmbeddingsUnavailable."""
        answer = self._asked({"model": self._model, "input": list(texts)})
        try:
            data = sorted(json.loads(answer)["data"], key=lambda one: int(one["index"]))
            vectors = np.array([one["embedding"] for one in data], dtype=np.float32)
        except (ValueError, KeyError, TypeError) as error:
            raise EmbeddingsUnavailable(f"the answer holds no vectors ({type(error).__name__})") from error
        if vectors.ndim != 2 or len(vectors) != len(texts) or not np.isfinite(vectors).all():
            raise EmbeddingsUnavailable("the answer does not hold one vector for each text")
        return vectors

    def _asked(self, question: dict[str, Any]) -> bytes:
        """What the service answers. Raises EmbeddingsUnavailable."""
        kind = http.client.HTTPSConnection if self._to.scheme == "https" else http.client.HTTPConnection
        connection = kind(self._to.hostname or "", self._to.port, timeout=SECONDS)
        told = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {self._key}"} if self._key else {})
        path = (self._to.path or "/") + (f"?{self._to.query}" if self._to.query else "")
        try:
            connection.request("POST", path, json.dumps(question).encode(), told)
            answer = connection.getresponse()
            status, body = answer.status, answer.read(_MOST_BYTES)
        except (OSError, http.client.HTTPException) as error:
            raise EmbeddingsUnavailable(f"the service did not answer ({type(error).__name__})") from error
        finally:
            connection.close()
        if status != http.client.OK:
            raise EmbeddingsUnavailable(f"the service answered {status}")
        return body


def _checked(url: str) -> SplitResult:
    """The parts of the service's address. Raises ValueError for one that would carry texts unencrypted."""
    parts = urlsplit(url)
    if not parts.hostname or not (parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _LOOPBACK)):
        raise ValueError("the address of the embeddings begins with https://, or leads to this machine itself")
    return parts
