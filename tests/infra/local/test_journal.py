"""What table and bucket hold, kept in a folder and brought back."""

import json
import time
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from infra.local.cloud import LocalCloud
from infra.local.journal import Journal
from infra.local.recovery import MOST_STARTS
from shared.clock import Clock
from shared.errors import BadRequest
from shared.settings import Settings
from shared.store.datasets import DatasetRecord, upload_key
from shared.store.turns import turn_key
from shared.turn.acceptance.accept import accept


def item(pk: str, value: str, **more: Any) -> dict[str, Any]:
    return {"pk": {"S": pk}, "sk": {"S": "A"}, "value": {"S": value}, **more}


def reopened(journal: Journal) -> Journal:
    journal.close()
    return Journal(journal.folder)


def test_the_last_of_each_item_and_object_comes_back(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "state")
    for change in (item("1", "old"), item("2", "gone"), item("1", "new\u2028ä")):
        journal.put(change)
    journal.remove(item("2", "gone"))
    for version in ("v1", "v2"):
        journal.put_object("kept", version, version.encode())
    journal.put_object("gone", "v3", b"x")
    journal.remove_object("gone")
    again = reopened(reopened(journal))
    assert list(again.items()) == [item("1", "new\u2028ä")]
    assert [(one.key, one.file.read_bytes()) for one in again.objects()] == [("kept", b"v1"), ("kept", b"v2")]
    assert {file.name for file in (tmp_path / "state/objects").iterdir()} == {"v1", "v2"}


