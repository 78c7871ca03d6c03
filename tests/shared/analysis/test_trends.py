"""Analyses of a measure over time: what they say of tables as people have them."""

import numpy as np
import pandas as pd
import pytest

from shared.analysis.trends.period_growth import PeriodGrowth
from shared.analysis.trends.projection import Projection
from shared.analysis.trends.trend import Trend
from shared.errors import ForfeitException
from tests.shared.analysis.running import Tables, values

DAYS = pd.date_range("2022-01-01", "2023-12-31")


def daily(values_: object, **more: object) -> Tables:
    return Tables(sales=pd.DataFrame({"day": DAYS, "revenue": values_, **more}))


def reason(tables: Tables, **fields: object) -> str:
    with pytest.raises(ForfeitException) as caught:
        tables.run(Trend.model_validate({"measure": "revenue", **fields}))
    return caught.value.forfeit.reason


def test_without_a_column_of_times_there_is_no_trend():
    assert reason(Tables(sales=pd.DataFrame({"revenue": np.arange(20.0)}))) == "No temporal/date data available"
    years = Tables(sales=pd.DataFrame({"year": np.arange(2001, 2021), "revenue": np.arange(20.0)}))
    assert reason(years) == "No temporal/date data available; the years in year are read as numbers, and no dates"


def test_a_trend_is_told_with_its_size_its_interval_and_its_time():
    tables = daily(100 + 0.5 * np.arange(len(DAYS)))
    found = tables.run(Trend(measure="revenue"))
    said = found.summary
    assert said.startswith("Total revenue is increasing: the line beside its season rises by ")  # months are as long
    assert said.endswith("over the 24 months from January 2022 to December 2023.")
    assert "95 % interval" in said
    assert any(line.startswith("It has a season, which is fitted together with the line") for line in found.findings)
    weekly = tables.run(Trend(measure="revenue", grain="week"))
    assert weekly.summary.startswith("Total revenue is increasing: the line rises by ")
    assert not any("season" in line for line in weekly.findings)


def test_a_trend_is_of_the_rows_that_were_asked_for():
    region = np.where(np.arange(len(DAYS)) % 2, "West", "East")
    up = 100 + np.arange(len(DAYS)) * np.where(region == "West", 1.0, -0.1)
    where = ({"kind": "compare", "column": "region", "operator": "=", "value": "West"},)
    findings = daily(up, region=region).run(Trend.model_validate({"measure": "revenue", "where": where}))
    assert (
        "increasing, for sales whose region is West" in findings.summary or "whose region is West" in findings.summary
    )
    assert all("West" in fact.name for fact in findings.facts)


@pytest.mark.parametrize(
    ("days", "freq", "grain"),
    [(730, "D", "month"), (120, "D", "week"), (30, "D", "day"), (40, "YS", "year"), (30, "QS", "quarter")],
)
def test_the_period_is_one_that_the_data_fills(days, freq, grain):
    frame = pd.DataFrame({"day": pd.date_range("1980-01-01", periods=days, freq=freq), "revenue": range(days)})
    assert Trend(measure="revenue").cut(Tables(sales=frame).only) == grain


def test_where_whole_months_are_too_few_the_weeks_are_told():
    frame = pd.DataFrame({"day": pd.date_range("1980-01-03", periods=307), "revenue": range(307)})
    assert Trend(measure="revenue").cut(Tables(sales=frame).only) == "week"


def test_of_several_dates_the_one_that_was_taken_is_told_unless_it_was_asked_for():
    tables = daily(10.0 + np.arange(len(DAYS)) % 3, shipped=DAYS + pd.Timedelta(days=2))
    told = "Rows are dated by day."
    assert told in " ".join(tables.run(Trend(measure="revenue")).findings)
    assert told not in " ".join(tables.run(Trend(measure="revenue", time="day")).findings)


def test_a_month_that_has_only_begun_is_left_out_and_said():
    part = DAYS < "2023-12-10"
    tables = Tables(sales=pd.DataFrame({"day": DAYS[part], "revenue": 10.0 + np.arange(part.sum()) % 3}))
    findings = tables.run(Trend(measure="revenue"))
    assert "December 2023 is left out, since the data does not cover the whole month." in findings.findings
    assert values(findings)["number of complete months"] == 23


def test_a_rate_is_averaged_and_an_amount_added():
    frame = pd.DataFrame({"day": DAYS, "unit_price": 10.0 + np.arange(len(DAYS)) % 7, "revenue": 1.5})
    tables = Tables(sales=frame)
    for measure, name in (("unit_price", "average unit price"), ("revenue", "total revenue")):
        assert Trend(measure=measure).name(tables.only) == name


