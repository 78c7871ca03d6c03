"""Who is first, or which groups are the first few: the facts of a ranking, and its sentence."""

from __future__ import annotations

from shared.analysis.aggregate_facts import (
    Aggregated,
    Decimals,
    decimals_of_rows,
    figure_told,
    having_told,
    label_told,
    row_facts,
)
from shared.analysis.base import Findings
from shared.analysis.metrics import Metric, Ordering
from shared.analysis.top_k import end_of, level
from shared.analysis.wording import (
    group_name,
    metric_name,
    where_text,
)
from shared.contracts import ChartHint, DatasetProfile, Fact, QueryResult, Scalar
from shared.errors import ForfeitException
from shared.query.groupings import ByColumn, Grouping
from shared.query.words.values import listed, ordinal
from shared.table.nouns import doing

MOST_TIED = 5
"""Of more that share a place, none stands out."""
_MOST_RANKED = 20


def _others(analysis: Aggregated, table: DatasetProfile, row: tuple[Scalar, ...], but: int, decimals: Decimals) -> str:
    """The figures of a row beside the one that it is ranked by, each with its name."""
    places = [at for at in range(len(analysis.metrics)) if at != but]
    told = [
        f"{metric_name(analysis.metrics[at], table)} {figure_told(analysis, table, row, at, decimals)}" for at in places
    ]
    return f"; {', '.join(told)}" if told else ""


def ranked_findings(analysis: Aggregated, table: DatasetProfile, result: QueryResult) -> Findings:
    """Who is first, or the first few; those that tie with the last of them are told."""
    ordering = analysis.ordering or Ordering(limit=1)
    by = ordering.metric
    place = len(analysis.groups) + by
    found = sum(1 for row in result.rows if row[place] is not None)
    first, last = ordering.offset, min(ordering.offset + (ordering.limit or 1), found)
    tied = [row for row in result.rows[last:found] if level(row[place], result.rows[last - 1][place])]
    if len(tied) > MOST_TIED or (result.truncated and last + len(tied) == len(result.rows)):
        raise _level(analysis, table)
    facts = row_facts(analysis, table, result, range(first, last + len(tied)))
    only, metric = last - first == 1, analysis.metrics[by]
    if only and _is_place(analysis.groups[0], metric):
        return _place_told(analysis, table, result, facts)
    where = f"{where_text(analysis.filters, table)}{having_told(analysis, table)}"
    name, end = metric_name(metric, table), end_of(metric, ordering)
    decimals = decimals_of_rows(analysis, table, result.rows[first:last])
    ranked = [
        (
            label_told(analysis, table, row),
            figure_told(analysis, table, row, by, decimals),
            _others(analysis, table, row, by, decimals),
        )
        for row in result.rows[first:last]
    ]
    if only:
        label, figure, others = ranked[0]
        told = f"{label} has the {ordinal_word(ordering.offset)}{end} {name}{where}: {figure}{others}"
    else:
        shown = [f"{label} ({figure}{others})" for label, figure, others in ranked[:_MOST_RANKED]]
        more = [f"{len(ranked) - _MOST_RANKED:,} more"] if len(ranked) > _MOST_RANKED else []
        told = f"The {last - first:,} {_from(ordering)}with the {end} {name}{where} are {listed([*shown, *more])}"
    if tied:
        tie, it = "ties" if len(tied) == 1 else "tie", "it" if only else "the last of them"
        told += f"; {listed([label_told(analysis, table, row) for row in tied])} {tie} with {it}"
    hint: ChartHint = "bar" if last - first > 1 else "number"
    return Findings(summary=" ".join(told.split()) + ".", facts=tuple(facts), visualization_hint=hint)


def _from(ordering: Ordering) -> str:
    return f"from the {ordinal_word(ordering.offset)}place on " if ordering.offset else ""


def _is_place(group: Grouping, metric: Metric) -> bool:
    """Whether the groups are the values that are ranked: the second highest price is a price."""
    return group.column == metric.column and isinstance(group, ByColumn) and metric.function in ("min", "max")


def _place_told(analysis: Aggregated, table: DatasetProfile, result: QueryResult, facts: list[Fact]) -> Findings:
    """The second or third value of a column; where one before it occurs twice, which is second is open."""
    ordering = analysis.ordering or Ordering(limit=1)
    name = metric_name(analysis.metrics[ordering.metric], table)
    if any(row[-1] != 1 for row in result.rows[: ordering.offset]):
        raise ForfeitException(
            f"The {name} occurs more than once, so it is open which value comes next",
            (f"Ranked the values by {name}",),
            "Ask for the rows with the highest values, or for the next different value.",
        )
    place = f"{ordinal_word(ordering.offset)}{end_of(analysis.metrics[ordering.metric], ordering)}"
    where = f"{where_text(analysis.filters, table)}{having_told(analysis, table)}"
    told = (
        f"The {place} {name}{where} {doing(name)} "
        f"{figure_told(analysis, table, result.rows[ordering.offset], ordering.metric)}."
    )
    return Findings(summary=" ".join(told.split()), facts=tuple(facts), visualization_hint="number")


def _level(analysis: Aggregated, table: DatasetProfile) -> ForfeitException:
    """The forfeit where so many share the same place that none stands out."""
    name = metric_name(analysis.metrics[(analysis.ordering or Ordering()).metric], table)
    return ForfeitException(
        f"Too many have the same {name} for one of them to stand out",
        (f"Ranked {listed([group_name(group, table) for group in analysis.groups])} by {name}",),
        "Name another measure to rank by, or ask for fewer places.",
    )


def ordinal_word(offset: int) -> str:
    """The ordinal of a place counted from 0, with a blank behind it: "second " for 1, nothing for 0."""
    return ("", "second ", "third ", "fourth ", "fifth ")[offset] if offset < 5 else f"{ordinal(offset + 1)} "
