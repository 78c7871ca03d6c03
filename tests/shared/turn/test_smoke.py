"""A deployment that asks itself: the right figure is found, a wrong one and silence are failures."""

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import boto3
import pytest
from moto import mock_aws

from infra.local.cloud import LocalCloud
from infra.local.faults import Faults
from shared.clock import Clock, MovableClock
from shared.deps import Deps
from shared.settings import Settings
from shared.store.keys import parquet_key
from shared.turn.smoke import DATASET, FIGURE, QUESTIONS_A_MINUTE, SHOWN, SmokeFailed, canary, smoke


@pytest.fixture
def cloud():
    with LocalCloud(Settings(model="deterministic"), clock=Clock(), faults=Faults()) as cloud:
        yield cloud


def test_a_deployment_that_works_states_the_figure_each_time(cloud):
    for _ in range(2):  # the second at once: it waits until the first is done with
        reply = smoke(cloud.deps)
        assert FIGURE in [fact.value for fact in reply.facts]


def test_a_table_that_a_fault_has_rejected_is_sent_again_once_the_fault_is_mended(cloud):
    cloud.faults.broken["Ingest"] = "raises"
    with pytest.raises(SmokeFailed, match="the file was rejected"):
        smoke(cloud.deps)
    cloud.faults.broken.clear()
    assert smoke(cloud.deps).status == "answered"


class Otherwise:
    """The turns, whose replies say another figure than they carry."""

    def __init__(self, turns):
        self._turns = turns

    def __getattr__(self, name):
        return getattr(self._turns, name)

    def get(self, turn_id):
        record = self._turns.get(turn_id)
        if record.reply is None:
            return record
        said = record.reply.model_copy(update={"text": record.reply.text.replace(SHOWN, "73.75")})
        return record._replace(reply=said)


def test_a_text_that_says_another_figure_than_its_facts_is_a_failure(cloud):
    deps = Deps(cloud.deps.settings, clock=Clock())
    deps.turns = Otherwise(cloud.deps.turns)
    with pytest.raises(SmokeFailed, match="does not say"):
        smoke(deps)


@pytest.mark.parametrize(("looks", "asked"), [(0, 0), (2, 2), (9, QUESTIONS_A_MINUTE)])
def test_while_a_new_version_takes_calls_it_is_asked_again_and_again(cloud, looks, asked):
    left = iter([True] * looks)
    cloud.deps.shifting = lambda: next(left, False)
    assert canary(cloud.deps) == asked


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


@pytest.fixture
def account() -> Iterator[Deps]:
    """An account with the function that each deployment of code changes, its alias on the first of two versions."""
    code = io.BytesIO()
    with zipfile.ZipFile(code, "w") as archive:
        archive.writestr("code.py", "")
    with mock_aws(config={"lambda": {"use_docker": False}}):
        trust = json.dumps({"Version": "2012-10-17", "Statement": []})
        iam, api = boto3.client("iam"), boto3.client("lambda", region_name="us-east-1")
        role = iam.create_role(RoleName="any", AssumeRolePolicyDocument=trust)["Role"]["Arn"]
        api.create_function(
            FunctionName="candor-turn",
            Runtime="python3.13",
            Role=role,
            Handler="a.b",
            Code={"ZipFile": code.getvalue()},
        )
        first = api.publish_version(FunctionName="candor-turn")["Version"]
        api.create_alias(FunctionName="candor-turn", Name="live", FunctionVersion=first)
        yield Deps(Settings(region="us-east-1"), clock=MovableClock())


def test_a_version_that_takes_a_tenth_of_the_calls_is_a_shift(account: Deps) -> None:
    api = boto3.client("lambda", region_name="us-east-1")
    assert not account.shifting()
    tenth = {"AdditionalVersionWeights": {"2": 0.1}}
    api.update_alias(FunctionName="candor-turn", Name="live", RoutingConfig=tenth)
    assert account.shifting()
