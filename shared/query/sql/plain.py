"""Figures that need no steps as one plain SELECT, which whoever reads SQL knows at a glance.

It has no guards against infinite figures: what reads a result tells these apart from empty ones. Groups are ordered by
their figures as they are; of figures that agree in twelve digits, so, the later digits decide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from shared.query import derived as d
from shared.query import measures as m
from shared.query.across import AcrossGroups, Rank, Share
from shared.query.bound import BoundQuery, DerivedColumn
from shared.query.check import check
from shared.query.columns import columns_in
from shared.query.conditions import Condition, is_relative
from shared.query.groupings import AnyGrouping, ByEdges
from shared.query.query import Figures, figure_at, group_at, output_names
from shared.query.sql import terms as t
from shared.query.sql.across import across
from shared.query.sql.conditions import RowScope, conditions
from shared.query.sql.derived import derived
from shared.query.sql.figures import comparisons, kept
from shared.query.sql.groupings import plain_key
from shared.query.sql.measures import Taken, aggregate, arithmetic
from shared.query.sql.steps import asks_for_selected
from shared.query.trees import exp

_SHORT: Final = (d.Calculation, d.TimePart, d.TextForm, d.TimeBetween)
"""Derived columns that are written where they are used."""
_INNER: Final = "groups"


class ResultPlace(NamedTuple):
    """A column of a result: what it is called, and which of the query's outputs it shows; None for how many rows the
    SELECT took for its figures."""

    name: str
    place: int | None


def plain_select(bound: BoundQuery, columns: Sequence[ResultPlace] = (), *, ordered: bool = True) -> exp.Select | None:
    """The SELECT of a query of figures, with these columns, by default all its outputs under their own names; None
    where it takes steps. What an inner query has need not be `ordered`."""
    query = bound.query
    if not isinstance(query, Figures) or _looks_up(bound):
        return None
    columns = columns or [ResultPlace(one.name, at) for at, one in enumerate(bound.outputs)]
    if len(query.measures) == 1 and isinstance(per := query.measures[0], m.PerGroup) and not query.groups:
        return plain_select(check(_over(query, per), bound.table), columns)
    source = _source(bound) if _is_plain(bound, query) else None
    if source is None:
        return None
    return _Plain(bound, query, tuple(columns)).select(source, ordered=ordered)


def _looks_up(bound: BoundQuery) -> bool:
    return bool(bound.lookups) or (bound.source is not None and _looks_up(bound.source))


def _over(query: Figures, per: m.PerGroup) -> Figures:
    """A measure per group as a figure of a query of the groups."""
    groups = query.model_copy(update={"groups": (per.per,), "measures": (per.measure,)})
    return Figures(source=groups, measures=(m.Statistic(function=per.function, column=output_names(groups)[1]),))


def _is_plain(bound: BoundQuery, query: Figures) -> bool:
    figures = [*query.measures, *(one.measure for one in query.having if not isinstance(one.measure, int | str))]
    inside = [part for one in figures for part in m.parts(one)]
    where = (*query.where, *(one for part in inside if isinstance(part, m.Filtered) for one in part.where))
    relative = any(is_relative(one) for one in where)
    if any(isinstance(one, m.PerGroup) for one in inside) or asks_for_selected(where):
        return False
    if relative and (query.derived or query.distinct_rows or query.source is not None):
        return False  # the figure that it compares with is one of rows that have no name
    if any(isinstance(one, ByEdges) for one in query.groups):
        return False  # which are ordered by their places, and shown by their labels
    if query.across and (query.having or not all(_is_short(one, bound, query) for one in query.across)):
        return False
    often = Counter(columns_in(query.model_copy(update={"groups": ()})))
    return all(isinstance(one, _SHORT) and often[one.name] == 1 for one in query.derived)


def _is_short(item: AcrossGroups, bound: BoundQuery, query: Figures) -> bool:
    """Whether a figure across groups is short beside their figures: a share, or a rank by whole numbers."""
    by = bound.outputs[len(query.groups) + figure_at(query, item.measure)]
    return isinstance(item, Share) or (isinstance(item, Rank) and by.type != "number")


def _source(bound: BoundQuery) -> exp.Expr | None:
    if bound.source is not None:
        inner = plain_select(bound.source, ordered=False)
        return None if inner is None else inner.subquery(exp.to_identifier(_INNER, quoted=True), copy=False)
    if not bound.query.distinct_rows:
        return t.table(bound.table.relation)
    once = exp.select(exp.Star()).distinct().from_(t.table(bound.table.relation))
    return once.subquery(exp.to_identifier(bound.table.relation, quoted=True))


class _Plain:
    """The parts of one SELECT."""

    def __init__(self, bound: BoundQuery, query: Figures, columns: tuple[ResultPlace, ...]) -> None:
        self._bound, self._query, self._columns = bound, query, columns
        self._rows = RowScope(bound.columns, bound.table.relation)

    def select(self, source: exp.Expr, *, ordered: bool) -> exp.Select:
        query = self._query
        built = exp.select(*map(self._shown, self._columns)).from_(source)
        known = [t.is_known(t.name(one.column)) for one in query.groups if not one.keep_empty]
        met = [*conditions(query.where, self._rows), *known]
        built = built.where(*map(self._written, met)) if met else built
        built = built.group_by(*(self._key(one) for one in query.groups)) if query.groups else built
        for having in query.having:
            of = having.measure
            own = self._output(len(query.groups) + figure_at(query, of)) if isinstance(of, int | str) else self._own(of)
            built = built.having(comparisons()[having.operator](this=own, expression=t.number(having.value)))
        return self._ranked(built, ordered=ordered)

    # ---- columns ---------------------------------------------------------------------------------------------------

    def _shown(self, column: ResultPlace) -> exp.Expr:
        own = t.count_rows() if column.place is None else self._output(column.place)
        return own if own == t.name(column.name) else t.named(own, column.name)

    def _output(self, place: int) -> exp.Expr:
        query, place_of_figure = self._query, place - len(self._query.groups)
        if place_of_figure < 0:
            return self._key(query.groups[place])
        if place_of_figure < len(query.measures):
            return self._own(query.measures[place_of_figure])
        return self._across(query.across[place_of_figure - len(query.measures)])

    def _key(self, group: AnyGrouping) -> exp.Expr:
        return self._written(plain_key(group, self._bound.columns))

    def _own(self, measure: m.AnyMeasure) -> exp.Expr:
        return self._written(_figure(measure, self._bound, self._rows))

    def _across(self, item: AcrossGroups) -> exp.Expr:
        query, at = self._query, figure_at(self._query, item.measure)
        own = self._own(query.measures[at])
        within = [self._key(query.groups[group_at(query, one)]) for one in getattr(item, "within", ())]
        return _bare(across(item, own, (), within, None))

    def _written(self, expression: exp.Expr) -> exp.Expr:
        """The expression with what is derived in its place, without guards."""
        made = {
            one.name: derived(own, self._bound.table.relation)
            for one in self._query.derived
            if isinstance(own := self._bound.columns[one.name], DerivedColumn)
        }

        def inlined(node: exp.Expr) -> exp.Expr:
            found = made.get(node.name) if isinstance(node, exp.Column) else None
            return node if found is None else found.copy().transform(inlined)

        return _bare(expression.transform(inlined))

    # ---- order -----------------------------------------------------------------------------------------------------

    def _by(self, place: int) -> exp.Expr:
        """An output in an ORDER BY: by its name where it is shown."""
        shown = next((one.name for one in self._columns if one.place == place), None)
        return self._output(place) if shown is None else t.name(shown)

    def _of_window(self, place: int) -> exp.Expr:
        """An output in a window, where the name of a column of the rows means that column."""
        named, taken = self._by(place), {name.lower() for name in self._bound.columns}
        return self._output(place) if named.name.lower() in taken else named

    def _ranked(self, built: exp.Select, *, ordered: bool) -> exp.Select:
        query, keys = self._query, [t.ascending(self._by(at)) for at in range(len(self._query.groups))]
        ranking = query.ranking
        if ranking is None:
            return built.order_by(*keys) if ordered and keys else built
        place = len(query.groups) + figure_at(query, ranking.by)
        places = sorted(group_at(query, one) for one in ranking.within)
        within = [self._by(at) for at in places]
        towards = t.descending if ranking.descending else t.ascending
        cut = ranking.limit is not None or ranking.offset > 0
        in_groups = bool(within) or ranking.ties
        if cut and in_groups:
            own, exact = self._of_window(place), self._bound.outputs[place].type != "number"
            own = t.comparable(own) if ranking.ties and not exact else own
            order = [t.ascending(self._of_window(at)) for at in range(len(query.groups))]
            parts = [self._of_window(at) for at in places]
            built.set("qualify", exp.Qualify(this=kept(ranking, towards(own), order, parts)))
        if ordered or (cut and not in_groups):
            rest = [one for one in keys if one.this not in within]
            built = built.order_by(*map(t.ascending, within), towards(self._by(place)), *rest)
        if cut and not in_groups:
            built = built.limit(ranking.limit) if ranking.limit is not None else built
            built = built.offset(ranking.offset) if ranking.offset else built
        return built


def _figure(measure: m.AnyMeasure, bound: BoundQuery, rows: RowScope, where: tuple[Condition, ...] = ()) -> exp.Expr:
    """A measure of the rows that meet the conditions."""
    if isinstance(measure, m.Filtered):
        return _figure(measure.measure, bound, rows, (*where, *measure.where))
    if isinstance(measure, m.Arithmetic):
        left, right = (_figure(one, bound, rows, where) for one in (measure.left, measure.right))
        return arithmetic(measure.operator, left, right)
    if isinstance(measure, m.PerGroup):
        raise TypeError("a measure per group takes a query of the groups")
    return aggregate(Taken(measure, where), bound.columns, lambda own: t.all_of(conditions(own, rows)) if own else None)


def _bare(expression: exp.Expr) -> exp.Expr:
    """The expression without guards against infinite figures, and without casts that a division or an average makes
    anyway; a product keeps them, since whole numbers could overflow."""

    def bare(node: exp.Expr) -> exp.Expr:
        inner = _guarded(node) or _widened(node)
        if inner is None:
            return node
        made = inner.transform(bare)
        return exp.paren(made) if isinstance(made, exp.Binary) and isinstance(node.parent, exp.Binary) else made

    return expression.transform(bare)


def _guarded(node: exp.Expr) -> exp.Expr | None:
    """What stands behind `CASE WHEN isfinite(x) THEN x END`."""
    ifs = node.args["ifs"] if isinstance(node, exp.Case) else []
    asked = ifs[0].this if len(ifs) == 1 else None
    is_guard = isinstance(asked, exp.Anonymous) and str(asked.this).lower() == "isfinite"
    return ifs[0].args["true"] if is_guard else None


def _widened(node: exp.Expr) -> exp.Expr | None:
    """What is cast to a floating-point number, but for a factor."""
    is_cast = isinstance(node, exp.Cast) and node.to.is_type("DOUBLE")
    by_hundred = isinstance(node.parent, exp.Mul) and isinstance(node.parent.this, exp.Literal)
    return node.this if is_cast and (by_hundred or not isinstance(node.parent, exp.Mul)) else None
