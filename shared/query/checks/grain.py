"""Rows that are lines of something, counted or averaged as if each were one."""

from shared.query import measures as m
from shared.query.check import BoundQuery
from shared.query.checks.finding import Finding, measures_of
from shared.query.semantics import Semantics

_OF_ROWS = frozenset({"mean", "median", "stddev", "variance"})


def grain(bound: BoundQuery, semantics: Semantics) -> tuple[Finding, ...]:
    """A count of orders that counts their lines is refused; an average over lines is told as such."""
    entity = semantics.entity
    if entity is None or bound.source is not None:
        return ()
    one, several = semantics.row_nouns
    found: list[Finding] = []
    for measure, _ in measures_of(bound):
        if isinstance(measure, m.RowCount):
            sentence = f"One {one} can have several rows, so a count of rows is no count of {several}: "
            found.append(_finding("refuse", sentence + f"count the different values of {semantics.words(entity)}."))
        elif isinstance(measure, m.Statistic) and measure.function in _OF_ROWS and measure.column != entity:
            sentence = f"One {one} can have several rows, so this is a figure of rows; for one of {several}, "
            found.append(_finding("tell", sentence + f"compute it per {semantics.words(entity)} first."))
    return tuple(found)


def _finding(verdict: str, sentence: str) -> Finding:
    return Finding.model_validate({"kind": "grain", "verdict": verdict, "sentence": sentence})
