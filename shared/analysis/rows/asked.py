"""What a question about rows asks for, as typed values: the shapes fill them in, the analyses answer them."""

from typing import Literal

from shared.analysis.conditions import Filter
from shared.contracts import Contract

Step = Literal["next", "previous"]
End = Literal["first", "last"]
Goal = Literal["more", "less", "difference", "sum", "is more", "is less", "is equal", "average"]


class Lookup(Contract):
    """The cells of `show` in the rows that pass the filters; `year` asks for the year of a date only, `sole` says that
    the question takes for granted that there is one."""

    show: tuple[str, ...]
    filters: tuple[Filter, ...] = ()
    year: bool = False
    sole: bool = False


class Neighbour(Contract):
    """The row after or before the one in `anchor`; `listed` says that the order of the file is meant."""

    show: tuple[str, ...]
    anchor: tuple[Filter, ...]
    step: Step
    listed: bool = False


class Extreme(Contract):
    """The row with the highest or lowest cell of `by`; or, where `by` is None, the first or last of the file."""

    show: tuple[str, ...]
    end: End
    by: str | None = None
    filters: tuple[Filter, ...] = ()
    listed: bool = False
    year: bool = False


class Frequent(Contract):
    """The value of a column that most (or fewest) rows have."""

    column: str
    end: End
    filters: tuple[Filter, ...] = ()


class Count(Contract):
    """How many rows pass the filters. `different` counts the values of a column instead; where `same` is given, the
    count stands only if the rows have as many different values of that column."""

    filters: tuple[Filter, ...] = ()
    different: str | None = None
    same: str | None = None


class Sides(Contract):
    """A figure for each of several groups of rows, and what is asked of the figures: `by` is the column whose cell in
    the one row of a side is the figure; None counts the side's rows."""

    sides: tuple[tuple[Filter, ...], ...]
    by: str | None = None
    filters: tuple[Filter, ...] = ()
    goal: Goal = "more"


Asked = Lookup | Neighbour | Extreme | Frequent | Count | Sides


class Understood(Contract):
    """What was asked, and what was taken for granted on the way."""

    asked: Asked
    told: tuple[str, ...] = ()
