"""Columns as the query worker hands them over, from arrays."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from shared.contracts import TypedColumn, TypedColumns
from shared.statistics.compute import compute
from shared.statistics.requests import StatisticsRequest


def handed(**columns: Sequence[object]) -> TypedColumns:
    """Columns by their names: numbers, times and texts."""
    made = [_column(name, pd.Series(list(cells))) for name, cells in columns.items()]
    rows = len(next(iter(columns.values())))
    return TypedColumns(columns=tuple(made), rows=rows, total=rows)


def _column(name: str, cells: pd.Series) -> TypedColumn:
    labels: tuple[str, ...] = ()
    kind = "number"
    if pd.api.types.is_datetime64_any_dtype(cells):
        kind, floats = "time", cells.to_numpy("datetime64[s]").astype(float)
    elif pd.api.types.is_numeric_dtype(cells) or pd.api.types.is_bool_dtype(cells):
        floats = cells.astype(float).to_numpy()
    else:
        codes, known = pd.factorize(cells)
        kind, floats, labels = "text", np.where(codes < 0, np.nan, codes), tuple(map(str, known))
    data = np.asarray(floats, dtype="<f8").tobytes()
    return TypedColumn(name=name, kind=kind, data=data, labels=labels)


def series(values: Sequence[float], freq: str = "MS", start: str = "2020-01-01") -> TypedColumns:
    """A value a period, each of which the data fills."""
    begins = pd.date_range(start, periods=len(values) + 1, freq=freq)
    ends = begins[1:] - pd.Timedelta(days=1)
    return handed(begin=begins[:-1], value=list(values), first=begins[:-1], last=ends)


def answered(procedure: object, columns: TypedColumns) -> list[list[dict[str, object]]]:
    """The tables of a statistic, each as records."""
    answer = compute(StatisticsRequest.model_validate({"procedure": procedure, "columns": columns}))
    assert not answer.refused, answer.refused
    return [[dict(zip(one.columns, row, strict=True)) for row in one.rows] for one in answer.tables]


def figures(procedure: object, columns: TypedColumns) -> dict[str, object]:
    """The one row of the one table of a statistic."""
    ((row,),) = answered(procedure, columns)
    return row


def following(share: float, periods: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Errors of variance 1 of which a share goes on."""
    made = rng.normal(0, 1, periods)
    for at in range(1, periods):
        made[at] = share * made[at - 1] + np.sqrt(1 - share**2) * made[at]
    return made
