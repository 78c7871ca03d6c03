"""A lower and an upper bound of the same thing as the one condition that they are, and in words: "in April 2025"."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple

from sqlglot import exp

from shared.query.words.values import days, time

_LOWER, _UPPER = (exp.GT, exp.GTE), (exp.LT, exp.LTE)
_TURNED: dict[type[exp.Expr], type[exp.Binary]] = {exp.GT: exp.LT, exp.GTE: exp.LTE, exp.LT: exp.GT, exp.LTE: exp.GTE}
_QUARTERS = ("first", "second", "third", "fourth")
_NUMBERS: dict[type[exp.Expr], str] = {
    exp.GT: "over {}",
    exp.GTE: "at least {}",
    exp.LT: "under {}",
    exp.LTE: "at most {}",
}
_TIMES: dict[type[exp.Expr], str] = {
    exp.GT: "after {}",
    exp.GTE: "{} or later",
    exp.LT: "before {}",
    exp.LTE: "{} or earlier",
}
_DAY = timedelta(days=1)


class Bounds(NamedTuple):
    """What lies between two bounds, each a comparison of the same subject."""

    lower: exp.Binary
    upper: exp.Binary

    @classmethod
    def of(cls, condition: exp.Expr) -> "Bounds | None":
        """The range of `x > a AND x < b`, each bound with or without what it names; None for any other condition."""
        if not isinstance(condition, exp.And):
            return None
        low, high = condition.left, condition.right
        if isinstance(low, exp.GT | exp.GTE) and isinstance(high, exp.LT | exp.LTE) and low.left == high.left:
            return cls(low, high)
        return None

    @property
    def half_open(self) -> bool:
        """Whether the lower bound belongs to it and the upper does not."""
        return isinstance(self.lower, exp.GTE) and isinstance(self.upper, exp.LT)

    @property
    def closed(self) -> bool:
        """Whether both bounds belong to it."""
        return isinstance(self.lower, exp.GTE) and isinstance(self.upper, exp.LTE)


def joined(conditions: Sequence[exp.Expr]) -> list[exp.Expr]:
    """The conditions, with the lower and the upper bound of a thing as one where it has just these two."""
    turned = [_turned(condition) for condition in conditions]
    whole = {id(bound): pair for pair in _pairs(turned) for bound in pair}
    kept: list[exp.Expr] = []
    for one in turned:
        pair = whole.get(id(one))
        if pair is None:
            kept.append(one)
        elif one is next(bound for bound in turned if bound in pair):
            kept.append(exp.And(this=pair[0].copy(), expression=pair[1].copy()))
    return kept


def bound_words(bound: exp.Expr, shown: str) -> str:
    """A single bound in words, after "is": "over 5", "before 1 May 2025"."""
    at = moment_of(shown)
    return (_TIMES if at else _NUMBERS)[type(bound)].format(time(at.isoformat()) if at else shown)


def range_words(found: Bounds, low: str, high: str) -> str:
    """A range in words, after "is"; the bounds are given as they are shown."""
    first, end = moment_of(low), moment_of(high)
    if found.closed:
        return f"from {stretch(low, high)}"
    if found.half_open and first and end and first < end and first.time() == end.time() == datetime.min.time():
        return _period(first.date(), end.date())
    return f"{bound_words(found.lower, low)} and {bound_words(found.upper, high)}"


def stretch(low: str, high: str) -> str:
    """Two values and what lies between them: "5 to 9", "1 to 10 March 2025"."""
    ends = [moment_of(one) for one in (low, high)]
    if any(one is None or one.time() != datetime.min.time() for one in ends):
        return f"{low} to {high}"
    return days(low, high)


def moment_of(shown: str) -> datetime | None:
    """The time that a text is, ISO 8601 without a zone; a day is its midnight. None for what is no such time."""
    try:
        moment = datetime.fromisoformat(shown) if "-" in shown else None
    except ValueError:
        return None
    return moment if moment and moment.tzinfo is None else None


def _turned(condition: exp.Expr) -> exp.Expr:
    """A comparison with what is not constant on its left: "5 < x" as "x > 5"."""
    kind = _TURNED.get(type(condition))
    if kind is None or not isinstance(condition, exp.Binary):
        return condition
    if condition.left.find(exp.Column) or not condition.right.find(exp.Column):
        return condition
    return kind(this=condition.right.copy(), expression=condition.left.copy())


def _pairs(conditions: Sequence[exp.Expr]) -> Iterator[tuple[exp.Expr, exp.Expr]]:
    """The lower and the upper bound of each thing that has one of each."""
    bounds: dict[exp.Expr, list[exp.Expr]] = {}
    for one in conditions:
        if isinstance(one, (*_LOWER, *_UPPER)) and one.right.find(exp.Column) is None:
            bounds.setdefault(one.left, []).append(one)
    for both in bounds.values():
        lower, upper = ([one for one in both if isinstance(one, kinds)] for kinds in (_LOWER, _UPPER))
        if len(lower) == len(upper) == 1:
            yield lower[0], upper[0]


def _period(first: date, end: date) -> str:
    """A stretch of whole days, without the last, as a person says it."""
    last = end - _DAY
    if first == last:
        return days(first, last)
    if (end - first).days == 7 and first.weekday() == 0:
        return f"in the week of {days(first, first)}"
    if first.day != 1 or end.day != 1:
        return f"from {days(first, last)}"
    months = (end.year - first.year) * 12 + end.month - first.month
    if months % 12 == 0 and first.month == 1:
        return f"in {first.year}" if months == 12 else f"from {first.year} to {last.year}"
    if months == 1:
        return f"in {first:%B %Y}"
    if months == 3 and first.month % 3 == 1:
        return f"in the {_QUARTERS[first.month // 3]} quarter of {first.year}"
    return f"from {first:%B}{'' if first.year == last.year else f' {first.year}'} to {last:%B %Y}"
