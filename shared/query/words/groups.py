"""A group of a result in words: "West", "March 2025", "revenue from 5 to under 10"."""

from datetime import date

from shared.contracts import Scalar
from shared.query import groupings as g
from shared.query.words import values as v
from shared.query.words.phrases import Naming


def group(item: g.AnyGrouping, of: Scalar, naming: Naming, *, named: bool = False) -> str:
    """The value of a grouping in a result; with `named`, a value of a column with the column before it."""
    own = naming.column(item.column).whole
    if of is None:
        return f"missing {own}"
    if isinstance(item, g.ByTime) and isinstance(of, str):
        return period(of, item.grain)
    if isinstance(item, g.ByPart) and isinstance(of, int | float):
        part = v.part(int(of), item.part)
        return f"{part} quarter" if item.part == "quarter" else part
    if isinstance(item, g.ByEdges):
        return f"{own} {of}"
    if isinstance(item, g.ByWidth) and isinstance(of, int | float):
        return f"{own} from {v.number(of)} to under {v.number(of + item.width)}"
    if isinstance(of, bool):
        return f"{'' if of else 'not '}{own}"
    column = naming.bound.columns[item.column]
    shown = v.value(of, column.type, naming.unit(item.column))
    return shown if column.kind in ("text", "time") and not named else f"{own} {shown}"


def within_period(begin: str, grain: g.Grain) -> str:
    """When something is, with its preposition: "in March 2025", "on 3 March 2025", "at 14:00 on 3 March 2025"."""
    return f"{'on' if grain == 'day' else 'at' if grain == 'hour' else 'in'} {period(begin, grain)}"


def period(begin: str, grain: g.Grain) -> str:
    """ "14:00 on 3 March 2025", "the week of 3 March 2025", "March 2025", "Q1 2025", "2025", "the 2020s"."""
    if grain == "hour":
        return f"{begin[11:16]} on {v.time(begin[:10])}"
    day = date.fromisoformat(begin[:10])
    if grain == "week":
        return f"the week of {v.time(begin[:10])}"
    if grain == "month":
        return f"{v.MONTHS[day.month - 1]} {day.year}"
    if grain == "quarter":
        return f"Q{(day.month + 2) // 3} {day.year}"
    if grain == "decade":
        return f"the {day.year}s"
    return str(day.year) if grain == "year" else v.time(begin[:10])
