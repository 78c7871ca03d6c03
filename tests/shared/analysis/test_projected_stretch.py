"""A projection of a stretch that is asked for: next quarter, the first half of next year."""

from datetime import date

import numpy as np
import pandas as pd
import pytest
from pydantic import ValidationError

from shared.analysis.trends.projection import Projection
from shared.errors import ForfeitException
from tests.shared.analysis.running import Tables, values

DAYS = pd.date_range("2021-01-01", "2023-12-31")
FRAME = pd.DataFrame({"day": DAYS, "region": np.where(np.arange(len(DAYS)) % 2, "West", "East")})
RISING = Tables(sales=FRAME.assign(revenue=100 + 0.2 * np.arange(len(DAYS)), price=5.0 + np.arange(len(DAYS)) / 900))
H1 = {"start": "2024-01-01", "end": "2024-07-01"}
H2 = {"start": "2024-07-01", "end": "2025-01-01"}


def line(first: int, last: int, monthly: pd.Series) -> float:
    """The total of the line of months over the places from first to last."""
    return float(np.polyval(np.polyfit(np.arange(len(monthly)), monthly, 1), np.arange(first, last + 1)).sum())


def monthly(frame: pd.DataFrame) -> pd.Series:
    return frame.groupby(frame.day.dt.to_period("M")).revenue.sum()


def test_the_total_of_a_stretch_is_told_first_with_its_interval():
    y = 100 + 0.2 * np.arange(len(DAYS)) * np.random.default_rng(2).uniform(0.5, 1.5, len(DAYS))
    tables = Tables(sales=FRAME.assign(revenue=y))
    found = tables.run(Projection(measure="revenue", **H1))
    told, total = values(found), line(36, 41, monthly(FRAME.assign(revenue=y)))
    assert told["projection of total revenue from January 2024 through June 2024"] == pytest.approx(total)
    assert f"Total revenue is projected at {total:,.2f} from January 2024 through June 2024 (95 % i" in found.summary
    assert any(line.startswith("By month that is ") for line in found.findings)


def test_a_stretch_that_begins_later_is_told_without_the_months_before_it():
    found = RISING.run(Projection(measure="revenue", **H2))
    names = [name for name in values(found) if name.startswith("projection")]
    assert "projection of total revenue in June 2024" not in names
    assert "projection of total revenue in July 2024" in names
    assert len(found.pictures[0].points) == 36 + 12


def test_a_condition_that_lies_ahead_is_the_stretch_that_is_asked_for_and_other_conditions_are_met():
    ahead = {"kind": "period", "column": "day", **H1}
    west = {"kind": "compare", "column": "region", "operator": "=", "value": "West"}
    asked = RISING.run(Projection.model_validate({"measure": "revenue", "where": [ahead, west]}))
    given = RISING.run(Projection.model_validate({"measure": "revenue", "where": [west], **H1}))
    assert asked == given
    assert "for rows whose region is West" in asked.summary


def test_of_a_stretch_that_has_begun_the_known_part_is_told_beside_the_total():
    noise = np.random.default_rng(5).normal(0, 40, len(DAYS)).round(2)
    part = FRAME.assign(revenue=100 + 0.2 * np.arange(len(DAYS)) + noise)[DAYS < "2023-10-01"]
    found = Tables(sales=part).run(Projection(measure="revenue", start="2023-01-01", end="2024-01-01"))
    known = part[part.day >= "2023-01-01"].revenue.sum()
    assert values(found)["total revenue known so far of that"] == pytest.approx(known)
    assert values(found)["projection of total revenue in 2023"] == pytest.approx(known + line(33, 35, monthly(part)))
    assert f"of which {known:,.2f} is known" in found.summary


def test_of_what_does_not_add_up_no_total_is_told():
    found = RISING.run(Projection(measure="price", **H1))
    assert not any("through" in name for name in values(found))
    assert "is projected at" in found.summary


@pytest.mark.parametrize(
    ("start", "end", "why"),
    [("2023-01-01", "2023-07-01", "No whole month of"), ("2030-01-01", "2030-07-01", "further ahead than the data")],
)
def test_a_stretch_of_which_nothing_can_be_projected_is_given_up_with_the_reason(start: str, end: str, why: str):
    with pytest.raises(ForfeitException, match=why):
        RISING.run(Projection(measure="revenue", start=start, end=end))


def test_a_stretch_has_both_its_ends_in_their_order():
    with pytest.raises(ValidationError, match="give both"):
        Projection(measure="revenue", start="2024-01-01")
    with pytest.raises(ValidationError, match="ends after it starts"):
        Projection(measure="revenue", start="2024-07-01", end="2024-01-01")
    assert Projection(measure="revenue", **H1).stretch(RISING.only) == (date(2024, 1, 1), date(2024, 7, 1))


def test_beside_a_season_one_slope_is_judged_and_told():
    wave = 30 * np.sin(2 * np.pi * DAYS.day_of_year.to_numpy() / 365)
    noise = np.random.default_rng(3).normal(0, 20, len(DAYS))
    steep = Tables(sales=FRAME.assign(revenue=100 + 0.03 * np.arange(len(DAYS)) + wave + noise))
    told = " ".join(
        (steep.run(Projection(measure="revenue")).summary, *steep.run(Projection(measure="revenue")).findings)
    )
    assert "its line and its season continue" in told
    assert "may be chance" not in told
    assert "Beside its season the slope of total revenue is more than chance (p = " in told
    flat = Tables(sales=FRAME.assign(revenue=100 + wave + noise)).run(Projection(measure="revenue"))
    assert ", if its level, part of its slope and its season continue" in flat.summary
    assert any("The slope of its line beside its season may be chance (p = " in line for line in flat.findings)


@pytest.mark.parametrize(("month", "told"), [("2024-01", False), ("2024-03", True)])
def test_a_month_that_does_not_follow_the_data_says_so(month: str, told: bool):
    end = f"2024-{int(month[-2:]) + 1:02d}-01"
    found = RISING.run(Projection(measure="revenue", start=f"{month}-01", end=end))
    assert ("Before that come months without data, which are projected, too." in found.findings) is told


def test_what_is_projected_has_its_unit_in_each_column_whether_or_not_a_fact_tells_one():
    tables = Tables(sales=FRAME.assign(revenue_eur=100 + 0.2 * np.arange(len(DAYS))))
    found, results = tables.findings(Projection(measure="revenue_eur", **H1))
    (unit,) = {fact.unit for fact in found.facts if fact.name.startswith("projection of ")}
    assert unit
    assert set(found.units.values()) == {unit}
    assert {"line_in_all", *found.units} <= {name for result in results for name in result.columns} & {*found.units}
