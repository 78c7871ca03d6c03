"""Figures over a result that was cut: the average of a top ten is no average of all."""

from shared.query.bound import BoundQuery
from shared.query.checks.finding import Finding
from shared.query.query import Figures, Rows
from shared.query.semantics import Semantics


def cut(bound: BoundQuery, semantics: Semantics) -> tuple[Finding, ...]:
    """One finding for a query over an inner query with a limit or an offset."""
    inner = bound.source.query if bound.source is not None else None
    if inner is None:
        return ()
    limit = inner.limit if isinstance(inner, Rows) else inner.ranking.limit if inner.ranking else None
    offset = inner.offset if isinstance(inner, Rows) else inner.ranking.offset if inner.ranking else 0
    if limit is None and not offset:
        return ()
    what = "groups" if isinstance(inner, Figures) else semantics.row_nouns[1]
    within = " of each outer group" if isinstance(inner, Figures) and inner.ranking and inner.ranking.within else ""
    return (Finding(kind="cut", verdict="tell", sentence=figure_of(limit, offset, what, within)),)


def figure_of(limit: int | None, offset: int, what: str, within: str = "") -> str:
    """The sentence for a figure of what is left of these rows or groups."""
    kept = f"at most {limit} {what}" if limit is not None else f"{what} after the first {offset}"
    return f"This figure covers {kept}{within}, not all {what}."
