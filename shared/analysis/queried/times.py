"""The times of a query's result: between which days they lie, by what they are cut, and which the query takes."""

from typing import Final, NamedTuple

from shared.analysis.queried_table import ResultTimes
from shared.contracts import ColumnProfile
from shared.query import groupings as g
from shared.query.bound import BoundColumn, BoundQuery, ProfiledColumn, ResultColumn
from shared.query.columns import columns_in
from shared.query.conditions import Compare, Condition, Conditions, Period
from shared.query.measures import Statistic
from shared.query.query import Figures

_ENDS: Final = ("min", "max")
_LENGTHS: Final = ("hour", "day", "week", "month", "quarter", "year", "decade")


class _Origin(NamedTuple):
    """The column of a file that times of a result are taken from, the longest grain that they were cut by on the way,
    and the conditions on them."""

    profile: ColumnProfile
    grain: g.Grain | None
    where: Conditions


def profile_of_times(column: BoundColumn, bound: BoundQuery) -> ColumnProfile | None:
    """The profile of the file's column that times of a result lie within; None where they are worked out."""
    found = _origin(column, bound) if column.kind == "time" else None
    return found.profile if found else None


def result_times(bound: BoundQuery) -> tuple[ResultTimes, ...]:
    """The columns of times of a query's result of which it is known where they begin and end."""
    made: list[ResultTimes] = []
    for one in bound.outputs:
        found = _origin(one, bound) if one.kind == "time" else None
        if found is not None:
            query = bound.query
            single = isinstance(query, Figures) and len(query.groups) == 1 and one is bound.outputs[0]
            where = tuple(_renamed(condition, one.name) for condition in found.where)
            made.append(ResultTimes(column=one.name, grain=found.grain, single=single, where=where))
    return tuple(made)


def _origin(output: BoundColumn, bound: BoundQuery) -> _Origin | None:
    """Where times of the result of this query come from."""
    name, grain = output.name, None
    if isinstance(output, ResultColumn):
        node = output.node
        if isinstance(node, g.ByTime):
            grain = node.grain
        elif not (isinstance(node, g.ByColumn) or (isinstance(node, Statistic) and node.function in _ENDS)):
            return None
        name = node.column
    column = bound.columns[name]
    where = tuple(one for one in bound.query.where if isinstance(one, Period | Compare) and one.column == name)
    if isinstance(column, ProfiledColumn):
        return _Origin(column.profile, grain, where)
    given = bound.source is not None and any(column is one for one in bound.source.outputs)
    below = _origin(column, bound.source) if given and bound.source is not None else None
    if below is None:
        return None
    grains = [one for one in (grain, below.grain) if one is not None]
    return _Origin(below.profile, max(grains, key=_LENGTHS.index, default=None), (*below.where, *where))


def leaves_out(bound: BoundQuery) -> bool:
    """Whether conditions of the query, or of one below it, leave out rows or groups for more than their time."""
    query, below = bound.query, bound.source is not None and leaves_out(bound.source)
    timed = {one.name for one in bound.columns.values() if one.kind == "time"}
    having = isinstance(query, Figures) and bool(query.having)
    return below or having or any(not timed.issuperset(columns_in(one)) for one in query.where)


def _renamed(condition: Condition, name: str) -> Condition:
    return condition.model_copy(update={"column": name})
