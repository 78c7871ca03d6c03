"""One day of people's questions, once with every function in a process of its own, and once in this one."""

import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from moto.moto_server.threaded_moto_server import ThreadedMotoServer

from infra.lab.recording import Recording, local_resources
from infra.local.cloud import LocalCloud
from infra.options import Options
from shared.clock import Clock
from shared.settings import Settings
from tests.package.day import PRINCIPAL, USER, Day, day
from tests.package.machine import FOLDER, Machine
from tests.package.sandboxes import Sandboxes

CHOSEN = {"principals": {PRINCIPAL: USER}, "messages_per_minute": 0, "turn_seconds": 300}
"""Slow machines get their time: what is compared is what is said, not how soon."""
ROLE = "arn:aws:iam::123456789012:role/candor-data"
SETTINGS = Settings.model_validate({"model": "deterministic", "data_role_arn": ROLE, **CHOSEN})


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.package)


@pytest.fixture(scope="session")
def machine() -> Machine:
    """With everything built, which takes a minute the first time."""
    made = Machine()
    made.build()
    return made


@contextmanager
def packaged(machine: Machine, logs: Path, *, warm: bool = True) -> Iterator[Sandboxes]:
    """A local cloud whose functions run as they are deployed."""
    with ExitStack() as stack:
        aws = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
        aws.start()
        stack.callback(aws.stop)
        cloud = stack.enter_context(LocalCloud(SETTINGS, clock=Clock()))
        told = Options(settings=CHOSEN).settings_environment
        recording = Recording(replace(local_resources(cloud.settings), settings_environment=told))
        url = f"http://127.0.0.1:{aws.get_host_and_port()[1]}"
        sandboxes = Sandboxes(cloud, machine, url, logs, recording)
        cloud.runtime = sandboxes
        stack.callback(sandboxes.close)
        if warm:
            sandboxes.warm()
        yield sandboxes


@pytest.fixture(scope="session")
def sandboxes(machine: Machine) -> Iterator[Sandboxes]:
    """What they log stays in build/package/logs until the next time, and beside it which rights nobody asked for."""
    logs = FOLDER / "logs"
    shutil.rmtree(logs, ignore_errors=True)
    logs.mkdir(parents=True)
    with packaged(machine, logs) as running:
        yield running
    (FOLDER / "unused-rights.txt").write_text("\n".join(running.recording.unused()) + "\n")


@pytest.fixture(scope="session")
def here() -> Day:
    """The day in this process, with all that is installed in it."""
    with LocalCloud(SETTINGS, clock=Clock()) as cloud:
        return day(cloud)


@pytest.fixture(scope="session")
def deployed(here: Day, sandboxes: Sandboxes) -> Day:
    """The day on the deployed package; after the other one, since there is one local cloud at a time."""
    return day(sandboxes.cloud)
