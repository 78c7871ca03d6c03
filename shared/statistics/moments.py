"""Skewness and kurtosis with their tests, of moments that are taken once.

What scipy.stats gives, which takes the same moments of the values anew for each of them.
"""

from dataclasses import dataclass

import numpy as np
from scipy import special

from shared.statistics.columns import Floats


@dataclass(frozen=True)
class Moments:
    """Central moments of `n` values that are not all the same, eight or more: of the second, third and fourth power."""

    n: int
    second: np.float64
    third: np.float64
    fourth: np.float64

    @property
    def skewness(self) -> float:
        """Corrected for how few values there are (G₁)."""
        return float(((self.n - 1.0) * self.n) ** 0.5 / (self.n - 2.0) * self.third / self.second**1.5)

    @property
    def kurtosis(self) -> float:
        """Above that of normal values, and corrected for how few values there are (G₂)."""
        n = self.n
        own = 1.0 / (n - 2) / (n - 3) * ((n**2 - 1.0) * self.fourth / self.second**2 - 3 * (n - 1) ** 2.0)
        return float(own + 3 - 3)

    @property
    def skewed_z(self) -> np.float64:
        """The statistic of D'Agostino's test of skewness (1970), which is normal where there is none."""
        n = float(self.n)
        y = self.third / self.second**1.5 * np.sqrt((n + 1) * (n + 3) / (6 * (n - 2)))
        beta = 3 * (n**2 + 27 * n - 70) * (n + 1) * (n + 3) / ((n - 2) * (n + 5) * (n + 7) * (n + 9))
        squared = -1 + np.sqrt(2 * (beta - 1))
        scaled = (y if y else 1.0) / np.sqrt(2 / (squared - 1))  # 1 for 0, as scipy has it
        return np.float64(np.log(scaled + np.sqrt(scaled**2 + 1)) / np.sqrt(0.5 * np.log(squared)))

    @property
    def peaked_z(self) -> np.float64:
        """The statistic of Anscombe and Glynn's test of kurtosis (1983), which is normal where values are."""
        n = float(self.n)
        variance = 24 * n * (n - 2) * (n - 3) / ((n + 1) ** 2 * (n + 3) * (n + 5))
        x = (self.fourth / self.second**2 - 3 * (n - 1) / (n + 1)) / variance**0.5
        beta = 6 * (n**2 - 5 * n + 2) / ((n + 7) * (n + 9)) * (6 * (n + 3) * (n + 5) / (n * (n - 2) * (n - 3))) ** 0.5
        a = 6 + 8 / beta * (2 / beta + (1 + 4 / beta**2) ** 0.5)
        left = 1 + x * (2 / (a - 4)) ** 0.5
        root = np.sign(left) * ((1 - 2 / a) / np.abs(left)) ** (1 / 3)
        return np.float64((1 - 2 / (9 * a) - root) / (2 / (9 * a)) ** 0.5)

    @property
    def skewed_p(self) -> float:
        """How likely a skewness as large is by chance."""
        return float(2 * special.ndtr(-np.abs(self.skewed_z)))

    @property
    def normal_p(self) -> float:
        """D'Agostino and Pearson's test of normality (1973), of both statistics."""
        return float(special.chdtrc(2, self.skewed_z**2 + self.peaked_z**2))


def moments(x: Floats) -> Moments:
    """Those of these values; undefined where they are alike but for rounding."""
    mean = x.mean()
    away = x - mean
    square = away * away
    second, third, fourth = (np.float64(np.mean(one)) for one in (square, square * away, square * square))
    alike = second <= (np.finfo(np.float64).eps * mean) ** 2
    return Moments(len(x), np.float64(np.nan) if alike else second, third, fourth)
