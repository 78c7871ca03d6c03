"""What is drawn is what pandas computes, in a kind of chart that suits it."""

import pandas as pd
import pytest

from shared.analysis.drawings.drawings import MOST_GROUPS, BarChart, Histogram, LineChart, SmallMultiples, width
from shared.errors import ForfeitException
from tests.shared.analysis.running import Tables

SALES = pd.DataFrame(
    {
        "region": ["West", "East", "West", "North", "East", "West"] * 4,
        "revenue": [10.0, 20.0, 30.0, 4.0, 1.0, 7.0] * 4,
        "units": range(24),
        "sold": pd.date_range("2025-01-05", periods=24, freq="5D"),
    }
)
SHOP = Tables(sales=SALES)


def test_bars_are_the_totals_of_the_groups_the_longest_first() -> None:
    found, (result,) = SHOP.findings(BarChart(measure="revenue", by="region"))
    totals = SALES.groupby("region")["revenue"].sum().sort_values(ascending=False)
    assert [row[:2] for row in result.rows] == list(totals.items())
    assert found.visualization_hint == "bar"


def test_of_many_groups_thirty_are_drawn_and_it_is_said() -> None:
    many = pd.DataFrame({"town": [f"t{at:02}" for at in range(40)] * 2, "revenue": [float(at) for at in range(80)]})
    found, (result,) = Tables(sales=many).findings(BarChart(measure="revenue", by="town"))
    assert len(result.rows) == MOST_GROUPS
    assert "top 30" in found.summary


def test_a_line_has_a_point_for_each_week() -> None:
    found, (result,) = SHOP.findings(LineChart(measure="revenue"))
    totals = SALES.groupby(SALES["sold"].dt.to_period("W"))["revenue"].sum()
    assert [row[1] for row in result.rows] == [pytest.approx(total) for total in totals]
    assert found.visualization_hint == "line"


def test_of_a_long_line_it_is_said_how_many_points_are_not_told() -> None:
    long = pd.DataFrame({"revenue": [1.0] * 120, "sold": pd.date_range("2025-01-01", periods=120, freq="3D")})
    found, (result,) = Tables(sales=long).findings(LineChart(measure="revenue"))
    told = found.summary.count("; ")
    assert found.summary.endswith(f"; and {len(result.rows) - told} more.")


def test_a_histogram_counts_every_known_value_once() -> None:
    _, (bins, known) = SHOP.findings(Histogram(measure="units"))
    assert sum(int(str(row[1])) for row in bins.rows) == known.rows[0][1] == len(SALES)
    assert {row[0] for row in bins.rows} == {value // 5 * 5 for value in SALES["units"]}


@pytest.mark.parametrize(
    ("low", "high", "bin_"),
    [(0, 23, 5), (0, 100, 10), (0, 1, 0.1), (-5, 5, 1), (1000, 1e6, 100_000), (0, 0.003, 0.0005)],
)
def test_bins_are_as_wide_as_people_count(low: float, high: float, bin_: float) -> None:
    assert width(low, high) == pytest.approx(bin_)


def test_what_never_varies_or_has_no_dates_is_not_drawn() -> None:
    flat = Tables(sales=pd.DataFrame({"region": ["a", "b"] * 9, "revenue": [5.0] * 18}))
    with pytest.raises(ForfeitException, match="nothing to draw"):
        flat.run(Histogram(measure="revenue"))
    with pytest.raises(ForfeitException, match="date"):
        flat.run(LineChart(measure="revenue"))


def test_panels_of_groups_are_the_totals_of_each_group_in_each_of_them() -> None:
    sales = SALES.assign(channel=["web", "shop"] * 12)
    found, (result,) = Tables(sales=sales).findings(SmallMultiples(measures=("revenue",), split="channel", by="region"))
    totals = sales.groupby(["channel", "region"])["revenue"].sum()
    assert {(row[0], row[1]): row[2] for row in result.rows} == totals.to_dict()
    assert found.visualization_hint == "panels"


def test_panels_of_measures_are_the_totals_of_each_in_each_period() -> None:
    _, (result,) = SHOP.findings(SmallMultiples(measures=("revenue", "units")))
    totals = SALES.groupby(SALES["sold"].dt.to_period("W"))[["revenue", "units"]].sum()
    assert [row[1:3] for row in result.rows] == [(pytest.approx(a), pytest.approx(b)) for a, b in totals.to_numpy()]


def test_more_panels_than_can_be_compared_are_not_drawn_and_how_many_there_would_be_is_said() -> None:
    many = pd.DataFrame(
        {"town": [f"t{at:02}" for at in range(40)], "revenue": [1.0] * 40, "sold": ["2025-01-05", "2025-03-05"] * 20}
    )
    with pytest.raises(ForfeitException, match="40 panels"):
        Tables(sales=many).run(SmallMultiples(measures=("revenue",), split="town"))
    with pytest.raises(ValueError, match="one measure for each"):
        SmallMultiples(measures=("revenue", "units"), split="region")
