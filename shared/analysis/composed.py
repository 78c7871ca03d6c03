"""What composed questions ask for, as the analyses that answer them are filled in."""

from typing import Literal

from pydantic import Field

from shared.analysis.conditions import Filter
from shared.analysis.metrics import Grouping, Metric
from shared.contracts import Contract


class Frame(Contract):
    """What a composed question asks for, ready to be computed."""


class TopFigure(Frame):
    """`figure` over the first `limit` rows in the order of `by`, or over the rows of the first groups of a ranking;
    where `share`, in percent of the figure over all rows that pass the filters."""

    figure: Metric
    by: Metric
    limit: int = Field(ge=1, le=1000)
    descending: bool = True
    groups: tuple[Grouping, ...] = Field(default=(), max_length=1)
    filters: tuple[Filter, ...] = ()
    share: bool = False


class GroupGap(Frame):
    """How far the highest of the groups is from the lowest in a metric."""

    metric: Metric
    group: Grouping
    filters: tuple[Filter, ...] = ()


class Duplicates(Frame):
    """Rows that repeat an earlier row whole, or, with a column, values that several rows have."""

    columns: tuple[str, ...] = Field(default=(), max_length=1)
    asked: Literal["whether", "count", "which", "unique"] = "count"


Kind = Literal["all", "numeric", "text", "time", "yes/no"]


class Schema(Frame):
    """The columns of a table by kind: their names, their types, how many there are, or how many different values each
    has."""

    kind: Kind = "all"
    columns: tuple[str, ...] = ()
    asked: Literal["names", "count", "types", "size", "different"] = "names"


class Coverage(Frame):
    """From when to when the values of a time column run."""

    column: str
    filters: tuple[Filter, ...] = ()


class OutlierCounts(Frame):
    """How many outliers columns (all measures where none is named) have, each by its own quartiles; or one column in
    each group, by the group's own."""

    columns: tuple[str, ...] = ()
    groups: tuple[Grouping, ...] = Field(default=(), max_length=1)
    filters: tuple[Filter, ...] = ()


class Matrix(Frame):
    """The correlation of each pair of columns (of all measures where none is named), or the pair where it is strongest
    or weakest."""

    columns: tuple[str, ...] = ()
    asked: Literal["all", "strongest", "weakest"] = "all"
    filters: tuple[Filter, ...] = ()


class Course(Frame):
    """A metric by time, and of it a running total, an average over the last `window` periods, or each change."""

    metric: Metric
    time: Grouping
    asked: Literal["running", "moving", "growth"]
    window: int = Field(default=1, ge=1, le=1000)
    filters: tuple[Filter, ...] = ()


class TopCell(Frame):
    """The cell in the column `show` of the row with the highest or lowest cell in the column `by`."""

    show: str
    by: str
    descending: bool = True
    filters: tuple[Filter, ...] = ()


class TopRows(Frame):
    """The first `limit` rows in the order of the column `by`, each called by its cell in `label`, as others may be."""

    by: str
    label: str
    limit: int = Field(default=10, ge=1, le=1000)
    descending: bool = True
    filters: tuple[Filter, ...] = ()


class Rows(Frame):
    """The names (in `label`) of the rows that pass the filters."""

    label: str
    filters: tuple[Filter, ...] = Field(min_length=1)
