"""A bound query as one SELECT in DuckDB's dialect, as a tree of sqlglot that the guard accepts.

Beside the asked columns the result brings what completeness needs under reserved names, which begin with `_candor_`.
The same in every row: `source`, rows of the source · `distinct`, rows without those that repeat another one (only where
each is read once) · `selected`, rows that meet the query's conditions · `grouped`, those of them that have a group ·
`groups`, groups after `having` and before the ranking's cut. Of each group: `rows` · and for aggregate j of measure i
(from 0, in the order of `taken`) `met_i_j`, rows of the group that meet the aggregate's own conditions, `used_i_j`,
rows that it is a figure of, and `unreadable_i_j`, rows whose text was no number (only where a text is read as a
number). Of a query of rows there are `source`, `distinct` and `selected`. For lookup i of the innermost query, in every
row: `matched_i`, the percentage of the rows read that found their row, and `several_i`, of those that found none since
several have the key (only where the profile does not prove that none do).
"""

from __future__ import annotations

from shared.query.bound import BoundQuery
from shared.query.query import Rows
from shared.query.sql import terms as t
from shared.query.sql.figures import SELECTED, figures, reads_rows_twice, rows_read
from shared.query.sql.plain import plain_select
from shared.query.sql.steps import QueryLevel, SqlSteps, level
from shared.query.trees import exp


def compile_query(
    bound: BoundQuery, *, ordered: bool = True, accounted: bool = True, finite: bool = False
) -> exp.Select:
    """The SELECT of a query. Its columns are `bound.outputs`, then, where it is `accounted`, the reserved ones; without
    them it is short enough for a reader, a plain one wherever no steps are needed, unless it is to be `finite`: what is
    computed with its figures must find the infinite ones empty. Rows that are all handed over may do without an order
    of their own, which takes longer than all else of a large table."""
    plain = None if accounted or finite else plain_select(bound, ordered=ordered)
    if plain is not None:
        return plain
    steps = SqlSteps(accounted)
    return steps.before(_compiled(bound, steps, outermost=True, ordered=ordered, accounted=accounted))


def _compiled(
    bound: BoundQuery, steps: SqlSteps, *, outermost: bool, ordered: bool = True, accounted: bool = False
) -> exp.Select:
    source = bound.table.relation
    if bound.source is not None:
        source = steps.add("result", _compiled(bound.source, steps, outermost=False))
    query = bound.query
    of_keys = {
        at: steps.add("of_keys", _compiled(lookup.figures, steps, outermost=False))
        for at, lookup in enumerate(bound.lookups)
        if lookup.figures is not None
    }
    if isinstance(query, Rows):
        found = level(bound, source, steps, of_keys, apart=False)
        return _rows(query, found, outermost=outermost, ordered=ordered, accounted=accounted)
    found = level(bound, source, steps, of_keys, apart=reads_rows_twice(query))
    return figures(query, found, steps, ordered=outermost, accounted=accounted)


def _rows(query: Rows, found: QueryLevel, *, outermost: bool, ordered: bool, accounted: bool) -> exp.Select:
    columns: list[exp.Expr] = [t.name(one.name) for one in found.bound.outputs]
    built = found.select(*columns)
    if accounted:
        every = t.scalar(t.count_rows(), found.read)  # cheaper than a window, which holds all rows
        selected = exp.Window(this=t.count_rows()) if built.args.get("where") else every
        built = built.select(*rows_read(found), t.named(selected, SELECTED))
    if (outermost and (ordered or query.order)) or query.limit is not None:
        order = [(t.descending if one.descending else t.ascending)(t.name(one.column)) for one in query.order]
        built = built.order_by(*order, *(t.ascending(one.copy()) for one in columns))
    built = built.limit(query.limit) if query.limit is not None else built
    return built.offset(query.offset) if query.offset else built
