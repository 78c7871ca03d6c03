"""What a note says of repeated rows, the readings above it do not say once more."""

import pytest

from shared.table.repeats_told import without_repeats_told


@pytest.mark.parametrize(
    ("reading", "left"),
    [
        ("Rows that repeat another in every column are counted once.", ""),
        (
            "Rows that repeat another in every column are counted once; rows without days present are left out.",
            "Rows without days present are left out.",
        ),
        ("Doppelte Zeilen zählen einmal.", ""),
        ("Customers who bought twice are left out.", None),
        ("26 rows that repeat another are counted once.", None),
        ("Revenue is net of refunds.", None),
    ],
)
def test_a_reading_that_repeated_rows_count_once_is_left_to_the_note(reading: str, left: str | None) -> None:
    assert without_repeats_told(reading) == (reading if left is None else left)
