"""Which periods the times of a column fill at their ends as they fill those between: a reading late in each month."""

from typing import get_args

from shared.contracts.dataset import PeriodLength
from shared.ingestion.database import duckdb

_DAYS: dict[PeriodLength, int] = {"week": 7, "month": 30, "quarter": 91, "year": 365}
_LEAST = 2
"""How few periods between the ends say nothing of them."""


def edges_of(con: duckdb.DuckDBPyConnection, times: str) -> dict[str, tuple[PeriodLength, ...]]:
    """Of a relation of `value`s, dates or timestamps: the periods of which the first opens, and the last closes, no
    later and no earlier than all between, where these do so at about the same place, within a sixth of a period."""
    asked = (_margins(grain, times) for grain in get_args(PeriodLength))
    rows = con.execute(" UNION ALL ".join(asked)).fetchall()
    opens = tuple(grain for grain, many, late, *between in rows if _as_others(grain, many, late, *between[:2]))
    closes = tuple(grain for grain, many, *_, early, least, most in rows if _as_others(grain, many, early, least, most))
    return {"opens": opens, "closes": closes}


def _as_others(grain: PeriodLength, many: int, own: int, least: int | None, most: int | None) -> bool:
    return many >= _LEAST and least is not None and most is not None and own <= most <= least + _DAYS[grain] / 6


def _margins(grain: PeriodLength, times: str) -> str:
    """A query of one row: how many periods lie between the ends; how many days after its begin the first has its first
    time, and how many before its end the last has its last, each with the least and the most of those between. Times
    whose next period no timestamp could hold count for none."""
    end = f"(began + INTERVAL 1 {grain})::DATE"
    margins = f"SELECT date_trunc('{grain}', value)::DATE AS began, min(value)::DATE - began AS late, "
    margins += f"{end} - max(value)::DATE AS early FROM {times} WHERE year(value) BETWEEN 1 AND 9998 GROUP BY 1"
    ends = f"SELECT *, began > min(began) OVER () AND began < max(began) OVER () AS between_ends FROM ({margins})"
    return (
        f"SELECT '{grain}', count(*) FILTER (between_ends), arg_min(late, began), "
        f"min(late) FILTER (between_ends), max(late) FILTER (between_ends), arg_max(early, began), "
        f"min(early) FILTER (between_ends), max(early) FILTER (between_ends) FROM ({ends})"
    )
