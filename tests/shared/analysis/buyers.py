"""Orders of customers over ten months, for analyses of entities, and what pandas reads from them."""

import numpy as np
import pandas as pd

BEFORE = (pd.Timestamp("2024-05-01"), pd.Timestamp("2024-08-01"))
NOW = (pd.Timestamp("2024-08-01"), pd.Timestamp("2024-11-01"))
"""The two stretches that an analysis takes: the data ends within November."""


def orders(seed: int, rows: int = 600) -> pd.DataFrame:
    """Orders from January to the 20th of November: empty amounts, customers that stop, a region each of theirs."""
    rng = np.random.default_rng(seed)
    customer = rng.integers(0, 40, rows)
    day = rng.integers(0, 325, rows)
    day[customer < 8] = rng.integers(0, 200, int((customer < 8).sum()))  # the first eight stop in July
    frame = pd.DataFrame(
        {
            "customer_id": [f"C{number}" for number in customer],
            "region": np.array(["North", "South", "East", "West"])[customer % 4],
            "ordered": pd.Timestamp("2024-01-01") + pd.to_timedelta(day, unit="D"),
            "revenue": np.round(rng.lognormal(3, 1, rows) * (1 + customer / 20), 2),
            "price": np.round(rng.normal(20, 4, rows), 2),
        }
    )
    frame.loc[0, "ordered"] = pd.Timestamp("2024-01-01")
    frame.loc[1, "ordered"] = pd.Timestamp("2024-11-20")
    frame.loc[rng.random(rows) < 0.05, "revenue"] = np.nan
    return frame


def within(frame: pd.DataFrame, stretch: tuple[pd.Timestamp, pd.Timestamp]) -> pd.DataFrame:
    """The rows of a stretch of time."""
    return frame[(frame.ordered >= stretch[0]) & (frame.ordered < stretch[1])]


def moved(frame: pd.DataFrame, column: str = "revenue") -> pd.DataFrame:
    """Each customer's total before and after, its change, and its rows."""
    each = pd.DataFrame(index=sorted(frame.customer_id.unique()))
    for name, stretch in (("before", BEFORE), ("after", NOW)):
        rows = within(frame, stretch).groupby("customer_id")
        each[name] = rows[column].sum()
        each[f"rows_{name}"] = rows.size()
    each = each.fillna(0.0)
    each["change"] = each.after - each.before
    each["percent"] = 100 * each.change / each.before.abs().replace(0, np.nan)
    return each


def percent_rank(series: pd.Series, *, ascending: bool = True) -> pd.Series:
    """The place of each among all, from 0 to 1: the share of the others that come before it."""
    return (series.rank(method="min", ascending=ascending) - 1) / (len(series) - 1)
