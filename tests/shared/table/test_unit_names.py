"""The unit that a column's name states: its own, and not what it is counted by."""

import pytest

from shared.table.units import unit_in_name


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("weight_kg", "kg"),
        ("Preis (EUR)", "EUR"),
        ("discount_pct", "%"),
        ("price_per_kg", None),
        ("Preis €/kg", None),
        ("cost per km", None),
        ("upper_kg", "kg"),
    ],
)
def test_a_unit_behind_per_is_not_the_columns_own(name: str, unit: str | None) -> None:
    assert unit_in_name(name) == unit
