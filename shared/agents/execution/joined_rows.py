"""What joins and lookups of a task's queries do with rows: those that they take several times, and those that find
nothing."""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from shared.agents.execution.completeness import RunQueries
from shared.contracts import DatasetProfile, PlannedQuery
from shared.engine.doubts import fans_of
from shared.errors import CandorError
from shared.query.base import Node
from shared.query.bound import BoundLookup, BoundQuery
from shared.query.query import Figures, output_names
from shared.quoting import identifier

_OF_FIGURES: Final = "SELECT 1 AS one FROM {there} AS there JOIN {here} AS here ON there.{key} = here.{column}"
"""Rows there that no row here has the key of are in none of the figures that are looked up."""


class JoinedRows:
    """The sentences on the joins of queries, each asked of the data once. `of_written` are those of queries that were
    written freely, by their places."""

    def __init__(self, datasets: Sequence[DatasetProfile], ask: RunQueries) -> None:
        self._datasets, self._ask = datasets, ask
        self._of_lookups: dict[int, tuple[BoundQuery, tuple[str, ...]]] = {}
        self.of_written: dict[int, tuple[str, ...]] = {}

    def written(self, at: int, sql: str) -> None:
        """Keeps what is to be said of the query at that place, which a model wrote in SQL."""
        self.of_written[at] = self._said(sql)

    def looked_up(self, at: int, bound: BoundQuery) -> None:
        """Keeps what is to be said of the lookups of figures of a query of the language at that place."""
        lines = (line for one in _lookups(bound) for line in self._said(one))
        self._of_lookups[at] = bound, tuple(dict.fromkeys(lines))

    def told(self, at: int, columns: Collection[str] | None) -> tuple[str, ...]:
        """What is to be said of the joins of the query at that place beside its figures of these columns, or all."""
        if at in self._of_lookups:
            bound, lines = self._of_lookups[at]
            return lines if columns is None or _depends(bound, columns) else ()
        return self.of_written.get(at, ())

    def _said(self, sql: str) -> tuple[str, ...]:
        try:
            asked = fans_of(sql, self._datasets)
            outcomes = self._ask([PlannedQuery(sql=one.sql, purpose="Rows of a join") for one in asked])
        except CandorError:
            return ()
        found = ((one, outcome.result) for one, outcome in zip(asked, outcomes, strict=True))
        return tuple(line for one, result in found if result and result.rows for line in one.told(result.rows[0]))


def _within(bound: BoundQuery) -> Iterator[BoundQuery]:
    """The query and those that it is over."""
    yield bound
    if bound.source is not None:
        yield from _within(bound.source)


def _lookups(bound: BoundQuery) -> Iterator[str]:
    """A join that loses the same rows as each lookup of figures by one column of the table."""
    for query in _within(bound):
        for one in query.lookups if query.source is None else ():
            if _of_one_column(one, query.table):
                (match,), names = one.node.on, {"there": one.table.relation, "here": query.table.relation}
                named = {"key": match.key, "column": match.column}
                yield _OF_FIGURES.format(**{part: identifier(name) for part, name in (names | named).items()})


def _of_one_column(lookup: BoundLookup, table: DatasetProfile) -> bool:
    own = {one.name for one in table.columns}
    return bool(lookup.node.measures) and [one.column in own for one in lookup.node.on] == [True]


def _depends(bound: BoundQuery, columns: Collection[str]) -> bool:
    """Whether a figure of these columns is computed of what is looked up, as far as can be told."""
    query, names = bound.query, [name for one in bound.lookups for name in one.node.called]
    if not isinstance(query, Figures) or bound.source is not None or query.derived or query.across:
        return True
    chosen = (*query.where, *query.groups, *query.having)
    measures = zip(output_names(query)[len(query.groups) :], query.measures, strict=False)
    told = (measure for name, measure in measures if name in columns)
    return any(_names(one, names) for one in (*chosen, *told))


def _names(node: Node, names: Collection[str]) -> bool:
    written = node.model_dump_json()
    return any(f'"{name}"' in written for name in names)
