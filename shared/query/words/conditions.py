"""Conditions in words. In a list each is a clause behind the rows ("whose region is West"); inside another condition
it is a statement ("region is West")."""

from shared.query import conditions as c
from shared.query.base import Value
from shared.query.words import values as v
from shared.query.words.phrases import Naming

COMPARED = {"=": "is", "!=": "is not", "<": "is under", "<=": "is at most", ">": "is over", ">=": "is at least"}
_TIMES = {
    "=": "is", "!=": "is not", "<": "is before", "<=": "is no later than", ">": "is after", ">=": "is no earlier than",
}  # fmt: skip
_FIGURES = {"mean": "average", "median": "median", "min": "lowest", "max": "highest"}


def clauses(items: tuple[c.Condition, ...], naming: Naming) -> str:
    """All conditions of a list behind the rows that they are of: "whose region is West and in March 2025"."""
    said = [clause(item, naming) for item in items]
    open_ended = [isinstance(item, c.Not) for item in items[:-1]]  # what follows could be part of the exception
    return v.listed([f"({one})" if open_ else one for one, open_ in zip(said, [*open_ended, False], strict=True)])


def clause(item: c.Condition, naming: Naming) -> str:
    """One condition as a clause that follows its noun: “whose region is West”."""
    if isinstance(item, c.Not):
        return f"except those {clause(item.condition, naming)}"
    if isinstance(item, c.AnyOf | c.AllOf):
        return f"for which {statement(item, naming)}"
    if isinstance(item, c.Period) and naming.is_only_time(item.column):
        return v.period(item.start, item.end)
    if isinstance(item, c.Compare) and isinstance(item.value, bool):
        return _marked(item.column, item.operator, item.value, naming)
    return f"whose {statement(item, naming)}"


def statement(item: c.Condition, naming: Naming) -> str:
    """One condition as a statement without an article: “region is West”."""
    if isinstance(item, c.AnyOf):
        return f"either {v.listed([_inside(one, naming) for one in item.conditions], 'or')}"
    if isinstance(item, c.AllOf):
        lead = "both" if len(item.conditions) == 2 else "all of"
        return f"{lead} {v.listed([_inside(one, naming) for one in item.conditions])}"
    if isinstance(item, c.Not):
        return f"not ({statement(item.condition, naming)})"
    if isinstance(item, c.Compare) and isinstance(item.value, bool):
        return f"it is {_marked(item.column, item.operator, item.value, naming)}"
    return f"{naming.column(item.column).whole} {_said(item, naming)}"


_LISTS = (c.AnyOf, c.AllOf, c.Not, c.OneOf, c.NoneOf, c.Range, c.PartIs)


def _inside(item: c.Condition, naming: Naming) -> str:
    """A statement inside another: in brackets where it has an "and" or an "or" of its own."""
    said = statement(item, naming)
    return f"({said})" if isinstance(item, _LISTS) else said


def _marked(column: str, operator: c.Operator, value: bool, naming: Naming) -> str:
    return f"{'not ' if operator == '!=' else ''}marked as {'' if value else 'not '}{naming.column(column).whole}"


def _said(item: c.Condition, naming: Naming) -> str:
    """What is said of the condition's column."""
    if isinstance(item, c.Compare):
        timed = naming.bound.columns[item.column].kind in ("time", "clock")
        day = item.operator in ("<", ">=")  # before a day is before its midnight, after a day is after all of it
        words = (_TIMES if timed else COMPARED)[item.operator]
        return f"{words} {_value(item.column, item.value, naming, day=day)}"
    if isinstance(item, c.CompareColumns):
        return _beside(item, naming)
    if isinstance(item, c.OneOf | c.NoneOf):
        shown = [_value(item.column, value, naming) for value in item.values]
        return f"is {v.listed(shown, 'or')}" if isinstance(item, c.OneOf) else f"is none of {v.listed(shown)}"
    if isinstance(item, c.AgainstFigure | c.AgainstQuantile | c.AgainstSpread):
        return _relative(item, naming)
    if isinstance(item, c.Range):
        low, high = (_value(item.column, edge, naming) for edge in (item.low, item.high))
        return f"is between {low} and {high}"
    if isinstance(item, c.Period):
        return f"is {v.period(item.start, item.end)}"
    if isinstance(item, c.PartIs):
        return _part(item)
    if isinstance(item, c.Contains | c.Lists):
        return f"contains “{item.text}”" if isinstance(item, c.Contains) else f"includes “{item.thing}”"
    return "is missing" if isinstance(item, c.Empty) else "is known"


def _value(column: str, value: Value, naming: Naming, *, day: bool = False) -> str:
    type_ = naming.bound.columns[column].type
    return v.value(value, "date" if day and type_ == "timestamp" else type_, naming.unit(column))


def _beside(item: c.CompareColumns, naming: Naming) -> str:
    other = naming.column(item.other).whole
    if item.operator in ("=", "!="):
        return f"is {'not ' if item.operator == '!=' else ''}the same as its {other}"
    timed = naming.bound.columns[item.column].kind in ("time", "clock")
    return f"{(_TIMES if timed else COMPARED)[item.operator]} its {other}"


def _part(item: c.PartIs) -> str:
    shown = v.listed([v.part(value, item.part) for value in item.values], "or")
    return {
        "weekday": f"falls on a {shown}",
        "month": f"falls in {shown}",
        "day": f"falls on {shown} of a month",
        "quarter": f"falls in {shown} quarter of a year",
        "hour": f"falls in the hour from {shown}",
        "year": f"falls in the year {shown}",
    }[item.part]


def _relative(item: c.Relative, naming: Naming) -> str:
    among = f"of {'all' if item.among == 'all' else 'the selected'} {naming.rows}"
    if isinstance(item, c.AgainstSpread):
        return _spread(item, among)
    if isinstance(item, c.AgainstQuantile):
        return f"{COMPARED[item.operator]} the {v.ordinal(round(100 * item.at, 9))} percentile {among}"
    if item.operator == "=":
        return f"is the {_FIGURES[item.figure]} {among}"
    many = "" if item.times == 1 else f"{v.number(item.times)} times "
    return f"{COMPARED[item.operator]} {many}the {_FIGURES[item.figure]} {among}"


def _spread(item: c.AgainstSpread, among: str) -> str:
    of_mean = item.around == "mean"
    one = item.reach == 1
    step = ("standard deviation" if of_mean else "interquartile range") + ("" if one else "s")
    reach = f"{v.number(item.reach)} {step}"
    if item.position == "within":
        return f"is within {reach} of the {'average' if of_mean else 'quartiles'} {among}"
    if item.position == "outside":
        return f"is more than {reach} away from the {'average' if of_mean else 'quartiles'} {among}"
    edge = "average" if of_mean else "third quartile" if item.position == "above" else "first quartile"
    return f"is more than {reach} {item.position} the {edge} {among}"
