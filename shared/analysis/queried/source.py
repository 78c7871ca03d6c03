"""An analysis of what a query computed: the table that it sees, and its queries reading that table's steps."""

from collections.abc import Sequence
from typing import Final

from shared.analysis.base import Analysis
from shared.analysis.bound_analysis import notes_of, require_right
from shared.analysis.derivation import reading_derived, with_derived
from shared.analysis.queried.account import StepAccount
from shared.analysis.queried.result import result_of, told_of
from shared.analysis.queried_table import QueriedTable
from shared.analysis.steps import read_instead
from shared.contracts import DatasetProfile, PlannedQuery
from shared.errors import ForfeitException
from shared.query.base import RESERVED
from shared.query.bound import BoundQuery
from shared.query.check import check
from shared.query.checks.finding import FindingKind
from shared.query.problems import QueryProblem, unknown_dataset
from shared.query.query import Figures, Query, Rows
from shared.query.sql.compile import compile_query
from shared.query.trees import exp

READ: Final = f"{RESERVED}queried"
"""What the result of a source is called in the SQL that reads it."""
_ENDS: Final[frozenset[FindingKind]] = frozenset({"last_period"})


def bound_source(query: Query, tables: Sequence[DatasetProfile], relation: str | None) -> BoundQuery:
    """The query held against the table of that name, else the first one that it fits.

    Raises QueryProblem where it fits none, and ForfeitException where its figures would mislead; both say what would be
    right.
    """
    named = [one for one in tables if relation is None or one.relation == relation]
    if not named:
        raise unknown_dataset(str(relation), [one.relation for one in tables])
    problems: list[QueryProblem] = []
    for table in named:
        try:
            bound = check(query, table, tables)
        except QueryProblem as problem:
            problems.append(problem)
            continue
        _require_uncut(bound)
        require_right(bound)
        return bound
    raise problems[0]


def _require_uncut(bound: BoundQuery) -> None:
    query = bound.query
    cut = query if isinstance(query, Rows) else query.ranking
    if cut is not None and (cut.limit is not None or cut.offset):
        raise ForfeitException(
            "The first rows of an order say nothing of all rows: a source has no limit and no offset. Leave them away, "
            "or say by a condition (where, having) which rows are meant.",
            ("Looked at which rows the source gives",),
        )
    if bound.source is not None:
        _require_uncut(bound.source)


def once_each(query: Query) -> Query:
    """The query, of whose table rows that repeat another one count once."""
    if query.source is None:
        return query.model_copy(update={"distinct_rows": True})
    return query.model_copy(update={"source": once_each(query.source)})


def tables_of(
    analysis: Analysis, tables: Sequence[DatasetProfile], source: BoundQuery | None, account: StepAccount | None = None
) -> tuple[DatasetProfile, ...]:
    """The tables as the analysis sees them: the result of its source instead, where it has one, and the columns that it
    derives. Raises QueryProblem, ForfeitException."""
    if source is not None:
        tables = (result_of(source, account or StepAccount.uncounted(source)),)
    return with_derived(tables, analysis.derived, analysis.relation)


def reading_source(
    queries: Sequence[PlannedQuery], table: DatasetProfile, analysis: Analysis, source: BoundQuery | None
) -> tuple[PlannedQuery, ...]:
    """The queries of an analysis of such a table, reading the file. Raises QueryFailed where one cannot be read."""
    read = reading_derived(queries, table, analysis.derived)
    if source is None:
        return read
    return tuple(
        query.model_copy(
            update={
                "sql": _reading(query.sql, source, finite=True),
                "shown": _reading(query.shown, source, finite=False) if query.shown else "",
            }
        )
        for query in read
    )


def _reading(sql: str, source: BoundQuery, *, finite: bool) -> str:
    from shared.engine.sql.syntax import parse, render  # a parser of SQL: only where a query is written anew

    tree = parse(sql)
    steps = compile_query(source, ordered=False, accounted=False, finite=finite)
    read_instead(tree, source.table.relation, steps, READ)
    return render(tree)


def without_source(tree: exp.Expr) -> None:
    """Takes the steps of a source out of a query, which then reads what is not there: what is its own stays."""
    for one in [one for one in tree.find_all(exp.CTE) if one.alias.startswith(READ)]:
        one.pop()


def said_of(
    source: BoundQuery, table: DatasetProfile, account: StepAccount, *, ends_told: bool = False
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What the rows and columns of an analysis of a source are; and what must be said of the steps that gave them.
    `ends_told`: the analysis says itself which period the data does not fill, of the one time that there is."""
    of = told_of(source, table) if isinstance(table, QueriedTable) else ()
    but = _ENDS if ends_told and _times_cut(source) == 1 else frozenset[FindingKind]()
    return of, tuple(dict.fromkeys((*account.lines, *notes_of(source, but=but))))


def _times_cut(source: BoundQuery) -> int:
    """By how many times a source, or one below it, groups."""
    groups = source.query.groups if isinstance(source.query, Figures) else ()
    return sum(one.kind == "time" for one in groups) + (_times_cut(source.source) if source.source else 0)
