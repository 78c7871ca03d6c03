"""What a chart draws of rows, as a Vega-Lite specification: which column stands on which channel, and which of them
tells groups apart."""

from collections.abc import Mapping, Sequence
from typing import Final

from shared.charts.rows import FEWEST_POINTS, ChartRows
from shared.charts.specs import MARKS, MOST_PANELS, MOST_SERIES, ChartKind, Spec, paneled, titled
from shared.contracts import Scalar

Channels = Mapping[str, tuple[str, str]]
"""Of each channel the column, and the type of its values."""

MOST_BARS: Final = 30
_A_GROUPING: Final = 2
"""So many channels has a figure beside its group."""
_ALIKE: Final = 0.1
_MANY: Final = 12
"""More bars than that of which none is shorter by that part than the longest look the same: points are told apart."""


def along(time: str, figure: str) -> dict[str, tuple[str, str]]:
    """A figure over time."""
    return {"x": (time, "temporal"), "y": (figure, "quantitative")}


def in_turn(label: str, figure: str) -> dict[str, tuple[str, str]]:
    """A figure along values that follow one another, as months of a year do."""
    return {"x": (label, "ordinal"), "y": (figure, "quantitative")}


def beside(label: str, figure: str) -> dict[str, tuple[str, str]]:
    """A figure beside its group."""
    return {"y": (label, "nominal"), "x": (figure, "quantitative")}


def told_apart(rows: ChartRows, labels: list[str]) -> dict[str, tuple[str, str]] | None:
    """The channels that tell the groups of a second grouping apart, and of a third: colours, or panels where they would
    be too many; none where there is no second one, None where nothing does."""
    if not labels:
        return {}
    many = [len({row[name] for row in rows}) for name in labels]
    if len(labels) == 1:
        return (
            {"color" if many[0] <= MOST_SERIES else "facet": (labels[0], "nominal")} if many[0] <= MOST_PANELS else None
        )
    if len(labels) > 2 or min(many) > MOST_SERIES or max(many) > MOST_PANELS:
        return None
    few, more = sorted(labels, key=lambda name: many[labels.index(name)])
    return {"color": (few, "nominal"), "facet": (more, "nominal")}


def drawn(rows: ChartRows, kind: ChartKind, placed: Channels, units: Mapping[str, str]) -> Spec | None:
    """The specification; fields are named after their channels, since a column's name may mean a path to Vega."""
    values = [{channel: row[column] for channel, (column, _) in placed.items()} for row in rows]
    values = [one for one in values if None not in (one["x"], one["y"])]
    if len(values) < FEWEST_POINTS or (kind == "bar" and len({one["y"] for one in values}) > MOST_BARS):
        return None
    if kind == "bar" and len(placed) == _A_GROUPING and len({one["y"] for one in values}) == 1:
        return None  # bars of one name, which nobody can tell apart
    encoding: Spec = {
        channel: {"field": channel, "type": type_, "title": titled(column, units), "column": column}
        for channel, (column, type_) in placed.items()
    }
    for one in (each for channel, each in encoding.items() if channel == "color" or each["type"] == "ordinal"):
        one["sort"] = None  # in the order of the rows
    if kind == "bar":
        encoding["y"]["sort"] = None  # in the order of the rows, which has a reason
        if "color" in encoding:  # beside each other: averages and shares do not add up
            encoding["yOffset"] = {"field": "color", "type": "nominal", "sort": None}
    mark = MARKS[kind]
    if kind == "bar" and not {"color", "facet"} & encoding.keys() and _are_alike([one["x"] for one in values]):
        mark, encoding["x"]["scale"] = {**MARKS["scatter"], "filled": True}, {"zero": False}
    spec: Spec = {"data": {"values": values}, "mark": mark, "encoding": encoding}
    if "facet" not in encoding:
        return spec
    panels = list(dict.fromkeys(one["facet"] for one in values))
    if not 1 < len(panels) <= MOST_PANELS:
        return None
    return spec | paneled(encoding, panels, sideways=kind == "bar")


def _are_alike(figures: Sequence[Scalar]) -> bool:
    known = [float(one) for one in figures if isinstance(one, int | float)]
    low, high = min(known, default=0.0), max(known, default=0.0)
    return len(known) > _MANY and high > 0 and high - low < _ALIKE * high
