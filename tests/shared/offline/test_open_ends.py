"""An open end that is written as the last day that there is."""

from datetime import date

import pytest

from shared.offline.reading.meanings.times import month_start


@pytest.mark.parametrize(
    ("months", "begins"), [(0, date(9999, 12, 1)), (-1, date(9999, 11, 1)), (1, date.max), (12, date.max)]
)
def test_the_month_after_the_last_that_there_is_begins_on_the_last_day(months: int, begins: date) -> None:
    assert month_start(date(9999, 12, 31), months) == begins
