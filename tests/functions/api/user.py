"""A user of the API, for tests."""

import time
from collections.abc import Callable
from itertools import count
from typing import Any

from infra.local.client import Answer, LocalClient
from infra.local.cloud import LocalCloud
from infra.local.gateway import user_of_token
from shared.contracts import Reply, Session, Turn
from shared.turn.acceptance.accept import new_turn

SALES = "region,revenue,day\nWest,10,03/04/2025\nEast,5,05/06/2025\nWest,3.5,01/02/2025\n"
_numbers = count(1)


class User:
    """Someone with a token, who can do what the API allows."""

    def __init__(self, cloud: LocalCloud, name: str) -> None:
        self.cloud = cloud
        self.client = LocalClient(cloud, f"{name}-{next(_numbers)}")
        self.user_id = user_of_token(self.client.token or "")

    def dataset(self, data: str | bytes = SALES, name: str = "sales.csv", **reading: str) -> str:
        """A dataset, sent as the form says, once it has its verdict."""
        begun = self.client.post("/datasets", {"file_name": name, "reading": reading})
        assert begun.status == 201, begun.text
        key = begun.body["upload"]["fields"]["key"]
        self.put(key, data)
        dataset_id: str = begun.body["dataset"]["dataset_id"]
        self.settled(dataset_id)
        return dataset_id

    def put(self, key: str, data: str | bytes) -> None:
        """Sends a file to the bucket."""
        body = data.encode() if isinstance(data, str) else data
        self.cloud.client("s3").put_object(Bucket=self.cloud.settings.bucket, Key=key, Body=body)

    def settled(self, dataset_id: str) -> dict[str, Any]:
        """The dataset once it waits no longer."""
        return until(lambda: self._decided(dataset_id))

    def _decided(self, dataset_id: str) -> dict[str, Any] | None:
        found: dict[str, Any] = self.client.get(f"/datasets/{dataset_id}").body
        return found if found["status"] != "waiting" else None

    def session(self, *dataset_ids: str, **more: Any) -> str:
        """A new session."""
        made = self.client.post("/sessions", {"dataset_ids": list(dataset_ids), **more})
        assert made.status == 201, made.text
        session_id: str = made.body["session_id"]
        return session_id

    def ask(self, session_id: str, question: str = "What is the total revenue?", **headers: str) -> Answer:
        """Sends a question."""
        return self.client.post(f"/sessions/{session_id}/messages", {"question": question}, **headers)

    def reply(self, turn_id: str) -> dict[str, Any]:
        """The reply, once its log is complete."""
        until(lambda: any(event["type"] == "complete" for event in self.events(turn_id)))
        found: dict[str, Any] = self.client.get(f"/turns/{turn_id}").body
        return found

    def events(self, turn_id: str) -> list[dict[str, Any]]:
        """The log of a turn."""
        found: list[dict[str, Any]] = self.client.get(f"/turns/{turn_id}/events").body["events"]
        return found

    def hanging(self, session_id: str) -> Turn:
        """A turn that was accepted and that nothing works on."""
        deps = self.cloud.deps
        session = deps.sessions.get(session_id, self.user_id)
        turn = new_turn(session, "What is the total revenue?", deps)
        deps.turns.accept(turn)
        return turn

    def commit(self, turn: Turn, **fields: Any) -> Reply:
        """Gives a turn this reply."""
        now = self.cloud.clock.now()
        reply = Reply(turn_id=turn.turn_id, session_id=turn.session_id, timing=turn.timing(now), **fields)
        return self.cloud.deps.turns.commit(reply, now)

    def known(self, session_id: str) -> Session:
        """The session as it is stored."""
        return self.cloud.deps.sessions.get(session_id, self.user_id)


def until(look: Callable[[], Any], seconds: float = 60.0) -> Any:
    """What `look` gives as soon as it gives something."""
    give_up = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < give_up, "it did not happen in time"
        time.sleep(0.02)
    return found
