"""Which module computes which request: the one place that knows all of them."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from shared.contracts import TypedColumns
from shared.statistics.requests import StatisticsAnswer, StatisticsRequest, StatisticTable
from shared.statistics.trend import trend

COMPUTED: Final[dict[str, Callable[[Any, TypedColumns], tuple[StatisticTable, ...]]]] = {"trend": trend}


class StatisticRefused(Exception):
    """These columns do not carry the statistic; the message is a sentence."""


def compute(request: StatisticsRequest) -> StatisticsAnswer:
    """The tables of a statistic, the same for the same columns; or why there are none."""
    with np.errstate(all="ignore"):
        return StatisticsAnswer(tables=COMPUTED[request.procedure.kind](request.procedure, request.columns))
