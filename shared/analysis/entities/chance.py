"""What chance alone would give where things move between two stretches of time.

Were each row as likely to fall into either stretch, a change beyond z roots of the sum of the squares of its rows would
have a chance of exp(-z²/2) at most, and a rows before and b after one of exp(-a ln(2a/n) - b ln(2b/n)), n = a + b,
whatever the amounts and however few (Hoeffding 1963, theorems 2 and 1).
"""

from __future__ import annotations

import math
from typing import Final

from shared.analysis import sql
from shared.analysis.entities.whom import Worth
from shared.analysis.entities.windows import Windows
from shared.analysis.queried_table import QueriedTable
from shared.contracts import DatasetProfile
from shared.errors import ForfeitException
from shared.query.trees import exp
from shared.query.words.values import listed
from shared.statistics.requests import SIGNIFICANT

EVIDENCE: Final = frozenset({"squares", "times_before", "times_after"})
_NAMED: Final = 8
_NORMAL: Final = 1.959964
"""The quantile of the normal distribution that 2.5 % are beyond."""


def beyond_chance(some: int, others: int) -> bool:
    """Whether of entities that moved so many more went one way than the other that chance gives it in less than 5 %:
    the sign test, by the normal approximation with continuity correction."""
    return abs(some - others) - 1 > _NORMAL * math.sqrt(some + others)


def signed(some: int, others: int, verb: str) -> str:
    """What the sign test says of so many that went one way, in the past tense, and so many the other, as a clause."""
    if not beyond_chance(some, others):
        return "by the sign test chance alone would give as much"
    return f"{'more' if some > others else 'fewer'} {verb} than by chance alone (sign test)"


def alone(sure: list[str], verb: str, test: str, *, cut: bool) -> str:
    """Who did something, in the past tense, by more than chance, as a sentence; empty where nobody of a list that is
    cut is known to have."""
    if sure:
        others = " and others" if cut or sure[_NAMED:] else ""
        return f"{listed(sure[:_NAMED])}{others} {verb} by more than chance alone would give ({test})."
    return "" if cut else f"None of them alone {verb} by more than chance could give ({test})."


def unlikely(tests: int) -> float:
    """The exponent below which a chance is under 5 % over so many tests (Bonferroni): -ln(0.05 / tests)."""
    return math.log(max(tests, 1) / SIGNIFICANT)


def reach(tests: int) -> float:
    """How many roots a change must be to be beyond chance in 5 % over so many tests."""
    return math.sqrt(2 * unlikely(tests))


def evidence(worth: Worth, apart: Windows, whom: str, table: DatasetProfile) -> dict[str, exp.Expr]:
    """What the change of an entity is held against, as columns `EVIDENCE`: the sum of the squares of its rows in both
    stretches, and how many rows each has; where some are of one event, such as the lines of an order, as if they were
    one row."""
    _require_events(table)
    time, events = apart.column.name, [one for one in table.semantic.grain.events if one != whom]
    stretches = {"times_before": apart.before.covers(time), "times_after": apart.now.covers(time)}
    if not events:
        rows = {name: worth.known(met) for name, met in stretches.items()}
    else:
        each = "count(DISTINCT :event) FILTER (WHERE :met)"
        rows = {name: sql.formula(each, event=events[0], met=met) for name, met in stretches.items()}
    return {"squares": _squares(worth, apart, events), **rows}


def _require_events(table: DatasetProfile) -> None:
    """Raises ForfeitException where a source hides what several of its rows are of, which then look independent."""
    hidden = table.hidden_events if isinstance(table, QueriedTable) else ()
    if hidden:
        raise ForfeitException(
            f"Several rows are of one {hidden[0]}, which the source does not show, so what chance gives cannot be told",
            (f"Looked for {hidden[0]} in what the source gives",),
            f"Let the source show {hidden[0]}, too.",
        )


def changed(sign: int, entities: int) -> exp.Expr:
    """Whether a `change` of this sign is beyond chance, by amounts or by how many rows there were: over `EVIDENCE`."""
    by_amounts = f"{sign} * change > :reach * sqrt(squares)"
    by_rows = f"{sign} * change > 0 AND {fewer_or_more('times_before', 'times_after', sign)} > :unlikely"
    return sql.formula(f"({by_amounts}) OR ({by_rows})", reach=reach(2 * entities), unlikely=unlikely(2 * entities))


def fewer_or_more(before: str, after: str, sign: int) -> str:
    """A formula for the exponent of the chance of so many rows before and after; 0 where they moved the other way."""
    terms = (f"coalesce({one} * ln(2.0 * nullif({one}, 0) / ({before} + {after})), 0)" for one in (before, after))
    return f"CASE WHEN {sign} * ({after} - {before}) > 0 THEN {' + '.join(terms)} ELSE 0 END"


def _squares(worth: Worth, apart: Windows, events: list[str]) -> exp.Expr:
    time = apart.column.name
    met = sql.formula(":b OR :n", b=exp.paren(apart.before.covers(time)), n=exp.paren(apart.now.covers(time)))
    cell = sql.formula("1") if worth.column is None else sql.column(worth.column.name)
    total = sql.formula("coalesce(sum(power(:cell, 2)) FILTER (WHERE :met), 0)", cell=cell, met=met)
    if not events:
        return total
    lines = "coalesce(:total * count(*) FILTER (WHERE :met) / nullif(count(DISTINCT :event) FILTER (WHERE :met), 0), 0)"
    return sql.formula(lines, total=total, met=met, event=events[0])
