"""Least squares with several predictors, by numpy's linear algebra: scipy's triangular solver wakes other threads for a
few columns, and waits for them longer than all else takes.

Student's distribution is taken from scipy.special: what scipy.stats gives, without half a second to import it.
"""

from dataclasses import dataclass

import numpy as np
from scipy import special

from shared.statistics.columns import Floats
from shared.statistics.requests import CONFIDENCE

_MANY = 10_000
"""Rows from which on numpy's products take more than one thread."""


@dataclass(frozen=True)
class Fit:
    """A fit: coefficients in the order of the design's columns, their covariance, what is left, degrees of freedom;
    `basis` and `inverse` are what the design was taken apart into (QR), for whatever else is asked of it."""

    coefficients: Floats
    covariance: Floats
    left: Floats
    freedom: int
    r_squared: float
    basis: Floats
    inverse: Floats

    @property
    def reach(self) -> float:
        """How many standard errors an interval reaches to either side."""
        return float(special.stdtrit(self.freedom, 0.5 + CONFIDENCE / 2))

    @property
    def errors(self) -> Floats:
        """Standard errors of the coefficients."""
        return np.sqrt(np.diag(self.covariance))

    @property
    def chances(self) -> Floats:
        """The p-value of each coefficient."""
        return np.asarray(2 * special.stdtr(self.freedom, -np.abs(self.coefficients / self.errors)))

    @property
    def variance(self) -> float:
        """The variance of what is left."""
        return float(_product(self.left, self.left)) / self.freedom

    def errors_of(self, rows: Floats) -> Floats:
        """By how much single new values at these rows of the design vary about what is predicted (standard errors)."""
        return np.asarray(np.sqrt(self.variance + np.einsum("ij,jk,ik->i", rows, self.covariance, rows)))

    def error_of_sum(self, rows: Floats) -> float:
        """By how much the sum of single new values at these rows of the design varies about what is predicted."""
        return float(np.sqrt(len(rows) * self.variance + np.sum(rows @ self.covariance @ rows.T)))


def fit(design: Floats, y: Floats) -> Fit | None:
    """The fit of y on a design, whose first column is the constant; None where its columns depend on each other or
    there are too few rows."""
    rows, columns = design.shape
    if rows <= columns:
        return None
    sizes = np.max(np.abs(design), axis=0)
    if not np.all(sizes > 0):
        return None
    q, r = np.linalg.qr(design / sizes)  # columns of one size, whatever their units
    if rank(r, rows * float(np.finfo(np.float64).eps)) < columns:
        return None
    inverse, coefficients = np.linalg.inv(r) / sizes[:, None], np.linalg.solve(r, q.T @ y) / sizes
    left = y - _product(design, coefficients)
    freedom = rows - columns
    total = float(np.sum((y - y.mean()) ** 2))
    square = float(_product(left, left))
    r_squared = 1 - square / total if total else 0.0
    covariance = inverse @ inverse.T * square / freedom
    return Fit(coefficients, covariance, left, freedom, r_squared, q, inverse)


def robust(found: Fit) -> Floats:
    """The covariance of the coefficients where values may spread unevenly about the fit: HC3 (MacKinnon and White
    1985), which Long and Ervin (2000) advise for samples of any size. Where few rows decide a coefficient it may be too
    small: the larger of these errors and the classical ones is the safe one (Angrist and Pischke 2009)."""
    q = found.basis
    rest = np.maximum(1 - np.einsum("ij,ij->i", q, q), 1e-9)  # a row that decides alone leaves nothing
    weighted = q * (found.left / rest)[:, None]
    return np.asarray(found.inverse @ (weighted.T @ weighted) @ found.inverse.T)


def _product(rows: Floats, column: Floats) -> Floats:
    """A matrix product with a column; of many rows it is added up by one thread: numpy's own waits for its other
    threads longer than it takes, and rounds by how many there are."""
    return np.asarray(rows @ column if len(rows) <= _MANY else np.einsum("...j,j->...", rows, column))


def rank(r: Floats, share: float = 0.0, least: float = 0.0) -> int:
    """The rank of a matrix from its triangle (of QR), whose singular values are its own: how many are above this share
    of the largest, and above the least."""
    sizes = np.linalg.svd(r, compute_uv=False)
    return int(np.sum(sizes > max(share * float(sizes[0]), least)))
