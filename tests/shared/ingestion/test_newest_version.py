"""Of files that arrive right after one another the newest is read, whichever is done first; none of a dataset that is
gone."""

from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import duckdb
import pytest

from infra.local.cloud import LocalCloud
from shared.deps import Deps
from shared.ingestion.arrival import arrived
from shared.ingestion.intake import ingest_upload
from shared.ingestion.rejection import reject_upload
from shared.store.datasets import DatasetRecord, upload_key
from shared.store.keys import parquet_key

OLD, NEW = "day,visitors\n2025-01-01,4\n2025-01-02,6\n", "name,salary\nAnn,10\nBo,20\nCy,30\n"
KEY = upload_key("d1")


class Arriving:
    """The shelves of a cloud, on which something happens once before an object is kept, or after one is fetched."""

    def __init__(self, deps: Deps, *, on: str = "", then: Callable[[], Any] = lambda: None) -> None:
        self.datasets, self.clock, self.settings, self.embeddings = deps.datasets, deps.clock, deps.settings, None
        self.started: list[str] = []
        self.left = [(on, then)]
        objects = deps.objects
        self.objects = SimpleNamespace(
            latest=objects.latest,
            download=lambda *given, **more: (objects.download(*given, **more), self.happens("download"))[0],
            upload=lambda path, key: (self.happens(key), objects.upload(path, key))[1],
            write=objects.write,
            delete_under=objects.delete_under,
        )

    def happens(self, at: str) -> None:
        if self.left and self.left[0][0] == at:
            self.left.pop()[1]()

    def start_ingestion(self, dataset_id: str, version: str, object_version: str | None = None) -> bool:
        self.started.append(object_version or version)
        return True


@pytest.fixture
def local() -> Iterator[LocalCloud]:
    with LocalCloud() as cloud:
        yield cloud


@pytest.fixture
def deps(local: LocalCloud) -> Deps:
    return local.deps


@pytest.fixture
def versions(local: LocalCloud, deps: Deps, tmp_path: Path) -> list[str]:
    """The older and the newer version of the file of a dataset that waits for its first; the cloud hears of neither."""
    local.client("events").remove_targets(Rule="uploads", Ids=["uploaded"])
    found = []
    for at, text in enumerate((OLD, NEW)):
        (tmp_path / str(at)).write_text(text)
        deps.objects.upload(tmp_path / str(at), KEY)
        found.append(deps.objects.latest(KEY))
    deps.datasets.put(DatasetRecord(dataset_id="d1", user_id="u", file_name="f.csv", created_at=deps.clock.now()))
    return found


def _is_of_newest(deps: Deps, version: str, folder: Path) -> bool:
    record = deps.datasets.find("d1")
    deps.objects.download(parquet_key("d1"), folder / "read")
    rows = duckdb.sql(f"SELECT * FROM read_parquet('{folder / 'read'}')").columns
    profile = [column.name for column in deps.datasets.profile("d1").columns]
    return (record and record.version, profile, rows[:2]) == (version, ["name", "salary"], ["name", "salary"])


def test_a_file_that_is_not_the_newest_starts_nothing_and_the_newest_is_read_once(
    deps: Deps, versions: list[str]
) -> None:
    port = Arriving(deps)
    assert [arrived(KEY, one, port) for one in (versions[0], versions[1], versions[0])] == [False, True, False]
    assert port.started == versions[1:]


@pytest.mark.parametrize("on", ["download", parquet_key("d1")])
def test_a_newer_file_that_was_read_while_an_older_one_was_stays(
    deps: Deps, versions: list[str], tmp_path: Path, on: str
) -> None:
    first = deps.datasets.find("d1")
    assert first is not None
    deps.datasets.change(first.model_copy(update={"version": versions[0]}))

    def newer() -> None:
        assert arrived(KEY, versions[1], Arriving(deps))
        ingest_upload("d1", Arriving(deps), versions[1])

    ingest_upload("d1", Arriving(deps, on=on, then=newer), versions[0])
    assert _is_of_newest(deps, versions[1], tmp_path)


def test_an_older_file_that_could_not_be_read_is_no_verdict_on_the_newer_one(deps: Deps, versions: list[str]) -> None:
    assert arrived(KEY, versions[1], Arriving(deps))
    assert reject_upload("d1", "broken", deps.datasets, versions[0]).status == "waiting"


def test_what_is_sent_for_a_dataset_that_is_gone_is_deleted(deps: Deps, versions: list[str]) -> None:
    record = deps.datasets.find("d1")
    assert record is not None
    deps.datasets.delete(record)
    deps.objects.write(KEY, OLD)
    deps.objects.write("uploads/d1/other", OLD)
    assert not arrived(KEY, versions[1], Arriving(deps))
    assert not arrived("uploads/d1/other", versions[1], Arriving(deps))
    assert (deps.objects.exists(KEY), deps.objects.exists("uploads/d1/other")) == (False, True)
