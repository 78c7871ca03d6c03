"""Analyses of the playbooks, filled from the reading of a question."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Final, Literal

from pydantic import ValidationError

from shared.analysis.base import Analysis
from shared.analysis.figures.aggregate import Aggregate
from shared.analysis.figures.comparison import Comparison
from shared.analysis.figures.share import ShareOfWhole
from shared.analysis.figures.side_by_side import MOST_WAYS, SideBySide
from shared.analysis.joins.joined import JoinedAggregate, joined_table, spans_both
from shared.analysis.joins.joins import links
from shared.analysis.quality.overview import Overview
from shared.analysis.relations.correlation import Correlation
from shared.analysis.rows.listing import Listing
from shared.analysis.rows.shown_rows import ShownRows
from shared.contracts import ColumnProfile, DatasetProfile
from shared.offline.reading.parse import ENOUGH, read
from shared.offline.reading.reading import Reading


def filled(kind: type[Analysis], reading: Reading) -> Analysis | None:
    """The analysis of that kind that answers the reading; None where none does."""
    if not reading.answerable or kind not in _FILLED:
        return None
    try:
        return _FILLED[kind](reading)
    except ValidationError:  # it cannot be meant as it would fill in the fields
        return None


def is_read(kind: type[Analysis]) -> bool:
    """Whether readings alone fill the analysis; all others are found by their examples."""
    return (kind in _FILLED and kind is not ShownRows) or kind in (JoinedAggregate, Comparison)


def side_by_side(playbook: Iterable[type[Analysis]], reading: Reading, main: ColumnProfile | None) -> SideBySide | None:
    """All that the words can mean, each computed, what is said of the table's main measure first; None where they mean
    one thing, or one of them is not answered."""
    metrics = (*reading.metrics, *reading.rivals) if reading.rivals else ()
    meant = reading.others or [reading.model_copy(update={"metrics": (one,), "rivals": ()}) for one in metrics]
    meant = sorted(meant, key=lambda one: main is None or main.name not in [metric.column for metric in one.metrics])
    found = [next(filter(None, (filled(kind, one) for kind in playbook)), None) for one in meant]
    ways = tuple(dict.fromkeys(way for way in found if way is not None))
    return SideBySide(ways=ways) if 1 < len(ways) == len(meant) <= MOST_WAYS else None


def aggregate(reading: Reading) -> Aggregate | None:
    """Figures, of groups or of all rows."""
    if reading.rivals or reading.shape not in ("value", "table", "entity") or not reading.metrics:
        return None
    if reading.shape == "entity" and len(reading.groups) != 1:
        return None
    return Aggregate(
        metrics=reading.metrics,
        filters=reading.filters,
        groups=reading.groups,
        ordering=reading.ordering if reading.groups else None,
        entity=reading.shape == "entity",
    )


def _share(reading: Reading) -> ShareOfWhole | None:
    if reading.rivals or reading.shape != "share" or not reading.metrics or not (reading.part or reading.groups):
        return None
    return ShareOfWhole(metric=reading.metrics[0], filters=reading.filters, part=reading.part, groups=reading.groups)


def _correlation(reading: Reading) -> Correlation | None:
    if reading.shape != "correlation" or len(reading.columns) != 2 or len(reading.groups) > 2:
        return None
    kinds: tuple[Literal["spearman", "covariance"], ...] = ("spearman", "covariance")
    kind = next((one for one in kinds if one in reading.operations), "pearson")
    first, second = reading.columns
    return Correlation(first=first, second=second, filters=reading.filters, kind=kind, groups=reading.groups)


def _listing(reading: Reading) -> Listing | None:
    if reading.shape != "list" or len(reading.columns) != 1 or reading.metrics or reading.groups:
        return None
    return Listing(column=reading.columns[0], filters=reading.filters)


def _shown_rows(reading: Reading) -> ShownRows | None:
    return ShownRows(filters=reading.filters) if reading.shape == "rows" and not reading.groups else None


_FILLED: Final[Mapping[type[Analysis], Callable[[Reading], Analysis | None]]] = {
    Aggregate: aggregate,
    ShareOfWhole: _share,
    Correlation: _correlation,
    Listing: _listing,
    Overview: lambda reading: Overview() if reading.shape == "overview" else None,
    ShownRows: _shown_rows,
}


def joined_aggregate(
    question: str, tables: tuple[DatasetProfile, ...], now: datetime
) -> tuple[JoinedAggregate, tuple[str, ...]] | None:
    """The figure over the only link that answers the question for sure, and what was assumed; else None."""
    found = []
    for link in links(tables):
        joined = joined_table(link, tables)
        reading = read(question, joined, now)[0]
        asked = filled(Aggregate, reading) if reading.confidence >= ENOUGH else None
        if isinstance(asked, Aggregate) and spans_both(asked, link, tables):
            found.append((JoinedAggregate(relation=link.left, link=link, aggregate=asked), reading.assumptions))
    if not found or (len(found) > 1 and found[1][0].link.likeness == found[0][0].link.likeness):
        return None
    return found[0]
