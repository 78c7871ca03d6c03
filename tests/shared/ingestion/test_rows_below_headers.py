"""Rows right below a header that are none of data: the numbers of the columns, the days of a week."""

import pytest

GOODS = [f"Good {at};pcs;{at + 3};{at}.75;{at * 9}.40" for at in range(12)]


@pytest.mark.parametrize(
    "row", ["1;2;3;4;5", "(1);(2);(3);(4);(5)", "A;B;1;2;3", "1.;2.;3.;4.;5.", "1;2;3;4;5=3*4", "[1];[2];[3];[4];[5]"]
)
def test_a_row_that_numbers_the_columns_is_set_aside(read, row):
    found = read("\n".join(["Good;Unit;Count;Price;Sum", row, *GOODS]))
    assert len(found.rows) == 12
    assert found.types() == ["text", "text", "integer", "number", "number"]
    assert "right below the header" in found.told("header")


def test_units_and_numbers_of_columns_are_both_set_aside(read):
    lines = ["Good;Unit;Count;Price;Sum", ";;;(EUR);(EUR)", "(1);(2);(3);(4);(5)", *GOODS]
    found = read("\n".join(lines))
    assert len(found.rows) == 12
    assert [one.unit for one in found.profile.columns][3:] == ["EUR", "EUR"]


@pytest.mark.parametrize(
    "rows",
    [
        ["1;2;3;4;5", "3;1;4;1;5", "9;2;6;5;3"],  # numbers everywhere: it may be data
        ["Good;pcs;1;2;3", "Bad;pcs;4;4;4"],
        ["(1);(3);(2);(4);(5)", *GOODS],
        ["A;1;2;3;4", "B;off;off;7;off", "C;4;5;6;bad", "D;bad;3;3;off"],
    ],
)
def test_a_row_that_may_be_data_stays(read, rows):
    assert len(read("\n".join(["Good;Unit;Count;Price;Sum", *rows])).rows) == len(rows)


@pytest.mark.parametrize("days", ["Mo;Di;Mi;Do;Fr", "Mon;Tue;Wed;Thu;Fri"])
def test_days_of_the_week_below_dates_are_no_units(read, days):
    lines = [f"Worker {at};{at};{at + 2};{8 - at};{at};4" for at in range(8)]
    found = read("\n".join(["Who;01.04.;02.04.;03.04.;04.04.;05.04.", f";{days}", *lines]))
    assert len(found.rows) == 8
    assert {one.unit for one in found.profile.columns} == {None}
