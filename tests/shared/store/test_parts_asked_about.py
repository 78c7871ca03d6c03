"""Which datasets a question is about, beside those that were named."""

import pytest

from infra.local.cloud import LocalCloud
from shared.errors import UnknownResource
from shared.ids import new_id
from shared.store.datasets import DatasetRecord, DatasetStatus
from shared.store.parts import asked_about, part_id


def kept(cloud: LocalCloud, parts: int, status: DatasetStatus = "ready") -> list[str]:
    """The ids of a dataset with so many parts, and of these."""
    first, now = new_id("data"), cloud.clock.now()
    ids = [part_id(first, str(at)) for at in range(parts)]
    common = {"user_id": "u", "file_name": "a.xlsx", "created_at": now}
    cloud.deps.datasets.put(DatasetRecord(dataset_id=first, parts=tuple(ids), status="ready", **common))
    for one in ids:
        cloud.deps.datasets.put(DatasetRecord(dataset_id=one, part_of=first, status=status, **common))
    return [first, *ids]


def about(cloud: LocalCloud, *ids: str) -> list[str]:
    return [one.dataset_id for one in asked_about(ids, "u", cloud.deps.datasets)]


def test_the_datasets_that_were_named_come_first_each_once_and_ten_at_most(shared_cloud: LocalCloud) -> None:
    one, other = kept(shared_cloud, 2), kept(shared_cloud, 9)
    assert about(shared_cloud, one[0]) == one
    assert about(shared_cloud, one[2], one[0], one[2]) == [one[2], one[0], one[1]]
    assert about(shared_cloud, one[0], other[0]) == [one[0], other[0], *one[1:], *other[1:7]]


def test_a_part_that_is_being_read_is_one_and_one_that_was_rejected_is_none(shared_cloud: LocalCloud) -> None:
    waiting, rejected = kept(shared_cloud, 1, "waiting"), kept(shared_cloud, 1, "rejected")
    assert about(shared_cloud, waiting[0]) == waiting
    assert about(shared_cloud, rejected[0]) == rejected[:1]
    assert about(shared_cloud, *rejected) == rejected[:1]
    assert about(shared_cloud, rejected[1]) == rejected[1:]


def test_anothers_dataset_is_unknown_and_a_part_that_is_gone_is_none(shared_cloud: LocalCloud) -> None:
    first, part = kept(shared_cloud, 1)
    with pytest.raises(UnknownResource):
        asked_about((first,), "v", shared_cloud.deps.datasets)
    record = shared_cloud.deps.datasets.find(part)
    assert record
    shared_cloud.deps.datasets.delete(record)
    assert about(shared_cloud, first) == [first]


def test_the_id_of_a_part_is_the_same_whoever_makes_it_and_sorts_by_the_time_of_the_first() -> None:
    first = new_id("data")
    assert part_id(first, "Rates") == part_id(first, "Rates") != part_id(first, "Targets")
    assert (len(part_id(first, "Rates")), part_id(first, "Rates")[:15]) == (len(first), first[:15])
