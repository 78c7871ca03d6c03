"""A question that can be read in several ways: told once where they come to the same, else each beside the others."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pydantic import Field, SerializeAsAny

from shared.analysis.base import Analysis, Findings
from shared.analysis.figures.aggregate import Aggregate
from shared.confidence.own_words import READ_IN_WAYS
from shared.contracts import DatasetProfile, Fact, PlannedQuery, QueryResult, Scalar
from shared.errors import ForfeitException

MOST_WAYS = 3
_NUMBERS = {2: "two", 3: "three"}


class SideBySide(Analysis):
    """What each reading of a question finds."""

    least = 1

    ways: tuple[SerializeAsAny[Analysis], ...] = Field(min_length=2, max_length=MOST_WAYS)

    def queries(self, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
        return tuple(query for way in self.ways for query in _queries(way, table))

    def wider(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> tuple[PlannedQuery, ...]:
        asked = (own for own in self._own(table, results) if own.results)
        return tuple(query for own in asked for query in own.way.wider(table, own.results))

    def shown(self, query: int) -> int | None:
        return None

    def findings(self, table: DatasetProfile, results: tuple[QueryResult, ...]) -> Findings:
        told: list[_Told] = []
        refused: list[ForfeitException] = []
        for own in self._with_wider(table, results):
            try:
                own.way.queries(table)  # which says why there are none
                told.append(_Told(own, own.way.findings(table, own.results)))
            except ForfeitException as forfeit:
                refused.append(forfeit)
        if not told:
            raise refused[0]
        facts = _numbered([fact for one in told for fact in one.facts])
        alike = len({one.headline for one in told}) == 1 and not refused
        first = told[0].found.model_copy(update={"facts": facts})
        others = [one.found.summary for one in told[1:] if one.found.summary != first.summary]
        if alike:
            lines = [f"Read in another way, it is the same: {one}" for one in others]
            return first.model_copy(update={"findings": (*first.findings, *lines)})
        reasons = [f"{one.forfeit.reason.rstrip('.')}." for one in refused]
        return Findings(
            summary=READ_IN_WAYS.format(count=_NUMBERS[len(self.ways)]),
            facts=facts,
            findings=(first.summary, *others, *reasons),
            visualization_hint="table",
            undecided=True,
        )

    def _own(self, table: DatasetProfile, results: Sequence[QueryResult]) -> Iterator["_Way"]:
        """Each way with the results of its own queries."""
        first = 0
        for way in self.ways:
            places = range(first, first + len(_queries(way, table)))
            yield _Way(way, tuple(results[at] for at in places), tuple(places))
            first = places.stop

    def _with_wider(self, table: DatasetProfile, results: Sequence[QueryResult]) -> Iterator["_Way"]:
        """The reading's findings, computed with the results of its wider queries too."""
        own = list(self._own(table, results))
        first = sum(len(one.places) for one in own)
        for one in own:
            wider = one.way.wider(table, one.results) if one.results else ()
            places = range(first, first + len(wider))
            yield _Way(one.way, (*one.results, *(results[at] for at in places)), (*one.places, *places))
            first = places.stop


def _queries(way: Analysis, table: DatasetProfile) -> tuple[PlannedQuery, ...]:
    """The queries of a reading, none of one that is refused: the others are told beside its reason."""
    try:
        return way.queries(table)
    except ForfeitException:
        return ()


class _Way(NamedTuple):
    """A reading with its results, and where these stand among all."""

    way: Analysis
    results: tuple[QueryResult, ...]
    places: tuple[int, ...]


@dataclass(frozen=True)
class _Told:
    """What a reading found."""

    own: _Way
    found: Findings

    @property
    def headline(self) -> tuple[Scalar, ...]:
        """What is compared with the other readings: who is first where groups are ranked, else the figures."""
        if isinstance(self.own.way, Aggregate) and self.own.way.ranked:
            return tuple(value for fact in self.found.facts for value in self._group(fact))
        return tuple(fact.value for fact in self.found.facts)

    def _group(self, fact: Fact) -> tuple[Scalar, ...]:
        groups = len(self.own.way.groups) if isinstance(self.own.way, Aggregate) else 0
        return self.own.results[fact.cells[0].query].rows[fact.cells[0].row][:groups]

    @property
    def facts(self) -> Iterator[Fact]:
        """The facts of a reading, their cells renumbered to point into the results of all readings."""
        for fact in self.found.facts:
            cells = (cell.model_copy(update={"query": self.own.places[cell.query]}) for cell in fact.cells)
            yield fact.model_copy(update={"cells": tuple(cells)})


def _numbered(facts: list[Fact]) -> tuple[Fact, ...]:
    return tuple(fact.model_copy(update={"id": f"f{at}"}) for at, fact in enumerate(facts, start=1))
