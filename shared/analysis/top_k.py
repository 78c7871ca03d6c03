"""The first few of each group in a sentence."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol

from shared.analysis.metrics import Metric, Ordering
from shared.analysis.wording import group_label, group_name, metric_name
from shared.contracts import DatasetProfile, Scalar
from shared.query.groupings import ByColumn, ByTime, Grouping
from shared.query.words.periods import in_quarters
from shared.query.words.values import listed
from shared.table.nouns import plural


class RankedRows(Protocol):
    """Groups that are ranked inside each of one of them."""

    @property
    def metrics(self) -> tuple[Metric, ...]: ...
    @property
    def groups(self) -> tuple[Grouping, ...]: ...
    @property
    def within(self) -> tuple[Grouping, ...]: ...
    @property
    def ordering(self) -> Ordering | None: ...


def top_k_phrase(analysis: RankedRows, table: DatasetProfile, where: str = "") -> str:
    """ "The 2 products with the highest total sales in each region are"; `where` tells which rows are meant."""
    ordering = analysis.ordering or Ordering(limit=1)
    first, last = ordering.offset + 1, ordering.offset + (ordering.limit or 1)
    metric = analysis.metrics[ordering.metric]
    inner = [group_name(one, table) for one in analysis.groups if one not in analysis.within]
    ranked = f"{end_of(metric, ordering)} {metric_name(metric, table)}".strip()
    in_each = f"in each {group_name(analysis.within[0], table)}{where}"
    if first > 1:
        places = f"place {first}" if first == last else f"places {first} to {last}"
        return f"{places} from the {ranked} {in_each}, by {listed(inner)}:"
    if last == 1:
        return f"the {listed(inner)} with the {ranked} {in_each} is"
    return f"the {last} {listed([*inner[:-1], plural(inner[-1])])} with the {ranked} {in_each} are"


def by_outer(analysis: RankedRows, table: DatasetProfile, rows: Sequence[tuple[tuple[Scalar, ...], str]]) -> list[str]:
    """The rows of a result, each with its figures as they are shown, by the group that they are ranked within: "East:
    Lamp (12), Desk (9)"."""
    outer = analysis.groups.index(analysis.within[0])
    told: dict[str, list[str]] = {}
    for row, figures in rows:
        shown = labels(analysis.groups, table, row)
        inner = ", ".join(shown[:outer] + shown[outer + 1 :])
        told.setdefault(shown[outer], []).append(f"{inner} ({figures})")
    return [f"{label}: {', '.join(here)}" for label, here in told.items()]


def end_of(metric: Metric, ordering: Ordering) -> str:
    """Which end of the ranking; a name that says it, such as "highest price", says it once."""
    end = "highest" if ordering.descending else "lowest"
    said = {"max": "highest", "min": "lowest"}.get(metric.function)
    return "" if end == said else end


def level(one: Scalar, other: Scalar) -> bool:
    """Whether two figures share a place: fractions do that differ only by the order in which they were added up."""
    if isinstance(one, float) and isinstance(other, int | float):
        return math.isclose(one, other, rel_tol=1e-12)
    return one == other


def labels(groups: Sequence[Grouping], table: DatasetProfile, row: Sequence[Scalar]) -> list[str]:
    """The groups of a row as they are shown; a column's own quarters as those: "Q1 2024"."""
    cut = (
        ByTime(column=one.column, grain="quarter")
        if isinstance(one, ByColumn) and in_quarters(table.column(one.column))
        else one
        for one in groups
    )
    return [group_label(value, one, table) for value, one in zip(row, cut, strict=False)]
