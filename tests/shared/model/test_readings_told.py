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
        (
            "Rows that repeat another count once, and the programme SERVICE is left out.",
            "The programme SERVICE is left out.",
        ),
        ("Only visits that were done count, and repeated visits count once.", "Only visits that were done count."),
        ("Turnover is net of VAT; repeated visits count once.", "Turnover is net of VAT."),
        ("Cancelled orders are left out, repeated rows are counted once.", "Cancelled orders are left out."),
        ("Where rows repeat, each is counted once.", ""),
        ("Repeated customers count once.", None),
        ("Customers who bought twice are left out.", None),
        ("26 rows that repeat another are counted once.", None),
        ("Revenue is net of refunds.", None),
    ],
)
def test_a_reading_that_repeated_rows_count_once_is_left_to_the_note(reading: str, left: str | None) -> None:
    note = "9 of 2,240 rows of visits repeat another row and are left out."
    assert without_repeats_told(reading, (note,)) == (reading if left is None else left)
