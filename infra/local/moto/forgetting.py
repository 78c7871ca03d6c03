"""moto remembers every object that it ever made, and every execution with its threads. Here it does not."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from moto.core.common_models import BaseModel
from moto.stepfunctions.parser.backend.execution import Execution
from moto.stepfunctions.parser.utils import TMP_THREADS


@contextmanager
def unlisted() -> Iterator[None]:
    """moto makes its models without a list of them, which only its own dashboard shows."""

    def make(cls: type[Any], *_args: Any, **_more: Any) -> Any:
        return object.__new__(cls)

    with mock.patch.object(BaseModel, "__new__", make):
        yield


def forget(execution: Execution) -> None:
    """Takes an execution that has ended out of its state machine's list."""
    for machine in execution.state_machine.backend.state_machines:
        machine.executions[:] = [one for one in machine.executions if one is not execution]


def forget_threads() -> None:
    """Takes threads that have ended out of moto's list of all that it ever started."""
    TMP_THREADS[:] = [thread for thread in TMP_THREADS if thread.is_alive()]
