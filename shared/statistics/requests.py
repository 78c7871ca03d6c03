"""What the statistics function is asked, and what it answers. Knows no scipy: agents import it.

A request names its columns by their place among those of the query that gave them.
"""

from typing import Annotated, Literal

from pydantic import Field

from shared.contracts import Contract, Scalar, TypedColumns

Grain = Literal["day", "week", "month", "quarter", "year"]
CONFIDENCE = 0.95
"""Of every interval."""
SIGNIFICANT = 0.05
"""Below this p-value an effect is told as one."""


class StatisticTable(Contract):
    """Figures in the shape of a query's result: cells that facts can name."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Scalar, ...], ...]


class Series(Contract):
    """A value a period: column 0 holds when each period begins, 1 the value, 2 and 3 the first and last time in it.

    Periods at either end that the data does not fill are left out: where it begins later, or ends earlier, than it does
    in any other period.
    """

    grain: Grain


class FitTrend(Series):
    """Least squares over the periods with its interval, Theil–Sen, Mann–Kendall, and the strongest cycle in what is
    left (Fisher's g): one row."""

    kind: Literal["trend"] = "trend"


Procedure = Annotated[FitTrend, Field(discriminator="kind")]
"""All that can be asked for."""


class StatisticsRequest(Contract):
    """A statistic, and the columns that it is applied to."""

    procedure: Procedure
    columns: TypedColumns


class StatisticsAnswer(Contract):
    """Its tables; none, and a sentence, where it cannot be computed of these columns."""

    tables: tuple[StatisticTable, ...] = ()
    refused: str = ""
