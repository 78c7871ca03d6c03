"""Lookups as SQL: the rows, each joined with the one row of every other dataset that has its key.

No row can become several. Where the profile proves that a key is one, the dataset is joined as it is; else it is first
made one row for each key, with its cells where there is one such row, and empty where there are several. Figures of
rows with a key are a query by the key, joined in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from shared.query.base import RESERVED
from shared.query.bound import BoundColumn, BoundLookup, BoundQuery, Found, FoundFigure, TableColumn
from shared.query.measures import of_no_rows
from shared.query.sql import terms as t
from shared.query.trees import exp

_ROWS = f"{RESERVED}rows"
Compiled = Mapping[int, str]
"""The steps with the figures of those lookups, by their places, that look up figures."""


def matched_name(place: int) -> str:
    """The reserved column with the percentage of rows for which the lookup at that place finds a row."""
    return f"{RESERVED}matched_{place}"


def several_name(place: int) -> str:
    """The reserved column with the percentage of rows for which it finds nothing since several rows have the key."""
    return f"{RESERVED}several_{place}"


def looked_up(bound: BoundQuery, relation: str, needed: list[str], figures: Compiled) -> exp.Select:
    """SELECT what is needed of the relation's columns, and of those looked up."""
    there = _Joined(bound, relation, figures)
    own = [one for name, one in bound.columns.items() if name in needed]
    shown = [t.named(there.cell(one), one.name) for one in own if isinstance(one, TableColumn | Found)]
    return there.select(*shown, places=range(len(bound.lookups)))


def shares_of_matches(bound: BoundQuery, relation: str, figures: Compiled) -> list[exp.Expr]:
    """The reserved columns, over the rows of the relation. Each joins anew, by keys alone: were the rows of `looked_up`
    read for it, all of them would have to be held. It joins only rows that find one, which takes DuckDB a seventh of
    the time of joining all where keys are whole numbers; by a key that is one, their number is that of the matches."""
    there = _Joined(bound, relation, figures)
    made: list[exp.Expr] = []
    for at, lookup in enumerate(bound.lookups):
        asked: dict[str, type[exp.Binary]] = {matched_name(at): exp.EQ}
        asked |= {} if lookup.proven else {several_name(at): exp.GT}
        for name, compared in asked.items():
            met = compared(this=there.rows(at), expression=exp.Literal.number(1))
            count = t.count_rows() if lookup.proven else t.counted_if(met)
            share = _percentage(count, t.scalar(t.count_rows(), relation))
            made.append(t.named(there.select(share, places=there.by_way_of(at), found=at).subquery(), name))
    return made


class _Joined:
    """The rows of a relation joined with what its query looks up."""

    def __init__(self, bound: BoundQuery, relation: str, figures: Compiled) -> None:
        self._lookups, self._relation, self._figures = bound.lookups, relation, figures

    def select(self, *expressions: exp.Expr, places: Iterable[int], found: int | None = None) -> exp.Select:
        """SELECT these of the rows, joined with what the lookups at those places find; only of rows for which the one
        at `found` finds something."""
        built = exp.select(*expressions).from_(t.table(self._relation))
        for at in places:
            built = built.join(self.source(at), on=self.met(at), join_type="inner" if at == found else "left")
        return built

    def by_way_of(self, at: int) -> list[int]:
        """A lookup, behind those that find what it finds by."""
        before = [self._place(own) for own, _ in self._lookups[at].on if isinstance(own, Found)]
        return sorted({at, *(place for one in before for place in self.by_way_of(one))})

    def _place(self, column: Found) -> int:
        return next(place for place, one in enumerate(self._lookups) if one is column.lookup)

    def cell(self, column: BoundColumn) -> exp.Expr:
        """A column of the rows, or one that is looked up."""
        if not isinstance(column, Found):
            return t.name(column.name, self._relation)
        if isinstance(column, FoundFigure):
            return self._figure(column)
        name = column.profile.name
        return t.name(name if column.lookup.proven else _value(name), _alias(self._place(column)))

    def _figure(self, column: FoundFigure) -> exp.Expr:
        """A figure of the rows that are found, and where none is, that of no rows."""
        own, place = t.name(column.name, _alias(self._place(column))), column.lookup.node.called.index(column.name)
        if of_no_rows(column.lookup.node.measures[place]) is None:
            return own
        return exp.Coalesce(this=own, expressions=[exp.Literal.number(0)])

    def rows(self, at: int) -> exp.Expr:
        """How many rows a lookup that is not proven finds for a row."""
        return t.name(_ROWS, _alias(at))

    def source(self, at: int) -> exp.Expr:
        """The dataset of a lookup, one row for each key."""
        lookup = self._lookups[at]
        if lookup.proven:
            there = t.table(self._figures.get(at, lookup.table.relation))
            return exp.alias_(there, _alias(at), table=True, quoted=True)
        return _by_key(lookup).subquery(exp.to_identifier(_alias(at), quoted=True))

    def met(self, at: int) -> exp.Expr:
        """The condition of the join: the keys of lookup `at` equal the columns that it goes by."""
        lookup = self._lookups[at]
        keys = [_key_name(lookup, place) for place in range(len(lookup.on))]
        return t.all_of(
            [
                exp.EQ(this=self.cell(own), expression=t.name(key, _alias(at)))
                for (own, _), key in zip(lookup.on, keys, strict=True)
            ]
        )


def _by_key(lookup: BoundLookup) -> exp.Select:
    keys = [t.named(t.name(key.name), _key(place)) for place, (_, key) in enumerate(lookup.on)]
    single = exp.EQ(this=t.count_rows(), expression=exp.Literal.number(1))
    cells = [
        t.named(exp.Case().when(single.copy(), exp.Min(this=t.name(one.column))), _value(one.column))
        for one in lookup.node.columns
    ]
    built = exp.select(*keys, *cells, t.named(t.count_rows(), _ROWS)).from_(t.table(lookup.table.relation))
    return built.group_by(*(exp.Literal.number(at + 1) for at in range(len(keys))))


def _percentage(some: exp.Expr, whole: exp.Expr) -> exp.Expr:
    return t.divided(exp.Mul(this=exp.Literal.number("100.0"), expression=some), whole)


def _alias(place: int) -> str:
    return f"{RESERVED}lookup_{place}"


def _key_name(lookup: BoundLookup, place: int) -> str:
    """What a key is called where the lookup finds it."""
    if lookup.figures is not None:
        return lookup.figures.outputs[place].name
    return lookup.on[place][1].name if lookup.proven else _key(place)


def _key(place: int) -> str:
    return f"{RESERVED}key_{place}"


def _value(column: str) -> str:
    return f"{RESERVED}value_{column}"
