"""Analyses of several columns at once, held against pandas on a random table with empty cells."""

import numpy as np
import pandas as pd
import pytest

from shared.analysis.quality.outlier_counts import OutlierCounts
from shared.analysis.relations.correlation_matrix import CorrelationMatrix
from shared.query.groupings import ByColumn
from tests.shared.analysis.running import Tables, values

RANDOM = np.random.default_rng(23)
ROWS = 400
FRAME = pd.DataFrame(
    {
        "name": [f"n{number:03d}" for number in range(ROWS)],
        "kind": RANDOM.choice(["a", "b", "c", "d", None], ROWS, p=[0.4, 0.25, 0.2, 0.1, 0.05]),
        "amount": np.where(RANDOM.random(ROWS) < 0.08, np.nan, RANDOM.lognormal(3, 1, ROWS)),
        "size": RANDOM.normal(50, 9, ROWS),
        "grade": RANDOM.integers(1, 6, ROWS),
        "day": pd.Timestamp("2022-01-01") + pd.to_timedelta(RANDOM.integers(0, 800, ROWS), unit="D"),
    }
)
FRAME["linked"] = FRAME["size"] * 3 + RANDOM.normal(0, 5, ROWS)


@pytest.fixture(scope="module")
def tables() -> Tables:
    return Tables(t=FRAME)


def _outliers(cells: pd.Series) -> int:
    low, high = cells.quantile(0.25), cells.quantile(0.75)
    reach = 1.5 * (high - low)
    return int(((cells < low - reach) | (cells > high + reach)).sum())


def test_outliers_of_each_column_are_those_of_pandas(tables: Tables) -> None:
    found = values(tables.run(OutlierCounts()))
    for name in ("amount", "size", "grade", "linked"):
        assert found[f"number of outliers of {name}"] == _outliers(FRAME[name])


def test_outliers_in_each_group_are_by_its_own_quartiles(tables: Tables) -> None:
    found = values(tables.run(OutlierCounts(columns=("amount",), groups=(ByColumn(column="kind"),))))
    for kind, rows in FRAME.groupby("kind"):
        assert found[f"number of outliers of amount of {kind}"] == _outliers(rows.amount)


def test_each_pair_correlates_as_in_pandas_and_the_strongest_comes_first(tables: Tables) -> None:
    found = tables.run(CorrelationMatrix())
    matrix = FRAME[["amount", "size", "grade", "linked"]].corr()
    for fact in found.facts[:-1]:
        first, second = fact.name.removeprefix("correlation of ").split(" and ")
        assert fact.value == pytest.approx(matrix.loc[first, second])
    assert len(found.facts) == 7
    assert found.facts[0].name == "correlation of size and linked"
    assert "size and linked" in tables.run(CorrelationMatrix(asked="strongest")).summary
