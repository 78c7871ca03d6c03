"""Questions to offer where one is given up: made of the table's own columns and values, near to what was asked.

Each is read as it will be when it is taken, and only one that is read as it is meant is offered.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import chain, islice, zip_longest
from typing import Final

from shared.analysis.conditions import Filter
from shared.analysis.metrics import Metric
from shared.contracts import ColumnProfile, DatasetProfile
from shared.model.port import Offer, OfferQuestions, Offers
from shared.offline.filling import aggregate
from shared.offline.intent import intent_of, said_of
from shared.offline.reading.meanings.spans import Span
from shared.offline.reading.parse import ENOUGH, read
from shared.offline.reading.reading import Reading
from shared.table.names import aggregated, spoken

MOST: Final = 5
"""More than are shown: one whose computation fails is left out."""
_MOST_TRIED: Final = 4
_FIGURES: Final = {"sum": "total", "mean": "average"}
_FEWEST, _MOST_GROUPS = 2, 60


@dataclass(frozen=True)
class _Draft:
    """A question and what a reading of it must be: nothing else is meant by it."""

    question: str
    metric: Metric
    group: str | None = None
    part: tuple[str, str] | None = None
    ranked: bool = False

    def meant(self, reading: Reading) -> bool:
        """Whether the question is read as it is meant, without a doubt."""
        sure = reading.answerable and reading.confidence >= ENOUGH and not reading.rivals
        groups = tuple(group.column for group in reading.groups)
        plain = not reading.part
        return (
            sure
            and plain
            and reading.metrics == (self.metric,)
            and tuple(_equality(one) for one in reading.filters) == ((self.part,) if self.part else ())
            and groups == ((self.group,) if self.group else ())
            and (reading.shape == "entity") == self.ranked
        )


def _equality(condition: Filter) -> tuple[str, str] | None:
    single = condition.operator in ("=", "lists") and len(condition.values) == 1
    return (condition.column, str(condition.values[0])) if single else None


def offers(request: OfferQuestions) -> Offers:
    """Questions that rules read for sure, on the table that knows most of what was asked."""
    if not request.datasets:
        return Offers()
    named = {table.relation: said_of(request.question, (table,), request.now).names for table in request.datasets}
    table = max(request.datasets, key=lambda one: len(named[one.relation]))
    found = _read(table, named[table.relation], request.now)
    return Offers(offers=tuple(islice((one for one in found if one.question != request.question), MOST)))


def _read(table: DatasetProfile, names: tuple[Span, ...], now: datetime) -> Iterator[Offer]:
    """Of each kind of question the first that is read as it is meant, then the second of each."""
    kinds = [_understood(drafts, table, now) for drafts in _drafts(table, names)]
    for offer in chain.from_iterable(zip_longest(*kinds)):
        if offer is not None:
            yield offer


def _understood(drafts: list[_Draft], table: DatasetProfile, now: datetime) -> Iterator[Offer]:
    for draft in drafts[:_MOST_TRIED]:
        reading = read(draft.question, table, now)[0]
        analysis = aggregate(reading) if draft.meant(reading) else None
        if analysis is not None and intent_of(draft.question, (table,), now) == "data":
            yield Offer(question=draft.question, analysis=analysis.model_copy(update={"relation": table.relation}))


def _drafts(table: DatasetProfile, names: tuple[Span, ...]) -> tuple[list[_Draft], ...]:
    """Questions of a few kinds: of a value that was named, of groups, of the highest group, of numbers of rows."""
    measures = _first_named([one for one in table.having("measure") if one.distinct > 1], names)
    groups = _first_named([one for one in table.having("dimension") if _groups(one)], names)
    dates = [(c.name, ("month", "day")[str(c.minimum)[:7] == str(c.maximum)[:7]]) for c in table.columns if c.temporal]
    values = [(span.column, str(span.value)) for span in names if span.kind == "value" and span.column in groups]
    metrics = [
        (
            Metric(function=one.default_aggregate, column=one.name),
            aggregated(_FIGURES[one.default_aggregate], spoken(one)),
        )
        for one in measures
    ]
    pairs = [(metric, words, group) for group in groups[:2] for metric, words in metrics[:2]]
    counted = [(Metric(function="count"), group) for group in groups]
    return (
        [
            _Draft(f"{words} where {spoken(column)} is {value}", metric, part=(column.name, value))
            for column, value in values
            if column is not None
            for metric, words in metrics[:1]
        ],
        [_Draft(f"{words} by {spoken(group)}", metric, group.name) for metric, words, group in pairs],
        [
            _Draft(f"which {spoken(group)} has the highest {words}", metric, group.name, ranked=True)
            for metric, words, group in pairs
        ],
        [_Draft(f"{words} by {dates[0][1]}", metric, dates[0][0]) for metric, words in metrics[:2] if len(dates) == 1],
        [_Draft(words, metric) for metric, words in metrics] if not groups else [],
        [_Draft(f"number of rows by {spoken(group)}", metric, group.name) for metric, group in counted],
        [_Draft("how many rows are there", Metric(function="count"))],
    )


def _first_named(columns: list[ColumnProfile], names: tuple[Span, ...]) -> list[ColumnProfile]:
    """The columns, those that the question names first; then money, then what can be added up."""
    named = [span.column.name for span in names if span.column is not None]
    return sorted(
        columns, key=lambda one: (one.name not in named, not one.money, one.numeric and one.default_aggregate != "sum")
    )


def _groups(column: ColumnProfile) -> bool:
    """Whether it makes a few groups, all of whose values are known."""
    return _FEWEST <= column.distinct <= _MOST_GROUPS
