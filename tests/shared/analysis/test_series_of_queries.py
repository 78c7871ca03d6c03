"""Courses of what a query computed: the periods that the data fills, by the rules of a table's own."""

from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from shared.analysis.base import Analysis, Findings
from shared.analysis.impact.price_response import PriceResponse
from shared.analysis.trends.change_points import ChangePoints
from shared.analysis.trends.period_growth import PeriodGrowth
from shared.analysis.trends.projection import Projection
from shared.analysis.trends.running_course import RunningCourse
from shared.analysis.trends.seasonal_pattern import SeasonalPattern
from shared.analysis.trends.trend import Trend
from shared.errors import ForfeitException
from tests.shared.analysis.running import Tables, values

Json = dict[str, Any]
KINDS = (Trend, SeasonalPattern, ChangePoints, PeriodGrowth, Projection)
OTHERS = (RunningCourse, PriceResponse)

_RNG = np.random.default_rng(11)
_DAYS = pd.date_range("2022-01-01", "2024-09-17")
CUSTOMERS = pd.DataFrame(
    {
        "customer_id": [f"C{at:02}" for at in range(40)],
        "region": np.where(np.arange(40) % 4 == 0, "West", "East"),
        "since": pd.Timestamp("2019-06-01") + pd.to_timedelta(_RNG.integers(0, 700, 40), unit="D"),
    }
)
_WHO = _RNG.integers(0, 40, 4_000)
ORDERS = pd.DataFrame(
    {
        "order_no": np.arange(4_000),
        "customer_id": CUSTOMERS.customer_id.to_numpy()[_WHO],
        "day": _DAYS[np.sort(_RNG.integers(0, len(_DAYS), 4_000))],
        "revenue_eur": _RNG.gamma(2, 30, 4_000).round(2),
        "units": _RNG.integers(1, 9, 4_000),
    }
)
ORDERS.loc[ORDERS.index % 31 == 0, "revenue_eur"] = np.nan
TABLES = Tables(orders=ORDERS, customers=CUSTOMERS)
JOINED = ORDERS.merge(CUSTOMERS, on="customer_id")
JOINED["month"] = JOINED.day.dt.to_period("M")
WHOLE = JOINED[JOINED.day < "2024-09-01"]
"""Without September, within which the data ends."""

LOOKUP: Json = {"dataset": "customers", "on": [{"column": "customer_id", "key": "customer_id"}]}
AGE: Json = {
    "kind": "rows",
    "lookups": [LOOKUP | {"columns": [{"column": "since"}]}],
    "derived": [{"kind": "time_between", "name": "age", "start": "since", "end": "day"}],
    "columns": ["day", "age"],
}


def _sum(column: str, **name: str) -> Json:
    return {"kind": "statistic", "function": "sum", "column": column} | name


def _by(grain: str) -> Json:
    return {"kind": "time", "column": "day", "grain": grain}


PRICE: Json = {
    "kind": "arithmetic",
    "name": "price",
    "operator": "ratio",
    "left": _sum("revenue_eur"),
    "right": _sum("units"),
}
MONTHLY: Json = {"kind": "figures", "groups": [_by("month")], "measures": [PRICE]}


def _run(kind: type[Analysis], source: Json, **fields: Any) -> Findings:
    return TABLES.run(kind.model_validate({**fields, "source": source, "relation": "orders"}))


def _numbers(findings: Findings) -> list[float]:
    return [one.value for one in findings.facts if isinstance(one.value, int | float)]


def _line(monthly: pd.Series) -> Any:
    return stats.linregress(np.arange(len(monthly)), monthly.to_numpy(float))


# ---- whole periods -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_course_of_rows_with_a_looked_up_column_is_that_of_a_file_that_holds_them(kind: type[Analysis]) -> None:
    held = Tables(held=JOINED.assign(age=(JOINED.day - JOINED.since).dt.days)[["day", "age"]])
    own = _numbers(_run(kind, AGE, measure="age", function="mean"))
    assert own
    assert own == pytest.approx(_numbers(held.run(kind.model_validate({"measure": "age", "function": "mean"}))))


