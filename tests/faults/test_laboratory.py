"""The laboratory is ready for its first turn, however slow the ingestion of its dataset is."""

import time

from infra.lab.matrix import laboratory, plan
from infra.local.cloud import LocalCloud
from infra.workflow.definition import states


class SlowToEnd(LocalCloud):
    """A cloud whose ingestions end long after their dataset is ready."""

    def enter_state(self, state: str, execution: str) -> None:
        if execution.startswith("data"):
            time.sleep(0.3)
        super().enter_state(state, execution)


def test_nothing_of_the_ingestion_is_taken_for_a_part_of_a_turn() -> None:
    with laboratory(SlowToEnd) as bench:
        planned, skipped = plan(bench, ("state",))
        assert {one.state for one in (*planned, *skipped)} == {
            name for name, _ in states(bench.cloud.definition("turn"))
        }
