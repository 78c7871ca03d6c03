"""Statistics of the cells of one column, in exact arithmetic where Python has it. None is: there is no such figure."""

import math
import statistics
from collections.abc import Callable, Iterable
from typing import Any, Final

import numpy as np

from tests.shared.query.pandas_cells import NotMeant, comparable

Number = int | float


def statistic(function: str, cells: Iterable[Any]) -> Any:
    """One of the functions of `measures.Function` of these cells, None among them for empty ones."""
    everything = list(cells)
    known = [cell for cell in everything if cell is not None]
    if function == "known":
        return len(known)
    if function == "empty":
        return len(everything) - len(known)
    if function == "distinct":
        return len({comparable(cell) for cell in known})
    if not known:
        return None
    if function in ("min", "max"):
        return min(known) if function == "min" else max(known)
    require_numbers(known)
    return finite(lambda: _OF_NUMBERS[function](known))


def quantile(cells: Iterable[Any], at: float) -> float | None:
    """Linear interpolation at position (n-1) * at of the sorted known cells."""
    known = [cell for cell in cells if cell is not None]
    require_numbers(known)
    return finite(lambda: float(np.quantile(np.array(known, dtype=float), at))) if known else None


def finite(figure: Callable[[], Number | None]) -> Number | None:
    """The figure; None where it would be infinite, or not a number."""
    try:
        found = figure()
    except (OverflowError, ZeroDivisionError):  # a spread so small that its square is 0
        return None
    return found if found is not None and math.isfinite(found) else None


def require_numbers(cells: Iterable[Any]) -> None:
    """Raises NotMeant where a cell, or a figure, is known and no number."""
    for cell in cells:
        if isinstance(cell, bool) or not isinstance(cell, int | float | None):
            raise NotMeant(f"{cell!r} is no number")


def _sum(known: list[Number]) -> Number:
    return sum(known) if all(isinstance(cell, int) for cell in known) else math.fsum(known)


def _stddev(known: list[Number]) -> float | None:
    return statistics.stdev(known) if len(known) > 1 else None


def _moment(known: list[Number], power: int) -> float:
    """The mean of the powers of the distances from the mean."""
    mean = statistics.mean(known)
    return math.fsum((cell - mean) ** power for cell in known) / len(known)


def _skewness(known: list[Number]) -> float | None:
    n = len(known)
    if n < 3 or len(set(known)) == 1:
        return None
    g1 = _moment(known, 3) / _moment(known, 2) ** 1.5
    return g1 * math.sqrt(n * (n - 1)) / (n - 2)


def _kurtosis(known: list[Number]) -> float | None:
    n = len(known)
    if n < 4 or len(set(known)) == 1:
        return None
    g2 = _moment(known, 4) / _moment(known, 2) ** 2 - 3
    return (n - 1) / ((n - 2) * (n - 3)) * ((n + 1) * g2 + 6)


def _geometric_mean(known: list[Number]) -> float | None:
    if min(known) <= 0:
        return None
    return math.exp(math.fsum(math.log(cell) for cell in known) / len(known))


def _standard_error(known: list[Number]) -> float | None:
    spread = _stddev(known)
    return None if spread is None else spread / math.sqrt(len(known))


def _variation(known: list[Number]) -> float | None:
    spread, mean = _stddev(known), statistics.mean(known)
    return None if spread is None or mean == 0 else spread / mean


def _interquartile_range(known: list[Number]) -> float:
    low, high = np.quantile(np.array(known, dtype=float), [0.25, 0.75])
    return float(high - low)


_OF_NUMBERS: Final[dict[str, Callable[[list[Number]], Number | None]]] = {
    "sum": _sum,
    "mean": statistics.mean,
    "median": statistics.median,
    "range": lambda known: max(known) - min(known),
    "stddev": _stddev,
    "variance": lambda known: statistics.variance(known) if len(known) > 1 else None,
    "stddev_population": statistics.pstdev,
    "variance_population": statistics.pvariance,
    "interquartile_range": _interquartile_range,
    "skewness": _skewness,
    "kurtosis": _kurtosis,
    "geometric_mean": _geometric_mean,
    "standard_error": _standard_error,
    "variation": _variation,
}
