"""The API as a client speaks it: files are sent, a turn is followed, its one reply comes back, as JSON."""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import IO, Any, BinaryIO, cast
from uuid import uuid4

import urllib3
from urllib3.filepost import encode_multipart_formdata

from candor.errors import Refused, Unreachable

LOOK_SECONDS = 1.0
WAIT_SECONDS = 10
"""How long a request for news is held open where there are none."""
INGESTED_SECONDS, ANSWERED_SECONDS = 300.0, 240.0
TRIES = 4
BUSY = (429, 502, 503, 504)
MOST_WAIT_SECONDS = 60.0
"""What is free again only later, such as a quota of the day, is told at once."""
"""What a client waits out, and repeats: the Idempotency-Key keeps a question one turn."""

Json = dict[str, Any]


@dataclass
class Wire:
    """One user at one address. Every method raises Refused or Unreachable."""

    url: str
    token: str
    sleep: Callable[[float], None] = time.sleep

    def tables(self, files: Sequence[Path], reading: Mapping[str, Any]) -> list[str]:
        """The ids of the datasets that files became, once their parts have been read, too: the other sheets of a
        workbook, and lists of records inside of JSON records."""
        found = [_ready(file, self._sent(file, reading)) for file in files]
        for file, one in zip(files, found, strict=True):
            for part in one.get("parts", []):
                self._decided(file, part)
        return [one["dataset_id"] for one in found]

    def dataset(self, file: Path, reading: Mapping[str, Any]) -> str:
        """The id of the dataset that a file became; `reading` says how it is read where that would be guessed."""
        dataset_id: str = _ready(file, self._sent(file, reading))["dataset_id"]
        return dataset_id

    def _sent(self, file: Path, reading: Mapping[str, Any]) -> Json:
        """What became of a file: a dataset that is ready or was rejected."""
        begun = self.call("POST", "/datasets", {"file_name": file.name, **({"reading": reading} if reading else {})})
        dataset_id: str = begun["dataset"]["dataset_id"]
        try:
            _send(file, begun["upload"])
        except (Refused, Unreachable):
            with suppress(Refused, Unreachable):  # why the file was not taken is what there is to tell
                self.call("DELETE", f"/datasets/{dataset_id}")  # it would wait for the file in the list of datasets
            raise
        return self._decided(file, dataset_id)

    def _decided(self, file: Path, dataset_id: str) -> Json:
        """The dataset once it is ready or was rejected."""
        give_up = time.monotonic() + INGESTED_SECONDS
        look = LOOK_SECONDS / 10
        while (found := self.call("GET", f"/datasets/{dataset_id}"))["status"] == "waiting":
            if time.monotonic() > give_up:
                raise Unreachable(f"{file.name} is still being read; ask again later")
            self.sleep(look)
            look = min(LOOK_SECONDS, look * 1.5)
        decided: Json = found
        return decided

    def version(self, dataset_id: str, file: Path) -> str:
        """Sends a new version of a dataset's file, which is read by itself; the dataset's id."""
        _send(file, self.call("POST", f"/datasets/{dataset_id}/versions")["upload"])
        return dataset_id

    def session(self, dataset_ids: list[str], settings: Mapping[str, Any] | None = None) -> str:
        """The id of a new session on these datasets, with settings of its own."""
        wanted = {"dataset_ids": dataset_ids, "settings": dict(settings or {})}
        begun: str = self.call("POST", "/sessions", wanted)["session_id"]
        return begun

    def asked(self, session: str, question: str, on_event: Callable[[Json], None]) -> Json:
        """The reply to a question; each event is told on the way."""
        key = {"Idempotency-Key": f"ask_{uuid4().hex}"}
        turn = self.call("POST", f"/sessions/{session}/messages", {"question": question}, key)["turn_id"]
        seen, give_up = 0, time.monotonic() + ANSWERED_SECONDS
        while time.monotonic() < give_up:
            news = self.call("GET", f"/turns/{turn}/events?after={seen}&wait={WAIT_SECONDS}")["events"]
            for event in news:
                seen = event["seq"]
                on_event(event)
            reply: Json = self.call("GET", f"/turns/{turn}")
            if reply["status"] != "running":
                return reply
            if not news:
                self.sleep(LOOK_SECONDS)
        raise Unreachable(f"turn {turn} has no reply yet; read it later at {self.url}/turns/{turn}")

    def call(self, method: str, path: str, body: object = None, headers: Mapping[str, str] | None = None) -> Any:
        """The JSON that a request brings, None where it brings nothing."""
        sent = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json", **(headers or {})}
        data = json.dumps(body).encode() if body is not None else None
        for left in reversed(range(TRIES)):
            try:
                answer = urllib3.request(method, self.url + path, body=data, headers=sent, timeout=30.0, retries=False)
            except urllib3.exceptions.HTTPError as error:
                raise Unreachable(f"{self.url} did not answer; is the address right?") from error
            wait = float(answer.headers.get("Retry-After") or LOOK_SECONDS)
            if answer.status not in BUSY or not left or wait > MOST_WAIT_SECONDS:
                break
            self.sleep(wait)
        if answer.status >= 400:
            raise _refusal(answer)
        return answer.json() if answer.data else None


class Form:
    """A multipart form as a file to read: its fields, then a file as it lies on the disk, never whole in memory."""

    def __init__(self, fields: Mapping[str, str], name: str, content: BinaryIO) -> None:
        whole, self.content_type = encode_multipart_formdata({**fields, "file": (name, b"")})
        boundary = self.content_type.partition("boundary=")[2]
        self.tail = f"\r\n--{boundary}--\r\n".encode()
        self.head = whole.removesuffix(self.tail)
        self._content = content
        self.seek(0)

    def read(self, most: int) -> bytes:
        """The next bytes; none at the end."""
        return next((part for left in self._left if (part := left.read(most))), b"")

    def tell(self) -> int:
        """From where it is sent: its beginning, also where it is sent again after a redirection."""
        return 0

    def seek(self, _position: int) -> None:
        """Back to the beginning."""
        self._content.seek(0)
        self._left = (BytesIO(self.head), self._content, BytesIO(self.tail))


def _send(file: Path, upload: Json) -> None:
    size, most = file.stat().st_size, int(upload["most_bytes"])
    if size > most:
        raise Refused(
            f"{file.name} has {size / 1e6:,.0f} MB, and {most / 1e6:,.0f} MB at most are read there. Send the rows or "
            "columns that your questions are about, or the table as a Parquet file, which is several times smaller.",
            code="too_large",
        )
    with file.open("rb") as content:
        form = Form(upload["fields"], file.name, content)
        headers = {"Content-Type": form.content_type, "Content-Length": str(len(form.head) + size + len(form.tail))}
        try:
            sent = urllib3.request("POST", upload["url"], body=cast(IO[bytes], form), headers=headers, timeout=600.0)
        except urllib3.exceptions.HTTPError as error:
            raise Unreachable(f"{file.name} could not be sent: the connection broke; try again") from error
    if sent.status >= 300:
        raise Refused(f"{file.name} could not be sent; is it larger than this deployment takes?", sent.status)


def _ready(file: Path, dataset: Json) -> Json:
    if dataset["status"] == "rejected":
        raise Refused(f"{file.name}: {dataset['reason']}", code="unreadable")
    return dataset


def _refusal(answer: Any) -> Refused:
    """The API's own sentence."""
    try:
        told = answer.json()["error"]
        return Refused(str(told["message"]), answer.status, str(told.get("code", "")))
    except (ValueError, KeyError, TypeError):
        said = f"The API answered {answer.status}; check its address and sign in again with candor login."
        return Refused(said, answer.status)
