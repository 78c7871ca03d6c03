"""Multiple regression of a measure, and the price elasticity of a quantity."""

from collections.abc import Sequence
from itertools import permutations

import numpy as np
from scipy import special

from shared.contracts import TypedColumns
from shared.statistics.columns import Floats, together, values_of
from shared.statistics.least_squares import Fit, fit, rank, robust
from shared.statistics.periods import day_of, filled, ordinal, seconds_of
from shared.statistics.persistence import LONG, goes_on
from shared.statistics.requests import (
    ASSUMED,
    CLOSE_PREDICTORS,
    LEAST_PERIODS,
    FitElasticity,
    Regress,
    StatisticTable,
    quantity_change,
    revenue_change,
)
from shared.statistics.tables import TableRow, table
from shared.statistics.unknown_share import spread

ROWS_A_COLUMN = 5
"""Rows for each coefficient."""


def regression(request: Regress, columns: TypedColumns) -> tuple[StatisticTable, ...]:
    """One row, and the coefficients, strongest first by their standardised size. Columns that do not vary, or that
    follow from others, are left out; with too few rows only how many there are."""
    every = values_of(columns)
    y, *xs = together(*(column.floats for column in every))
    names, kept = _independent([column.name for column in every[1:]], xs)
    row: TableRow = {
        "count": len(y),
        "predictors": len(names),
        "varies": bool(len(y) and np.ptp(y) > 0),
        "left_out": ", ".join(column.name for column in every[1:] if column.name not in names) or None,
        **dict.fromkeys(
            ("r_squared", "adjusted_r_squared", "f", "f_p", "close_p", "uneven_p", "made", "made_of", "made_by")
        ),
    }
    found, design = None, np.array([np.ones(len(y)), *kept]).T  # by column, as LAPACK has it: half of the time
    if names and len(y) >= ROWS_A_COLUMN * (len(names) + 1) and np.ptp(y) > 0:
        found = fit(design, y)
    if found is None:
        return table([row]), table([])
    many, r2 = len(names), found.r_squared
    covariance = robust(found)
    errors = np.maximum(np.sqrt(np.diag(covariance)), found.errors)
    f = _wald(found, covariance, range(1, many + 1))
    inflated = _inflation(kept)
    close = [at for at, one in enumerate(inflated, start=1) if one >= CLOSE_PREDICTORS]
    all_close = _wald(found, covariance, close) if len(close) > 1 else None
    row |= {
        "r_squared": r2,
        "adjusted_r_squared": 1 - (1 - r2) * (len(y) - 1) / found.freedom,
        "f": f,
        "f_p": float(special.fdtrc(many, found.freedom, f)) if f is not None else None,
        "close_p": float(special.fdtrc(len(close), found.freedom, all_close)) if all_close is not None else None,
        "uneven_p": _uneven_p(found),
        **_made_of(y, names, kept),
    }
    rows: list[TableRow] = []
    for at, name in enumerate(names, start=1):
        slope, error = float(found.coefficients[at]), float(errors[at])
        rows.append(
            {
                "predictor": name,
                "coefficient": slope,
                "low": slope - found.reach * error,
                "high": slope + found.reach * error,
                "p": float(2 * special.stdtr(found.freedom, -abs(slope / error))) if error else None,
                "inflation": inflated[at - 1],
                "mean": float(kept[at - 1].mean()),
                "response": slope * abs(float(kept[at - 1].mean())) * request.percent / 100,
                "standardised": slope * float(kept[at - 1].std(ddof=1) / y.std(ddof=1)),
            }
        )
    rows.sort(key=lambda one: (-abs(float(one["standardised"] or 0)), str(one["predictor"])))
    return table([row]), table(rows)


def _wald(found: Fit, covariance: Floats, places: Sequence[int]) -> float | None:
    """Wald's F of these coefficients together; None where nothing is left to hold them against."""
    slopes, own = found.coefficients[list(places)], covariance[np.ix_(places, places)]
    if found.r_squared >= 1 - 1e-12 or not np.all(np.diag(own) > 0):
        return None
    scale = np.sqrt(np.diag(own))
    z = slopes / scale
    return float(z @ np.linalg.pinv(own / np.outer(scale, scale), hermitian=True) @ z) / len(slopes)


def _uneven_p(found: Fit) -> float | None:
    """How likely values spread about the fit as unevenly by chance: the test of Breusch and Pagan (1979), as Koenker
    (1981) has it, which takes no shape for granted."""
    squares = found.left**2
    squares -= squares.mean()
    told, total = float(np.sum((found.basis.T @ squares) ** 2)), float(squares @ squares)
    if not 0 < told < total:
        return None
    rows, columns = found.basis.shape
    return float(special.chdtrc(columns - 1, rows * told / total))


def _inflation(columns: list[Floats]) -> list[float]:
    """By how much the variance of each coefficient is larger for what the other predictors tell of its own (VIF)."""
    alike = np.atleast_2d(np.corrcoef(columns))
    return [float(one) for one in np.diag(np.linalg.pinv(alike, hermitian=True))]


_NEARLY_ALL = 0.99
_ROUNDED = 0.0051
"""What amounts with two decimals are off by at most."""


