"""The system as `candor serve` runs it, which breaks what standard input says, for tests in a browser.

`python -m tests.console.breakable` prints where it listens. Then it reads lines: `break STATE FAULT`, `hold STATE
SECONDS`, `mend`; each is answered with `done`. It ends with its input.
"""

import sys
import time
from typing import cast

from infra.local.cloud import LocalCloud
from infra.local.faults import FaultKind
from infra.local.server import served
from shared.settings import Settings


def main() -> None:
    """Serves until standard input ends."""
    with served(Settings(model="deterministic"), port=0, aws_port=0) as running:
        print(running.url, flush=True)
        for line in sys.stdin:
            obey(running.cloud, *line.split())
            print("done", flush=True)


def obey(cloud: LocalCloud, order: str, state: str = "", how: str = "") -> None:
    """Carries out one line."""
    if order == "break":
        cloud.faults.broken[state] = cast("FaultKind", how.replace("_", " "))
    elif order == "hold":
        cloud.faults.meanwhile[state] = lambda: time.sleep(float(how))
    else:
        cloud.faults.reset()
        cloud.deps.health.forget()


if __name__ == "__main__":
    main()
