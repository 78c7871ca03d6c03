"""Statements in plain numbers are turned: their lines are measures, and their columns the periods."""

import datetime as dt
import random

import pytest

from shared.ingestion.layout.statements import is_period

TOLD = "The table lies on its side"

PERIODS = {
    "months": ["Jan 2024", "Feb 2024", "Mar 2024"],
    "months of no year": ["January", "February", "March"],
    "German months": ["Jan 24", "Feb 24", "Mrz 24"],
    "quarters": ["Q1 2024", "Q2 2024", "Q3 2024"],
    "years": ["2022", "2023", "2024"],
    "fiscal years": ["FY22", "FY23", "FY24E"],
}
LINES = {
    "English": ["Net sales", "Cost of goods", "Gross profit", "Rent", "Operating profit"],
    "German": ["Umsatzerlöse", "Materialaufwand", "Rohertrag", "Miete", "Betriebsergebnis"],
    "French": ["Chiffre d'affaires", "Charges", "Résultat brut", "Loyer", "Résultat net"],
    "costs alone": ["Staff costs", "Rent", "Power", "Fees", "Net loss"],
}


def _text(labels: list[str], periods: list[str], rows: list[list[str]], corner: str = "Line") -> str:
    lines = [[corner, *periods], *([label, *row] for label, row in zip(labels, rows, strict=True))]
    return "".join(";".join(line) + "\n" for line in lines)


@pytest.mark.parametrize("periods", PERIODS.values(), ids=list(PERIODS))
@pytest.mark.parametrize("labels", LINES.values(), ids=list(LINES))
def test_a_statement_is_turned(read, labels, periods):
    rng = random.Random(len(labels[0]))
    rows = [[str(rng.randint(-9_000, 90_000)) for _ in periods] for _ in labels]
    found = read(_text(labels, periods, rows))
    assert TOLD in found.told("header")
    assert [column.name for column in found.profile.columns][1:] == labels
    assert found.values(labels[2]) == [int(cell) for cell in rows[2]]
    assert found.profile.columns[0].name in ("period", "year")


def test_months_of_a_statement_are_dates_and_its_total_is_left_out(read):
    rows = [["1200", "1350", "1410", "3960"], ["800", "850", "905", "2555"], ["400", "500", "505", "1405"]]
    found = read(_text(["Sales", "Expenses", "Profit"], [*PERIODS["months"], "Total"], rows))
    assert found.values("Profit") == [400, 500, 505]
    assert "total row" in found.told("footer")


def test_a_balance_that_opens_with_what_closed_the_month_before_is_turned(read):
    rows = [["1000", "1250", "980", "1125"], ["820", "610", "790", "845"], ["1250", "980", "1125", "1310"]]
    text = _text(["Bestand Anfang", "Zugang", "Bestand Ende"], ["Januar", "Februar", "März", "April"], rows)
    assert read(text).values("Bestand Ende") == [1250, 980, 1125, 1310]


def test_the_scale_in_its_corner_is_told(read):
    rows = [["1200", "1350"], ["800", "850"], ["400", "500"]]
    found = read(_text(["Sales", "Expenses", "Profit"], ["2022", "2023"], rows, "in TEUR"))
    assert "thousands of EUR" in found.told("number")


UPRIGHT = {
    "departments": (["Sales", "Marketing", "Finance"], PERIODS["months"]),
    "regions": (["North", "South", "East"], PERIODS["months"]),
    "kinds of costs": (["Rent", "Salaries", "Insurance costs"], PERIODS["years"]),
    "profit centres": (["Profit centre A", "Profit centre B", "Sales office"], PERIODS["months"]),
    "no periods": (["Sales", "Costs", "Profit"], ["North", "South", "East"]),
}


@pytest.mark.parametrize(("labels", "columns"), UPRIGHT.values(), ids=list(UPRIGHT))
def test_things_by_period_stay_upright(read, labels, columns):
    rows = [[str(317 * (at + 2) * (to + 3)) for to, _ in enumerate(columns)] for at, _ in enumerate(labels)]
    assert TOLD not in read(_text(labels, columns, rows)).told()


@pytest.mark.parametrize(
    "cell", ["Mai", "Q3", "2024-Q1", "H1 2023", "2023A", "2022/23", "Dez 23", "31.12.2023", "Nov."]
)
def test_a_period_has_many_names(cell):
    assert is_period(cell)


@pytest.mark.parametrize("cell", ["North", "12", "Marketing", "Quality", "Total", "", "Mayor", "1.5"])
def test_other_words_are_no_periods(cell):
    assert not is_period(cell)


def test_numbers_that_separate_thousands_twice_tell_how_the_file_writes_them(read):
    found = read('day,a,b\n2024-01-01,"1,204,500","224,400"\n2024-01-02,"1,310,220","299,920"\n')
    assert found.rows[0] == (dt.date(2024, 1, 1), 1_204_500, 224_400)
    assert not found.profile.ambiguities
