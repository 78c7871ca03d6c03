"""Pictures of what analyses find, before anything draws them."""

from typing import Literal

from shared.contracts.base import Contract, Scalar


class Axis(Contract):
    """The title of an axis, and its unit."""

    called: str
    unit: str = ""


class Point(Contract):
    """One mark: `at` is its group, day (ISO 8601) or number, and `value` its figure. `of` distinguishes series or
    panels; `low` and `high` are the ends of an interval around it."""

    at: Scalar
    value: float
    of: str = ""
    low: float | None = None
    high: float | None = None


class Picture(Contract):
    """What an analysis shows of its findings: bars of groups, lines over time, points of two figures, or panels, with
    their points. `query` and `column` say which column of which result the points come from; `results` are the
    positions of all results of the same analysis. With `own_scales`, each panel has a scale of its own. `without` are
    the periods of that `grain`, by their first days, that it leaves out because the data does not fill them."""

    kind: Literal["bar", "line", "scatter", "panels"]
    title: str
    along: Axis
    figure: Axis
    points: tuple[Point, ...]
    query: int = 0
    column: str = ""
    results: tuple[int, ...] = ()
    own_scales: bool = False
    without: tuple[str, ...] = ()
    grain: str = ""


class Depicted(Contract):
    """What a chart draws, read from the chart itself: `points` of the `columns` of results, each as (place of the
    result, column), at the groups or times `along`, from how many `rows` of these results. `left_out` are what names
    those of the rows that are not drawn, and `because` says why in the words of its title, where it does. `marks` are
    what it draws: bars, lines, points."""

    title: str
    marks: str = ""
    columns: tuple[tuple[int, str], ...] = ()
    points: int = 0
    timed: bool = False
    along: tuple[Scalar, ...] = ()
    rows: int = 0
    left_out: tuple[str, ...] = ()
    because: str = ""
