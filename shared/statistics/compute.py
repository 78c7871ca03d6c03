"""Which module computes which request: the one place that knows all of them."""

import warnings
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from shared.contracts import TypedColumns
from shared.statistics.association import contingency, relation
from shared.statistics.changes import changes
from shared.statistics.clusters import clusters
from shared.statistics.comparison import groups, pairs
from shared.statistics.distribution import distribution
from shared.statistics.growth import growth
from shared.statistics.projection import projection
from shared.statistics.regression import elasticity, regression
from shared.statistics.requests import StatisticsAnswer, StatisticsRequest, StatisticTable
from shared.statistics.season import season
from shared.statistics.trend import trend

COMPUTED: Final[dict[str, Callable[[Any, TypedColumns], tuple[StatisticTable, ...]]]] = {
    "trend": trend,
    "season": season,
    "changes": changes,
    "last_period": growth,
    "projection": projection,
    "distribution": distribution,
    "groups": groups,
    "pairs": pairs,
    "contingency": contingency,
    "relation": relation,
    "regression": regression,
    "elasticity": elasticity,
    "clusters": clusters,
}


def compute(request: StatisticsRequest) -> StatisticsAnswer:
    """The tables of a statistic, the same for the same columns; or why there are none."""
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return StatisticsAnswer(tables=COMPUTED[request.procedure.kind](request.procedure, request.columns))
        except (ValueError, ArithmeticError):  # sums and squares that are no numbers any more
            return StatisticsAnswer(refused=BEYOND)


BEYOND: Final = "The values are too large, too small or too much alike to compute this statistic with"
