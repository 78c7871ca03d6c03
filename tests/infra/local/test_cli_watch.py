"""candor watch, against a running Candor."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from infra.cli import app
from infra.local.cli_options import UsageError
from infra.local.cli_watch import condition_of, when_of
from infra.local.server import served
from shared.settings import Settings

Candor = Callable[..., str]


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with served(Settings(model="deterministic"), port=0, aws_port=0) as running:
        yield running.url


@pytest.fixture
def candor(url: str) -> Candor:
    """Runs `candor watch …` and gives what it printed."""

    def run(*arguments: str) -> str:
        done = CliRunner().invoke(app, ["watch", *arguments, "--url", url])
        if done.exception:
            raise done.exception
        return done.stdout

    return run


def test_a_watch_is_added_told_of_new_data_read_and_deleted(candor: Candor, tmp_path: Path) -> None:
    import time

    file = tmp_path / "sales.csv"
    file.write_text("region,revenue\nWest,10\nEast,5\n")
    made = json.loads(
        candor("add", "What is the total revenue?", str(file), "--on-new-data", "--above", "20", "--json")
    )
    assert made["says"] == "The total revenue is 15 now; I'll tell you when it passes 20."
    assert made["watch_id"] in candor("list", "--json")
    file.write_text("region,revenue\nWest,10\nEast,15\n")
    candor("send", made["dataset_ids"][0], str(file))
    give_up = time.monotonic() + 60
    while not (told := json.loads(candor("messages", made["watch_id"], "--json"))["messages"]):
        assert time.monotonic() < give_up
        time.sleep(0.2)
    assert [one["text"] for one in told] == ["The total revenue is 25: it has passed 20."]
    candor("delete", made["watch_id"])
    assert candor("list").strip() == "There is nothing."


def test_what_cannot_be_watched_is_a_sentence(candor: Candor, tmp_path: Path) -> None:
    file = tmp_path / "sales.csv"
    file.write_text("region,revenue\nWest,10\nEast,5\n")
    with pytest.raises(UsageError, match="several figures"):
        candor("add", "What is the total revenue by region?", str(file), "--every", "0 8 * * *", "--above", "1")


def test_when_and_one_condition_must_be_said() -> None:
    with pytest.raises(UsageError, match="--every"):
        when_of(None, "UTC", on_new_data=False)
    with pytest.raises(UsageError, match="one condition"):
        condition_of(1, 2, None, if_changed=False, band=0, figure=None)
    with pytest.raises(UsageError, match="no amount"):
        condition_of(None, None, "much", if_changed=False, band=0, figure=None)
    assert condition_of(None, None, "5%", if_changed=False, band=0, figure="revenue") == {
        "kind": "changed_by",
        "amount": 5.0,
        "percent": True,
        "figure": "revenue",
    }
