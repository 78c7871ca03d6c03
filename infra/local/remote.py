"""A question asked of a deployment, over its API: files are sent, the turn is followed, its reply comes back."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import urllib3

from infra.local.file import Files, readable
from shared.clock import Clock
from shared.contracts import Event, Reply
from shared.errors import BadRequest, StoreUnavailable, UnreadableData
from shared.ids import new_id

LOOK_SECONDS = 1.0
INGESTED_SECONDS, ANSWERED_SECONDS = 300.0, 240.0
TRIES = 4
BUSY = (429, 502, 503, 504)
"""What a client waits out, and repeats: the Idempotency-Key keeps a question one turn."""


@dataclass
class Remote:
    """One user at one deployment."""

    url: str
    token: str
    clock: Clock = field(default_factory=Clock)

    def asked(self, question: str, files: Files, on_event: Callable[[Event], None]) -> Reply:
        """The reply to a question about these files. Raises BadRequest, UnreadableData, StoreUnavailable."""
        for file in files.paths:
            readable(file)
        reading = files.overrides.model_dump(exclude_none=True, exclude={"columns"})
        datasets = [self._uploaded(file, reading) for file in files.paths]
        session = self._call("POST", "/sessions", {"dataset_ids": datasets})["session_id"]
        key = {"Idempotency-Key": new_id("ask")}
        turn = self._call("POST", f"/sessions/{session}/messages", {"question": question}, key)["turn_id"]
        return self._followed(turn, on_event)

    def _followed(self, turn: str, on_event: Callable[[Event], None]) -> Reply:
        seen, give_up = 0, self.clock.now().timestamp() + ANSWERED_SECONDS
        while self.clock.now().timestamp() < give_up:
            for told in self._call("GET", f"/turns/{turn}/events?after={seen}")["events"]:
                event = Event.model_validate(told)
                seen = event.seq
                on_event(event)
            reply = Reply.model_validate(self._call("GET", f"/turns/{turn}"))
            if reply.status != "running":
                return reply
            self.clock.sleep(LOOK_SECONDS)
        raise StoreUnavailable(f"turn {turn} has no reply yet; read it later at {self.url}/turns/{turn}")

    def _uploaded(self, file: Path, reading: Mapping[str, Any]) -> str:
        begun = self._call("POST", "/datasets", {"file_name": file.name, **({"reading": reading} if reading else {})})
        form = {**begun["upload"]["fields"], "file": (file.name, file.read_bytes())}
        sent = urllib3.request("POST", begun["upload"]["url"], fields=form, timeout=600.0)
        if sent.status >= 300:
            raise UnreadableData(f"{file.name} could not be sent; is it larger than this deployment takes?")
        dataset_id: str = begun["dataset"]["dataset_id"]
        give_up = self.clock.now().timestamp() + INGESTED_SECONDS
        while (found := self._call("GET", f"/datasets/{dataset_id}"))["status"] == "waiting":
            if self.clock.now().timestamp() > give_up:
                raise StoreUnavailable(f"{file.name} is still being read; ask again later")
            self.clock.sleep(LOOK_SECONDS)
        if found["status"] == "rejected":
            raise UnreadableData(f"{file.name}: {found['reason']}")
        return dataset_id

    def _call(self, method: str, path: str, body: object = None, headers: Mapping[str, str] | None = None) -> Any:
        sent = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json", **(headers or {})}
        data = json.dumps(body).encode() if body is not None else None
        for left in reversed(range(TRIES)):
            try:
                answer = urllib3.request(method, self.url + path, body=data, headers=sent, timeout=30.0, retries=False)
            except urllib3.exceptions.HTTPError as error:
                raise BadRequest(f"{self.url} did not answer; is the address right?") from error
            if answer.status not in BUSY or not left:
                break
            self.clock.sleep(float(answer.headers.get("Retry-After") or LOOK_SECONDS))
        if answer.status >= 400:
            raise BadRequest(_said(answer))
        return answer.json()


def _said(answer: Any) -> str:
    """The API's own sentence."""
    try:
        return str(answer.json()["error"]["message"])
    except (ValueError, KeyError, TypeError):
        return f"The API answered {answer.status}; check its address and sign in again with candor login."
