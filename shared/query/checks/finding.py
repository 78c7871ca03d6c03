"""What a check finds."""

from collections.abc import Iterator
from typing import Literal

from shared.contracts import Contract
from shared.query.bound import BoundQuery
from shared.query.conditions import Condition
from shared.query.measures import AnyMeasure, Filtered, parts
from shared.query.query import Figures

FindingKind = Literal["addition", "stock", "currency", "fixed", "grain", "cut", "last_period"]


WEIGHED_BY_ROWS = frozenset({"mean", "median", "stddev", "variance"})
"""Functions whose value depends on how many rows each cell stands in."""


class Finding(Contract):
    """Something about a query that its figures alone would hide. `refuse`: the figure would be wrong, and `sentence`
    says what would be right; `tell`: it is right, and `sentence` belongs beside it."""

    kind: FindingKind
    verdict: Literal["refuse", "tell"]
    sentence: str


def measures_of(bound: BoundQuery) -> Iterator[tuple[AnyMeasure, tuple[Condition, ...]]]:
    """Each measure of a query of figures, also inside others and in `having`, with the conditions of its rows."""
    query = bound.query
    if not isinstance(query, Figures):
        return
    own = [one.measure for one in query.having if not isinstance(one.measure, int | str)]
    for measure in (*query.measures, *own):
        yield from _with_conditions(measure, query.where)


def _with_conditions(
    measure: AnyMeasure, where: tuple[Condition, ...]
) -> Iterator[tuple[AnyMeasure, tuple[Condition, ...]]]:
    if isinstance(measure, Filtered):
        where = (*where, *measure.where)
    yield measure, where
    for inner in parts(measure)[1:2] if measure.kind != "arithmetic" else (measure.left, measure.right):
        yield from _with_conditions(inner, where)
