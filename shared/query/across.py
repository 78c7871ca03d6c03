"""Figures of a group that look at other groups too: shares, changes, running totals, moving averages, ranks.

They look at one of the query's measures, a number, and are computed over all groups of the query, before `having` and
`ranking` leave any out.
"""

from typing import Annotated, Literal

from pydantic import Field, StrictInt

from shared.query.base import Name, Node, Reference
from shared.query.measures import slug

Within = Annotated[tuple[Reference, ...], Field(max_length=3)]
"""Groupings of the same query, by place or name. The figure looks only at groups that share their values; none of them
means all groups. Not every grouping of the query can be named: something must be left to tell apart."""


class Across(Node):
    """What all of these have: the figure that they look at, and a name of their own."""

    name: Name | None = None
    measure: Reference


class Share(Across):
    """The group's part, in percent, of the sum of the figure over all groups (of `within`).

    Of measures that add up alone: row counts, counts of cells, sums, and these filtered, added or subtracted. An empty
    figure counts as 0 in the sum; the share of an empty figure, and any share where the sum is 0, is empty.
    """

    kind: Literal["share"] = "share"
    within: Within = ()


class Change(Across):
    """How much the figure differs from an earlier period's.

    For queries with exactly one grouping by time; groups of other groupings are compared with their own past.
    `previous` is the calendar period directly before (the month before, the week before); `year_before` is the same
    quarter or month of the year before, and only for these grains. Empty where that period is no group, where either
    figure is empty, and in percent (100 * (figure - earlier) / earlier) where the earlier figure is not above 0.
    """

    kind: Literal["change"] = "change"
    against: Literal["previous", "year_before"] = "previous"
    unit: Literal["absolute", "percent"] = "percent"


class RunningTotal(Across):
    """The sum of the figure over this and all earlier periods. For queries with exactly one grouping by time, and for
    measures that add up (as in `share`). Groups of other groupings run by themselves. Empty figures add nothing; before
    the first known one the total is empty. A row without a time (`keep_empty`) has none."""

    kind: Literal["running_total"] = "running_total"


class MovingAverage(Across):
    """The mean of the figure over `periods` calendar periods up to this one.

    For queries with exactly one grouping by time. Groups of other groupings are averaged by themselves. Empty unless
    all of those periods are groups with a known figure.
    """

    kind: Literal["moving_average"] = "moving_average"
    periods: Annotated[StrictInt, Field(ge=2, le=400)]


class Rank(Across):
    """The group's place by the figure, from 1; equal figures (those that agree in twelve significant digits) share a
    place, and as many places after it are left free (1, 2, 2, 4). Empty figures have no place."""

    kind: Literal["rank"] = "rank"
    descending: bool = True
    within: Within = ()


AcrossGroups = Annotated[Share | Change | RunningTotal | MovingAverage | Rank, Field(discriminator="kind")]


def default_across_name(one: AcrossGroups, measure: str) -> str:
    """The name of such a figure that was given none, from the name of its measure: share_rows, change_sum_revenue."""
    return one.name or f"{one.kind}_{slug(measure)}"
