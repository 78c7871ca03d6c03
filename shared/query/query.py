"""A query: figures of groups of rows, or rows themselves; of a table, or of the result of another query.

The order in which a query of figures is worked out, whatever the order of its fields:

1. the rows of `source`, with `distinct_rows` without those that repeat another one; 2. `lookups` of other datasets'
columns; 3. `derived` columns, one after the other; 4. rows that meet every condition of `where`; 5. rows without a
group are left out; 6. `measures` of each group; 7. `across`, over all groups; 8. `having`; 9. `ranking`: order, then
its cut.

Rows repeat one another where they agree in every column of the table itself, used by the query or not: empty cells
agree with empty cells. All that is computed after them, quantiles of a derived column among it, is of the rows that
are left.

The result has the columns of `groups`, `measures` and `across`, in this order, under `output_names`. Without groups it
is exactly one row, even of no rows. A query's result columns are the source columns of a query over it.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, count
from typing import Annotated, Literal

from pydantic import Field, StrictInt

from shared.query.across import AcrossGroups, Change, MovingAverage, RunningTotal, Share, default_across_name
from shared.query.base import RESERVED, Column, Node, Number, Reference
from shared.query.conditions import Conditions, list_problems
from shared.query.derived import Derived
from shared.query.groupings import AnyGrouping, ByTime
from shared.query.lookups import Lookup, overlapping
from shared.query.measures import AnyMeasure, default_name, is_additive

DistinctRows = Annotated[bool, Field(strict=True, description="Repeated rows count once")]
Lookups = Annotated[tuple[Lookup, ...], Field(max_length=4)]
Limit = Annotated[StrictInt, Field(ge=1, le=10_000)]
Offset = Annotated[StrictInt, Field(ge=0, le=100_000)]
_DEEPEST = 4


class Having(Node):
    """A condition on groups: the figure, compared with a number. An empty figure meets none, not even `!=`.

    `measure` is a figure of the query (one of `measures` or `across`, counted through both lists, or its name), or
    another measure of the group.
    """

    measure: Reference | AnyMeasure
    operator: Literal["=", "!=", "<", "<=", ">", ">="]
    value: Number


class Ranking(Node):
    """The order of groups by a figure, and how many of them, after how many.

    `by` counts through `measures` and then `across`, or is a name. Groups with an empty figure come last in either
    direction. Figures that agree in twelve significant digits are equal; among them groups come in the usual ascending
    order of groups. With `within`, groupings of the query by place or name, all of this holds inside each combination
    of their values ("top 2 products in each region"), and these combinations come in the usual ascending order of
    groups; something must be left to rank, so not all groupings.
    `limit` groups are kept from the place `offset` on (0: the first; without a limit all of them). With `ties` every
    group whose figure equals a kept one is kept as well: kept are those with offset < rank <= offset + limit, equal
    figures sharing the best rank (1, 2, 2, 4), all empty figures sharing the rank after the others.
    """

    by: Reference = 0
    descending: bool = True
    limit: Limit | None = None
    offset: Offset = 0
    within: tuple[Reference, ...] = Field(default=(), max_length=3)
    ties: bool = False

    def problems(self) -> Iterator[str]:
        if self.ties and self.limit is None:
            yield "ties are kept at a limit: give a limit, or leave ties away"


class RowOrder(Node):
    """Order by a column; empty cells come last in either direction."""

    column: Column
    descending: bool = False


class Figures(Node):
    """Figures of all rows, or of each group of rows."""

    kind: Literal["figures"] = "figures"
    source: "Query | None" = None
    distinct_rows: DistinctRows = False
    lookups: Lookups = ()
    derived: tuple[Derived, ...] = Field(default=(), max_length=12)
    where: Conditions = ()
    groups: tuple[AnyGrouping, ...] = Field(default=(), max_length=4)
    measures: tuple[AnyMeasure, ...] = Field(min_length=1, max_length=12)
    across: tuple[AcrossGroups, ...] = Field(default=(), max_length=8)
    having: tuple[Having, ...] = Field(default=(), max_length=6)
    ranking: Ranking | None = None

    def problems(self) -> Iterator[str]:
        yield from list_problems(self.where)
        yield from _problems_below(self)
        yield from _same_names(self.derived)
        yield from _repeated(self)
        for place, one in enumerate(self.across):
            yield from _problems_across(self, place, one)
        for having in self.having:
            yield from _problems_of_having(self, having)
        if self.ranking:
            yield from _unranked(self, self.ranking.by)
            yield from _problems_within(self, self.ranking.within)


class Rows(Node):
    """Rows themselves: columns in the given order (none: all, the derived ones last), rows in `order`.

    All are those of the source, then those looked up, then the derived ones.

    Rows that `order` leaves equal are ordered by the columns shown, from first to last, ascending, empty cells last; so
    is everything without an `order`. `limit` rows are kept, after `offset`. Rows that are equal in all that is shown of
    them all stay.
    """

    kind: Literal["rows"] = "rows"
    source: "Query | None" = None
    distinct_rows: DistinctRows = False
    lookups: Lookups = ()
    derived: tuple[Derived, ...] = Field(default=(), max_length=12)
    where: Conditions = ()
    columns: tuple[Column, ...] = Field(default=(), max_length=60)
    order: tuple[RowOrder, ...] = Field(default=(), max_length=6)
    limit: Limit | None = None
    offset: Offset = 0

    def problems(self) -> Iterator[str]:
        yield from list_problems(self.where)
        yield from _problems_below(self)
        yield from _same_names(self.derived)
        if len({name.lower() for name in self.columns}) != len(self.columns):
            yield "each column is shown once"
        if len({one.column.lower() for one in self.order}) != len(self.order):
            yield "rows are ordered by each column once"
        if self.offset and not self.limit:
            yield "an offset goes with a limit"


Query = Annotated[Figures | Rows, Field(discriminator="kind")]


def figure_at(query: Figures, reference: int | str) -> int:
    """The place of a figure, counted through measures and across. Raises ValueError with what would be right."""
    return _place(reference, output_names(query)[len(query.groups) :], "figure")


def group_at(query: Figures, reference: int | str) -> int:
    """The place of a grouping. Raises ValueError with what would be right."""
    return _place(reference, output_names(query)[: len(query.groups)], "grouping")


def group_name(grouping: AnyGrouping) -> str:
    """The result column of a grouping where nothing else has that name: region, order_date_month, price_bin."""
    if isinstance(grouping, ByTime):
        return f"{grouping.column}_{grouping.grain}"
    if grouping.kind == "part":
        return f"{grouping.column}_{grouping.part}"
    return grouping.column if grouping.kind == "column" else f"{grouping.column}_bin"


def output_names(query: Figures) -> tuple[str, ...]:
    """The result columns: groups, measures, across. A name made for one that was given none, where that name stands
    already (capital letters or not), gets _2, _3 … behind it; names given by the query stay as they are."""
    taken = {one.name.lower() for one in (*query.measures, *query.across) if one.name}
    groups = [_free(group_name(one), taken) for one in query.groups]
    measures = [one.name or _free(default_name(one), taken) for one in query.measures]
    across = []
    for one in query.across:
        at = one.measure if isinstance(one.measure, int) else _find(one.measure, measures)
        looked_at = measures[at] if at is not None and at < len(measures) else "figure"
        across.append(one.name or _free(default_across_name(one, looked_at), taken))
    return (*groups, *measures, *across)


def _free(name: str, taken: set[str]) -> str:
    wanted = f"column_{name}" if name.lower().startswith(RESERVED) else name
    free = next(one for one in chain((wanted,), (f"{wanted}_{n}" for n in count(2))) if one.lower() not in taken)
    taken.add(free.lower())
    return free


def _find(name: str, names: Sequence[str]) -> int | None:
    return next((place for place, one in enumerate(names) if one.lower() == name.lower()), None)


def _place(reference: int | str, names: Sequence[str], what: str) -> int:
    place = reference if isinstance(reference, int) else _find(reference, names)
    if place is None or place >= len(names):
        there = ", ".join(f"{at} {name}" for at, name in enumerate(names)) or "none"
        raise ValueError(f"there is no {what} {reference!r} in this query; there are: {there}")
    return place


def _unranked(query: Figures, by: Reference) -> Iterator[str]:
    try:
        figure_at(query, by)
    except ValueError as error:
        is_group = isinstance(by, str) and _find(by, output_names(query)[: len(query.groups)]) is not None
        yield f"groups come in the ascending order of {by!r} where there is no ranking" if is_group else str(error)


def _repeated(query: Figures) -> Iterator[str]:
    given = [one.name.lower() for one in (*query.measures, *query.across) if one.name]
    if len(set(given)) != len(given):
        yield "each name stands for one figure: two have the same, capital letters or not"
    groups = [one.model_copy(update={"keep_empty": False}) for one in query.groups]
    if any(one in groups[:place] for place, one in enumerate(groups)):
        yield "each grouping stands once, with its empty cells or without them"
    bare = [one.model_copy(update={"name": None}) for one in query.measures]
    if any(one in bare[:place] for place, one in enumerate(bare)):
        yield "each measure stands once"
    if not query.groups and (query.across or query.having or query.ranking):
        yield "across, having and ranking look at groups: give groups, or leave them away"


def _problems_of_having(query: Figures, having: Having) -> Iterator[str]:
    if isinstance(having.measure, int | str):
        figure_at(query, having.measure)
    elif having.measure.name is not None:
        yield "a measure of a having has no name; name one of the query's measures instead"


def _problems_across(query: Figures, place: int, one: AcrossGroups) -> Iterator[str]:
    at = figure_at(query, one.measure)
    if at >= len(query.measures):
        yield f"a {one.kind} looks at one of the measures, not at another figure across groups"
    if isinstance(one, Share | RunningTotal) and not is_additive(query.measures[at]):
        yield f"a {one.kind} needs a measure that adds up, such as a sum or a count of rows"
    if any(
        one.model_copy(update={"name": None}) == other.model_copy(update={"name": None})
        for other in query.across[:place]
    ):
        yield "each figure across groups stands once"
    if isinstance(one, Change | RunningTotal | MovingAverage):
        times = [group for group in query.groups if isinstance(group, ByTime)]
        if len(times) != 1:
            yield f"a {one.kind} needs exactly one grouping by time, and this query has {len(times)}"
        if isinstance(one, Change) and one.against == "year_before" and times[0].grain not in ("month", "quarter"):
            yield "year_before compares months or quarters; for years, compare with the previous one"
    else:
        yield from _problems_within(query, one.within)


def _problems_within(query: Figures, within: tuple[int | str, ...]) -> Iterator[str]:
    places = [group_at(query, one) for one in within]
    if len(set(places)) != len(places):
        yield "each grouping of `within` stands once"
    if len(places) >= len(query.groups):
        yield "`within` must leave a grouping to tell apart: give fewer of them, or more groups"


def _same_names(derived: tuple[Derived, ...]) -> Iterator[str]:
    names = [one.name.lower() for one in derived]
    if len(set(names)) != len(names):
        yield "each derived column has a name of its own"


def _problems_below(query: Figures | Rows) -> Iterator[str]:
    if query.distinct_rows and query.source is not None:
        yield "distinct_rows is of a table's rows: give it to the innermost query, which reads the table"
    if query.lookups and query.source is not None:
        yield "lookups are of a table's rows: give them to the innermost query, which reads the table"
    yield from overlapping(query.lookups)
    depth, inner = 1, query.source
    while inner is not None:
        depth, inner = depth + 1, inner.source
    if depth > _DEEPEST:
        yield f"queries are nested at most {_DEEPEST} deep"
