"""A column in a few words, as a model reads it."""

from typing import Any

import pytest

from shared.contracts import ColumnProfile
from shared.contracts.dataset import ValueCount
from shared.table.semantics import describe_column, meaning_of
from tests.shared.table.columns import number, text


@pytest.mark.parametrize(
    ("column", "told"),
    [
        (number("price", 1.5, 1234.5, unit="EUR"), "price in EUR: 1.5 to 1,234"),
        (number("units", 1, 20_000), "units: 1 to 20,000"),
        (number("empty", distinct=0), "empty: always empty"),
        (text("order_id", 1200, role="id"), "order id: identifies, 1,200 different"),
        (text("note", 50, role="text"), "note: free text"),
    ],
)
def test_a_column_is_described_by_what_it_holds(column: ColumnProfile, told: str) -> None:
    assert describe_column(column) == told


def test_a_column_of_names_is_described_by_its_first_ones_cut_where_they_are_long() -> None:
    values = tuple(ValueCount(value=value, count=1) for value in ("West", "E" * 40, "North", "South"))
    assert describe_column(text("region", 4, top_values=values)) == (
        f"region: 4 different, such as West, {'E' * 30}, North"
    )


@pytest.mark.parametrize(
    ("column", "kind"),
    [
        ({"yes": "Y"}, "yes or no"),
        ({"separator": ","}, "several things in a cell"),
        ({"role": "id"}, "an identifier"),
        ({"role": "text"}, "free text"),
        ({}, "a category"),
    ],
)
def test_what_a_column_means_ends_with_its_kind(column: dict[str, Any], kind: str) -> None:
    assert meaning_of(text("part", 4, **column)).endswith(f": {kind}")
