"""Dates of two systems in one column: the day first in some cells, the month first in others."""

import datetime as dt

import pytest

TOLD = "some of its dates can only have the day before the month"


def _lines(styles: list[str], rows: int = 24) -> list[str]:
    days = [dt.date(2024, 1 + at % 12, 1 + at) for at in range(rows)]
    return ["no,sent", *(f"n{at},{day.strftime(styles[at % len(styles)])}" for at, day in enumerate(days))]


@pytest.mark.parametrize("styles", [["%d/%m/%Y", "%m/%d/%Y"], ["%m-%d-%Y", "%d-%m-%Y", "%m-%d-%Y"]])
def test_they_stay_text_and_why_is_told_as_a_doubt(read, styles):
    found = read("\n".join(_lines(styles)))
    assert found.types() == ["text", "text"]
    told = next(one for one in found.profile.repairs if one.column == "sent")
    assert told.doubt
    assert TOLD in told.detail


@pytest.mark.parametrize("styles", [["%d/%m/%Y"], ["%m/%d/%Y"], ["%d/%m/%Y", "%Y-%m-%d"], ["%d.%m.%Y", "%d/%m/%Y"]])
def test_dates_of_one_order_are_dates(read, styles):
    found = read("\n".join(_lines(styles)))
    assert found.types() == ["text", "date"]
    assert TOLD not in found.told()


def test_cells_that_are_no_dates_at_all_are_told_as_such(read):
    lines = _lines(["%d/%m/%Y"])
    lines[4:20:3] = [f"n{at},soon {at}" for at in range(6)]
    assert TOLD not in read("\n".join(lines)).told()
