"""The whole system, in memory, for tests that ask it something."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import settings as profiles

from infra.lab.messages_api import Behaviour, MessagesApi
from infra.local.cloud import LocalCloud
from infra.local.faults import FaultKind, Faults
from shared.clock import MovableClock
from shared.contracts import Reply, Session, SessionMode, Turn
from shared.mind import choose_model
from shared.settings import Settings
from shared.turn.acceptance.accept import accept

# As where Candor is deployed, and before numpy is imported: of the threads of two processes most would wait.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# the same examples in every run; `pytest --hypothesis-profile=default` looks for new ones
profiles.register_profile("steady", derandomize=True, deadline=None)
profiles.load_profile("steady")

SALES = """order,region,rep,channel,revenue,units,ordered
1,West,Ada,Online,10.5,2,2025-01-03
2,East,Bo,Store,20,1,2025-01-15
3,West,Ada,Store,30,4,2025-02-02
4,North,Cy,Online,4.25,1,2025-02-20
5,East,Bo,Online,1,1,2025-03-01
6,South,Di,Store,7,3,2025-03-05
7,West,Ada,Online,12,2,2025-03-09
8,North,Cy,Store,3,1,2025-03-11
9,South,Di,Online,9,2,2025-03-21
10,East,Bo,Online,14.25,3,2025-03-30
"""


class Candor:
    """The system as a person meets it, with a hand on its faults."""

    def __init__(self, cloud: LocalCloud, folder: Path, sent: dict[tuple[str, ...], str] | None = None) -> None:
        """`sent` are the datasets that tests before this one have left, by their CSV, user and name."""
        self.cloud = cloud
        self.deps = cloud.deps
        self._folder = folder
        self._sent = {} if sent is None else sent

    def session(
        self, data: str | None = SALES, *, mode: SessionMode = "analysis", user: str = "local", name: str = "sales.csv"
    ) -> Session:
        """A new session on a table, given as CSV: on the dataset that it became before, where that is still there."""
        return self.cloud.session((self._known(data, user, name),) if data else (), mode=mode, user_id=user)

    def _known(self, data: str, user: str, name: str) -> str:
        before = self._sent.get((data, user, name))
        if before is None or self.deps.datasets.find(before) is None:
            self._sent[data, user, name] = self.dataset(data, user=user, name=name)
        return self._sent[data, user, name]

    def dataset(self, data: str, *, user: str = "local", name: str = "sales.csv") -> str:
        """The id of the dataset that this CSV becomes."""
        path = self._folder / name
        path.write_text(data)
        record = self.cloud.upload(path, user)
        assert record.status == "ready", record.reason
        return record.dataset_id

    def ask(self, question: str, data: str | None = SALES, *, session: Session | None = None) -> Reply:
        """The reply to a question."""
        return self.cloud.ask(session or self.session(data), question)

    @contextmanager
    def minded(self, script: Sequence[Behaviour] | Behaviour) -> Iterator[MessagesApi]:
        """The system with a model that is reached over HTTP, and says what the script says."""
        with MessagesApi(script) as server:
            settings = Settings(model="claude", anthropic_api_key="test", anthropic_base_url=server.base_url)
            before, self.deps.model = self.deps.model, choose_model(settings)
            try:
                yield server
            finally:
                self.deps.model = before

    def accept(self, question: str = "What is the total revenue?", session: Session | None = None) -> Turn:
        """A question on its way."""
        return accept(session or self.session(), question, self.deps)

    def break_(self, state: str, fault: FaultKind = "raises") -> None:
        """Breaks a state until the end of the test."""
        self.cloud.faults.broken[state] = fault


@pytest.fixture(scope="module")
def shared_cloud() -> Iterator[LocalCloud]:
    """One local cloud for the tests of a file: starting it takes a second, and a process can hold one at a time."""
    with LocalCloud(clock=MovableClock(), faults=Faults()) as cloud:
        yield cloud


@pytest.fixture(scope="module")
def sent(shared_cloud: LocalCloud) -> dict[tuple[str, ...], str]:
    """The datasets of its sessions, by their CSV, user and name."""
    return {}


@pytest.fixture
def candor(shared_cloud: LocalCloud, tmp_path: Path, sent: dict[tuple[str, ...], str]) -> Iterator[Candor]:
    """The system, whole at the beginning of each test."""
    shared_cloud.faults.reset()
    shared_cloud.deps.health.forget()
    yield Candor(shared_cloud, tmp_path, sent)
    shared_cloud.faults.reset()
