"""Multiple regression of a measure, and the price elasticity of a quantity."""

import numpy as np
from scipy import special

from shared.contracts import TypedColumns
from shared.statistics.columns import Floats, together, values_of
from shared.statistics.least_squares import fit, rank
from shared.statistics.periods import filled, seconds_of
from shared.statistics.requests import LEAST_PERIODS, FitElasticity, Regress, StatisticTable
from shared.statistics.tables import Row, table

ROWS_A_COLUMN = 5
"""Rows for each coefficient."""


def regression(request: Regress, columns: TypedColumns) -> tuple[StatisticTable, ...]:
    """One row, and the coefficients, strongest first by their standardised size. Columns that do not vary, or that
    follow from others, are left out; with too few rows only how many there are."""
    every = values_of(columns)
    y, *xs = together(*(column.floats for column in every))
    names, kept = _independent([column.name for column in every[1:]], xs)
    row: Row = {
        "count": len(y),
        "predictors": len(names),
        "left_out": ", ".join(column.name for column in every[1:] if column.name not in names) or None,
        **dict.fromkeys(("r_squared", "adjusted_r_squared", "f", "f_p")),
    }
    found = None
    if names and len(y) >= ROWS_A_COLUMN * (len(names) + 1) and np.ptp(y) > 0:
        found = fit(np.column_stack([np.ones(len(y)), *kept]), y)
    if found is None:
        return table([row]), table([])
    many, r2 = len(names), found.r_squared
    f = (r2 / many) / ((1 - r2) / found.freedom) if r2 < 1 else None
    row |= {
        "r_squared": r2,
        "adjusted_r_squared": 1 - (1 - r2) * (len(y) - 1) / found.freedom,
        "f": f,
        "f_p": float(special.fdtrc(many, found.freedom, f)) if f is not None else None,
    }
    rows: list[Row] = []
    for at, name in enumerate(names, start=1):
        slope, error = float(found.coefficients[at]), float(found.errors[at])
        rows.append(
            {
                "predictor": name,
                "coefficient": slope,
                "low": slope - found.reach * error,
                "high": slope + found.reach * error,
                "p": float(found.chances[at]) if error else None,
                "mean": float(kept[at - 1].mean()),
                "response": slope * abs(float(kept[at - 1].mean())) * request.percent / 100,
                "standardised": slope * float(kept[at - 1].std(ddof=1) / y.std(ddof=1)),
            }
        )
    rows.sort(key=lambda one: (-abs(float(one["standardised"] or 0)), str(one["predictor"])))
    return table([row]), table(rows)


def _independent(names: list[str], columns: list[Floats]) -> tuple[list[str], list[Floats]]:
    """The columns that vary and do not follow from the ones before them."""
    varying = [at for at, column in enumerate(columns) if len(column) >= 2 and np.ptp(column) > 0]
    if not varying:
        return [], []
    many = len(columns[0])
    scaled = [(columns[at] - columns[at].mean()) / columns[at].std() for at in varying]
    triangle = np.asarray(np.linalg.qr(np.column_stack(scaled), mode="r"))
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
    series = filled([months, both[1], first, last], "month")
    span = {name: series.span[name] for name in ("first_left_out", "last_left_out")}
    kept = np.isin(months.floats, [seconds_of(one) for one in series.begins])
    price, quantity = together(*(one.floats[kept] for one in both))
    used = (price > 0) & (quantity > 0)
    price, quantity = price[used], quantity[used]
    names = (
        "spread", "elasticity", "low", "high", "p", "r_squared", "price", "quantity", "quantity_percent",
        "revenue_percent", "revenue_low", "revenue_high",
    )  # fmt: skip
    row: Row = {**span, "periods": len(price), "prices": len(np.unique(np.round(price, 10))), **dict.fromkeys(names)}
    assumed = table([_made(request.percent, one) for one in ASSUMED])
    if not len(price):
        return table([row]), assumed
    row |= {"spread": 100 * float(price.std() / price.mean()), "price": float(price.mean())}
    row["quantity"] = float(quantity.mean())
    changing = float(price.std() / price.mean()) >= LEAST_SPREAD and float(row["prices"] or 0) >= LEAST_PRICES
    if len(price) >= LEAST_PERIODS and changing:
        found = fit(np.column_stack([np.ones(len(price)), np.log(price)]), np.log(quantity))
        if found is not None:
            slope, error = float(found.coefficients[1]), float(found.errors[1])
            row |= {"elasticity": slope, "low": slope - found.reach * error, "high": slope + found.reach * error}
            row |= {"p": float(found.chances[1]) if error else None, "r_squared": found.r_squared}
            made = [_made(request.percent, slope + side * found.reach * error) for side in (0, -1, 1)]
            changes = sorted(float(one["revenue_percent"] or 0) for one in made)
            row |= {"quantity_percent": made[0]["quantity_percent"], "revenue_percent": made[0]["revenue_percent"]}
            row |= {"revenue_low": changes[0], "revenue_high": changes[-1]}
    return table([row]), assumed


ASSUMED = (0.0, -0.5, -1.0, -1.5, -2.0)
"""Elasticities that are shown where history has none."""


def _made(percent: float, slope: float) -> Row:
    """What an elasticity makes of a change of the price: quantity by (1 + x)^e, revenue by (1 + x)^(1 + e)."""
    factor = 1 + percent / 100
    return {
        "assumed_elasticity": slope,
        "quantity_percent": 100 * (factor**slope - 1),
        "revenue_percent": 100 * (factor ** (1 + slope) - 1),
    }
