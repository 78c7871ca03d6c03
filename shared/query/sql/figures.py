"""A query of figures as SQL: the figures of its groups, those across groups, conditions on groups, the ranking."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from shared.query import measures as m
from shared.query.across import Rank
from shared.query.base import RESERVED
from shared.query.conditions import is_relative
from shared.query.derived import Bucket
from shared.query.groupings import ByColumn, ByTime
from shared.query.query import Figures, Ranking, figure_at, group_at, output_names
from shared.query.sql import terms as t
from shared.query.sql.across import across
from shared.query.sql.aggregates import Aggregates, key_name
from shared.query.sql.groupings import shown
from shared.query.sql.measures import taken, unreadable, used
from shared.query.sql.steps import QueryLevel, SqlSteps
from shared.query.trees import exp

SOURCE, DISTINCT, SELECTED = f"{RESERVED}source", f"{RESERVED}distinct", f"{RESERVED}selected"
GROUPED, GROUPS, ROWS = f"{RESERVED}grouped", f"{RESERVED}groups", f"{RESERVED}rows"


@cache
def comparisons() -> dict[str, type[exp.Binary]]:
    """What compares two figures, by how it is written."""
    return {"=": exp.EQ, "!=": exp.NEQ, "<": exp.LT, "<=": exp.LTE, ">": exp.GT, ">=": exp.GTE}


def account_name(what: str, figure: int, part: int) -> str:
    """The reserved column `met`, `used` or `unreadable` of one aggregate of one figure."""
    return f"{RESERVED}{what}_{figure}_{part}"


def reads_rows_twice(query: Figures) -> bool:
    """Whether more than one step reads the query's rows, so that they must be a step of their own."""
    own = [one.measure for one in query.having if not isinstance(one.measure, int | str)]
    inside = [part for one in (*query.measures, *own) for part in m.parts(one)]
    filters = [condition for one in inside if isinstance(one, m.Filtered) for condition in one.where]
    return any(isinstance(one, m.PerGroup) for one in inside) or any(is_relative(one) for one in filters)


def rows_read(level: QueryLevel) -> list[exp.Expr]:
    """How many rows the source has, how many of them are read where each is read once, and how many find a match."""
    relations = {SOURCE: level.source} | ({DISTINCT: level.read} if level.read != level.source else {})
    counted = [t.named(t.scalar(t.count_rows(), relation), name) for name, relation in relations.items()]
    return [*counted, *(one.copy() for one in level.beside)]


def figures(query: Figures, level: QueryLevel, steps: SqlSteps, *, ordered: bool, accounted: bool) -> exp.Select:
    """The SELECT of the result, `accounted` with the reserved columns."""
    relation, accounts = _figures_step(query, level, steps, accounted=accounted)
    if query.across:
        relation = steps.add("across", _across(query, level, relation))
    columns: list[exp.Expr] = [shown(one, t.name(key_name(at))) for at, one in enumerate(query.groups)]
    columns += [t.name(_figure(at)) for at in range(len(query.measures) + len(query.across))]
    selected = [t.named(one, name) for one, name in zip(columns, output_names(query), strict=True)]
    if accounted:
        counted = t.named(exp.Window(this=t.count_rows()), GROUPS)
        of_all = [one.alias for one in rows_read(level)]
        selected += [counted, *(t.name(name) for name in (*of_all, SELECTED, GROUPED, ROWS, *accounts))]
    built = exp.select(*selected).from_(t.table(relation))
    for at, having in enumerate(query.having):
        built = built.where(
            comparisons()[having.operator](this=_of_having(query, at), expression=t.number(having.value))
        )
    return _ranked(query, level, built, ordered=ordered)


def _figure(place: int) -> str:
    return f"{RESERVED}figure_{place}"


def _of_having(query: Figures, at: int) -> exp.Expr:
    measure = query.having[at].measure
    return t.name(_figure(figure_at(query, measure)) if isinstance(measure, int | str) else f"{RESERVED}having_{at}")


def _figures_step(query: Figures, level: QueryLevel, steps: SqlSteps, *, accounted: bool) -> tuple[str, list[str]]:
    """The step with a row for each group: keys, measures, and what accounts for them; the names of the latter."""
    aggregates = Aggregates(level, query.groups, steps)
    made = [t.named(aggregates.figure(one), _figure(at)) for at, one in enumerate(query.measures)]
    for at, having in enumerate(query.having):
        if not isinstance(having.measure, int | str):
            made.append(t.named(aggregates.figure(having.measure), f"{RESERVED}having_{at}"))
    accounts = _accounts(query, aggregates) if accounted else []
    of_all = _of_all(level, aggregates) if accounted else []
    relation = aggregates.step("groups", by_day=accounted)
    keys = [t.named(t.name(key_name(at), relation), key_name(at)) for at in range(len(query.groups))]
    built = aggregates.joined(relation, *keys, *made, *of_all, *accounts)
    grouped = [t.is_known(t.name(key_name(at), relation)) for at, one in enumerate(query.groups) if not one.keep_empty]
    built = built.where(*grouped) if grouped else built
    return steps.add("figures", built), [one.alias for one in accounts]


