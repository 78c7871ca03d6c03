"""Small samples, ties, constants, empty cells, one group: every statistic answers, with empty figures where it must."""

import math

import numpy as np
import pandas as pd
import pytest

from shared.statistics.compute import COMPUTED, compute
from shared.statistics.requests import FindChanges, FitSeason, FitTrend, Project, Series, StatisticsRequest
from tests.shared.statistics.handing import answered, handed, series

EMPTY = math.nan
SERIES = {one.model_fields["kind"].default for one in Series.__subclasses__()}
LITTLE = {
    "nothing": [],
    "one": [3.0],
    "two": [3.0, 4.0],
    "three alike": [5.0] * 3,
    "constant": [7.0] * 40,
    "empty": [EMPTY] * 12,
    "mostly empty": [EMPTY, 1.5] * 10,
    "ties": [1.0, 2.0] * 15,
    "zeros": [0.0] * 9 + [1.0],
    "negative": list(-np.arange(1.0, 31)),
    "huge": [1e300, -1e300] * 10,
    "tiny": [1e-300, 2e-300, 4e-300] * 8,
}


def columns(kind: str, values: list[float]):
    if kind in SERIES or kind == "elasticity":
        begins = pd.date_range("2020-01-01", periods=len(values), freq="MS")
        both = {"price": values, "quantity": values[::-1]} if kind == "elasticity" else {"value": values}
        return handed(begin=begins, **both, first=begins, last=begins)
    if kind == "groups":
        return handed(label=["ab"[at % 2] for at in range(len(values))], value=values)
    if kind == "distribution":
        return handed(value=values)
    return handed(one=values, other=values[::-1])


@pytest.mark.parametrize("values", LITTLE.values(), ids=LITTLE)
@pytest.mark.parametrize("kind", COMPUTED)
def test_a_statistic_of_hardly_anything_is_finite_figures_or_none(kind, values):
    more = {"grain": "month"} if kind in SERIES else {}
    request = StatisticsRequest.model_validate({"procedure": {"kind": kind, **more}, "columns": columns(kind, values)})
    answer = compute(request)
    assert answer.tables or (answer.refused and not 1e-299 < abs(values[0]) < 1e299)
    assert answer == compute(request), "the same for the same columns"
    cells = [cell for table in answer.tables for row in table.rows for cell in row]
    assert all(math.isfinite(cell) for cell in cells if isinstance(cell, float))
    assert all(isinstance(cell, str | int | float | bool | None) for cell in cells)
    assert type(answer).model_validate_json(answer.model_dump_json()) == answer


def _noise_of_sums() -> list[float]:
    """A constant as it comes out of sums: averages of the same price over more or fewer rows."""
    return [sum([240.39] * rows) / rows for rows in range(1, 1097)]


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e9])
def test_what_differs_by_rounding_alone_neither_moves_nor_comes_and_goes(scale):
    values = np.array(_noise_of_sums()) * scale
    days = pd.date_range("2020-01-01", periods=len(values))
    given = handed(begin=days, value=values, first=days, last=days)
    row, *_ = answered(FitTrend(grain="day"), given)[0]
    assert (row["direction"], row["slope"], row["mean"]) == ("stable", None, pytest.approx(240.39 * scale))
    row, *_ = answered(FitSeason(grain="day"), given)[0]
    assert row["season_p"] is None
    ((row,), ahead) = answered(Project(grain="day"), given)
    assert (row["seasonal"], row["slope_p"]) == (False, None)
    told = [one[end] for one in ahead for end in ("projected", "low", "high")]
    assert told == pytest.approx([240.39 * scale] * len(told))
    (row,), _ = answered(FindChanges(grain="day"), given)
    assert row["changes"] == 0


def test_what_a_straight_line_leaves_is_no_season_and_no_cycle():
    given = series(1e6 + 0.1 * np.arange(48))
    row, *_ = answered(FitSeason(grain="month"), given)[0]
    assert row["season_p"] is None
    row, *_ = answered(FitTrend(grain="month"), given)[0]
    assert row["cycle_p"] is None