def test_the_trend_of_a_length_of_time_from_another_table_leaves_the_month_out_that_the_data_does_not_fill() -> None:
    findings = _run(Trend, AGE, measure="age", grain="month")
    monthly = (WHOLE.day - WHOLE.since).dt.days.groupby(WHOLE.month).mean()
    found = values(findings)
    slope = next(value for name, value in found.items() if name.startswith("slope of average days"))
    assert found["number of complete months"] == len(monthly) == 32
    assert slope == pytest.approx(_line(monthly).slope, rel=0.02)  # beside a season, where there is one
    assert "September 2024 is left out, since the data does not cover the whole month." in findings.findings


def test_a_ratio_that_a_query_gives_by_month_is_followed_as_it_is() -> None:
    """One row a month is the month's figure: it is not called the average of itself."""
    findings = _run(Trend, MONTHLY, measure="price")
    by = WHOLE.groupby("month")
    monthly = by.revenue_eur.sum() / by.units.sum()
    found = values(findings)
    assert found["slope of ratio of total revenue to total units a month"] == pytest.approx(_line(monthly).slope)
    assert findings.summary.startswith("Ratio of total revenue to total units ")
    assert "September 2024 is left out" in " ".join(findings.findings)


def test_by_a_longer_grain_the_months_of_a_query_are_averaged_and_that_is_said() -> None:
    findings = _run(PeriodGrowth, MONTHLY, measure="price", grain="quarter")
    by = WHOLE.groupby("month")
    monthly = by.revenue_eur.sum() / by.units.sum()
    quarters = monthly.groupby(monthly.index.asfreq("Q")).mean()
    assert findings.summary.startswith("Average ratio of total revenue to total units was ")
    assert values(findings)["average ratio of total revenue to total units in Q2 2024"] == pytest.approx(
        quarters["2024Q2"]
    )


def test_what_a_customer_spends_a_month_is_averaged_over_the_customers_of_each() -> None:
    each = {"kind": "column", "column": "customer_id"}
    source = {"kind": "figures", "groups": [_by("month"), each], "measures": [_sum("revenue_eur", name="spent")]}
    found = values(_run(Trend, source, measure="spent", function="mean"))
    spent = WHOLE.groupby(["month", "customer_id"]).revenue_eur.sum(min_count=1).dropna()
    line = _line(spent.groupby("month").mean())
    assert found["slope of average total revenue a month"] == pytest.approx(line.slope)


def test_months_that_a_period_of_the_source_cuts_are_left_out() -> None:
    when = {"kind": "period", "column": "day", "start": "2022-03-10", "end": "2024-06-12"}
    for source in (AGE | {"where": [when]}, {"kind": "rows", "source": AGE, "where": [when]}):
        findings = _run(Trend, source, measure="age", grain="month")
        assert "from April 2022 to May 2024" in findings.summary
        assert "March 2022 and June 2024 are left out" in " ".join(findings.findings)


def test_a_total_under_a_condition_of_the_source_is_followed_with_0_where_no_row_meets_it() -> None:
    """As under a condition of its own: a part that stopped is neither told as stable, nor left away where it paused."""
    stopped = ORDERS.assign(
        channel=np.where(
            (ORDERS.day < "2024-05-01") & (ORDERS.day.dt.month != 7) & (ORDERS.index % 3 == 0), "fax", "web"
        )
    )
    tables = Tables(orders=stopped)
    met = [{"kind": "compare", "column": "channel", "operator": "=", "value": "fax"}]
    asked = {"measure": "revenue_eur", "time": "day", "grain": "month"}
    own = tables.run(Trend.model_validate({**asked, "where": met}))
    of_rows = tables.run(Trend.model_validate({**asked, "source": {"kind": "rows", "where": met}}))
    assert _numbers(of_rows) == pytest.approx(_numbers(own))
    assert values(of_rows)["number of complete months, for rows whose channel is “fax”"] == 32