def test_what_is_synced_is_on_the_disk_although_nobody_closes(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.put(item("1", "a"))
    assert '"a"' not in (tmp_path / "journal").read_text()
    journal.sync()
    assert '"a"' in (tmp_path / "journal").read_text()


@pytest.mark.parametrize("cut", [1, 5, 40])
def test_a_last_line_that_is_not_whole_does_not_count(tmp_path: Path, cut: int) -> None:
    journal = Journal(tmp_path)
    journal.put(item("1", "whole"))
    journal.put(item("2", "torn"))
    journal.close()
    file = tmp_path / "journal"
    file.write_bytes(file.read_bytes()[:-cut])
    assert [one["pk"]["S"] for one in Journal(tmp_path).items()] == ["1"]


def test_a_last_line_of_which_the_disk_lacks_a_part_does_not_count(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.put(item("1", "whole"))
    journal.put(item("2", "torn"))
    journal.close()
    file = tmp_path / "journal"
    file.write_bytes(file.read_bytes().replace(b"torn", b"\0" * 4))
    assert [one["pk"]["S"] for one in Journal(tmp_path).items()] == ["1"]


@pytest.mark.parametrize("line", [2, 3])
def test_a_journal_that_is_damaged_elsewhere_is_refused_and_left_as_it_is(tmp_path: Path, line: int) -> None:
    journal = Journal(tmp_path)
    for pk in ("1", "2"):
        journal.put(item(pk, f"value{pk}"))
    journal.close()
    file = tmp_path / "journal"
    damaged = file.read_bytes().replace(b"value%d" % (line - 1), b"other0", 1)
    file.write_bytes(damaged)
    with pytest.raises(BadRequest, match=f"damaged in line {line}"):
        Journal(tmp_path)
    assert file.read_bytes() == damaged


@pytest.mark.parametrize("lost", ["an object", "what the journal says", "the journal"])
def test_a_folder_that_lacks_what_it_kept_is_refused_and_left_as_it_is(tmp_path: Path, lost: str) -> None:
    journal = Journal(tmp_path)
    for version in ("v1", "v2"):
        journal.put_object(version, version, b"x")
    journal.close()
    if lost == "an object":
        (tmp_path / "objects/v1").unlink()
    elif lost == "the journal":
        (tmp_path / "journal").unlink()
    else:
        (tmp_path / "journal").write_bytes(b"")
    left = {file.name: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}
    with pytest.raises(BadRequest, match=r"(lacks 1 of its 2 file|damaged in line 1|journal is missing).* restore it"):
        Journal(tmp_path)
    assert {file.name: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()} == left


def test_what_a_newer_version_wrote_is_refused(tmp_path: Path) -> None:
    text = '{"journal": 2}'
    (tmp_path / "journal").write_text(f"{zlib.crc32(text.encode()):08x} {text}\n")
    with pytest.raises(BadRequest, match="newer version"):
        Journal(tmp_path)


def test_what_has_lived_its_time_does_not_come_back(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.put(item("old", "a", expires={"N": "1000"}))
    journal.put(item("new", "a", expires={"N": "99999999999"}))
    assert [one["pk"]["S"] for one in reopened(journal).items()] == ["new"]


def test_a_folder_is_one_processs_and_must_be_one(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "state")
    with pytest.raises(BadRequest, match="Another Candor"):
        Journal(tmp_path / "state")
    (tmp_path / "file").write_text("")
    with pytest.raises(BadRequest, match="cannot be kept"):
        Journal(tmp_path / "file")
    journal.close()


def test_what_is_told_after_the_end_is_not_kept(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.close()
    journal.put(item("1", "late"))
    assert list(reopened(journal).items()) == []


@contextmanager
def cloud_on(folder: Path) -> Iterator[tuple[LocalCloud, Journal]]:
    with (
        closing(Journal(folder)) as journal,
        LocalCloud(Settings(model="deterministic"), clock=Clock(), journal=journal) as cloud,
    ):
        yield cloud, journal


def test_a_system_comes_back_with_its_data_its_replies_and_what_it_had_begun(tmp_path: Path) -> None:
    file, state = tmp_path / "sales.csv", tmp_path / "state"
    file.write_text("region,revenue\nWest,10\nEast,5\n")
    with cloud_on(state) as (cloud, journal):
        dataset = cloud.upload(file).dataset_id
        session = cloud.session((dataset,))
        reply = cloud.ask(session, "What is the total revenue?")
        version = cloud.client("s3").head_object(Bucket="candor", Key=upload_key(dataset))["VersionId"]
        begun = accept(cloud.session((dataset,)), "What is the total revenue?", cloud.deps)
        journal.close()  # as if the process had ended here
    with cloud_on(state) as (cloud, _):
        assert cloud.deps.turns.get(reply.turn_id).reply == reply
        assert cloud.client("s3").head_object(Bucket="candor", Key=upload_key(dataset))["VersionId"] == version
        assert "15" in cloud.ask(session, "What is the total revenue?").text
        assert "15" in cloud.wait(begun).text
        assert len(cloud.commits[begun.turn_id]) == 1


@pytest.mark.parametrize(("restarts", "becomes"), [(0, "ready"), (MOST_STARTS, "rejected")])
def test_a_file_whose_reading_ends_the_system_is_not_begun_at_every_start(
    tmp_path: Path, restarts: int, becomes: str
) -> None:
    file, state = tmp_path / "sales.csv", tmp_path / "state"
    file.write_text("region,revenue\nWest,10\nEast,5\n")
    with cloud_on(state) as (cloud, journal):
        record = cloud.upload(file)
        waiting = {"status": "waiting", "since": cloud.deps.clock.now(), "restarts": restarts}
        cloud.deps.datasets.change(record.model_copy(update=waiting))
        journal.close()  # as if the process had ended here
    with cloud_on(state) as (cloud, _):
        deadline = time.monotonic() + 60
        while (found := cloud.deps.datasets.get(record.dataset_id, record.user_id)).status == "waiting":
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert found.status == becomes
        assert (found.reason is None) is (becomes == "ready")


def test_what_comes_back_is_not_kept_once_more(tmp_path: Path) -> None:
    file, state = tmp_path / "sales.csv", tmp_path / "state"
    file.write_text("region,revenue\nWest,10\nEast,5\n")
    with cloud_on(state) as (cloud, _):
        cloud.upload(file)
    with closing(Journal(state)) as journal:
        first = list(journal.objects())
    for _ in range(2):
        with cloud_on(state):
            pass
        with closing(Journal(state)) as journal:
            assert list(journal.objects()) == first
    assert len(list((state / "objects").iterdir())) == len(first)


def test_a_file_that_had_arrived_is_read_after_all(tmp_path: Path) -> None:
    with cloud_on(tmp_path) as (cloud, journal):
        record = DatasetRecord(dataset_id="data_1", user_id="local", file_name="a.csv", created_at=cloud.clock.now())
        cloud.deps.datasets.put(record)
        cloud.client("events").remove_targets(Rule="uploads", Ids=["uploaded"])
        cloud.deps.objects.write(upload_key("data_1"), "a,b\n1,2\n3,4\n")
        journal.close()
    with cloud_on(tmp_path) as (cloud, _):
        cloud.rest()
        assert cloud.deps.datasets.get("data_1", "local").status == "ready"


def test_a_reply_of_which_nobody_was_told_is_told_of_after_all(tmp_path: Path) -> None:
    with cloud_on(tmp_path) as (cloud, _):
        reply = cloud.ask(cloud.session(), "thank you")
        cloud.settle()
    lines = (tmp_path / "journal").read_text().splitlines(keepends=True)
    after = [line for line in lines if '"type\\":\\"complete\\"' not in line and "ANNOUNCED" not in line]
    assert len(after) == len(lines) - 2
    (tmp_path / "journal").write_text("".join(after))
    with cloud_on(tmp_path) as (cloud, _):
        cloud.settle()
        events = cloud.deps.events.read(reply.turn_id)
        assert (events[-1].type, [one.type for one in events].count("complete")) == ("complete", 1)
        assert cloud.deps.turns.belongings(reply.turn_id).has("ANNOUNCED")
        items = [json.loads(line.partition(" ")[2]) for line in (tmp_path / "journal").read_text().splitlines()]
        assert any(one.get("put", {}).get("pk", {}).get("S") == turn_key(reply.turn_id) for one in items)
