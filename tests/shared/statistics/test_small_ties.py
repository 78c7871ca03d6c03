"""Small groups with ties: p-values are those of all arrangements of the ranks."""

from itertools import combinations, permutations, product

import numpy as np
import pytest
from scipy import stats

from shared.statistics.requests import CompareGroups
from tests.shared.statistics.handing import answered, handed


def _exact(one: list[int], other: list[int]) -> float:
    """Twice the share of all ways to deal the ranks out in which their sum lies as far to the same side."""
    ranks = stats.rankdata([*one, *other])
    found = ranks[: len(one)].sum()
    dealt = np.array([ranks[list(at)].sum() for at in combinations(range(len(ranks)), len(one))])
    return float(min(1.0, 2 * min(np.mean(dealt >= found - 1e-9), np.mean(dealt <= found + 1e-9))))


def _compared(*samples: list[int]) -> dict[str, object]:
    labels = [name for name, one in zip("abcdefgh", samples, strict=False) for _ in one]
    return answered(CompareGroups(), handed(g=labels, x=np.concatenate(samples)))[0][0]


@pytest.mark.parametrize(
    ("one", "other"),
    [([1, 1, 1], [2, 2, 2]), ([1, 1, 1, 2], [3, 3, 3]), ([3, 3, 3, 3], [4, 4, 5]), ([1, 2, 2, 5, 5, 5, 9], [2, 5, 9])],
)
def test_a_rank_test_of_small_tied_groups_counts_every_arrangement(one, other):
    assert _compared(one, other)["rank_p"] == pytest.approx(_exact(one, other))


def test_three_against_three_are_never_apart_by_more_than_chance():
    found = _compared([1, 1, 1], [2, 2, 2])
    assert found["test"] == "Mann–Whitney"
    assert found["p"] == pytest.approx(0.1)
    assert stats.mannwhitneyu([1, 1, 1], [2, 2, 2]).pvalue < 0.05


def test_several_small_tied_groups_count_every_arrangement():
    samples = ([1, 1, 1], [1, 1, 1], [2, 2, 2])
    found = _compared(*samples)
    # 3 of the 84 places that three of nine values can take are one group
    assert found["rank_p"] == pytest.approx(3 / 84)
    assert found["rank_statistic"] == pytest.approx(stats.kruskal(*samples).statistic)
    assert stats.kruskal(*samples).pvalue < 0.02


def test_groups_without_ties_and_large_ones_have_the_p_value_of_scipy():
    rng = np.random.default_rng(3)
    apart, rated = rng.permutation(14), rng.integers(1, 6, 80)
    assert _compared(list(apart[:7]), list(apart[7:]))["rank_p"] == stats.mannwhitneyu(apart[:7], apart[7:]).pvalue
    assert _compared(list(rated[:40]), list(rated[40:]))["rank_p"] == stats.mannwhitneyu(rated[:40], rated[40:]).pvalue


def test_ratings_dealt_to_two_groups_by_chance_are_told_apart_in_no_more_than_one_of_twenty():
    """All 20 ways to deal three 1s and three 2s out: the approximation tells two of them, one of ten, apart."""
    dealt = [[2 if at in twos else 1 for at in range(6)] for twos in combinations(range(6), 3)]
    approximated = [stats.mannwhitneyu(one[:3], one[3:]).pvalue < 0.05 for one in dealt]
    exact = [_compared(one[:3], one[3:])["rank_p"] < 0.05 for one in dealt]
    assert (np.mean(approximated), np.mean(exact)) == (0.1, 0)


@pytest.mark.parametrize("rows", [[(1, 2, 3)] * 3, [(1, 1, 2), (1, 2, 2), (1, 1, 3)]])
def test_friedmans_test_of_few_subjects_counts_every_arrangement(rows):
    """Each subject's values in every order, against scipy's statistic."""
    given = np.array(rows)
    found = stats.friedmanchisquare(*given.T).statistic
    every = [stats.friedmanchisquare(*np.array(one).T).statistic for one in product(*map(permutations, rows))]
    columns = handed(g=["a", "b", "c"] * 3, x=given.ravel(), who=[name for name in "uvw" for _ in range(3)])
    (row,), *_ = answered(CompareGroups(), columns)
    assert row["test"] == "Friedman"
    assert row["p"] == pytest.approx(np.mean(np.array(every) >= found - 1e-9))
