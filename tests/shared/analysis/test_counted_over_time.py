"""How many rows there are, over time: whatever the analyses of a measure say, they say of a count too."""

import numpy as np
import pandas as pd
import pytest
from pydantic import ValidationError
from scipy import stats

from shared.analysis.trends.change_points import ChangePoints
from shared.analysis.trends.period_growth import PeriodGrowth
from shared.analysis.trends.projection import Projection
from shared.analysis.trends.running_course import RunningCourse
from shared.analysis.trends.seasonal_pattern import SeasonalPattern
from shared.analysis.trends.trend import Trend
from shared.errors import ForfeitException
from shared.query.conditions import Compare, Period
from tests.shared.analysis.running import Tables, values

WEST = Compare(column="region", operator="=", value="West")


def orders() -> pd.DataFrame:
    """Two years of orders, more of them each month and most in December; none in May 2023, and in the West none after
    September 2024."""
    rows = []
    for at, month in enumerate(pd.period_range("2023-01", "2024-12", freq="M")):
        many = 0 if at == 4 else 20 + 2 * at + (25 if month.month == 12 else 0)
        for one in range(many):
            day = month.start_time + pd.Timedelta(days=one * (month.days_in_month - 1) // max(many - 1, 1))
            region = "West" if one % 3 == 0 and at < 21 else "East"
            rows.append((f"O{at}-{one}", region, float(one), day))
    return pd.DataFrame(rows, columns=["order_id", "region", "amount", "ordered"])


FRAME = orders()


def monthly(frame: pd.DataFrame) -> np.ndarray:
    """The orders of each month, those of months without any too."""
    months = pd.period_range("2023-01", "2024-12", freq="M")
    return frame.groupby(frame.ordered.dt.to_period("M")).size().reindex(months, fill_value=0).to_numpy(dtype=float)


@pytest.mark.parametrize(
    ("where", "kept", "beside"),
    [((), FRAME, " beside its season"), ((WEST,), FRAME[FRAME.region == "West"], "")],
    ids=["all, most in December", "the West"],
)
def test_the_trend_of_a_count_is_that_of_every_month_those_without_any_too(where, kept, beside):
    findings, _ = Tables(orders=FRAME).findings(Trend(where=where, grain="month"))
    counts, told = monthly(kept), {name.partition(", for")[0]: value for name, value in values(findings).items()}
    at = np.arange(len(counts))
    season = [at % 12 == place for place in range(1, 12)] if beside else []
    (_, slope, *_), *_ = np.linalg.lstsq(np.column_stack([np.ones(24), at, *season]), counts)
    assert told["number of complete months"] == 24
    assert told[f"slope of number of rows a month{beside}"] == pytest.approx(slope)
    assert told["number of rows in December 2024"] == counts[-1]
    assert "no value" not in " ".join(findings.findings)


def test_the_total_of_a_part_is_0_in_months_that_have_rows_of_other_parts_alone():
    findings, _ = Tables(orders=FRAME).findings(Trend(measure="amount", where=(WEST,), grain="month"))
    months = pd.period_range("2023-01", "2024-12", freq="M")
    west = FRAME[FRAME.region == "West"]
    totals = west.groupby(west.ordered.dt.to_period("M")).amount.sum().reindex(months, fill_value=0.0)
    totals = totals.drop(pd.Period("2023-05")).to_numpy()  # nothing at all is known of it
    places = np.delete(np.arange(24), 4)
    told = {name.partition(", for")[0]: value for name, value in values(findings).items()}
    assert told["number of complete months"] == 23
    assert told["slope of total amount a month"] == pytest.approx(stats.linregress(places, totals).slope)
    assert told["total amount in December 2024"] == 0
    ahead = Tables(orders=FRAME).run(Projection(measure="amount", where=(WEST,), grain="month"))
    assert "in January 2025" in ahead.summary


def test_a_part_of_which_no_value_is_known_in_a_month_has_no_total_there():
    unknown = FRAME.copy()
    last = (unknown.region == "West") & (unknown.ordered >= "2024-08-01")
    unknown.loc[last, "amount"] = np.nan
    findings, _ = Tables(orders=unknown).findings(Trend(measure="amount", where=(WEST,), grain="month"))
    told = {name.partition(", for")[0]: value for name, value in values(findings).items()}
    assert told["number of complete months"] == 21
    assert told["total amount in December 2024"] == 0


def test_conditions_are_said_of_a_count():
    findings, _ = Tables(orders=FRAME).findings(Trend(where=(WEST,), grain="month"))
    assert "for rows whose region is West" in findings.summary
    assert all(fact.name.endswith("for rows whose region is West") for fact in findings.facts)


def test_a_count_within_a_period_begins_and_ends_with_it():
    year = Period(column="ordered", start="2024-01-01", end="2025-01-01")
    findings, _ = Tables(orders=FRAME).findings(Trend(where=(year, WEST), grain="month"))
    told = {name.partition(", for")[0]: value for name, value in values(findings).items()}
    counts = monthly(FRAME[FRAME.region == "West"])[12:]
    assert told["number of complete months"] == 12
    assert told["slope of number of rows a month"] == pytest.approx(stats.linregress(np.arange(12), counts).slope)


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        (SeasonalPattern, "Number of rows is seasonal over 24 months: December is highest"),
        (ChangePoints, "The level of number of rows"),
        (PeriodGrowth, "Number of rows was 91 in December 2024"),
        (Projection, "umber of rows is projected at"),
    ],
)
def test_every_analysis_of_a_course_takes_a_count(kind, says):
    findings, _ = Tables(orders=FRAME).findings(kind(grain="month"))
    assert says in findings.summary


def test_a_running_total_of_a_count_ends_with_all_rows():
    findings, _ = Tables(orders=FRAME).findings(RunningCourse())
    assert max(fact.value for fact in findings.facts) == len(FRAME)


def test_what_has_one_row_for_each_thing_and_time_is_not_counted():
    months = pd.period_range("2020-01", "2021-12", freq="M").to_timestamp()
    panel = pd.DataFrame([(shop, month, 5.0) for shop in "ABC" for month in months], columns=["shop", "month", "sales"])
    with pytest.raises(ForfeitException, match="number of rows shows nothing"):
        Tables(shops=panel).findings(Trend())


def test_months_without_rows_are_projected_as_0_where_that_is_asked_for_and_said():
    rng = np.random.default_rng(4)
    days = [day for day in pd.date_range("2020-01-01", "2023-12-31") if day.month not in (1, 5, 11)]
    frame = pd.DataFrame({"day": days, "amount": rng.uniform(9, 11, len(days))})
    asked = Projection(measure="amount", grain="month", ahead=2, zeros=True)
    told = Tables(bookings=frame).run(asked)
    assert abs(values(told)["projection of total amount in January 2024"]) < 10
    assert values(told)["projection of total amount in February 2024"] == pytest.approx(285, abs=30)
    assert any("Months without a value count as 0." in line for line in told.findings)
    known = Tables(bookings=frame).run(asked.model_copy(update={"zeros": False}))
    assert values(known)["projection of total amount in January 2024"] > 200
    assert any("months in between have no value" in line for line in known.findings)
    with pytest.raises(ValidationError, match="an average of no rows is unknown"):
        Projection(measure="amount", function="mean", zeros=True)