def test_a_month_without_a_known_value_is_no_month_of_0() -> None:
    empty = ORDERS.assign(channel="web")
    empty.loc[empty.day.dt.strftime("%Y-%m") == "2023-05", "revenue_eur"] = np.nan
    met = [{"kind": "compare", "column": "channel", "operator": "=", "value": "web"}]
    source = {"kind": "rows", "where": met}
    asked = Trend.model_validate({"measure": "revenue_eur", "grain": "month", "source": source})
    assert "1 month in between has no value." in " ".join(Tables(orders=empty).run(asked).findings)


# ---- prices, and totals so far ---------------------------------------------------------------------------------------


def _sold(last: str) -> Tables:
    """Sales of 30 months whose list price, which another file has, changes each month; their elasticity is -0.8."""
    rng = np.random.default_rng(4)
    months = pd.period_range("2022-01", periods=30, freq="M")
    prices = pd.DataFrame({"in_force": months.strftime("%Y-%m"), "unit_price": 10 * np.exp(rng.normal(0, 0.1, 30))})
    days = pd.date_range("2022-01-01", last)
    price = prices.unit_price.to_numpy()[(days.year - 2022) * 12 + days.month - 1]
    sold = np.round(1e6 * price**-0.8 / days.days_in_month)
    sales = pd.DataFrame({"day": days, "in_force": days.strftime("%Y-%m"), "pieces": sold, "returned": days.day % 3})
    return Tables(sales=sales, prices=prices)


_PRICED: Json = {
    "kind": "rows",
    "lookups": [
        {
            "dataset": "prices",
            "on": [{"column": "in_force", "key": "in_force"}],
            "columns": [{"column": "unit_price"}],
        }
    ],
    "derived": [{"kind": "calculation", "name": "kept", "operator": "-", "left": "pieces", "right": "returned"}],
    "columns": ["day", "unit_price", "kept"],
}


def test_the_response_to_a_price_that_another_file_has_is_that_of_a_file_that_holds_both() -> None:
    tables = _sold("2024-06-11")
    asked = {"price": "unit_price", "quantity": "kept", "percent": 5}
    own = tables.run(PriceResponse.model_validate({**asked, "source": _PRICED, "relation": "sales"}))
    sales, prices = (tables.connection.sql(f"FROM {one}").df() for one in ("sales", "prices"))
    held = sales.merge(prices, on="in_force").assign(kept=lambda one: one.pieces - one.returned)
    alone = Tables(held=held[["day", "unit_price", "kept"]]).run(PriceResponse.model_validate(asked))
    assert _numbers(own) == pytest.approx(_numbers(alone))
    (elasticity,) = [value for name, value in values(own).items() if name.startswith("elasticity of ")]
    monthly = held[held.day < "2024-06-01"].groupby("in_force").agg({"unit_price": "mean", "kept": "sum"})
    assert elasticity == pytest.approx(np.polyfit(*np.log(monthly.to_numpy().T), 1)[0])
    assert "June 2024 is left out, since the data does not cover the whole month." in own.findings


def test_prices_by_month_are_responded_to_and_those_by_quarter_are_refused() -> None:
    tables = _sold("2024-05-31")
    mean = {"kind": "statistic", "function": "mean", "column": "unit_price", "name": "price"}
    source = {
        "kind": "figures",
        "source": _PRICED,
        "groups": [_by("month")],
        "measures": [mean, _sum("kept", name="n")],
    }
    asked = {"price": "price", "quantity": "n", "relation": "sales"}
    own = tables.run(PriceResponse.model_validate({**asked, "source": source}))
    of_days = {"price": "unit_price", "quantity": "kept", "source": _PRICED, "relation": "sales"}
    assert _numbers(own) == pytest.approx(_numbers(tables.run(PriceResponse.model_validate(of_days))))
    with pytest.raises(ForfeitException, match="gives times by quarter, of which a course by month cannot be made"):
        tables.run(PriceResponse.model_validate({**asked, "source": source | {"groups": [_by("quarter")]}}))


def _of_month(found: dict[str, Any], month: str) -> float:
    return next(one for name, one in found.items() if name.startswith("average ") and name.endswith(f" for {month}"))