def _made_of(y: Floats, names: list[str], columns: list[Floats]) -> TableRow:
    """Which two columns the first is made of by arithmetic in nearly every row, and how; empty where there are none."""
    rounded = min(_ROUNDED, 0.01 * float(y.std()))
    for one, other in permutations(range(len(names)), 2):
        first, second = columns[one], columns[other]
        ways = {"quotient": (y * second, first, np.abs(second))}
        if one < other:
            ways["product"] = (y, first * second, np.ones(len(y)))
        for way, (left, right, scale) in ways.items():
            off = np.abs(left - right) <= rounded * scale + 1e-9 * np.abs(right)
            if np.mean(off) >= _NEARLY_ALL and np.ptp(right) > 0:
                return {"made": way, "made_of": names[one], "made_by": names[other]}
    return {}


def _independent(names: list[str], columns: list[Floats]) -> tuple[list[str], list[Floats]]:
    """The columns that vary and do not follow from the ones before them."""
    varying = [at for at, column in enumerate(columns) if len(column) >= 2 and np.ptp(column) > 0]
    if not varying:
        return [], []
    many = len(columns[0])
    scaled = [(columns[at] - columns[at].mean()) / columns[at].std() for at in varying]
    triangle = np.asarray(np.linalg.qr(np.array(scaled).T, mode="r"))
    taken: list[int] = []
    for place in range(len(varying)):
        if rank(triangle[:, [*taken, place]], least=1e-8 * many) > len(taken):
            taken.append(place)
    return [names[varying[at]] for at in taken], [columns[varying[at]] for at in taken]


LEAST_PRICES = 3
LEAST_SPREAD = 0.01
"""Of a price, its standard deviation by its mean: with less it has not changed."""


def elasticity(request: FitElasticity, columns: TypedColumns) -> tuple[StatisticTable, ...]:
    """One row: without periods with a price and a quantity above zero, or a price that changes, only their counts."""
    months, *both, first, last = values_of(columns)
    series = filled([months, both[1], first, last], "month", since=request.since, until=request.until)
    span = {name: series.span[name] for name in ("first_left_out", "last_left_out")}
    kept = np.isin(months.floats, [seconds_of(one) for one in series.begins])
    begins, price, quantity = together(months.floats[kept], *(one.floats[kept] for one in both))
    used = np.flatnonzero((price > 0) & (quantity > 0))
    used = used[np.argsort(begins[used], kind="stable")]
    begins, price, quantity = begins[used], price[used], quantity[used]
    names = (
        "spread", "elasticity", "low", "high", "p", "r_squared", "price", "quantity", "quantity_percent",
        "revenue_percent", "revenue_low", "revenue_high", "goes_on",
    )  # fmt: skip
    row: TableRow = {
        **span,
        "periods": len(price),
        "prices": len(np.unique(np.round(price, 10))),
        **dict.fromkeys(names),
    }
    assumed = table([_made(request.percent, one) for one in ASSUMED])
    if not len(price):
        return table([row]), assumed
    row |= {"spread": 100 * float(price.std() / price.mean()), "price": float(price.mean())}
    row["quantity"] = float(quantity.mean())
    changing = float(price.std() / price.mean()) >= LEAST_SPREAD and float(row["prices"] or 0) >= LEAST_PRICES
    if len(price) >= LEAST_PERIODS and changing:
        design = np.column_stack([np.ones(len(price)), np.log(price)])
        found = fit(design, np.log(quantity))
        if found is not None:
            places = np.array([ordinal(day_of(one), "month") for one in begins], dtype=np.float64)
            slope = float(found.coefficients[1])
            reach, p = _sureness(found, design, np.log(quantity), places)
            share = goes_on(found.left, places, design)
            row |= {"elasticity": slope, "low": slope - reach, "high": slope + reach, "goes_on": share}
            row["p"] = p
            row["r_squared"] = found.r_squared
            made = [_made(request.percent, slope + side * reach) for side in (0, -1, 1)]
            changes = sorted(float(one["revenue_percent"] or 0) for one in made)
            row |= {"quantity_percent": made[0]["quantity_percent"], "revenue_percent": made[0]["revenue_percent"]}
            row |= {"revenue_low": changes[0], "revenue_high": changes[-1]}
    return table([row]), assumed


def _sureness(found: Fit, design: Floats, y: Floats, places: Floats) -> tuple[float, float | None]:
    """How far the interval of the slope reaches, and its p-value: the larger of those of errors that spread unevenly
    and of errors that may go on to the next month."""
    slope = float(found.coefficients[1])
    error = float(max(np.sqrt(robust(found)[1, 1]), found.errors[1]))
    reach, p = found.reach * error, float(2 * special.stdtr(found.freedom, -abs(slope / error))) if error else None
    going = spread(found, design, y, places, 1) if len(places) <= LONG else None
    if going is None:
        return reach, p
    return max(reach, going.reach), max(p or 0.0, going.chance(slope))


def _made(percent: float, slope: float) -> TableRow:
    """What an elasticity makes of a change of the price."""
    return {
        "assumed_elasticity": slope,
        "quantity_percent": quantity_change(percent, slope),
        "revenue_percent": revenue_change(percent, slope),
    }
