"""What stands beside a figure that a statistician would ask for: what it rests on, what was left out, by which rule."""

import numpy as np
import pandas as pd
import pytest

from shared.analysis.benchmarks.standing import Standing
from shared.analysis.prospects.underserved import Underserved
from shared.analysis.segments.tier_by_category import TierByCategory
from shared.analysis.significance.drivers import Drivers
from shared.analysis.trends.change_points import ChangePoints
from tests.shared.analysis.running import Tables, listed


def _months(noise: float) -> Tables:
    rng, wave = np.random.default_rng(4), np.sin(np.arange(60) / 3)
    level = np.where(np.arange(60) < 30, 100.0, 200.0) + (8 * wave if noise < 8 else 0) + rng.normal(0, noise, 60)
    return Tables(sales=pd.DataFrame({"month": pd.date_range("2020-01-01", periods=60, freq="MS"), "sales": level}))


@pytest.mark.parametrize(("noise", "warned"), [(1, True), (8, False)], ids=["alike", "independent"])
def test_change_points_say_whether_p_takes_periods_as_independent_or_allows_for_more(noise: float, warned: bool):
    told = _months(noise).run(ChangePoints(measure="sales", grain="month")).findings
    (line,) = [one for one in told if "The p-values take each period as independent" in one or "allow for" in one]
    assert ("each period follows the one before" in line) == warned


def test_who_has_no_known_value_has_no_total_and_is_below_nobody():
    frame = pd.DataFrame({"shop": ["A", "B", "C"] * 4, "revenue": [10.0, 30.0, None] * 4})
    found = listed(Standing(entity="shop", measure="revenue"), frame)
    assert list(found.index) == ["B", "A"]
    assert list(found["average"]) == [80, 80]


def test_the_average_of_an_average_is_said_without_saying_the_word_twice_in_a_row():
    rng = np.random.default_rng(5)
    frame = pd.DataFrame({"shop": [f"S{at % 5}" for at in range(40)], "average_rating": rng.uniform(1, 5, 40).round(1)})
    findings = Tables(shops=frame).run(Standing(entity="shop", measure="average_rating"))
    assert "average average" not in " ".join((findings.summary, *findings.findings)).lower()


def test_drivers_name_the_measures_that_took_no_part():
    rng = np.random.default_rng(6)
    x = rng.normal(50, 9, 80)
    frame = pd.DataFrame({"income": 3 * x + rng.normal(0, 5, 80), "hours": x, "minutes": 60 * x, "fee": 7.5})
    told = Tables(people=frame).run(Drivers(measure="income")).findings
    (line,) = [one for one in told if one.startswith("Left out: ")]
    assert "minutes" in line
    assert "hours" not in line


def test_tiers_across_a_category_say_whose_percentiles_they_are():
    rng = np.random.default_rng(7)
    frame = pd.DataFrame({"region": ["East", "West"] * 30, "sales": rng.gamma(2, 50, 60)})
    told = Tables(sales=frame).run(TierByCategory(measure="sales", category="region")).findings
    assert "These percentiles are of the values of every region together." in told


def test_an_underserved_segment_says_that_who_is_in_several_counts_in_each():
    rng = np.random.default_rng(8)
    size = {"customer": [f"C{at % 20}" for at in range(200)], "region": rng.choice(["East", "West"], 200)}
    frame = pd.DataFrame(size)
    frame["revenue"] = np.where(frame["region"] == "East", 10.0, 90.0)
    told = Tables(orders=frame).run(Underserved(segment="region", measure="revenue", entity="customer")).summary
    assert "each counts once in every region that it has rows in" in told
