"""How the values of each column lie: counts, range, quantiles, commonest values. Exact, by SQL over table `data`."""

import math
from collections.abc import Sequence
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

from shared.contracts.base import Scalar
from shared.contracts.dataset import ColumnProfile, ColumnRole, ValueCount
from shared.ingestion.cells.choice import Choice
from shared.ingestion.cells.edges import edges_of
from shared.ingestion.database import duckdb
from shared.ingestion.meaning.vectors import length_of_vectors
from shared.quoting import identifier
from shared.table.roles import ValueShape, is_id_name, role_of
from shared.table.units import unit_in_name

QUANTILES = (0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.8, 0.9, 0.95, 0.99)
_ALL_VALUES = 200
_TOP = 50
_SAMPLES = 5
_LENGTH = 200


def profile_columns(con: duckdb.DuckDBPyConnection, choices: Sequence[Choice]) -> tuple[ColumnProfile, ...]:
    """The profile of each column of table `data`, in order."""
    figures = _figures(con, choices)
    pairs = zip(choices, figures, strict=True)
    return tuple(_profile(con, choice, each, first=not at) for at, (choice, each) in enumerate(pairs))


def _figures(con: duckdb.DuckDBPyConnection, choices: Sequence[Choice]) -> list[dict[str, Any]]:
    wanted = [_aggregates(choice) for choice in choices]
    row = con.execute(
        f"SELECT count(*), {', '.join(sql for each in wanted for sql in each.values())} FROM data"
    ).fetchone()
    cells = iter((row or ())[1:])
    rows = row[0] if row else 0
    return [{"rows": rows, **{name: next(cells) for name in each}} for each in wanted]


def _aggregates(choice: Choice) -> dict[str, str]:
    column = identifier(choice.name)
    asked = {"values": f"count({column})"}
    if choice.type == "text":
        return asked  # the rest is told by its tally
    asked |= {"minimum": f"min({column})", "maximum": f"max({column})"}
    if choice.type in ("integer", "number"):
        asked["mean"] = f"avg({column})"
    if choice.type == "number" or (choice.type == "integer" and not is_id_name(choice.name)):
        asked["quantiles"] = f"quantile_cont({column}, {list(QUANTILES)})"
    return asked


def _tally(con: duckdb.DuckDBPyConnection, choice: Choice) -> str:
    """A relation of the column's `value`s and the `rows` that each has; of text it is kept: text is slow to read."""
    if choice.tally:
        return choice.tally
    column = identifier(choice.name)
    counted = f"SELECT {column} AS value, count(*) AS rows FROM data WHERE {column} IS NOT NULL GROUP BY 1"
    if choice.type != "text":
        return f"({counted})"
    con.execute(f"CREATE OR REPLACE TEMP TABLE tally AS {counted}")
    return "tally"


def _tallied(con: duckdb.DuckDBPyConnection, choice: Choice, tally: str) -> dict[str, Any]:
    """How many values differ; of text also its range, its length and its words, on average over the rows."""
    asked = {"distinct": "count(*)"}
    if choice.type == "text":
        asked |= {
            "minimum": "min(value)",
            "maximum": "max(value)",
            "long": "sum(length(value) * rows) / sum(rows)",
            "worded": "sum((length(value) - length(replace(value, ' ', '')) + 1) * rows) / sum(rows)",
        }
    row = con.execute(f"SELECT {', '.join(asked.values())} FROM {tally}").fetchone()
    return dict(zip(asked, row or (), strict=True))


def _profile(
    con: duckdb.DuckDBPyConnection, choice: Choice, figures: dict[str, Any], *, first: bool = False
) -> ColumnProfile:
    tally = _tally(con, choice)
    figures |= _tallied(con, choice, tally)
    distinct = figures["distinct"]
    numeric = choice.type in ("integer", "number")
    unit = choice.unit or (unit_in_name(choice.name) if numeric else None)
    shape = ValueShape(
        name=choice.name,
        type=choice.type,
        rows=figures["rows"],
        values=figures["values"],
        distinct=distinct,
        minimum=float(figures["minimum"]) if numeric and figures["minimum"] is not None else None,
        maximum=float(figures["maximum"]) if numeric and figures["maximum"] is not None else None,
        long=figures.get("long") or 0.0,
        worded=figures.get("worded") or 0.0,
        unit=unit,
        first=first,
    )
    length = length_of_vectors(con, choice.name) if choice.type == "text" else None
    vector = length is not None
    role: ColumnRole = "vector" if vector else role_of(shape)
    top = _top_values(con, choice, tally, distinct) if role not in ("id", "vector") and shape.long < 1_000 else ()
    return ColumnProfile(
        name=choice.name,
        type=choice.type,
        role=role,
        unit=unit,
        unit_column=choice.unit_column,
        money=choice.unit_column is not None,
        nulls=shape.rows - shape.values,
        distinct=distinct,
        minimum=None if vector else _scalar(figures["minimum"]),
        maximum=None if vector else _scalar(figures["maximum"]),
        mean=_finite(figures.get("mean")),
        quantiles=_quantiles(figures.get("quantiles")),
        **(edges_of(con, tally) if choice.type in ("date", "timestamp") else {}),
        top_values=top,
        separator=choice.separator,
        samples=() if vector else _samples(con, choice),
        length=length,
    )


def _top_values(con: duckdb.DuckDBPyConnection, choice: Choice, tally: str, distinct: int) -> tuple[ValueCount, ...]:
    """The commonest values; all of them where there are few enough. None where nearly every number differs."""
    if choice.type in ("integer", "number", "date", "timestamp") and distinct > _ALL_VALUES:
        return ()
    limit = _ALL_VALUES if distinct <= _ALL_VALUES and choice.type != "number" else _TOP
    query = f"SELECT value, rows FROM {tally} ORDER BY rows DESC, value LIMIT {limit}"
    return tuple(ValueCount(value=_scalar(value), count=count) for value, count in con.execute(query).fetchall())


def _samples(con: duckdb.DuckDBPyConnection, choice: Choice) -> tuple[str, ...]:
    column = identifier(choice.name)
    found = con.execute(f"SELECT {column} FROM data WHERE {column} IS NOT NULL LIMIT 200").fetchall()
    shown = dict.fromkeys(str(_scalar(value)) for (value,) in found)
    return tuple(list(shown)[:_SAMPLES])


def _quantiles(values: Sequence[float] | None) -> dict[str, float]:
    pairs = zip(QUANTILES, values or (), strict=False)
    return {f"{quantile:g}": float(value) for quantile, value in pairs if math.isfinite(value)}


def _finite(value: float | None) -> float | None:
    return float(value) if value is not None and math.isfinite(value) else None


def _scalar(value: Any) -> Scalar:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, datetime):
        return value.isoformat(sep="T", timespec="auto")
    if isinstance(value, date | time):
        return value.isoformat()
    return value[:_LENGTH] if isinstance(value, str) else value
