"""The system as `candor serve` runs it, which breaks what standard input says, for tests in a browser.

`python -m tests.console.breakable` prints where it listens, and where files go. Then it reads: `break STATE FAULT`,
`hold STATE SECONDS`, `team`, which has two agents work on each question, one after the other, and `mend`; each is
answered with `done`. It ends with its input.
"""

import sys
import time
from typing import cast

from infra.lab.matrix.team import FIRST, SECOND, Coordinator
from infra.local.cloud import LocalCloud
from infra.local.faults import FaultKind
from infra.local.server import served
from shared.model.port import Model
from shared.settings import Settings

MINDS: list[Model] = []
"""The mind that a team took the place of."""
TOGETHER = {FIRST: "Revenue by region", SECOND: "Which datasets are there?"}


def main() -> None:
    """Serves until standard input ends."""
    with served(Settings(model="deterministic"), port=0, aws_port=0) as running:
        print(running.url, running.aws_url, sep="\n", flush=True)
        for line in sys.stdin:
            obey(running.cloud, *line.split())
            print("done", flush=True)


def obey(cloud: LocalCloud, order: str, state: str = "", how: str = "") -> None:
    """Carries out one line."""
    if order == "break":
        cloud.faults.broken[state] = cast("FaultKind", how.replace("_", " "))
    elif order == "hold":
        cloud.faults.meanwhile[state] = lambda: time.sleep(float(how))
    elif order == "team":
        MINDS.append(cloud.deps.model)
        cloud.deps.model = Coordinator(MINDS[-1], "one after the other", TOGETHER)
    else:
        if MINDS:
            cloud.deps.model = MINDS.pop()
        cloud.faults.reset()
        cloud.deps.health.forget()


if __name__ == "__main__":
    main()
