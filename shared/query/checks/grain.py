"""Rows that are lines of something, counted or averaged as if each were one."""

from shared.query import measures as m
from shared.query.bound import BoundQuery
from shared.query.checks.finding import WEIGHED_BY_ROWS, Finding, measures_of
from shared.query.semantics import Semantics


def grain(bound: BoundQuery, semantics: Semantics) -> tuple[Finding, ...]:
    """A count of orders that counts their lines is refused; an average over lines is told as such."""
    entity = semantics.entity
    if entity is None or bound.source is not None:
        return ()
    words = semantics.words(entity)
    found: list[Finding] = []
    for measure, _ in measures_of(bound):
        if isinstance(measure, m.RowCount):
            found.append(_finding("refuse", no_count(*semantics.row_nouns, words)))
        elif isinstance(measure, m.Statistic) and measure.function in WEIGHED_BY_ROWS and measure.column != entity:
            found.append(_finding("tell", of_rows(semantics.row_nouns[0])))
    return tuple(found)


def no_count(one: str, several: str, entity: str) -> str:
    """The sentence for a count of rows where the thing that they are called after has several."""
    told = f"One {one} can have several rows, so a count of rows is no count of {several}"
    return f"{told}: count the different values of {entity}."


def several_rows(one: str, several: str) -> str:
    """The sentence for a count of rows where it is told beside the figure: what it counts, and what it does not."""
    return f"One {one} can have several rows, so this counts rows, not {several}."


def of_rows(one: str) -> str:
    """The sentence for an average or a spread over such rows."""
    return f"One {one} can have several rows, so this figure is per row, not per {one}."


def _finding(verdict: str, sentence: str) -> Finding:
    return Finding.model_validate({"kind": "grain", "verdict": verdict, "sentence": sentence})
