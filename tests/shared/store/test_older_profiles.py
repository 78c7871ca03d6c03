"""A profile that was stored before tables were understood is understood when it is read."""

from shared.contracts import ColumnProfile, DatasetProfile
from shared.store.datasets import DatasetStore


class Written:
    """A bucket of one profile."""

    def __init__(self, profile: DatasetProfile) -> None:
        self.body = profile.model_dump_json()

    def read(self, key: str) -> str:
        return self.body


def test_a_profile_of_an_older_version_is_understood_when_it_is_read():
    columns = (
        ColumnProfile(name="unit_price", type="number", role="measure"),
        ColumnProfile(name="amount", type="number", role="measure"),
    )
    stored = DatasetProfile(dataset_id="d", file_name="orders.csv", row_count=3, columns=columns)
    read = DatasetStore(None, Written(stored)).profile("d")  # type: ignore[arg-type]
    assert [(one.words, one.additivity) for one in read.columns] == [
        ("unit price", "non_additive"),
        ("amount", "additive"),
    ]
    assert read.semantic.entity_name == "order"
    assert DatasetStore(None, Written(read)).profile("d") == read  # type: ignore[arg-type]
