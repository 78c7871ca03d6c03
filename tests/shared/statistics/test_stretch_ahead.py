"""A stretch of time that is asked for is told together, with an interval as another implementation has it."""

from datetime import date

import numpy as np
import pytest
import statsmodels.api as sm
from scipy import stats

from shared.statistics.least_squares import fit
from shared.statistics.requests import Project
from shared.statistics.unknown_share import spread
from tests.shared.statistics.handing import answered, series

MONTHS = np.arange(48)


def test_the_total_of_a_stretch_of_days_is_statsmodels_with_its_interval():
    y = 50 + 2 * np.arange(1100) + np.random.default_rng(7).normal(0, 4, 1100)
    asked = Project(grain="day", start=date(2023, 1, 15), end=date(2023, 2, 1))
    (row,), rows = answered(asked, series(y, "D"))
    model = sm.OLS(y, sm.add_constant(np.arange(1100))).fit()
    ahead = sm.add_constant(np.arange(1110, 1127))
    together = np.ones(17) @ ahead
    error = np.sqrt(17 * model.scale + together @ model.cov_params() @ together)
    reach = stats.t.ppf(0.975, model.df_resid) * error
    assert row["projected_in_all"] == pytest.approx(model.predict(ahead).sum())
    assert row["low_in_all"] == pytest.approx(model.predict(ahead).sum() - reach)
    assert row["high_in_all"] == pytest.approx(model.predict(ahead).sum() + reach)
    assert (row["from_in_all"], row["to_in_all"]) == ("2023-01-15", "2023-01-31")
    assert [one["period"] for one in rows if one["asked"]][:1] == ["2023-01-15"]
    assert rows[0]["period"] == "2023-01-05"


def test_5_in_100_totals_lie_beyond_the_interval_of_a_quarter_by_the_errors_of_each_share_from_statsmodels():
    y = 50 + 2 * np.arange(30) + np.random.default_rng(6).normal(0, 4, 30)
    (row,), _ = answered(Project(grain="month", start=date(2022, 10, 1), end=date(2023, 1, 1)), series(y))
    at = np.arange(36.0)
    line = sm.add_constant(at)
    likely = spread(fit(line[:30], y), line[:30], y, at[:30], 1).likely
    missed = np.concatenate([-(line[33:].sum(axis=0) @ np.linalg.pinv(line[:30])), [0, 0, 0, 1, 1, 1]])
    beyond = 0.0
    for weight, share in zip(likely, np.linspace(0, 0.95, 39), strict=True):
        alike = share ** np.abs(np.subtract.outer(at, at))
        error = np.sqrt(sm.GLS(y, line[:30], sigma=alike[:30, :30]).fit().scale * (missed @ alike @ missed))
        beyond += 2 * weight * stats.t.sf((row["high_in_all"] - row["projected_in_all"]) / error, 28)
    assert beyond == pytest.approx(0.05)


def test_what_is_known_of_a_stretch_that_has_begun_is_added_and_adds_nothing_to_the_interval():
    y = 100 + 3 * np.arange(33) + np.random.default_rng(8).normal(0, 4, 33)
    (whole,), _ = answered(Project(grain="month", start=date(2022, 1, 1), end=date(2023, 1, 1)), series(y))
    (rest,), _ = answered(Project(grain="month", start=date(2022, 10, 1), end=date(2023, 1, 1)), series(y))
    assert whole["known_in_all"] == pytest.approx(y[24:33].sum())
    assert rest["known_in_all"] is None
    for end in ("projected", "low", "high"):
        assert whole[f"{end}_in_all"] == pytest.approx(y[24:33].sum() + rest[f"{end}_in_all"])
    assert whole["before_in_all"] == pytest.approx(y[12:24].sum())
    assert whole["from_in_all"] == "2022-01-01"


def test_only_periods_that_lie_in_a_stretch_whole_are_told_together():
    y = 100 + np.arange(60) + np.random.default_rng(9).normal(0, 4, 60)
    asked = Project(grain="week", start=date(2021, 4, 1), end=date(2021, 7, 1))
    (row,), rows = answered(asked, series(y, "W-MON", "2020-01-06"))
    assert (row["from_in_all"], row["to_in_all"]) == ("2021-04-05", "2021-06-21")
    assert sum(one["asked"] for one in rows) == 12


