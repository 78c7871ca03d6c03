"""What the statistics function is asked, and what it answers. Knows no scipy: agents import it.

A request names its columns by their place among those of the query that gave them.
"""

from datetime import date
from typing import Annotated, Final, Literal

from pydantic import Field

from shared.contracts import Contract, Scalar, TypedColumns

SeriesGrain = Literal["day", "week", "month", "quarter", "year"]
CONFIDENCE = 0.95
"""Of every interval."""
SIGNIFICANT = 0.05
"""Below this p-value an effect is told as one."""

LEAST_OF_A_GROUP = 3
"""Values of a group that takes part in a comparison."""
MOST_COMPARED: Final = 40
"""Groups that are compared with each other."""


class StatisticTable(Contract):
    """Figures in the shape of a query's result: cells that facts can name."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Scalar, ...], ...]


class Series(Contract):
    """A value a period: column 0 holds when each period begins, 1 the value, 2 and 3 the first and last time in it.

    Periods that begin before `since`, or end after `until`, are left out: the data does not fill them. Of days only the
    data itself tells: one at either end is left out where it begins later, or ends earlier, than it does in any other.
    Column 4, where there is one, holds how many rows the value is of: it is 0 where there are none. With `counts` the
    value is how many there are, so it is 0 in a period without any. What is `followed` is a total, or a count, of the
    rows that conditions leave: it is 0 in every period from `since` to `until` in which there is no such row.
    """

    grain: SeriesGrain
    counts: bool = False
    followed: bool = False
    since: date | None = None
    until: date | None = None


class FitTrend(Series):
    """Least squares over the periods with its interval, Theil–Sen, Mann–Kendall, and the strongest cycle in what is
    left (Fisher's g), as of errors that go on from one period to the next where these do; and the last change of level
    that goes against this course: one row."""

    kind: Literal["trend"] = "trend"


class FitSeason(Series):
    """How the places of a year (of a week, for days) differ once the line is taken out, by the F test: one row, and a
    table of the places."""

    kind: Literal["season"] = "season"


class FindChanges(Series):
    """Where the level changes, beside a season: binary segmentation, each split tested by permutation (of innovations,
    where errors go on from one period to the next): one row, with what the whole course does, and a table of the
    stretches between."""

    kind: Literal["changes"] = "changes"


def goes_against(direction: str, change: float) -> bool:
    """Whether a change of level goes another way than the whole course: the one rule by which a trend and changes of
    level are told beside each other. Where the course rises or falls, a level may change along with it."""
    return change * {"increasing": 1, "decreasing": -1}.get(direction, 0) <= 0


class CompareLast(Series):
    """The last complete period beside the one before it and the same of a year before, and the growth a period: one
    row."""

    kind: Literal["last_period"] = "last_period"


class Project(Series):
    """The line carried on, with places of the year where they differ, and a prediction interval, cut at 0 where nothing
    was below, and at `most`, where there is such: one row, and a table of the periods ahead. Their total is that of
    all, or, from the day `start` up to the day `end`, excluded, of those that lie in this stretch whole, or of as many
    as it is long where it begins within a month; what is known of it is added."""

    kind: Literal["projection"] = "projection"
    most: float | None = None
    ahead: int = Field(default=3, ge=1, le=60)
    start: date | None = None
    end: date | None = None


DistributionPart = Literal["shape", "concentration", "outliers"]


ANDERSON_TABLED = (0.01, 0.15)
"""Between which the p-value of the Anderson–Darling test is known; beyond, it is the nearer of these."""


class Describe(Contract):
    """Moments and quantiles of a column, and these `parts`: one row. `labels` is the place of a column that names its
    cells: a second table then holds those beyond 2 standard deviations, furthest first."""

    kind: Literal["distribution"] = "distribution"
    values: int = 0
    labels: int | None = None
    parts: tuple[DistributionPart, ...] = ("shape", "concentration", "outliers")


class CompareGroups(Contract):
    """Whether groups (column 0) differ in a value (column 1): the test that its assumptions allow, those checked, and
    the other tests beside it: one row, a table of the groups, and one of those left out, of fewer than three values.
    Columns behind these may name subjects: where they stand once in each group, the test is of these (paired t,
    Wilcoxon signed-rank, Friedman); where they come again otherwise, `repeated` names the first that does."""

    kind: Literal["groups"] = "groups"


class CompareWithRest(Contract):
    """Whose mean of a value (column 1) lies off that of the rest by more than chance, of all groups (column 0): a
    table of the groups, the lowest mean first, with p-values that hold for all of them together."""

    kind: Literal["rest"] = "rest"


class ComparePairs(Contract):
    """Whether two columns of the same rows differ: the paired t test, and Wilcoxon's: one row."""

    kind: Literal["pairs"] = "pairs"


class CrossTabulate(Contract):
    """Whether two columns of groups depend on each other: χ², or Fisher's exact test of a small 2 by 2 table: one row,
    and a table of the counts. Columns behind these may be of groups within which a 2 by 2 table goes the other way."""

    kind: Literal["contingency"] = "contingency"


class Relate(Contract):
    """How two columns of numbers move together: Pearson with its interval, and Spearman: one row. Columns behind these
    may be of groups within which they move the other way."""

    kind: Literal["relation"] = "relation"


CLOSE_PREDICTORS: Final = 10
"""Of a variance inflation factor: from there on a predictor is hardly told apart from the others (Marquardt 1970)."""


class Regress(Contract):
    """Column 0 by least squares on all others, with errors that hold where values spread unevenly (HC3, or the
    classical ones where these are larger): one row, with how likely all predictors that are `CLOSE_PREDICTORS` go with
    it by chance, taken together (Wald), and a table of the coefficients with intervals, and with what goes
    with a change of a predictor by `percent` of its mean. The row names two columns of which the first is the product,
    or the quotient, in nearly every row."""

    kind: Literal["regression"] = "regression"
    percent: float = 10.0


LEAST_PERIODS = 8
"""For an elasticity."""


ASSUMED: Final = (0.0, -0.5, -1.0, -1.5, -2.0)
"""Elasticities that are shown where history has none."""


def quantity_change(percent: float, elasticity: float) -> float:
    """What an elasticity e makes of a change x of the price: quantity changes by (1 + x)^e - 1. In percent, both."""
    return float(100 * ((1 + percent / 100) ** elasticity - 1))


def revenue_change(percent: float, elasticity: float) -> float:
    """The change of price times quantity, (1 + x)^(1 + e) - 1, in percent."""
    return quantity_change(percent, 1 + elasticity)


class FitElasticity(Contract):
    """The slope of log quantity (column 2) on log price (column 1) over months (column 0), and what it makes of a
    change of the price by `percent`, with errors that go on from month to month where these do: one row, and a table of
    what assumed elasticities would make of it. Columns 3 and 4 hold the first and last time in each month: months that
    begin before `since`, or end after `until`, are left out."""

    kind: Literal["elasticity"] = "elasticity"
    percent: float = Field(default=10.0, gt=-100, le=1000)
    since: date | None = None
    until: date | None = None


class Cluster(Contract):
    """k-means of the number columns, standardised; k by the silhouette unless it is given: one row (with how
    likely values without groups fall as far apart, where they are clearly apart), a table of the clusters, and one of
    what each k would give. `labels` is how many columns stand before the numbers.

    `likenesses` says that the numbers are those of a row to each of some others, on one scale: they are not
    standardised, empty columns are none of them, and each cluster tells the labels (of the first column) nearest to its
    middle.
    """

    kind: Literal["clusters"] = "clusters"
    k: int | None = Field(default=None, ge=2, le=12)
    labels: int = 0
    likenesses: bool = False


Procedure = Annotated[
    FitTrend
    | FitSeason
    | FindChanges
    | CompareLast
    | Project
    | Describe
    | CompareGroups
    | CompareWithRest
    | ComparePairs
    | CrossTabulate
    | Relate
    | Regress
    | FitElasticity
    | Cluster,
    Field(discriminator="kind"),
]
"""All that can be asked for."""


class StatisticsRequest(Contract):
    """A statistic, and the columns that it is applied to."""

    procedure: Procedure
    columns: TypedColumns


class StatisticsAnswer(Contract):
    """Its tables; none, and a sentence, where it cannot be computed of these columns."""

    tables: tuple[StatisticTable, ...] = ()
    refused: str = ""
