"""Many turns at once, beside the same turns one after another."""

from infra.local.cloud import LocalCloud
from shared.clock import Clock
from shared.settings import Settings
from tests.benchmarks.concurrency import Run, at_once, one_by_one
from tests.benchmarks.report import Aim, Section

TURNS = 50


def crowd() -> Section:
    """Fifty turns through the door."""
    with LocalCloud(Settings(model="deterministic"), clock=Clock()) as cloud:
        at_once(cloud, 1)  # loads what is loaded once
        together, apart = at_once(cloud, TURNS), one_by_one(cloud, TURNS)
    ratio = together.seconds / apart.seconds
    return Section(
        title=f"{TURNS} turns at once",
        notes=("Each of a user of its own, through the API, in one process; one run of each.",),
        header=("", "seconds", "replies", "answered", "past the deadline", "ratio"),
        rows=(("at once", *_cells(together), f"{ratio:.2f}"), ("one after another", *_cells(apart), "1")),
        aims=(
            Aim("Time at once × one after another", ratio, 1.3, 2),
            Aim("Turns without a reply", TURNS - together.replies, 0, 0),
        ),
    )


def _cells(run: Run) -> tuple[str, str, str, str]:
    return f"{run.seconds:.1f}", str(run.replies), str(run.answered), str(run.late)
