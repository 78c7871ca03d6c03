"""Hours and minutes, 6:15: lengths of time where the name says so or two times of day lie so far apart."""

import datetime as dt

import pytest

SHIFTS = (("07:00", "13:15", "6:15"), ("10:45", "14:15", "3:30"), ("22:30", "06:00", "7:30"), ("9:00", "9:45", "0:45"))


def _shifts(first: str, second: str, third: str, rows=SHIFTS):
    lines = (f"w{at % 2},{','.join(row)}" for at, row in enumerate(rows))
    return f"who,{first},{second},{third}\n" + "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", ["Duration", "worked"])
def test_the_time_between_two_others_is_read_in_hours_even_past_midnight(read, name):
    found = read(_shifts("Start", "Finish", name))
    assert found.values(name) == [6.25, 3.5, 7.5, 0.75]
    assert found.values("Start")[0] == dt.time(7, 0)
    column = found.profile.column(name)
    assert (column.unit, column.role, column.additivity) == ("h", "measure", "additive")
    (told,) = [one for one in found.profile.repairs if one.column == name]
    assert (told.detail.endswith("it was read in hours: 6:15 is 6 h 15 min."), told.doubt) == (True, False)


def test_a_start_that_stands_last_is_no_length(read):
    rows = [(length, end, start) for start, end, length in SHIFTS]
    found = read(_shifts("Duration", "Finish", "Start", rows))
    assert (found.values("Duration")[0], found.values("Start")[0]) == (6.25, dt.time(7, 0))


def test_times_that_are_not_between_two_others_stay_open(read):
    found = read(_shifts("Start", "Finish", "Duration", [(*SHIFTS[0][:2], "6:14"), *SHIFTS[1:]]))
    assert found.values("Duration")[0] == "6:14"
    assert "minutes and seconds or hours and minutes" in found.told()


@pytest.mark.parametrize(
    ("name", "cells", "hours", "doubt"),
    [
        ("Hours worked", ("6:15", "37:30", "off", "8:00", "7:45", "120:00"), [6.25, 37.5, None, 8, 7.75, 120], False),
        ("Time (h:mm)", ("6:15", "7:30"), [6.25, 7.5], False),
        ("Hours", ("6:15", "-0:30"), [6.25, -0.5], True),
        ("Opening hours", ("6:15", "7:30"), [dt.time(6, 15), dt.time(7, 30)], False),
        ("Time", ("6:15", "7:30"), [dt.time(6, 15), dt.time(7, 30)], False),
    ],
)
def test_the_name_says_that_cells_are_hours_and_minutes(read, name, cells, hours, doubt):
    found = read(f"who,{name}\n" + "".join(f"w{at % 2},{cell}\n" for at, cell in enumerate(cells)))
    assert found.values(name) == hours
    assert any(one.doubt for one in found.profile.repairs) == doubt
