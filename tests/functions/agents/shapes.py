"""Tables of every shape that an agent must cope with. Examples speak of the first: a shop's orders."""

from collections.abc import Callable

import numpy as np
import pandas as pd

Frames = dict[str, pd.DataFrame]


def shop(rows: int = 120) -> Frames:
    """orders(order_id, customer_id, region, sales, ordered) and customers(customer_id, tier): ten months of them."""
    rng = np.random.default_rng(1)
    number = np.arange(rows)
    orders = pd.DataFrame(
        {
            "order_id": [f"O-{at}" for at in number],
            "customer_id": [f"C-{at}" for at in rng.integers(0, 30, rows)],
            "region": rng.choice(["North", "South", "East"], rows),
            "sales": np.round(rng.lognormal(3, 1, rows), 2),
            "ordered": pd.Timestamp("2024-01-03") + pd.to_timedelta(np.arange(rows) * 300 // max(rows, 1), unit="D"),
        }
    )
    customers = pd.DataFrame({"customer_id": [f"C-{at}" for at in range(30)], "tier": ["gold", "silver"] * 15})
    return {"orders": orders, "customers": customers}


def odd(rows: int = 60) -> Frames:
    """Names and values that would break SQL that is put together from texts."""
    rng = np.random.default_rng(2)
    kinds = ['O"Brien', "50%; DROP TABLE x --", "naïve ümlaut", "", None]
    frame = pd.DataFrame(
        {
            "select": rng.choice(["a", "b"], rows),
            "Kind's (a/b)": rng.choice(np.array(kinds, dtype=object), rows),
            "Amount (€)": rng.normal(0, 10, rows),
            "größe": rng.integers(0, 5, rows),
            "the day's": pd.Timestamp("2024-01-31") + pd.to_timedelta(rng.integers(0, 700, rows), unit="D"),
        }
    )
    return {"from": frame}


def calendar(months: int = 40) -> Frames:
    """A value a month, with an empty cell, a month without rows and one that is far from the others."""
    rng = np.random.default_rng(3)
    frame = pd.DataFrame(
        {
            "month": pd.date_range("2021-01-01", periods=months, freq="MS"),
            "kind": ["a", "b"] * (months // 2),
            "visits": rng.integers(900, 1100, months).astype(float),
            "price": np.round(rng.normal(20, 1, months), 2),
            "comment": [f"It went {word} in week {at}" for at, word in enumerate(["well", "badly"] * (months // 2))],
        }
    )
    frame.loc[7, "visits"] = None
    frame.loc[20, "visits"] = 9000.0
    return {"visits": frame.drop(index=12)}


REMARKS = (
    "The delivery came late again and nobody called us about it at all, parcel {number}",
    "Everything was fine with this one and we would gladly order it again, basket {number}",
    "The colour was another than in the picture and it had to go back, item {number}",
)


def lines(orders: int = 60) -> Frames:
    """Lines of orders over fifteen months: products that go together, quantities and prices that rise, two regions."""
    rng = np.random.default_rng(4)
    rows = []
    for at in range(orders):
        day = pd.Timestamp("2023-01-05") + pd.Timedelta(days=at * 450 // orders)
        chosen = ["bread", "butter"] if at % 3 else ["nails", "hammer"]
        for product in [*chosen, str(rng.choice(["tea", "soap", "rope"]))]:
            price = {"bread": 3, "butter": 4, "nails": 2, "hammer": 20}.get(product, 5) + at // 20
            count = int(rng.integers(1, 6))
            remark = REMARKS[at % len(REMARKS)].format(number=len(rows))
            rows.append((f"O{at}", product, ["North", "South"][at % 2], day, count, count * price, at % 7 == 0, remark))
    columns = ["order_id", "product", "region", "ordered_on", "quantity", "revenue", "complained", "remark"]
    return {"lines": pd.DataFrame(rows, columns=columns)}


SHAPES: dict[str, Callable[[], Frames]] = {
    "shop": shop,
    "odd names": odd,
    "calendar": calendar,
    "lines": lines,
    "one row": lambda: {name: frame.head(1) for name, frame in shop().items()},
    "no rows": lambda: {name: frame.head(0) for name, frame in shop().items()},
    "one value": lambda: {"flat": pd.DataFrame({"kind": ["a"] * 40, "size": [7.0] * 40, "weight": [7.0] * 40})},
    "one day": lambda: {"day": pd.DataFrame({"at": [pd.Timestamp("2024-02-29")] * 30, "size": range(30)})},
    "empty cells": lambda: {
        "gaps": pd.DataFrame(
            {"kind": ["a", None] * 20, "size": [None, 1.5] * 20, "weight": [None, None, 2.5, -1.0] * 10}
        )
    },
    "many groups": lambda: {
        "wide": pd.DataFrame(
            {
                "kind": [f"k{at // 3}" for at in range(900)],
                "size": range(900),
                "weight": range(900),
                "at": pd.date_range("1950-01-01", periods=900, freq="MS"),
            }
        )
    },
}
