"""The query function keeps the files of one user from one visit to the next, and nothing between users."""

import errno
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import boto3
import pytest
from moto import mock_aws

from infra.local.cloud import USER
from shared.contracts import Queried, QueryRequest
from shared.engine.engine import run_queries
from shared.engine.kept import KeptFiles, kept_files
from shared.errors import UnknownResource
from shared.store.objects import Objects
from tests.conftest import SALES, Candor

KEY = "datasets/data_1/data.parquet"
OTHER = "datasets/data_2/data.parquet"


class Bucket(Objects):
    """A bucket that counts the bytes that it sends."""

    sent = 0

    def fetch(self, key: str, path: Path, *, known: str = "") -> str:
        tag = super().fetch(key, path, known=known)
        self.sent += 0 if tag == known else path.stat().st_size
        return tag


@pytest.fixture
def bucket() -> Iterator[Bucket]:
    with mock_aws():
        client = boto3.client("s3", region_name="us-east-1")
        client.create_bucket(Bucket="candor")
        made = Bucket(lambda: client, "candor")
        made.write(KEY, "a file")
        made.write(OTHER, "another")
        yield made


def placed(files: KeptFiles, key: str, user: str, folder: Path, bucket: Bucket) -> str:
    """What a visit finds in its file, which is gone afterwards."""
    target = folder / "0.parquet"
    files.place(key, user, target, bucket)
    text = target.read_text()
    target.unlink()
    return text


def test_a_file_is_sent_once_to_three_visits(bucket: Bucket, tmp_path: Path) -> None:
    files = KeptFiles()
    assert [placed(files, KEY, "alice", tmp_path, bucket) for _ in range(3)] == ["a file"] * 3
    assert bucket.sent == len("a file")


def test_a_file_that_has_changed_is_sent_anew_and_kept_from_then_on(bucket: Bucket, tmp_path: Path) -> None:
    files = KeptFiles()
    placed(files, KEY, "alice", tmp_path, bucket)
    bucket.write(KEY, "a newer file")
    assert [placed(files, KEY, "alice", tmp_path, bucket) for _ in range(2)] == ["a newer file"] * 2
    assert bucket.sent == len("a file") + len("a newer file")


class Disk(Bucket):
    """A bucket whose files come to a disk with room for so many bytes, what is kept on it among them."""

    room = 0
    files: KeptFiles

    def fetch(self, key: str, path: Path, *, known: str = "") -> str:
        kept = self.files._size()
        if kept + len(self.read(key)) > self.room:
            raise OSError(errno.ENOSPC, "No space left on device")
        return super().fetch(key, path, known=known)


def test_what_is_kept_makes_room_for_what_is_asked_for_now(bucket: Bucket, tmp_path: Path) -> None:
    files = KeptFiles()
    disk = Disk(lambda: bucket._client, "candor")
    disk.files, disk.room = files, len("another")
    assert placed(files, KEY, "alice", tmp_path, disk) == "a file"
    assert placed(files, OTHER, "alice", tmp_path, disk) == "another"
    disk.room = 1
    with pytest.raises(OSError, match="No space left"):
        files.place(KEY, "alice", tmp_path / "file", disk)


def test_datasets_that_do_not_fit_on_the_disk_are_refused_in_plain_words(candor: Candor) -> None:
    session = candor.session()
    kept_files().clear()

    class Full(Objects):
        def fetch(self, key: str, path: Path, *, known: str = "") -> str:
            raise OSError(errno.ENOSPC, "No space left on device")

    before = candor.deps.lent_objects
    candor.deps.lent_objects = lambda loan: Full(lambda: None, "candor")
    try:
        reply = candor.ask("What is the total revenue?", session=session)
    finally:
        candor.deps.lent_objects = before
    assert reply.status == "forfeited"
    assert "more than the engine has room for at once" in reply.text
    assert candor.ask("What is the total revenue?", session=session).status == "answered"


def test_nothing_is_left_of_one_user_when_another_asks(bucket: Bucket, tmp_path: Path) -> None:
    files = KeptFiles()
    placed(files, KEY, "alice", tmp_path, bucket)
    before = files._folder
    assert before is not None
    placed(files, OTHER, "bob", tmp_path, bucket)
    assert not Path(before.name).exists()
    placed(files, KEY, "alice", tmp_path, bucket)
    assert bucket.sent == len("a file") + len("another") + len("a file")


def test_what_the_bucket_does_not_give_is_not_given_and_not_kept(bucket: Bucket, tmp_path: Path) -> None:
    files = KeptFiles()
    placed(files, KEY, "alice", tmp_path, bucket)
    bucket.delete_under(KEY)
    with pytest.raises(UnknownResource):
        files.place(KEY, "alice", tmp_path / "file", bucket)
    assert files._folder is not None
    assert list(Path(files._folder.name).iterdir()) == []


@pytest.mark.parametrize(("room", "sent"), [(13, 0), (12, 6), (5, 6)])
def test_what_is_kept_has_a_bound_and_the_file_used_longest_ago_goes(
    room: int, sent: int, bucket: Bucket, tmp_path: Path
) -> None:
    files = KeptFiles(most_bytes=room)
    for key in (KEY, OTHER):
        placed(files, key, "alice", tmp_path, bucket)
    before = bucket.sent
    placed(files, KEY, "alice", tmp_path, bucket)
    assert bucket.sent - before == sent


def test_visits_of_several_users_at_once_each_find_their_own_file(bucket: Bucket, tmp_path: Path) -> None:
    files = KeptFiles()

    def visit(number: int) -> bool:
        user, key, text = (("alice", KEY, "a file"), ("bob", OTHER, "another"))[number % 2]
        folder = tmp_path / str(number)
        folder.mkdir()
        return placed(files, key, user, folder, bucket) == text

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(visit, range(40)))


def test_queries_of_later_visits_read_the_file_that_is_there_now(candor: Candor) -> None:
    dataset = candor.dataset(SALES)
    asked = QueryRequest(
        user_id=USER,
        datasets=(Queried(dataset_id=dataset, relation="data", columns=("region",)),),
        queries=("SELECT count(*) AS n FROM data",),
    )
    results = [run_queries(asked, candor.deps.objects, candor.deps.settings).outcomes[0].result for _ in range(2)]
    assert [one.rows for one in results if one] == [((10,),), ((10,),)]


def test_nothing_is_left_on_the_disk_where_all_is_cleared(bucket: Bucket, tmp_path: Path) -> None:
    files = KeptFiles()
    placed(files, KEY, "alice", tmp_path, bucket)
    before = files._folder
    assert before is not None
    files.clear()
    assert not Path(before.name).exists()
    assert placed(files, KEY, "alice", tmp_path, bucket) == "a file"
