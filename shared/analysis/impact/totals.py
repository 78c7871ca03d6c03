"""The total that an analysis changes or takes from, and what it would be under assumptions."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase
from typing import Final

from shared.analysis import sql
from shared.analysis.entities.whom import known_column
from shared.contracts import DatasetProfile, PlannedQuery
from shared.errors import ForfeitException
from shared.query.bound import BoundQuery
from shared.query.measures import Statistic
from shared.query.sql.compile import compile_query
from shared.query.trees import exp
from shared.query.words.values import sentence
from shared.table.names import spoken

ASSUMPTION: Final = "assumption"
OUTCOME: Final = "total_then"
CHANGE: Final = "change_from_today"
TODAY: Final = "as today"
"""The columns of what would be."""
_CHANGE: Final = "coalesce(CAST(part AS DOUBLE), 0) * by / 100 + 0"  # 0 and not -0
_OUTCOME: Final = f"CAST(whole AS DOUBLE) + {_CHANGE}"
_TOTALS, _ASSUMED, _PLACE = "_totals", "_assumed", "place"


def total_of(measure: str, table: DatasetProfile, otherwise: str) -> Statistic:
    """The measure's sum. Raises ForfeitException where it cannot be added up, so `otherwise`."""
    own = known_column(measure, table)
    if own.additivity != "additive":
        raise ForfeitException(
            f"{sentence(spoken(own))[:-1]} cannot be added up, so {otherwise}",
            (f"Looked at what {measure} holds",),
            "Name an amount, such as revenue or units.",
        )
    return Statistic(function="sum", column=measure)


def outcomes(totals: BoundQuery, percents: Sequence[float], purpose: str) -> PlannedQuery:
    """The query for what the total would be: a row for each assumption, with the total and its change. `totals` gives
    the total of today, and last the part of it that changes."""
    inner = compile_query(totals, ordered=False, accounted=False)
    whole, part = (sql.column(totals.outputs[at].name) for at in (0, -1))
    rows = [
        exp.select(
            exp.alias_(exp.Literal.string(f"scenario {ascii_uppercase[place]}" if place or one else TODAY), ASSUMPTION),
            exp.alias_(sql.literal(one), "by"),
            exp.alias_(exp.Literal.number(place), _PLACE),
            exp.alias_(whole.copy(), "whole"),
            exp.alias_(part.copy(), "part"),
        ).from_(_TOTALS)
        for place, one in enumerate(percents)
    ]
    formulas = {OUTCOME: _OUTCOME, CHANGE: _CHANGE, "change_in_percent": sql.in_percent(_CHANGE, "whole")}
    figures = [exp.alias_(sql.formula(one), name) for name, one in formulas.items()]
    every = exp.select(sql.column(ASSUMPTION), *figures).from_(_ASSUMED).order_by(_PLACE)
    return sql.planned(every.with_(_TOTALS, as_=inner).with_(_ASSUMED, as_=sql.united(rows)), purpose)
