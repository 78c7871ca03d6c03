"""Several turns at once."""

from infra.local.cloud import LocalCloud
from tests.benchmarks.concurrency import at_once


def test_turns_that_are_asked_at_once_all_get_their_one_reply(cloud: LocalCloud) -> None:
    run = at_once(cloud, 6)
    assert (run.replies, run.answered, run.late, run.complete) == (6, 6, 0, 6)
