"""Periods as people say them: without the name of the only date, months by their names."""

import pandas as pd
import pytest

from shared.analysis.conditions import Filter
from shared.analysis.figures.aggregate import Aggregate
from shared.analysis.metrics import Metric, Ordering
from shared.query.groupings import ByColumn, ByTime
from tests.shared.analysis.running import Tables
from tests.shared.model.answering import found
from tests.shared.offline.reading.ingested import ingested
from tests.shared.offline.reading.shops import NOW

ORDERS = pd.DataFrame(
    {
        "Umsatz": [100.0, 40.0, 60.0, 25.0, 30.0, 35.0, 45.0],
        "region": ["N", "S", "N", "S", "N", "N", "S"],
        "bestellt": pd.to_datetime([f"2024-0{month}-03" for month in range(1, 8)]),
    }
)
MARCH = Filter(column="bestellt", operator="between", values=("2024-03-01", "2024-04-01"))
NORTH = Filter(column="region", operator="=", values=("N",))
TOTAL, COUNT = Metric(function="sum", column="Umsatz"), Metric(function="count")


def test_the_only_date_is_not_named_and_the_file_keeps_its_capitals():
    told = Tables(orders=ORDERS).run(Aggregate(metrics=(TOTAL,), filters=(NORTH, MARCH))).summary
    assert told == "The total Umsatz in March 2024 where region is N is 60."


def test_of_two_dates_the_one_that_is_meant_is_named():
    both = ORDERS.assign(bezahlt=ORDERS.bestellt)
    told = Tables(orders=both).run(Aggregate(metrics=(TOTAL,), filters=(MARCH,))).summary
    assert told == "The total Umsatz where bestellt is in March 2024 is 60."


def test_a_count_says_when_before_it_says_which():
    told = Tables(orders=ORDERS).run(Aggregate(metrics=(COUNT,), filters=(NORTH, MARCH))).summary
    assert told == "There is 1 row in March 2024 where region is N."


def test_many_periods_are_told_by_the_range_of_their_figures():
    month = ByTime(column="bestellt", grain="month")
    told = Tables(orders=ORDERS).run(Aggregate(metrics=(TOTAL,), groups=(month,))).summary
    assert told == "The total Umsatz by month is between 25 (April 2024) and 100 (January 2024)."


def test_the_range_of_many_periods_is_that_of_those_that_the_data_fills():
    days = pd.DataFrame({"sold": 1.0, "day": pd.date_range("2024-01-01", "2024-08-03")})
    days.loc[days["day"].dt.month == 3, "sold"] = 2.0
    month = ByTime(column="day", grain="month")
    found = Tables(days=days).run(Aggregate(metrics=(Metric(function="sum", column="sold"),), groups=(month,)))
    low = found.summary.partition("between ")[2]
    assert low.startswith("29 (February 2024) and 62 (March 2024) among the complete months.")
    assert "August 2024: 3" in found.findings


def test_periods_that_the_data_does_not_fill_are_named_beside_the_figures():
    days = pd.DataFrame({"sold": 1.0, "day": pd.date_range("2024-03-15", "2024-06-12")})
    by_month = Aggregate(
        metrics=(Metric(function="sum", column="sold"),), groups=(ByTime(column="day", grain="month"),)
    )
    ends = [
        "March 2024 is not complete: the data begins on 15 March 2024.",
        "June 2024 is not complete: the data ends on 12 June 2024.",
    ]
    assert list(Tables(days=days).run(by_month).findings[-2:]) == ends
    april = Filter(column="day", operator="between", values=("2024-04-01", "2024-05-01"))
    narrowed = Tables(days=days).run(by_month.model_copy(update={"filters": (april,)}))
    assert not [one for one in narrowed.findings if "not complete" in one]


@pytest.mark.parametrize("label", ["last year", "this year", "the past 12 months", "over the last year", "up to June"])
def test_a_period_that_is_another_one_tomorrow_is_told_by_its_dates(label):
    whole = Filter(column="bestellt", operator="between", values=("2024-01-01", "2025-01-01"), label=label)
    both = ORDERS.assign(bezahlt=ORDERS.bestellt)
    told = Tables(orders=ORDERS).run(Aggregate(metrics=(COUNT,), filters=(whole,))).summary
    assert told == "There are 7 rows in 2024."
    told = Tables(orders=both).run(Aggregate(metrics=(COUNT,), filters=(whole,))).summary
    assert told == "There are 7 rows where bestellt is in 2024."


@pytest.mark.parametrize("label", ["March", "in March", "since March", "during March"])
def test_a_period_with_a_name_keeps_it(label):
    named = MARCH.model_copy(update={"label": label})
    told = Tables(orders=ORDERS).run(Aggregate(metrics=(COUNT,), filters=(named,))).summary
    assert told == f"There is 1 row {label if ' ' in label else f'in {label}'}."


@pytest.mark.parametrize(
    ("days", "told"),
    [
        (("2024-01-01", "2024-04-01", "2024-10-01"), "Q2 2024"),
        (("2024-01-01", "2024-04-01", "2024-10-02"), "2024-04-01"),
        (("2024-01-01", "2024-04-01", "2024-04-01"), "2024-04-01"),
    ],
)
def test_the_first_days_of_quarters_are_told_as_these_where_there_are_no_others(days, told):
    sold = pd.DataFrame({"since": pd.to_datetime(days).date, "sold": [1.5, 9.25, 2.0]})
    found = Tables(sold=sold).run(
        Aggregate(
            metrics=(Metric(function="sum", column="sold"),),
            groups=(ByColumn(column="since"),),
            ordering=Ordering(limit=1),
        )
    )
    assert found.summary == f"{told} has the highest total sold: {'11.25' if len({*days}) == 2 else '9.25'}."


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("total sold by Quarter", "Q2 2022: 7"),
        ("which Quarter has the highest total sold?", "Q4 2022 has the highest total sold: 9."),
        ("total sold in 2022", "The total sold in 2022 is 20."),
    ],
)
def test_a_column_of_quarters_is_asked_by_its_name_and_by_its_years(tmp_path, question, told):
    sold = (("Q1 2021", 5), ("Q3 2021", 3), ("Q1 2022", 4), ("Q2 2022", 3), ("Q2 2022", 4), ("Q4 2022", 9))
    text = "Quarter,sold\n" + "".join(f"{quarter},{many}\n" for quarter, many in sold)
    with ingested({"sold": text}, tmp_path) as tables:
        findings = found(question, *tables["sold"], NOW)
    assert told in (findings.summary, *findings.findings) or told in findings.summary