def test_totals_so_far_of_what_a_query_gives_are_those_of_pandas() -> None:
    ages = (JOINED.day - JOINED.since).dt.days.groupby(JOINED.month).mean()
    moving = values(_run(RunningCourse, AGE, measure="age"))
    assert _of_month(moving, "March 2022") == pytest.approx(ages["2022-03"])
    source = {"kind": "figures", "groups": [_by("month")], "measures": [_sum("revenue_eur", name="spent")]}
    found = _run(RunningCourse, source, measure="spent")
    spent = JOINED.groupby("month").revenue_eur.sum()
    assert list(spent.cumsum()) == pytest.approx(
        [value for name, value in values(found).items() if name.startswith("running total ")]
    )
    assert sum("September 2024 is not complete" in line for line in found.findings) == 1


# ---- what is refused -----------------------------------------------------------------------------------------------


def _refused(kind: type[Analysis], source: Json, **fields: Any) -> tuple[str, str]:
    with pytest.raises(ForfeitException) as raised:
        _run(kind, source, **fields)
    return raised.value.forfeit.reason, raised.value.forfeit.would_help or ""


def test_a_grain_that_the_periods_of_the_source_do_not_make_is_refused_with_those_that_they_do() -> None:
    reason, helps = _refused(Trend, MONTHLY, measure="price", grain="week")
    assert reason == "The source gives times by month, of which a course by week cannot be made"
    assert "month or quarter or year" in helps
    assert (
        "by week" in _refused(SeasonalPattern, MONTHLY | {"groups": [_by("week")]}, measure="price", grain="month")[0]
    )


def test_totals_so_far_have_all_times_of_the_file_or_say_where_a_condition_belongs() -> None:
    when = {"kind": "period", "column": "day", "start": "2022-03-10", "end": "2024-06-12"}
    reason, helps = _refused(RunningCourse, AGE | {"where": [when]}, measure="age")
    assert "The source takes some times of day alone" in reason
    assert "give it to the analysis" in helps
    cut = values(_run(RunningCourse, AGE, measure="age", where=(when,)))
    rest = (JOINED.day - JOINED.since).dt.days[(JOINED.day >= "2022-03-10") & (JOINED.month == "2022-03")]
    assert _of_month(cut, "March 2022, for rows from 10 March 2022 through 11 June 2024") == pytest.approx(rest.mean())
    reason, _ = _refused(RunningCourse, MONTHLY, measure="price", grain="week")
    assert reason == "The source gives times by month, of which a course by week cannot be made"
    assert "one row for each month" in _refused(RunningCourse, MONTHLY)[0]


def test_left_open_the_grain_is_none_shorter_than_the_sources() -> None:
    quarters = MONTHLY | {"groups": [_by("quarter")]}
    assert "number of complete quarters" in values(_run(Projection, quarters, measure="price"))
    assert _refused(SeasonalPattern, MONTHLY | {"groups": [_by("year")]}, measure="price")[0].startswith(
        "Insufficient data points for meaningful seasonality analysis"
    )


def test_the_number_of_rows_is_not_followed_where_there_is_one_for_each_period() -> None:
    reason, helps = _refused(Trend, MONTHLY)
    assert "one row for each month" in reason
    assert "Name the column" in helps


def test_the_first_order_of_each_customer_has_known_ends_and_a_time_that_is_worked_out_has_none() -> None:
    first = {"kind": "statistic", "function": "min", "column": "day", "name": "first"}
    each = {"kind": "column", "column": "customer_id"}
    known = {"kind": "figures", "groups": [each], "measures": [first, _sum("revenue_eur", name="spent")]}
    findings = _run(PeriodGrowth, known, measure="spent", time="first", grain="month")
    ours = JOINED.groupby("customer_id").agg(first=("month", "min"), spent=("revenue_eur", "sum"))
    last = ours.groupby("first").spent.sum().iloc[-1]
    assert values(findings)[f"total revenue in {ours['first'].max().strftime('%B %Y')}"] == pytest.approx(last)
    filled = {"kind": "filled_with_column", "name": "when", "column": "since", "other": "day"}
    worked = AGE | {"derived": [filled], "columns": ["when", "units"]}
    reason, helps = _refused(Trend, worked, measure="units")
    assert "which of its periods the data fills is not known" in reason
    assert "a time that the file holds" in helps