def _of_all(level: QueryLevel, aggregates: Aggregates) -> list[exp.Expr]:
    rows = aggregates.add("rows", t.count_rows())
    selected = _selected(level, aggregates)
    return [
        t.named(rows, ROWS),
        t.named(selected, SELECTED),
        t.named(exp.Window(this=exp.Sum(this=rows.copy())), GROUPED),
        *rows_read(level),
    ]


def _selected(level: QueryLevel, aggregates: Aggregates) -> exp.Expr:
    """How many rows meet the conditions. Where there are none it is asked of the table: a total of all groups keeps
    DuckDB from leaving out rows that look up no group before it joins them, and takes it five times as long."""
    query = level.bound.query
    if level.read == level.bound.table.relation and not query.where:
        return t.scalar(t.count_rows(), level.read)
    return aggregates.add("selected", exp.Window(this=exp.Sum(this=t.count_rows())))


def _accounts(query: Figures, aggregates: Aggregates) -> list[exp.Expr]:
    made: list[exp.Expr] = []
    for place, measure in enumerate(query.measures):
        for at, one in enumerate(taken(measure)):
            met = aggregates.met(one.where)
            counts: dict[str, exp.Expr | None] = {
                "met": t.counted_if(met) if met is not None else t.count_rows(),
                "used": used(one, aggregates.met),
                "unreadable": unreadable(one, aggregates.level.bound.columns, aggregates.met),
            }
            for what, count in counts.items():
                if count is not None:
                    made.append(t.named(aggregates.add(what, count), account_name(what, place, at)))
    return made


def _comparable(query: Figures, level: QueryLevel, place: int) -> exp.Expr:
    """A figure as it is ranked by."""
    own = t.name(_figure(place))
    exact = level.bound.outputs[len(query.groups) + place].type != "number"
    return own if exact else t.comparable(own)


def _across(query: Figures, level: QueryLevel, relation: str) -> exp.Select:
    keys = [key_name(at) for at in range(len(query.groups))]
    times = [(key_name(at), one.grain) for at, one in enumerate(query.groups) if isinstance(one, ByTime)]
    made: list[exp.Expr] = []
    for at, one in enumerate(query.across):
        within = [t.name(key_name(group_at(query, place))) for place in getattr(one, "within", ())]
        place = figure_at(query, one.measure)
        figure = _comparable(query, level, place) if isinstance(one, Rank) else t.name(_figure(place))
        built = across(one, figure, keys, within, times[0] if len(times) == 1 else None)
        made.append(t.named(built, _figure(len(query.measures) + at)))
    return exp.select(exp.Star(), *made).from_(t.table(relation))


def _ranked(query: Figures, level: QueryLevel, built: exp.Select, *, ordered: bool) -> exp.Select:
    keys = [t.ascending(_in_place(query, at)) for at in range(len(query.groups))]
    ranking = query.ranking
    if ranking is None:
        return built.order_by(*keys) if ordered and keys else built
    own = _comparable(query, level, figure_at(query, ranking.by))
    first = t.descending(own) if ranking.descending else t.ascending(own)
    within = [t.name(key_name(at)) for at in sorted(group_at(query, one) for one in ranking.within)]
    cut = ranking.limit is not None or ranking.offset > 0
    plain = not within and not ranking.ties
    if cut and not plain:
        built.set("qualify", exp.Qualify(this=kept(ranking, first, keys, within)))
    if ordered or (cut and plain):
        built = built.order_by(*map(t.ascending, within), first.copy(), *keys)
    if cut and plain:
        built = built.limit(ranking.limit) if ranking.limit is not None else built
        built = built.offset(ranking.offset) if ranking.offset else built
    return built


def _in_place(query: Figures, at: int) -> exp.Expr:
    """What groups are put in order by: those of a bucket by its edges, and not by what its stretches are called."""
    group, key = query.groups[at], t.name(key_name(at))
    for one in query.derived if isinstance(group, ByColumn) else ():
        if isinstance(one, Bucket) and one.name == group.column:
            cases = exp.Case(this=key)
            for place, label in enumerate(one.labels):
                cases = cases.when(exp.Literal.string(label), t.number(place), copy=False)
            return cases
    return key


def kept(ranking: Ranking, first: exp.Ordered, keys: Sequence[exp.Ordered], within: Sequence[exp.Expr]) -> exp.Expr:
    """The condition on the place of a group, among those of the same outer groups."""
    order = [first.copy()] if ranking.ties else [first.copy(), *(one.copy() for one in keys)]
    function = exp.Rank() if ranking.ties else exp.RowNumber()
    place = exp.Window(this=function, partition_by=[one.copy() for one in within], order=exp.Order(expressions=order))
    conditions: list[exp.Expr] = [exp.GT(this=place, expression=t.number(ranking.offset))]
    if ranking.limit is not None:
        conditions.append(exp.LTE(this=place.copy(), expression=t.number(ranking.offset + ranking.limit)))
    return t.all_of(conditions)
