"""Whether the mean of values is close to normal, so that a test of means may be taken."""

from typing import Final

import numpy as np
from scipy import stats

from shared.statistics.columns import Floats

MANY: Final = 30
BY_SKEWNESS: Final = 25
"""From so many values on, and from so many times the square of their skewness on (Cochran 1977), the mean of values is
close enough to normal for a test of means."""
_MOST_FOR_SHAPIRO = 5000
_SEED = 1


def many(x: Floats) -> bool:
    """Whether values are so many that their mean is close to normal, whatever their shape."""
    return len(x) >= max(MANY, BY_SKEWNESS * float(np.nan_to_num(stats.skew(x))) ** 2)


def normal_p(x: Floats) -> float:
    """The p-value of Shapiro–Wilk, of 5,000 values at most, drawn from all over them."""
    if len(x) > _MOST_FOR_SHAPIRO:
        x = np.random.default_rng(_SEED).choice(np.sort(x), _MOST_FOR_SHAPIRO, replace=False)
    return float(stats.shapiro(x).pvalue)
