"""Analyses that the query language says, held against a table by its checks: SQL, words and facts begin with that."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, Self

from shared.analysis.base import Analysis, Findings
from shared.analysis.conditions import Filter
from shared.analysis.in_query import sayable, where
from shared.contracts import DatasetProfile
from shared.errors import ForfeitException
from shared.query.bound import BoundQuery
from shared.query.check import check
from shared.query.checks import findings
from shared.query.checks.finding import FindingKind
from shared.query.measures import RowCount
from shared.query.query import Figures, Query
from shared.query.sql.plain import ResultPlace, plain_select
from shared.query.trees import exp
from shared.query.words.verbalise import verbalise

_BOUND = "_bound"
_ELSEWHERE: Final[frozenset[FindingKind]] = frozenset({"currency"})
"""What is seen to wherever an analysis is asked: amounts in several currencies are taken apart there, those in several
units told."""


class _Kept(NamedTuple):
    """What an analysis found of a table."""

    table: DatasetProfile
    queries: tuple[BoundQuery, ...]


class BoundAnalysis(Analysis):
    """An analysis that the query language says."""

    @abstractmethod
    def held_against(self, table: DatasetProfile) -> tuple[BoundQuery, ...]:
        """Its queries held against the table. Raises ForfeitException, with what would be right, where one cannot be
        meant or would mislead."""

    def bound(self, table: DatasetProfile) -> tuple[BoundQuery, ...]:
        """What `held_against` gives, worked out once."""
        kept: _Kept | None = self.__dict__.get(_BOUND)
        if kept is None or kept.table is not table:
            kept = self.__dict__[_BOUND] = _Kept(table, self.held_against(table))
        return kept.queries

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        copied = super().model_copy(update=update, deep=deep)
        copied.__dict__.pop(_BOUND, None)  # the queries of other fields
        return copied


class TranslatedAnalysis(BoundAnalysis):
    """An analysis in words and fields of its own: what it computes is said in the query language, whose checks hold for
    it; the columns of its results are called as its words have them."""

    in_query = True

    @abstractmethod
    def in_language(self, table: DatasetProfile) -> tuple[Query, ...]:
        """What it computes, as values of the language. Raises Unsaid, ValidationError where it cannot be meant."""

    def held_against(self, table: DatasetProfile) -> tuple[BoundQuery, ...]:
        with sayable(table):
            queries = tuple(check(one, table) for one in self.in_language(table))
        for one in queries:
            require_right(one, but=_ELSEWHERE)
        return queries

    def with_notes(self, found: Findings, table: DatasetProfile) -> Findings:
        """The findings, and what the checks tell of the figures."""
        told = (line for one in self.bound(table) for line in notes_of(one, but=_ELSEWHERE))
        return found.model_copy(update={"findings": tuple(dict.fromkeys((*found.findings, *told)))})


def written(bound: BoundQuery, columns: Sequence[ResultPlace]) -> exp.Select:
    """The SELECT of a query, with these columns. Raises ValueError where it is none without steps."""
    select = plain_select(bound, columns)
    if select is None:
        raise ValueError(f"it takes steps to compute the {verbalise(bound)}")
    return select


def number_of_rows(table: DatasetProfile, name: str, filters: Sequence[Filter] = ()) -> exp.Select:
    """The SELECT that counts the rows of a table that meet the conditions, in a column of that name. Raises
    ForfeitException where one of them cannot be meant."""
    with sayable(table):
        counted = check(Figures(where=where(filters, table), measures=(RowCount(),)), table)
    return written(counted, (ResultPlace(name, 0),))


def require_right(bound: BoundQuery, but: frozenset[FindingKind] = frozenset()) -> None:
    """Raises ForfeitException, with what would be right, where the figures of a query would mislead."""
    wrong = [one.sentence for one in findings(bound) if one.verdict == "refuse" and one.kind not in but]
    if wrong:
        raise ForfeitException(" ".join(dict.fromkeys(wrong)), (f"Checked the {verbalise(bound)}",))


def notes_of(bound: BoundQuery, but: frozenset[FindingKind] = frozenset()) -> Iterator[str]:
    """What the checks tell of the figures of a query."""
    yield from (one.sentence for one in findings(bound) if one.verdict == "tell" and one.kind not in but)
