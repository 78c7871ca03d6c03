"""What the steps of a query take and leave out, counted once beside the analysis of its result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Self

from shared.analysis.queried.cells import cells_of
from shared.analysis.steps import put_first
from shared.analysis.summary import spoken_naming
from shared.analysis.wording import entity_noun
from shared.contracts import PlannedQuery, QueryResult
from shared.query.base import RESERVED
from shared.query.bound import BoundColumn, BoundQuery, ProfiledColumn
from shared.query.completeness import told
from shared.query.groupings import ByColumn
from shared.query.query import Figures
from shared.query.sql import terms as t
from shared.query.sql.compile import compile_query
from shared.query.sql.figures import GROUPS, SELECTED
from shared.query.trees import exp
from shared.query.words.values import listed

_STEPS: Final = f"{RESERVED}steps"
_ROWS: Final = f"{RESERVED}count"
_OF_EACH: Final = (f"{RESERVED}rows", f"{RESERVED}met_", f"{RESERVED}used_", f"{RESERVED}unreadable_")
"""Counts of a group, which are added up; all others are the same in every row."""
_OF_LOOKUPS: Final = (f"{RESERVED}matched_", f"{RESERVED}several_")
UNCOUNTED: Final = "How many rows this leaves out could not be counted."


@dataclass(frozen=True)
class StepAccount:
    """How many rows a query gives; which result columns of it, or of a query below, have one row for each value; what
    its steps leave out, in sentences; and how many different values there are of columns that may name something."""

    rows: int
    keys: tuple[tuple[BoundQuery, str], ...] = ()
    lines: tuple[str, ...] = ()
    different: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def uncounted(cls, bound: BoundQuery, *lines: str) -> Self:
        """That of a query of which nothing was counted: it gives no more rows than the table has."""
        return cls(bound.table.row_count, (), lines)

    def distinct(self, name: str, most: int) -> int:
        """How many different values a column of the result has: as they were counted, else that many at most."""
        return self.different.get(name, min(most, self.rows))

    def is_key(self, bound: BoundQuery, name: str) -> bool:
        """Whether it was counted that a result column of that query has one row for each value."""
        return any(one is bound and key == name for one, key in self.keys)


def counting(bound: BoundQuery) -> tuple[PlannedQuery, ...]:
    """The queries that count what each step of a query takes, the innermost first; each gives one row."""
    return tuple(PlannedQuery(sql=_counted(one), purpose="Rows that a query takes") for one in _levels(bound))


def account_of(bound: BoundQuery, results: Sequence[QueryResult]) -> StepAccount:
    """The account of a query by the results of `counting`."""
    keys: list[tuple[BoundQuery, str]] = []
    lines: dict[str, None] = {}
    rows, different = 0, dict[str, int]()
    for one, result in zip(_levels(bound), results, strict=True):
        cells = result.records()[0]
        rows = int(cells[_ROWS] or 0)
        names = _naming(one)
        different = {name: int(cells[_different(at)] or 0) for at, name in enumerate(names)}
        keys += [(one, name) for name, many in different.items() if many == rows]
        lines |= dict.fromkeys(filter(None, (told(one, _without(result, names)), _several(one, cells, rows))))
    return StepAccount(rows, tuple(keys), tuple(lines), different)


def _levels(bound: BoundQuery) -> tuple[BoundQuery, ...]:
    below = _levels(bound.source) if bound.source is not None else ()
    return (*below, bound)


def _naming(bound: BoundQuery) -> tuple[str, ...]:
    """The result columns that may name what a row is of: groupings by a column; of rows, those of no amounts."""
    query = bound.query
    if isinstance(query, Figures):
        return tuple(bound.outputs[at].name for at, one in enumerate(query.groups) if isinstance(one, ByColumn))
    return tuple(one.name for one in bound.outputs if _may_name(cells_of(one)))


def _may_name(column: BoundColumn) -> bool:
    may = isinstance(column, ProfiledColumn) and column.profile.role in ("id", "dimension")
    return may and column.kind in ("text", "number")


def _different(at: int) -> str:
    return f"{RESERVED}different_{at}"


def _counted(bound: BoundQuery) -> str:
    steps = compile_query(bound, ordered=False)
    names = [one.alias_or_name for one in steps.selects]
    of_lookups = _OF_LOOKUPS if bound.source is not None else ()  # which are of the innermost query
    listed_beside = (GROUPS, *(() if isinstance(bound.query, Figures) else (SELECTED,)))  # of which none is listed here
    skipped = (*of_lookups, *listed_beside)
    kept = [one for one in names if one.startswith(RESERVED) and not one.startswith(skipped)]
    figures = [t.named(t.count_rows(), _ROWS)]
    for at, name in enumerate(_naming(bound)):
        figures.append(t.named(exp.Count(this=exp.Distinct(expressions=[t.name(name)])), _different(at)))
    for name in kept:
        kind = exp.Sum if name.startswith(_OF_EACH) else exp.Max
        figures.append(t.named(kind(this=t.name(name, _STEPS)), name))
    tree = exp.select(*figures).from_(t.table(_STEPS))
    put_first(tree, steps, _STEPS)
    return tree.sql(dialect="duckdb")


def _without(result: QueryResult, names: Sequence[str]) -> QueryResult:
    """The counts that say what the query's figures are figures of."""
    own = {_ROWS, *(_different(at) for at in range(len(names)))}
    return result.only([at for at, name in enumerate(result.columns) if name not in own])


def _several(bound: BoundQuery, cells: Mapping[str, object], rows: int) -> str:
    """That what the first grouping identifies has several rows, since the others part it: a test takes each row for one
    that nothing binds to another."""
    query = bound.query
    if not isinstance(query, Figures) or len(query.groups) < 2 or not isinstance(query.groups[0], ByColumn):
        return ""
    own = bound.columns[query.groups[0].column]
    there = cells[_different(0)]
    if not isinstance(own, ProfiledColumn) or own.profile.role != "id" or not isinstance(there, int) or there >= rows:
        return ""
    others = listed([spoken_naming(bound).grouping(one).text for one in query.groups[1:]])
    return f"{there:,} {entity_noun(own.profile)} have {rows:,} rows: one for each {others} that they have."
