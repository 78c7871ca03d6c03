"""Users of the API, each test with its own."""

from collections.abc import Iterator

import pytest

from infra.local.call_faults import Call, CallFault
from infra.local.cloud import LocalCloud
from tests.functions.api.user import User


@pytest.fixture
def cloud(shared_cloud: LocalCloud) -> Iterator[LocalCloud]:
    """The system, whole."""
    shared_cloud.faults.reset()
    yield shared_cloud
    shared_cloud.faults.reset()


@pytest.fixture
def user(cloud: LocalCloud) -> User:
    """Somebody."""
    return User(cloud, "ada")


@pytest.fixture
def other(cloud: LocalCloud) -> User:
    """Somebody else."""
    return User(cloud, "eve")


@pytest.fixture
def parked(cloud: LocalCloud) -> Iterator[None]:
    """Turns are accepted and not begun, so that tests of the door need not wait for answers."""

    def begins_a_turn(call: Call) -> bool:
        return call.operation.endswith("StartExecution") and call.function in ("api", "asked")

    cloud.faults.calls = [CallFault("start", begins_a_turn, "is down")]
    yield
    cloud.faults.calls = []
