"""A file is sent as it lies on the disk, and one that is too large is not sent at all."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from urllib3.filepost import encode_multipart_formdata

from candor import Refused, Unreachable
from candor.wire import Form, Wire

FIELDS = {"key": "uploads/data_1", "policy": "e30="}
NOBODY = "http://127.0.0.1:9"


class Elsewhere(Wire):
    """A deployment that gives a form to an address where nobody answers, and keeps what it was asked."""

    def __init__(self) -> None:
        super().__init__("http://there", "token")
        self.asked_for: list[str] = []

    def call(self, method: str, path: str, *_: Any) -> Any:
        self.asked_for.append(f"{method} {path}")
        return {"upload": {"url": NOBODY, "fields": FIELDS, "most_bytes": 600_000_000}, "dataset": {"dataset_id": "d"}}


def test_a_file_that_is_too_large_is_refused_before_a_byte_is_sent(tmp_path: Path) -> None:
    file = tmp_path / "orders.csv"
    with file.open("wb") as sparse:
        sparse.truncate(700_000_000)
    for send in (lambda there: there.dataset(file, {}), lambda there: there.version("d", file)):
        with pytest.raises(Refused, match=r"orders\.csv has 700 MB, and 600 MB at most") as refused:
            send(Elsewhere())
        assert refused.value.code == "too_large"


@pytest.mark.parametrize(("size", "why"), [(700_000_000, Refused), (9, Unreachable)])
def test_a_dataset_whose_file_was_not_taken_is_not_left_waiting_for_it(tmp_path: Path, size: int, why: type) -> None:
    file = tmp_path / "orders.csv"
    with file.open("wb") as sparse:
        sparse.truncate(size)
    there = Elsewhere()
    with pytest.raises(why, match=r"orders\.csv"):
        there.dataset(file, {})
    assert there.asked_for == ["POST /datasets", "DELETE /datasets/d"]


def test_a_form_is_read_piece_by_piece_and_is_what_urllib3_makes_of_it_whole() -> None:
    content = bytes(range(256)) * 9
    form = Form(FIELDS, "a b.csv", BytesIO(content))
    boundary = form.content_type.partition("boundary=")[2]
    whole, told = encode_multipart_formdata({**FIELDS, "file": ("a b.csv", content)}, boundary)
    assert told == form.content_type
    for _ in range(2):  # the second time as after a redirection
        assert b"".join(iter(lambda: form.read(100), b"")) == whole
        form.seek(form.tell())
    assert len(form.head) + len(content) + len(form.tail) == len(whole)


class Closed(BaseHTTPRequestHandler):
    """A deployment that has nothing left to give, for the seconds of its address."""

    def do_GET(self) -> None:
        told = b'{"error": {"code": "quota_exceeded", "message": "Ask again tomorrow."}}'
        self.send_response(429)
        self.send_header("Retry-After", self.path.strip("/"))
        self.send_header("Content-Length", str(len(told)))
        self.end_headers()
        self.wfile.write(told)

    def log_message(self, *_: Any) -> None:
        """Says nothing."""


@pytest.mark.parametrize(("retry_after", "waited"), [("40000", []), ("2", [2.0, 2.0, 2.0])])
def test_a_short_refusal_is_waited_for_and_one_until_tomorrow_is_told_at_once(
    retry_after: str, waited: list[float]
) -> None:
    slept: list[float] = []
    with ThreadingHTTPServer(("127.0.0.1", 0), Closed) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        there = Wire(f"http://127.0.0.1:{server.server_port}", "token", slept.append)
        with pytest.raises(Refused, match="Ask again tomorrow"):
            there.call("GET", f"/{retry_after}")
        server.shutdown()
    assert slept == waited


class Otherwise(Closed):
    """What stands at an address that is none of a deployment's, or not of this version."""

    def do_GET(self) -> None:
        told = {"/page": b"<html>", "/list": b"[]", "/old": b'{"error": "no"}'}[self.path]
        self.send_response(403)
        self.send_header("Content-Length", str(len(told)))
        self.end_headers()
        self.wfile.write(told)


@pytest.mark.parametrize("path", ["/page", "/list", "/old"])
def test_a_refusal_that_is_not_in_the_words_of_the_api_says_what_to_check(path: str) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), Otherwise) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with pytest.raises(Refused, match="The API answered 403; check its address and sign in again"):
            Wire(f"http://127.0.0.1:{server.server_port}", "token").call("GET", path)
        server.shutdown()
