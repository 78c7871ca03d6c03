"""Figures reckoned by pandas from the typed values alone: what SQL gives is compared with them."""

import operator
from typing import Any

import pandas as pd

from shared.analysis.conditions import Alternative, Filter
from shared.analysis.metrics import Metric
from shared.query.groupings import Grouping, step_of

_SIMPLE = {
    "sum": lambda cells: cells.sum(min_count=1),
    "mean": lambda cells: cells.mean(),
    "min": lambda cells: cells.min(),
    "max": lambda cells: cells.max(),
    "median": lambda cells: cells.median(),
    "count": lambda cells: cells.count(),
    "distinct": lambda cells: cells.nunique(),
    "stddev": lambda cells: cells.std(),
    "range": lambda cells: cells.max() - cells.min(),
}
_ORDERED = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
_PARTS = {"weekday": lambda at: at.dt.day_of_week + 1, "month of year": lambda at: at.dt.month}


def kept(frame: pd.DataFrame, filters: tuple[Filter, ...]) -> pd.DataFrame:
    """The rows that pass all conditions."""
    for item in filters:
        passes = _passes(frame, item)
        for other in item.otherwise:
            passes |= _passes(frame, other)
        frame = frame[passes]
    return frame


def _passes(frame: pd.DataFrame, item: Alternative) -> "pd.Series[bool]":
    cells, part = frame[item.column], getattr(item, "grain", None)
    timed = pd.api.types.is_datetime64_any_dtype(cells) and not part
    values = [pd.Timestamp(str(value)) if timed else value for value in item.values]
    if part:
        cells = _PARTS[part](cells)
    known = cells.notna()
    if item.operator == "between":
        return known & (cells >= values[0]) & ((cells < values[1]) if timed else (cells <= values[1]))
    if item.operator in _ORDERED:
        return known & _ORDERED[item.operator](cells, values[0])
    among = known if item.operator in ("is null", "is not null") else cells.isin(values)
    return among if item.operator in ("=", "in", "is not null") else ~among


def keys(frame: pd.DataFrame, group: Grouping) -> Any:
    """What a grouping groups by."""
    cells = frame[group.column]
    step = step_of(group)
    if step == "month":
        return cells.dt.to_period("M").dt.to_timestamp()
    return _PARTS[step](cells) if step else cells


def reckoned(frame: pd.DataFrame, metric: Metric) -> Any:
    """The figure of a metric over these rows; None where there is none."""
    if metric.per is not None:
        of = frame.groupby(keys(frame, metric.per))
        each = of[metric.column].sum(min_count=1) if metric.column else of.size()
        return len(each) if metric.function == "count" else reckoned(pd.DataFrame({"x": each}), _of("x", metric))
    if metric.column is None:
        return len(frame)
    cells = frame[metric.column]
    if metric.function == "percentile":
        return cells.quantile(metric.parameter or 0)
    if metric.function == "rate":
        return 100 * (cells.dropna() == metric.positive).mean()
    if metric.function == "ratio":
        whole = frame[metric.other].sum(min_count=1)
        return cells.sum(min_count=1) / whole if whole else None
    return _SIMPLE[metric.function](cells)


def _of(column: str, metric: Metric) -> Metric:
    return Metric(function=metric.function, column=column)
