"""The pictures of analyses as Vega-Lite: each has its own title, names and points, so nothing is guessed here."""

import re
from typing import Any, Final

from shared.charts.calendars import in_part_in
from shared.charts.gaps import broken
from shared.charts.specs import (
    MARKS,
    MOST_PANELS,
    MOST_SERIES,
    SCHEMA,
    Spec,
    banded,
    paneled,
    titled,
)
from shared.charts.titles import shortened
from shared.contracts import Axis, Chart, Picture, Point


def drawn(picture: Picture, tag: str = "en") -> Chart | None:
    """The chart of a picture, what it leaves out in the language of that BCP 47 tag; None where its courses or panels
    are too many to be told apart."""
    parts = list(dict.fromkeys(one.of for one in picture.points))
    if len(parts) > MOST_PANELS:
        return None
    apart = "" if len(parts) < 2 else "facet" if picture.kind == "panels" or len(parts) > MOST_SERIES else "color"
    sideways = picture.kind == "bar" or (picture.kind == "panels" and not _timed(picture))
    label, figure = ("y", "x") if sideways else ("x", "y")
    values = [_value(one, label, figure, apart) for one in picture.points]
    values = values if sideways or picture.kind == "scatter" else broken(values, figure, apart)
    types = {label: "nominal" if sideways else "quantitative" if picture.kind == "scatter" else "temporal"}
    encoding: Spec = {
        label: {"field": label, "type": types[label], "title": _titled(picture.along)},
        figure: {"field": figure, "type": "quantitative", "title": _titled(picture.figure)},
    }
    if sideways:
        encoding["y"]["sort"] = None  # in the order of the result, which has a reason
    if apart:
        encoding[apart] = {"field": apart, "type": "nominal", "title": None, "sort": None}
    mark = MARKS["bar" if sideways else "scatter" if picture.kind == "scatter" else "line"]
    spec: Spec = {"data": {"values": values}, "mark": mark, "encoding": encoding}
    if any(one.low is not None for one in picture.points):
        spec = banded(spec, parts)
    if apart == "facet":
        spec |= paneled(encoding, parts, sideways=sideways)
    if picture.own_scales:
        spec["resolve"] = {"scale": {figure: "independent"}}
    title, without = _title(picture), left_out(picture, tag)
    return Chart(title=f"{title} ({without})" if without else title, vega_lite={"$schema": SCHEMA, **spec})


def left_out(picture: Picture, tag: str) -> str:
    """Which periods a picture leaves out and why, in the language of that tag; empty where it leaves out none."""
    return in_part_in(picture.grain, picture.without, tag) if picture.grain and picture.without else ""


def _title(picture: Picture) -> str:
    """Its title, in which the figure is called as on its axis, with its unit, and long lists are counted."""
    called, said = picture.figure.called, _titled(picture.figure) or ""
    told = said.rpartition(" (")[0] or said
    if told.casefold() == called.casefold():  # a unit that its name says is said once
        return shortened(picture.title)
    named = _word(called).sub(lambda found: _as(found[0], said), picture.title, count=1)
    return shortened(named)


def _as(found: str, said: str) -> str:
    return said if found[:1].isupper() else f"{said[:1].lower()}{said[1:]}"


def _word(called: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(called)}(?!\w)", re.IGNORECASE)


def _timed(picture: Picture) -> bool:
    return all(isinstance(one.at, str) and len(one.at) >= _DAY and one.at[4:5] == "-" for one in picture.points)


_DAY: Final = len("2025-01-01")


def _value(point: Point, label: str, figure: str, apart: str) -> dict[str, Any]:
    ends = {name: _exact(end) for name, end in (("low", point.low), ("high", point.high)) if end is not None}
    return {label: point.at, figure: _exact(point.value), **({apart: point.of} if apart else {}), **ends}


def _exact(value: float) -> float:
    """Without what a sum of floats leaves behind its twelfth digit, which a tooltip would show."""
    return float(f"{value:.12g}")


def _titled(axis: Axis) -> str | None:
    return titled(axis.called, {axis.called: axis.unit} if axis.unit else {}) or None
