"""The steps of a compiled query: named SELECTs, each standing on those before it, and the rows of a level."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from shared.query.base import RESERVED
from shared.query.bound import BoundQuery, DerivedColumn
from shared.query.columns import columns_in
from shared.query.conditions import AllOf, AnyOf, Condition, Not, is_relative
from shared.query.query import Rows
from shared.query.sql import terms as t
from shared.query.sql.conditions import RowScope as ConditionRows
from shared.query.sql.conditions import conditions
from shared.query.sql.derived import counted_before, derived
from shared.query.sql.lookups import Compiled, looked_up, shares_of_matches
from shared.query.trees import exp


@dataclass
class SqlSteps:
    """The named SELECTs of a query in the order in which they are made. `beside` are the shares of matches, as values,
    where the query is `accounted`."""

    accounted: bool = False
    made: list[tuple[str, exp.Select]] = field(default_factory=list)
    beside: list[exp.Expr] = field(default_factory=list)

    def add(self, what: str, select: exp.Select) -> str:
        """Keeps a SELECT, and gives the name that others read it by."""
        name = f"{RESERVED}{len(self.made)}_{what}"
        self.made.append((name, select))
        return name

    def before(self, last: exp.Select) -> exp.Select:
        """The last SELECT with all others named before it."""
        for name, select in self.made:
            last = last.with_(exp.to_identifier(name, quoted=True), as_=select, append=True, copy=False)
        return last


class QueryLevel(NamedTuple):
    """The rows of one query: those of `relation`, which has all columns, that meet `where`. `source` is the relation
    that they come from; `read` its rows, without those that repeat another one where each is read once; `everything`
    all that are read, with looked-up and derived columns; `beside` the shares of them that lookups match."""

    bound: BoundQuery
    source: str
    read: str
    everything: str
    relation: str
    where: tuple[exp.Expr, ...]
    beside: tuple[exp.Expr, ...] = ()

    def select(self, *expressions: exp.Expr) -> exp.Select:
        """SELECT the expressions from the level's rows, under its conditions."""
        built = exp.select(*expressions).from_(t.table(self.relation))
        return built.where(*(one.copy() for one in self.where)) if self.where else built


def level(bound: BoundQuery, source: str, steps: SqlSteps, figures: Compiled, *, apart: bool) -> QueryLevel:
    """The rows of a query over a source; `figures` are the steps with those that it looks up. With `apart` they are a
    step of their own, so that more than one can read them."""
    query = bound.query
    needed = _needed(bound)
    relation = read = _read(bound, source, steps)
    if bound.lookups:
        relation = steps.add("looked_up", looked_up(bound, read, needed, figures))
        steps.beside += shares_of_matches(bound, read, figures) if steps.accounted else []
    for item in query.derived:
        own = bound.columns[item.name]
        if isinstance(own, DerivedColumn):
            kept = [t.name(one) for one in needed if one in own.columns]
            if (counted := counted_before(own)) is not None:
                relation = steps.add("counted", exp.select(*kept, counted).from_(t.table(relation)))
            made = t.named(derived(own, relation), item.name)
            relation = steps.add(
                f"with_{item.name}", exp.select(*(one.copy() for one in kept), made).from_(t.table(relation))
            )
    where, everything = query.where, relation
    plain = tuple(one for one in where if not is_relative(one))
    selected = everything
    if plain and asks_for_selected(where):
        met = conditions(plain, ConditionRows(bound.columns, everything))
        kept = [t.name(one) for one in needed]
        selected = relation = steps.add("kept", exp.select(*kept).from_(t.table(everything)).where(*met))
        where = tuple(one for one in where if is_relative(one))
    met = conditions(where, ConditionRows(bound.columns, everything, selected))
    of_query = QueryLevel(bound, source, read, everything, relation, tuple(met), tuple(steps.beside))
    if apart and met:
        kept = [t.name(one) for one in needed]
        return of_query._replace(relation=steps.add("selected", of_query.select(*kept)), where=())
    return of_query


def _read(bound: BoundQuery, source: str, steps: SqlSteps) -> str:
    """The relation with the rows that the query reads; they repeat one another by all columns, so none is left away."""
    if not bound.query.distinct_rows:
        return source
    return steps.add("distinct", exp.select(exp.Star()).from_(t.table(source)).distinct())


def _needed(bound: BoundQuery) -> list[str]:
    """The columns that the query uses, in order; one at least, since a SELECT has one."""
    query = bound.query
    wanted = set(bound.columns if isinstance(query, Rows) and not query.columns else columns_in(query))
    return [name for name in bound.columns if name in wanted] or list(bound.columns)[:1]


def asks_for_selected(where: tuple[Condition, ...]) -> bool:
    """Whether a condition, or one inside it, compares with a figure of the selected rows alone."""
    for one in where:
        inner = one.conditions if isinstance(one, AnyOf | AllOf) else (one.condition,) if isinstance(one, Not) else ()
        if getattr(one, "among", "all") == "selected" or asks_for_selected(inner):
            return True
    return False
