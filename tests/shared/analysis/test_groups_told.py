"""The sentence of figures by group."""

import pandas as pd

from shared.analysis.figures.aggregate import Aggregate
from shared.analysis.metrics import Grouping, Metric
from tests.shared.analysis.running import Tables

ORDERS = pd.DataFrame({"product": ["Desk", "Lamp"] * 6, "returned": (["no"] * 3 + ["yes"]) * 3})


def test_nothing_is_done_by_the_groups() -> None:
    """ "Orders that are returned by product" would be sent back by it."""
    rate = Metric(function="rate", column="returned", positive="yes")
    found, _ = Tables(orders=ORDERS).findings(Aggregate(metrics=(rate,), groups=(Grouping(column="product"),)))
    assert found.summary == "Share of rows that are returned, by product: Lamp: 50 %; Desk: 0 %."
