"""Rows that only look like data: what a total is made of, counts of marks, averages, a second line of the header."""

import datetime as dt
import random

import pytest

TILL = "Receipt,Item,Qty,Amount\n" + "".join(f"{at},Cake {at % 4},{at % 3 + 1},{at * 1.5:.2f}\n" for at in range(1, 31))
SUM = sum(at * 1.5 for at in range(1, 31))


@pytest.mark.parametrize("below", [",of which VAT 19%,,125.56\n", ",of which VAT,,9.1\n,cash,,80\n"])
def test_what_a_total_is_made_of_is_no_row_of_data(read, below):
    found = read(f"{TILL},TOTAL,60,{SUM:.2f}\n{below}")
    assert len(found.rows) == 30
    assert f"{1 + below.count(chr(10))} total rows below the data were left out." in found.told("footer")


def test_rows_below_a_total_that_are_as_full_as_others_stay(read):
    found = read(f"{TILL},TOTAL,60,{SUM:.2f}\n31,Tea,2,4.10\n32,Milk,1,2.00\n")
    assert found.values("Item")[-2:] == ["Tea", "Milk"]


@pytest.mark.parametrize("sign", ["n/a = gauge out of order", "k.A. = none given", "- = not measured"])
def test_what_signs_mean_is_told_below_the_data_and_is_no_row(read, sign):
    found = read(f"{TILL}\n* estimated afterwards\n{sign}\nSource: the shop\n")
    assert len(found.rows) == 30


@pytest.mark.parametrize("note", ["Boxes hold about 14 kg", "Mondays we are not open"])
def test_a_sentence_alone_below_the_data_is_no_row(read, note):
    found = read(f"{TILL}{note},,,\n")
    assert len(found.rows) == 30
    assert "1 note(s) below the data were left out." in found.told("footer")


@pytest.mark.parametrize("row", ["31,,,", "31 of the second till,,2,4.10", "Paid late,,,"])
def test_a_short_label_and_a_row_with_a_figure_stay(read, row):
    assert len(read(f"{TILL}{row}\n").rows) == 31


def test_where_labels_are_as_long_a_row_of_nothing_else_stays(read):
    rows = "".join(f"The shop in the street {at},{at},{at}\n" for at in range(9))
    assert len(read(f"place,a,b\n{rows}The shop near the bridge,,\n").rows) == 10


def _attendance(last: list[int] | None = None) -> str:
    rng = random.Random(4)
    rows = [[rng.choice(["x", "x", "", "i"]) for _ in range(5)] for _ in range(12)]
    there = last or [sum(row[at] == "x" for row in rows) for at in range(5)]
    lines = [f"Player {at},{','.join(row)}" for at, row in enumerate(rows)]
    header = "Player,02.09.,09.09.,16.09.,23.09.,30.09."
    return "\n".join([header, *lines, "Present," + ",".join(map(str, there)), "x = there, i = injured"])


def test_a_last_row_that_counts_the_marks_above_it_is_left_out_and_told(read):
    found = read(_attendance())
    assert found.values("Player") == [f"Player {at}" for at in range(12)]
    assert "counts the marks above it" in found.told("footer")
    assert any(repair.doubt for repair in found.profile.repairs if repair.kind == "footer")


def test_a_last_row_of_other_numbers_stays(read):
    assert read(_attendance([3, 1, 9, 9, 2])).values("Player")[-1] == "Present"


def _marks(last: str) -> str:
    rng = random.Random(2)
    rows = [[rng.randint(30, 99) for _ in range(3)] for _ in range(20)]
    means = [f"{sum(row[at] for row in rows) / 20 + (2 if last == 'wrong' else 0):.1f}" for at in range(3)]
    lines = [f"Pupil {at},7{'ab'[at % 2]},{','.join(map(str, row))}" for at, row in enumerate(rows)]
    return "\n".join(["Name,Class,Maths,Physics,Art", *lines, f"CLASS AVERAGE,,{','.join(means)}"])


def test_a_last_row_of_averages_is_left_out_and_told_as_such(read):
    found = read(_marks("right"))
    assert len(found.rows) == 20
    assert "1 row of the file is the average of others and was left out." in found.told("footer")


def test_a_last_row_of_figures_that_are_no_averages_stays(read):
    assert len(read(_marks("wrong")).rows) == 21


MONTHS = [f"{month:%B}" for month in (dt.date(2024, at, 1) for at in range(1, 13))]


@pytest.mark.parametrize(("off", "rows"), [(0, 12), (7, 13)])
def test_a_year_below_its_months_is_their_sum_and_no_month(read, off, rows):
    rng = random.Random(8)
    figures = [(name, rng.randint(300, 3_000), rng.randint(90, 1_500)) for name in MONTHS]
    year = (sum(row[1] for row in figures) + off, sum(row[2] for row in figures) + off)
    lines = [f"{name},{adults},{children}" for name, adults, children in figures]
    found = read("\n".join(["Month,Adults,Children", *lines, f"Year,{year[0]},{year[1]}"]))
    assert len(found.rows) == rows


def test_a_second_line_of_the_header_is_no_row_and_says_what_a_sign_means(read):
    rng = random.Random(6)
    lines = [f"UK{at:05},{'ewe' if at % 2 else 'ram'},{rng.randint(390, 900) / 10},{at % 4}" for at in range(40)]
    lines = [*lines, *(f"UK9{at},ram,0.0,1" for at in range(5))]
    found = read("\n".join(["Tag,Sex,Weight,Lambs", ',,"(kg, 0 = not weighed)",', *lines]))
    assert len(found.rows) == 45
    assert found.values("Weight").count(None) == 5
    assert None not in found.values("Lambs")
    assert "1 row below the header holds no value of any column" in found.told("header")
    assert found.profile.rows_dropped == 1


def test_a_first_row_that_says_there_is_no_value_is_a_row(read):
    found = read("day,visits,sales\nn/a,n/a,n/a\n" + "".join(f"2024-05-{at:02},{at},{at * 2}\n" for at in range(1, 20)))
    assert len(found.rows) == 20
