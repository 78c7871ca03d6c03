"""Keeps moto's EC2 away: its tables of regions and instance types take longer to read than a question to answer.

moto's state machines import `moto.batch` for the names of job states, and `moto.batch` imports EC2 to run jobs. Here
the package `moto.batch` is found by a finder that runs its code only when somebody asks for its backends. All that is
in the package is still there: who runs Batch jobs gets the whole of it, a second later.
"""

import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

PACKAGE = "moto.batch"


class BatchOnDemand(MetaPathFinder, Loader):
    """Finds the package `moto.batch`, and leaves the running of its code for later."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The package's own place with this loader; nothing of any other module."""
        found = PathFinder.find_spec(fullname, path, target) if fullname == PACKAGE else None
        if found is not None:
            found.loader = self
        return found

    def exec_module(self, module: ModuleType) -> None:
        """Gives the package the two lines that its code is, to be run on demand."""

        def on_demand(name: str) -> Any:
            if name != "batch_backends":
                raise AttributeError(f"module {PACKAGE!r} has no attribute {name!r}")
            from moto.batch.models import batch_backends

            return batch_backends

        module.__dict__["__getattr__"] = on_demand


def install() -> None:
    """From now on, and once."""
    if not any(isinstance(finder, BatchOnDemand) for finder in sys.meta_path):
        sys.meta_path.insert(0, BatchOnDemand())
