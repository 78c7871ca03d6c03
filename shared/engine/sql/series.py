"""Rows of numbers or days that a query counts off: generate_series and range, between bounds that are written down."""

from datetime import datetime
from typing import Final

from sqlglot import exp

MOST_ROWS: Final = 10_000
"""Days of 27 years, or hours of one."""
WRITTEN: Final = (
    "{name} takes bounds that are written down, whole numbers or dates, and for dates an INTERVAL: "
    "{name}(DATE '2024-01-01', DATE '2024-12-01', INTERVAL 1 MONTH)."
)
TOO_MANY: Final = "{name} would make {rows:,} rows, and makes {most:,} at most; take a longer step or nearer bounds."
OUT_OF_PLACE: Final = "{name} stands in FROM, or in unnest by itself: FROM {name}(1, 12) AS t(n)."
_SECONDS: Final = {
    "SECOND": 1, "MINUTE": 60, "HOUR": 3600, "DAY": 86_400, "WEEK": 604_800, "MONTH": 28 * 86_400,
    "QUARTER": 90 * 86_400, "YEAR": 365 * 86_400, "DECADE": 3652 * 86_400,
}  # fmt: skip
"""How long a step of each is at least."""
_TIMES: Final = (exp.DType.DATE, exp.DType.TIMESTAMP, exp.DType.TIMESTAMPNTZ, exp.DType.DATETIME)


def name_of(series: exp.GenerateSeries) -> str:
    """The name of a series in its query, which its one column has, too."""
    return "range" if series.args.get("is_end_exclusive") else "generate_series"


def is_of_times(series: exp.Expr | None) -> bool:
    """Whether it counts off times, and no numbers."""
    return isinstance(series, exp.GenerateSeries) and isinstance(series.args.get("step"), exp.Interval)


def wrong_with(series: exp.GenerateSeries) -> str:
    """Why such a series is not made, as a sentence for its writer; empty where it is harmless."""
    name, rows = name_of(series), _rows(series)
    above = series.parent
    alone = isinstance(above, exp.Table) or (isinstance(above, exp.Unnest | exp.Explode) and len(_taken(above)) == 1)
    if not alone:
        return OUT_OF_PLACE.format(name=name)
    if rows is None:
        return WRITTEN.format(name=name)
    return TOO_MANY.format(name=name, rows=rows, most=MOST_ROWS) if rows > MOST_ROWS else ""


def _taken(above: exp.Expr) -> list[exp.Expr]:
    return above.expressions if isinstance(above, exp.Unnest) else [above.this, *above.expressions]


def _rows(series: exp.GenerateSeries) -> int | None:
    """How many rows it makes at most; None where its parts are not written down, or lead nowhere."""
    start, end, step = (series.args.get(part) for part in ("start", "end", "step"))
    if isinstance(step, exp.Interval):
        first, last, seconds = _time(start), _time(end), _seconds(step)
        return None if first is None or last is None or not seconds else _steps((last - first).total_seconds(), seconds)
    low, high, by = _whole(start), _whole(end), 1 if step is None else _whole(step)
    return None if low is None or high is None or not by else _steps(high - low, by)


def _steps(way: float, step: int) -> int:
    return max(int(way // step) + 1, 0)


def _whole(one: exp.Expr | None) -> int | None:
    number = one.this if isinstance(one, exp.Neg) else one
    if not isinstance(number, exp.Literal) or not number.is_int:
        return None
    return -int(number.this) if isinstance(one, exp.Neg) else int(number.this)


def _time(one: exp.Expr | None) -> datetime | None:
    """A written date or time."""
    while isinstance(one, exp.Paren):
        one = one.this
    if not isinstance(one, exp.Cast) or one.to.this not in _TIMES:
        return None
    written = one.this
    if isinstance(written, exp.Cast):
        return _time(written)
    if not isinstance(written, exp.Literal) or not written.is_string:
        return None
    try:
        moment = datetime.fromisoformat(written.this)
    except ValueError:
        return None
    return moment if moment.tzinfo is None else None


def _seconds(step: exp.Interval) -> int:
    """The length of a step, below 0 for one back; 0 where it is not written down."""
    amount, unit = step.this, step.args.get("unit")
    sign = -1 if isinstance(amount, exp.Neg) else 1
    written = amount.this if isinstance(amount, exp.Neg) else amount
    text = str(written.this) if isinstance(written, exp.Literal) else ""
    of = _SECONDS.get(unit.name.upper().removesuffix("S"), 0) if isinstance(unit, exp.Var) else 0
    return sign * int(text) * of if text.removeprefix("-").isdecimal() else 0
