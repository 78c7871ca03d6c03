"""A deployment that asks itself: the right figure is found, a wrong one and silence are failures."""

from pathlib import Path

import pytest

from infra.local.cloud import LocalCloud
from shared.clock import Clock, MovableClock
from shared.deps import Deps
from shared.settings import Settings
from shared.store.keys import parquet_key
from shared.turn.smoke import DATASET, FIGURE, SmokeFailed, smoke


@pytest.fixture
def cloud():
    with LocalCloud(Settings(model="deterministic"), clock=Clock()) as cloud:
        yield cloud


def test_a_deployment_that_works_states_the_figure_each_time(cloud):
    for _ in range(2):
        reply = smoke(cloud.deps)
        assert FIGURE in [fact.value for fact in reply.facts]
        cloud.finished(reply.turn_id)


def test_another_figure_is_a_failure(cloud, tmp_path: Path):
    smoke(cloud.deps)
    other = tmp_path / "other.csv"
    other.write_text("region,revenue\nWest,10.5\nEast,20\n")
    wrong = cloud.upload(other)
    data = tmp_path / "data.parquet"
    cloud.deps.objects.download(parquet_key(wrong.dataset_id), data)
    cloud.deps.objects.upload(data, parquet_key(DATASET))
    cloud.rest()
    with pytest.raises(SmokeFailed, match=r"its figures are \[30\.5"):
        smoke(cloud.deps)


def test_where_nothing_starts_no_reply_is_waited_for_without_end(cloud):
    smoke(cloud.deps)
    cloud.rest()
    idle = Deps(cloud.deps.settings.model_copy(update={"turn_workflow_arn": "arn:nowhere"}), clock=MovableClock())
    with pytest.raises(SmokeFailed, match="no reply came"):
        smoke(idle)
