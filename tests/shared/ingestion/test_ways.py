"""In how many ways the cells of a column are written is counted where they are several."""

import pytest


def told(read, name, cells):
    """What is told of how this column's cells are written: the lines that count them."""
    rows = "\n".join(f"{at},{cell}" for at, cell in enumerate(cells))
    repairs = read(f"id,{name}\n{rows}\n").profile.repairs
    return [one for one in repairs if one.column == name and (" ways: " in one.detail or " more than " in one.detail)]


def test_dates_of_several_formats_are_counted_and_those_that_can_be_read_in_two_ways(read):
    (one,) = told(read, "day", ["2024-01-13"] * 6 + ["25/01/2024", "04/05/2024", "06/07/2024", "05/05/2024"])
    assert one.detail == (
        "Column day writes its dates in 2 ways: 6 as “2024-01-13”, 4 as “04/05/2024”; "
        "2 could be read with day and month the other way round."
    )
    assert (one.kind, one.rows, one.doubt) == ("date", 4, False)


def test_amounts_with_a_currency_or_a_word_among_plain_ones_are_counted(read):
    (one,) = told(read, "amount", ["10.00", "25.50", "30", "£10.00", "£12.00", "GBP 20", "1,200.00", "-4"])
    assert one.detail == "Column amount holds 3 cells with more than a number, such as “£10.00”, “GBP 20”."
    assert one.rows == 3


def test_yes_and_no_in_several_words_are_counted(read):
    (one,) = told(read, "aid", ["Y"] * 4 + ["N"] * 3 + ["Yes", "Yes", "TRUE", "No"])
    assert (
        one.detail == "Column aid writes yes and no in 5 ways: 4 as “Y”, 3 as “N”, 2 as “Yes”, 1 as “No”, 1 as “TRUE”."
    )


@pytest.mark.parametrize(
    "cells",
    [
        ["2024-01-13", "2024-11-02", "2024-12-24"],
        ["2024-01-13 08:00:00", "2024-11-02 08:00:00.5", "2024-12-24 8:30:00"],
        ["13 January 2024", "2 May 2024", "24 December 2024"],
        ["£10", "£20", "£1,000.50"],
        ["10", "20.5", "-1,000"],
        ["yes", "no", "yes"],
        ["3%", "4 %", "5%"],
    ],
)
def test_cells_of_one_way_are_not_remarked_on(read, cells):
    assert told(read, "held", cells * 4) == []