def test_a_trend_of_a_sample_says_that_it_is_one():
    tables = daily(100 + 0.5 * np.arange(len(DAYS)))
    tables.typed_bytes = 4 * 8 * 15
    told = tables.run(Trend(measure="revenue")).findings
    assert "Computed from a random sample of 15 of 24 rows (the same sample each time)." in told


def test_no_percentage_is_told_of_a_line_that_crosses_zero():
    day = pd.date_range("2024-01-01", periods=60)
    frame = pd.DataFrame({"day": day, "temperature": [30.0 - at + (at % 3) / 10 for at in range(60)]})
    told = Tables(days=frame).run(Trend(measure="temperature", grain="day")).summary
    assert "decreasing" in told
    assert "which comes to" not in told


@pytest.mark.parametrize(("last", "told"), [("2023-12-31", False), ("2023-09-30", True)])
def test_a_projection_of_less_than_two_years_says_that_it_knows_no_season(last: str, told: bool) -> None:
    days = pd.date_range("2022-01-01", last)
    winter = 100 + 60 * np.cos(2 * np.pi * days.dayofyear.to_numpy() / 365)
    tables = Tables(sales=pd.DataFrame({"day": days, "revenue": winter}))
    findings = tables.run(Projection(measure="revenue", grain="month"))
    assert any("show no season" in line for line in findings.findings) is told


def _runs(share: np.ndarray) -> pd.DataFrame:
    """A day's runs, more of them each month, of which this share fails."""
    days = DAYS.repeat(1 + (DAYS.month + 12 * (DAYS.year - 2022)).to_numpy())
    place = np.arange(len(days)) / len(days)
    failed = np.random.default_rng(3).random(len(days)) < np.interp(place, np.linspace(0, 1, len(share)), share)
    return pd.DataFrame({"day": days, "status": np.where(failed, "ERROR", "OK"), "fee": 5.0, "litres": 40 + 20 * place})


ERRORS = {"kind": "compare", "column": "status", "operator": "=", "value": "ERROR"}
SHARES = {
    "rate": {"kind": "rate", "column": "status", "value": "ERROR"},
    "percentage": {
        "kind": "arithmetic",
        "operator": "percentage",
        "left": {"kind": "filtered", "measure": {"kind": "rows"}, "where": [ERRORS]},
        "right": {"kind": "rows"},
    },
}


@pytest.mark.parametrize("share", SHARES)
def test_a_share_of_rows_that_grow_is_followed_by_itself(share: str):
    frame = _runs(np.array([0.05, 0.05]))
    tables = Tables(runs=frame)
    steady = tables.run(Trend.model_validate({"figure": SHARES[share]}))
    assert "Share of rows whose status is ERROR" in steady.summary
    assert "increasing" not in steady.summary
    by_month = (frame.status == "ERROR").groupby(frame.day.dt.to_period("M")).mean() * 100
    slope = np.polyfit(np.arange(len(by_month)), by_month, 1)[0]
    assert next(iter(values(steady).values())) == pytest.approx(slope)
    counted = tables.run(Trend.model_validate({"where": [ERRORS]}))
    assert "is increasing" in counted.summary


def test_a_ratio_of_two_totals_is_followed_period_by_period():
    frame = _runs(np.array([0.1, 0.1]))
    sums = [{"kind": "statistic", "function": "sum", "column": one} for one in ("fee", "litres")]
    ratio = {"kind": "arithmetic", "operator": "ratio", "left": sums[0], "right": sums[1]}
    found = Tables(runs=frame).run(Trend.model_validate({"figure": ratio}))
    by_month = frame.groupby(frame.day.dt.to_period("M"))[["fee", "litres"]].sum()
    slope = np.polyfit(np.arange(len(by_month)), by_month.fee / by_month.litres, 1)[0]
    assert found.summary.startswith("Ratio of total fee to total litres is decreasing")
    assert next(iter(values(found).values())) == pytest.approx(slope)


def test_a_share_is_projected_at_100_percent_at_most_and_says_so():
    found = Tables(runs=_runs(np.array([0.5, 0.99]))).run(Projection.model_validate({"figure": SHARES["rate"]}))
    told = [value for name, value in values(found).items() if "interval" in name or "projection" in name]
    assert max(told) == 100
    assert any("never above 100 %" in line for line in found.findings)


def test_shares_of_two_periods_differ_by_percentage_points():
    found = Tables(runs=_runs(np.array([0.02, 0.2]))).run(PeriodGrowth.model_validate({"figure": SHARES["rate"]}))
    assert "percentage points more than the same month of the year before" in found.summary


def test_a_figure_and_a_measure_at_once_are_refused():
    with pytest.raises(ValueError, match="leave the other away"):
        Trend.model_validate({"measure": "fee", "figure": SHARES["rate"]})
