"""What clusters are held against: values that are like the given ones in all but their groups."""

from itertools import islice

import numpy as np
from scipy import stats

from shared.statistics.columns import Floats
from shared.statistics.groupless import groupless


def drawn(data: Floats, tables: int = 40) -> Floats:
    """The rows of several tables."""
    made = list(islice(groupless(data, np.random.default_rng(1)), tables))
    assert {one.shape for one in made} == {data.shape}
    return np.concatenate(made)


def test_columns_with_one_mode_keep_their_course_and_their_correlation() -> None:
    given = np.random.default_rng(2).multivariate_normal([10, 50], [[4, 9], [9, 36]], 500)
    found = drawn(given)
    for at in (0, 1):
        assert np.allclose(
            np.quantile(found[:, at], [0.1, 0.5, 0.9]), np.quantile(given[:, at], [0.1, 0.5, 0.9]), rtol=0.03
        )
    assert abs(stats.spearmanr(*found.T)[0] - stats.spearmanr(*given.T)[0]) < 0.03
    independent = np.random.default_rng(3).normal(size=(500, 2))
    assert abs(stats.spearmanr(*drawn(independent).T)[0] - stats.spearmanr(*independent.T)[0]) < 0.03


def test_steps_of_a_scale_stay_such_steps_within_its_ends() -> None:
    points = np.random.default_rng(4).binomial(6, 0.5, 400) * 0.5 + 1
    found = drawn(np.column_stack([points, np.arange(400.0) ** 1.5]))
    assert set(found[:, 0]) <= set(np.arange(1, 4.01, 0.5))
    assert len(set(found[:, 1])) > 400


def test_the_valley_between_two_groups_is_filled() -> None:
    """Half of the values lie at 0, the other ones at 10 and a little wider: between them there is nothing."""
    rng = np.random.default_rng(5)
    given = np.concatenate([rng.normal(0, 0.5, 200), rng.normal(10, 1.5, 200)])[:, None]
    found = drawn(given)[:, 0]
    valley, beyond = (np.mean((found > low) & (found < low + 2)) for low in (3, 8))
    assert not np.any((given > 3) & (given < 5))
    assert valley > 0.02
    assert valley >= 0.9 * beyond  # it falls from its mode on and nowhere rises again
