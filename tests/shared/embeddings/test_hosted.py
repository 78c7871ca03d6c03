"""The service that embeds words: what it is asked, what it may answer, and how it fails."""

import json
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import numpy as np
import pytest

from shared.embeddings.hosted import HostedEmbeddings
from shared.errors import EmbeddingsUnavailable

VECTORS = {"data": [{"index": 1, "embedding": [0.0, 1.0]}, {"index": 0, "embedding": [1.0, 0.0]}]}


@contextmanager
def service(status=200, body=VECTORS):
    """A service on loopback: its address, and what it was asked."""
    asked = []

    class Answers(BaseHTTPRequestHandler):
        def do_POST(self):
            given = self.rfile.read(int(self.headers["Content-Length"]))
            asked.append((self.path, self.headers.get("Authorization"), json.loads(given)))
            told = body if isinstance(body, bytes) else json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(told)))
            self.end_headers()
            self.wfile.write(told)

        def log_message(self, *_):
            """Silent."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1/embeddings", asked
    finally:
        server.shutdown()
        server.server_close()


def test_texts_come_back_as_vectors_in_their_order():
    with service() as (url, asked):
        vectors = HostedEmbeddings(url, "small", "key").embed(["one", "two"])
    assert np.array_equal(vectors, [[1, 0], [0, 1]])
    assert asked == [("/v1/embeddings", "Bearer key", {"model": "small", "input": ["one", "two"]})]


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (500, VECTORS),
        (301, VECTORS),
        (200, b"<html>"),
        (200, {"error": "no such model"}),
        (200, {"data": VECTORS["data"][:1]}),
        (200, {"data": [{"index": 0, "embedding": [1.0]}, {"index": 1, "embedding": [1.0, 2.0]}]}),
        (200, {"data": [{"index": 0, "embedding": [float("nan")]}, {"index": 1, "embedding": [1.0]}]}),
    ],
    ids=["broken", "moved", "a page", "an error", "one too few", "lengths", "undefined"],
)
def test_an_answer_without_vectors_is_a_service_that_is_not_there(status, body):
    with service(status, body) as (url, _), pytest.raises(EmbeddingsUnavailable):
        HostedEmbeddings(url, "small").embed(["one", "two"])


def test_a_service_that_cannot_be_reached_is_not_there():
    with service() as (url, _):
        gone = url
    with pytest.raises(EmbeddingsUnavailable):
        HostedEmbeddings(gone, "small").embed(["one"])


@pytest.mark.parametrize("url", ["http://example.com/embed", "ftp://localhost", "embed", "https://"])
def test_texts_travel_encrypted_or_stay_on_this_machine(url):
    with pytest.raises(ValueError, match="https"):
        HostedEmbeddings(url, "small")
