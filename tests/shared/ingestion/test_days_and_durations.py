"""Day numbers of spreadsheets are dates where their column says so; lengths of time of one column are of one kind."""

import datetime as dt
import random

import pytest

FIRST = dt.date(2023, 12, 31)
SERIALS = [str(45_291 + 3 * at) for at in range(20)]
ISO = [f"2024-01-{day:02}" for day in range(1, 20)]


def _column(name: str, cells: list[str]) -> str:
    return f"key,{name}\n" + "".join(f"k{at},{cell}\n" for at, cell in enumerate(cells))


@pytest.mark.parametrize(
    "name", ["Date", "Order day", "startdate", "Rechnungsdatum", "invoice_dt", "order date", "dueDate", "Fecha", "day"]
)
def test_day_numbers_are_dates_where_their_columns_name_says_so(read, name):
    found = read(_column(name, SERIALS))
    assert found.values(name)[:2] == [FIRST, dt.date(2024, 1, 3)]
    assert "day numbers of a spreadsheet" in found.told("date")


@pytest.mark.parametrize("name", ["order_no", "updates", "last update", "candidate", "mandate", "zip", "Tag", "Units"])
def test_numbers_that_look_like_days_stay_numbers_where_no_name_says_dates(read, name):
    found = read(_column(name, SERIALS))
    assert set(found.types()) <= {"text", "integer"}
    assert "day numbers" not in found.told()


@pytest.mark.parametrize(
    ("name", "odd"),
    [("Date", "450000"), ("Earned to date", "61234"), ("Date", "17"), ("Order day", "70000"), ("Order day", "21000")],
)
def test_numbers_beside_which_others_stand_that_are_no_days_stay_numbers(read, name, odd):
    assert read(_column(name, [*SERIALS, odd])).types()[1] == "integer"


def test_a_word_among_day_numbers_is_empty_and_told(read):
    found = read(_column("Date", [*SERIALS, *SERIALS, "TBD"]))
    assert (found.values("Date")[0], found.values("Date")[-1]) == (FIRST, None)
    assert "not dates and count as empty" in found.told("date")


@pytest.mark.parametrize("dates", [ISO, [f"{day:02}/01/2024" for day in range(1, 20)], ["5 Jan 2024", "6 Jan 2024"]])
def test_day_numbers_among_dates_of_the_same_years_are_dates(read, dates):
    found = read(_column("When", [*dates, "45312", "45313"]))
    assert found.values("When")[-2:] == [dt.date(2024, 1, 21), dt.date(2024, 1, 22)]
    (told,) = (one for one in found.profile.repairs if one.doubt)
    assert "some of them from the day numbers of a spreadsheet" in told.detail


@pytest.mark.parametrize("seed", range(5))
def test_numbers_of_other_years_or_beside_one_date_are_no_dates(read, seed):
    rng = random.Random(seed)
    codes = [str(code) for code in rng.sample(range(20_000, 70_000), 12)]
    assert read(_column("code", [*ISO[:2], *codes])).types()[1] != "date"
    assert read(_column("code", [*ISO[:1], *SERIALS])).types()[1] != "date"


def test_parts_of_a_day_are_times(read):
    found = read(_column("DateTime", ["45291.5", "45292.25", "45293.75"]))
    assert found.values("DateTime")[0] == dt.datetime(2023, 12, 31, 12)


LASTING = {
    "hours in some rows": (["1:04:53", "34:09", "29:55", "58:07"], [3893, 2049, 1795, 3487]),
    "parts of seconds": (["1:34.091", "59.5", "1:29.552"], None),
    "parts of seconds in all": (["1:34.091", "1:29.552", "2:01.110"], [94.091, 89.552, 121.11]),
    "signs": (["1:04:53", "+0:34", "+1:15"], [3893, 34, 75]),
    "words for none": (
        ["1:04:53", "34:09", "29:55", "58:07", "40:00", "41:00", "DNF"],
        [3893, 2049, 1795, 3487, 2400, 2460, None],
    ),
}


@pytest.mark.parametrize(("cells", "seconds"), LASTING.values(), ids=list(LASTING))
def test_lengths_of_time_of_two_forms_are_read_in_seconds(read, cells, seconds):
    found = read(_column("Finish", cells))
    if seconds is None:
        assert found.types()[1] == "text"
        return
    assert found.values("Finish") == seconds
    assert found.profile.column("Finish").unit == "s"
    assert "durations; they were read in seconds" in found.told()


@pytest.mark.parametrize(
    "cells", [["1:04:53", "14:09", "19:55", "1:10:02"], ["34:09", "29:55", "41:10"], ["34:09", "9:55", "11:10"]]
)
def test_lengths_of_time_that_could_be_of_two_sizes_stay_text_and_say_why(read, cells):
    found = read(_column("Result", cells))
    assert found.values("Result") == cells
    assert "minutes and seconds or hours and minutes" in found.told()


@pytest.mark.parametrize(
    ("name", "cells"),
    [("opens", ["9:30", "14:15", "17:45"]), ("seen", ["9:30:15", "14:15", "17:45:10"]), ("at", ["1:04:53", "14:09"])],
)
def test_times_of_day_stay_times_of_day(read, name, cells):
    assert read(_column(name, cells)).types()[1] == "time"


def test_too_many_words_among_lengths_of_time_leave_text_that_says_so(read):
    found = read(_column("Finish", ["1:04:53", "34:09", "29:55", "58:07", "DNF", "DNS"]))
    assert found.types()[1] == "text"


@pytest.mark.parametrize(
    "layout", ["%d.%m.%Y %H:%M", "%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M", "%m/%d/%Y %H:%M", "%d %b %Y %H:%M"]
)
def test_twenty_four_hours_are_the_beginning_of_the_next_day(read, layout):
    hours = [dt.datetime(2024, 2, 27, 20) + dt.timedelta(hours=at) for at in range(60)]
    cells = []
    for hour in hours:
        before = hour - dt.timedelta(days=1)
        ends = layout.replace("%H", "24")
        cells.append(before.strftime(ends) if hour.hour == 0 else hour.strftime(layout))
    found = read(_column("when", cells))
    assert found.values("when") == hours
    assert "24:00" in found.told("date")


def test_hours_past_the_end_of_a_day_are_no_times(read):
    cells = ["01.03.2024 24:30", "02.03.2024 25:00"] * 5
    assert read(_column("when", cells)).types()[1] == "text"


@pytest.mark.parametrize("name", ["time", "Time", "event time", "date", "Zeit"])
def test_milliseconds_since_1970_are_times_where_their_columns_name_says_time(read, name):
    first = dt.datetime(2024, 2, 10)
    found = read(_column(name, [str(1_707_523_200_000 + 900_000 * at) for at in range(12)]))
    assert found.values(name) == [first + dt.timedelta(minutes=15 * at) for at in range(12)]
    assert "since 1970" in found.told("date")


@pytest.mark.parametrize(
    ("name", "least"),
    [("ean", 1_707_523_200_000), ("lifetime", 1_707_523_200_000), ("time", 1_707_523), ("time", 5 * 10**12)],
)
def test_other_long_numbers_are_no_times(read, name, least):
    found = read(_column(name, [str(least + 900_000 * at) for at in range(12)]))
    assert found.types()[1] in ("integer", "text")
