"""Which module computes which request: the one place that knows all of them."""

import warnings
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

import numpy as np

from shared.contracts import TypedColumns
from shared.statistics.requests import StatisticsAnswer, StatisticsRequest, StatisticTable

Computation = Callable[[Any, TypedColumns], tuple[StatisticTable, ...]]
COMPUTED: Final = {
    "trend": "trend.trend",
    "season": "season.season",
    "changes": "levels.changes",
    "last_period": "growth.growth",
    "projection": "projection.projection",
    "distribution": "distribution.distribution",
    "groups": "comparison.groups",
    "rest": "rest.rest",
    "pairs": "comparison.pairs",
    "contingency": "association.contingency",
    "relation": "association.relation",
    "regression": "regression.regression",
    "elasticity": "regression.elasticity",
    "clusters": "clusters.clusters",
}
"""The kind of a request, and the function beside this module that computes it. It is imported when it is asked for:
scipy.stats takes half a second of a processor, and half of them do without."""


def computed_by(kind: str) -> Computation:
    """The function that computes a kind of request. Raises KeyError."""
    module, _, name = COMPUTED[kind].partition(".")
    found: Computation = getattr(import_module(f"{__package__}.{module}"), name)
    return found


def compute(request: StatisticsRequest) -> StatisticsAnswer:
    """The tables of a statistic, the same for the same columns; or why there are none."""
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return StatisticsAnswer(tables=computed_by(request.procedure.kind)(request.procedure, request.columns))
        except (ValueError, ArithmeticError):  # sums and squares that are no numbers any more
            return StatisticsAnswer(refused=BEYOND)


BEYOND: Final = "The values are too large, too small or too much alike to compute this statistic with"
