"""Lengths of time as a query of the language has them: microseconds between two times, divided into a longer unit."""

from typing import Final, Literal

from sqlglot import exp

from shared.query.derived import MICROSECONDS

_BY_DIVISOR: Final = {str(many): unit for unit, many in MICROSECONDS.items()}
_UNITS: Final[dict[str, "SpanName"]] = {"hours": "hour", "minutes": "minute", "seconds": "second"}
SpanName = Literal["hour", "minute", "second"]
SHORT: Final[dict[SpanName, str]] = {"hour": "h", "minute": "min", "second": "s"}
"""The unit that figures of such a length are shown in."""


def span_of(one: exp.Expr) -> SpanName | None:
    """What a length of time is counted in; None for anything else."""
    if not isinstance(one, exp.Div) or not isinstance(one.expression, exp.Literal):
        return None
    apart = one.this
    unit = apart.args.get("unit") if isinstance(apart, exp.DateDiff) else None
    exact = isinstance(unit, exp.Expr) and unit.name.lower() == "microsecond"
    return _UNITS.get(_BY_DIVISOR.get(one.expression.this, "")) if exact else None
