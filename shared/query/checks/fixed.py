"""Figures that a condition has decided already: the share of yes among rows that all say yes, the average price of rows
of one price."""

from shared.query import conditions as c
from shared.query import measures as m
from shared.query.bound import BoundQuery
from shared.query.checks.finding import Finding, measures_of
from shared.query.semantics import Semantics
from shared.query.words.verbalise import naming_of

_FREE = frozenset({"sum", "known", "empty"})


def fixed(bound: BoundQuery, semantics: Semantics) -> tuple[Finding, ...]:
    """One finding for each measure of a column that its conditions restrict to a single value."""
    naming = naming_of(bound, semantics)
    found: list[Finding] = []
    for measure, where in measures_of(bound):
        column = getattr(measure, "column", None)
        if column is None or getattr(measure, "function", "") in _FREE:
            continue
        if any(column == fixed_by(one) for one in where):
            name = naming.column(column).text
            sentence = f"The condition already fixes {name}, so this figure of {name} says nothing more; "
            sentence += (
                f"{'take the condition into the rate alone' if isinstance(measure, m.Rate) else 'leave one out'}."
            )
            found.append(Finding(kind="fixed", verdict="refuse", sentence=sentence))
    return tuple(found)


def fixed_by(condition: c.Condition) -> str | None:
    """The column whose cells are all the same in the rows that meet a condition; None where it fixes none."""
    if isinstance(condition, c.Range) and condition.low == condition.high:
        return condition.column
    if isinstance(condition, c.Compare | c.AgainstFigure) and condition.operator == "=":
        return condition.column
    return None
