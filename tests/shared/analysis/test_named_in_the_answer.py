"""What an analysis tells of its results: each line once, and one of a kind in the singular."""

import numpy as np
import pandas as pd

from shared.analysis.benchmarks.standing import Standing
from shared.analysis.clusters.natural_clusters import NaturalClusters
from tests.shared.analysis.running import Tables


def daily(days: int) -> Tables:
    at = np.arange(days)
    frame = {"day": pd.date_range("2021-01-01", periods=days), "fee": 10.0 + at % 7, "ward": at % 3}
    return Tables(visits=pd.DataFrame(frame).replace({"ward": {0: "North", 1: "South", 2: "East"}}))


def test_the_first_of_a_ranking_that_the_answer_names_is_not_told_again() -> None:
    found = daily(365).run(Standing(entity="ward", measure="fee"))
    told = " ".join((found.summary, *found.findings))
    assert [told.count(f"{ward}: total fee") for ward in ("North", "South", "East")] == [1, 1, 1]


def test_a_cluster_of_one_is_told_in_the_singular() -> None:
    values = np.concatenate([np.tile([1.0, 1.1, 1.2, 1.3], 5), np.tile([5.0, 5.1, 5.2, 5.3], 5), [90.0]])
    shops = Tables(shops=pd.DataFrame({"shop": [f"S{at}" for at in range(41)], "sales": values, "cost": values * 2}))
    found = shops.run(NaturalClusters(entity="shop", measures=("sales", "cost")))
    assert any(": 1 shop (" in line for line in found.findings)
