"""The aggregates of groups as SQL: what a measure's leaves are computed as, in one SELECT for all of them, and in steps
of its own for each measure per group."""

from __future__ import annotations

from dataclasses import dataclass, field

from shared.query import measures as m
from shared.query.base import RESERVED
from shared.query.conditions import Condition
from shared.query.groupings import AnyGrouping
from shared.query.sql import terms as t
from shared.query.sql.by_day import ByDay
from shared.query.sql.conditions import RowScope, conditions
from shared.query.sql.groupings import key
from shared.query.sql.measures import Taken, aggregate, arithmetic, outer
from shared.query.sql.steps import QueryLevel, SqlSteps
from shared.query.trees import exp

_VALUE = f"{RESERVED}value"


def key_name(place: int) -> str:
    """The name of a grouping's key in all steps."""
    return f"{RESERVED}key_{place}"


@dataclass
class Aggregates:
    """The aggregates over one set of groups. Ask for figures first; then `step` makes what they stand on."""

    level: QueryLevel
    groups: tuple[AnyGrouping, ...]
    steps: SqlSteps
    columns: list[exp.Expr] = field(default_factory=list)
    beside: list[str] = field(default_factory=list)

    def figure(self, measure: m.AnyMeasure, where: tuple[Condition, ...] = ()) -> exp.Expr:
        """A measure of the rows that meet the conditions, in terms of the columns that `step` will have."""
        if isinstance(measure, m.Filtered):
            return self.figure(measure.measure, (*where, *measure.where))
        if isinstance(measure, m.Arithmetic):
            return arithmetic(measure.operator, self.figure(measure.left, where), self.figure(measure.right, where))
        if isinstance(measure, m.PerGroup):
            return self._per_group(measure, where)
        return self.add("part", aggregate(Taken(measure, where), self.level.bound.columns, self.met))

    def add(self, what: str, expression: exp.Expr) -> exp.Column:
        """Adds an expression to the step's columns; returns the column by which later steps refer to it."""
        name = f"{RESERVED}{what}_{len(self.columns)}"
        self.columns.append(t.named(expression, name))
        return t.name(name)

    def met(self, where: tuple[Condition, ...]) -> exp.Expr | None:
        """The conditions of a filtered measure as one."""
        rows = RowScope(self.level.bound.columns, self.level.everything, self.level.relation)
        return t.all_of(conditions(where, rows)) if where else None

    def step(self, what: str, where: tuple[exp.Expr, ...] = (), *, by_day: bool = False) -> str:
        """Makes the step: a row for each group, with its keys and all columns that were asked for; `by_day` of each day
        first, where the groups are periods and all columns allow it."""
        kinds = [self.level.bound.columns[one.column].type for one in self.groups]
        if by_day and not where and (daily := ByDay.of(self.groups, kinds, self.columns)) is not None:
            days = self.steps.add("days", _by(self.level.select(*daily.of_days), 1))
            begin = t.named(daily.begin, key_name(0))
            return self.steps.add(what, _by(exp.select(begin, *daily.of_periods).from_(t.table(days)), 1))
        keys = [t.named(key(one, self.level.bound.columns), key_name(at)) for at, one in enumerate(self.groups)]
        built = self.level.select(*keys, *(self.columns or [t.count_rows()]))
        built = built.where(*where) if where else built
        return self.steps.add(what, _by(built, len(keys)))

    def joined(self, relation: str, *expressions: exp.Expr) -> exp.Select:
        """SELECT these from the step and from those of its measures per group, group by group."""
        built = exp.select(*expressions).from_(t.table(relation))
        for other in self.beside:
            same: list[exp.Expr] = [
                exp.NullSafeEQ(this=t.name(key_name(at), relation), expression=t.name(key_name(at), other))
                for at in range(len(self.groups))
            ]
            built = built.join(t.table(other), on=t.all_of(same), join_type="left")
        return built

    def _per_group(self, measure: m.PerGroup, where: tuple[Condition, ...]) -> exp.Expr:
        """Two steps: the measure of each group inside each outer group, and their figure."""
        inner = Aggregates(self.level, (*self.groups, measure.per), self.steps)
        value = inner.figure(measure.measure)
        kept = [] if measure.per.keep_empty else [t.is_known(t.name(measure.per.column))]
        condition = self.met(where)
        each = inner.step("each", (*kept, *([condition] if condition is not None else [])))
        keys = [t.name(key_name(at)) for at in range(len(self.groups))]
        figure = t.named(outer(measure.function, value), _VALUE)
        self.beside.append(self.steps.add("of_groups", _by(exp.select(*keys, figure).from_(t.table(each)), len(keys))))
        return t.name(_VALUE, self.beside[-1])


def _by(built: exp.Select, keys: int) -> exp.Select:
    return built.group_by(*(exp.Literal.number(at + 1) for at in range(keys))) if keys else built
