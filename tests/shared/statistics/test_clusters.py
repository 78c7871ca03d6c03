"""Clusters are called clear where there are groups, and not where k-means merely cuts values that have none."""

from collections.abc import Callable, Mapping

import numpy as np
import pytest

from shared.statistics.clusters import CLEAR
from shared.statistics.requests import SIGNIFICANT, Cluster
from tests.shared.statistics.handing import answered, handed

SIMULATIONS = 20
Draw = Callable[[np.random.Generator], np.ndarray]
TOGETHER = ((1, 0.9), (0.9, 1))

NONE: Mapping[str, Draw] = {
    "one even column": lambda rng: rng.uniform(size=(30, 1)),
    "two even columns": lambda rng: rng.uniform(size=(25, 2)),
    "one normal column": lambda rng: rng.normal(size=(30, 1)),
    "normal columns that go together": lambda rng: rng.multivariate_normal((0, 0), TOGETHER, 40),
    "skewed columns that go together": lambda rng: np.exp(rng.multivariate_normal((0, 0), TOGETHER, 40)),
    "steps of a scale": lambda rng: rng.integers(1, 6, (40, 2)).astype(float),
}
GROUPS: Mapping[str, Draw] = {
    "two in one column": lambda rng: np.where(np.arange(60) % 2, 8.0, 0.0)[:, None] + rng.normal(size=(60, 1)),
    "three in two columns": lambda rng: (
        np.array([[0, 0], [7, 0], [0, 7]])[np.arange(60) % 3] + rng.normal(size=(60, 2))
    ),
    "four in four columns": lambda rng: 9 * np.eye(4)[np.arange(60) % 4] + rng.normal(size=(60, 4)),
    "a small one": lambda rng: np.where(np.arange(80) % 8, 0.0, 9.0)[:, None] + rng.normal(size=(80, 2)),
}


def _clear(data: np.ndarray) -> bool:
    (row,), *_ = answered(Cluster(), handed(**{f"c{at}": column for at, column in enumerate(data.T)}))
    return row["silhouette"] >= CLEAR and row["chance"] < SIGNIFICANT


@pytest.mark.parametrize("name", NONE)
def test_values_without_groups_are_called_clear_groups_in_one_of_twenty_draws_at_most(name: str) -> None:
    rng = np.random.default_rng(16)
    assert np.mean([_clear(NONE[name](rng)) for _ in range(SIMULATIONS)]) <= SIGNIFICANT


@pytest.mark.parametrize("name", GROUPS)
def test_groups_that_were_planted_are_called_clear(name: str) -> None:
    rng = np.random.default_rng(17)
    assert np.mean([_clear(GROUPS[name](rng)) for _ in range(3)]) == 1


def test_a_column_that_hardly_varies_spoils_no_comparison_with_values_without_groups() -> None:
    rng = np.random.default_rng(18)
    once = np.zeros(600)
    once[0] = 1.0
    data = np.column_stack([once, np.where(np.arange(600) % 2, 90.0, 0.0) + rng.normal(size=600)])
    (row,), *_ = answered(Cluster(), handed(x=data[:, 0], y=data[:, 1]))
    assert row["chance"] is not None