@pytest.mark.parametrize(
    ("grain", "start", "end", "first", "last"),
    [
        ("month", "2024-01-31", "2024-04-30", "2024-02-01", "2024-04-01"),
        ("month", "2024-01-15", "2024-02-15", "2024-02-01", "2024-02-01"),
        ("month", "2023-12-31", "2024-02-29", "2024-01-01", "2024-02-01"),
        ("quarter", "2024-02-10", "2024-08-10", "2024-04-01", "2024-07-01"),
        ("week", "2024-01-10", "2024-01-31", "2024-01-15", "2024-01-29"),
        ("month", "2024-01-15", "2024-04-20", "2024-02-01", "2024-03-01"),
    ],
)
def test_of_a_stretch_of_whole_periods_that_begins_within_one_as_many_are_projected_from_the_next_on(
    grain, start, end, first, last
):
    known = {"month": ("MS", "2020-01-01"), "quarter": ("QS", "2012-01-01"), "week": ("W-MON", "2023-02-06")}
    y = 100 + MONTHS + np.random.default_rng(11).normal(0, 4, 48)
    (row,), _ = answered(Project(grain=grain, start=start, end=end), series(y, *known[grain]))
    assert (row["from_in_all"], row["to_in_all"]) == (first, last)


@pytest.mark.parametrize(
    ("start", "end", "far"),
    [("2022-01-01", "2023-01-01", False), ("2031-01-01", "2032-01-01", True), ("2024-01-05", "2024-01-20", False)],
)
def test_nothing_is_projected_of_what_is_known_of_part_of_a_period_or_of_what_lies_too_far_ahead(start, end, far):
    y = 100 + MONTHS + np.random.default_rng(10).normal(0, 4, 48)
    (row,), rows = answered(Project(grain="month", start=start, end=end), series(y))
    assert (row["too_far"], rows, row["projected_in_all"]) == (far, [], None)


def _places(month: np.ndarray, *, slope: bool) -> np.ndarray:
    columns = [np.ones(len(month)), month.astype(float), *((month % 12 == at).astype(float) for at in range(1, 12))]
    return np.column_stack(columns if slope else columns[:1] + columns[2:])


WAVE = 20 * np.sin(2 * np.pi * np.arange(48) / 12)


def test_the_slope_that_is_judged_is_the_one_beside_the_season():
    """The plain line's may be chance where this one is none: the season hides it."""
    y = 100 + 0.25 * MONTHS + WAVE + np.random.default_rng(11).normal(0, 1, 48)
    (row,), rows = answered(Project(grain="month"), series(y))
    plain = sm.OLS(y, sm.add_constant(MONTHS)).fit()
    whole = _places(MONTHS, slope=True)
    assert plain.pvalues[1] > 0.05 > row["slope_p"]
    assert (row["seasonal"], row["slope_weight"]) == (True, None)
    assert [one["projected"] for one in rows] == pytest.approx(
        list(sm.OLS(y, whole).fit().predict(_places(np.arange(48, 51), slope=True)))
    )
    likely = spread(fit(whole, y), whole, y, MONTHS.astype(float), 1).likely
    p = 0.0
    for weight, share in zip(likely, np.linspace(0, 0.95, 39), strict=True):
        alike = share ** np.abs(np.subtract.outer(MONTHS, MONTHS))
        taken = np.linalg.pinv(whole)[1]
        error = np.sqrt(sm.GLS(y, whole, sigma=alike).fit().scale * (taken @ alike @ taken))
        p += 2 * weight * stats.t.sf(abs(sm.OLS(y, whole).fit().params[1]) / error, 48 - 13)
    assert row["slope_p"] == pytest.approx(p)


def test_a_season_whose_slope_may_be_chance_is_projected_between_the_average_of_its_places_and_the_line():
    y = 100 + WAVE + np.random.default_rng(12).normal(0, 3, 48)
    (row,), rows = answered(Project(grain="month"), series(y))
    level = sm.OLS(y, _places(MONTHS, slope=False)).fit()
    line = sm.OLS(y, _places(MONTHS, slope=True)).fit()
    new, weight = np.arange(48, 51), row["slope_weight"]
    along, about = line.predict(_places(new, slope=True)), level.predict(_places(new, slope=False))
    assert row["slope_p"] > 0.05
    assert 0.27 <= weight < 0.72
    assert [one["projected"] for one in rows] == pytest.approx(list(weight * along + (1 - weight) * about))
    assert [one["along_line"] for one in rows] == pytest.approx(list(along))
    assert row["line_in_all"] == pytest.approx(along.sum())
