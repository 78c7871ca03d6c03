"""The charts of a reply: each result whose analysis says that a picture suits it, as Vega-Lite with inline data."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, Literal

from shared.contracts import AgentResponse, Chart, ChartHint, ResultPreview, Scalar

Kind = Literal["bar", "line", "scatter"]
Rows = tuple[dict[str, Scalar], ...]
Spec = dict[str, Any]

SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"
MOST_CHARTS = 4
MOST_BARS = 30
MOST_SERIES = 8
FEWEST_POINTS = 2
MARKS: dict[Kind, Spec] = {
    "bar": {"type": "bar", "tooltip": True},
    "line": {"type": "line", "point": True, "tooltip": True},
    "scatter": {"type": "point", "tooltip": True},
}
COUNTED = "rows"
"""The count that stands beside every figure of a group, and is seldom what was asked for."""
_TIME = re.compile(r"\d{4}-\d{2}(-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?)?")


def charts_of(responses: Iterable[AgentResponse]) -> tuple[Chart, ...]:
    """One chart for each result that suits one, at most MOST_CHARTS; a result that was cut has none."""
    return tuple(islice((one for response in responses for one in _of(response)), MOST_CHARTS))


def _of(response: AgentResponse) -> Iterator[Chart]:
    if response.status != "completed":
        return
    cells = ((cell.query, cell.column, fact.unit) for fact in response.facts for cell in fact.cells)
    units = {(query, column): unit for query, column, unit in cells if unit}
    for at, preview in enumerate(response.result.results):
        of_result = {column: unit for (query, column), unit in units.items() if query == at}
        if chart := chart_of(preview, response.result.visualization_hint, of_result):
            yield chart.model_copy(update={"task_id": response.task_id})


def chart_of(preview: ResultPreview, hint: ChartHint, units: Mapping[str, str]) -> Chart | None:
    """The chart of a result, None where a table or a sentence says it better. `units` are those of its columns."""
    spec = _spec(preview, hint, units)
    if spec is None or preview.truncated:
        return None
    return Chart(title=preview.purpose, vega_lite={"$schema": SCHEMA, **spec})


def _spec(preview: ResultPreview, hint: ChartHint, units: Mapping[str, str]) -> Spec | None:
    columns = _columns(preview.data)
    figures = [name for name, kind in columns.items() if kind == "figure" and name != COUNTED] or [
        name for name, kind in columns.items() if kind == "figure"
    ]
    labels = [name for name, kind in columns.items() if kind in ("label", "time")]
    if hint == "scatter" and len(figures) > 1:
        x, y, *_ = figures
        return _drawn(preview.data, "scatter", {"x": (x, "quantitative"), "y": (y, "quantitative")}, units)
    if not labels:  # years, parts of a day, bins: numbers that name a group
        labels, figures = figures[:1], figures[1:] or [name for name in columns if name == COUNTED]
    if hint not in ("bar", "line", "pie") or not figures or not labels:
        return None
    times = [name for name in labels if columns[name] == "time"]
    if times:
        others = [name for name in labels if columns[name] != "time"]
        return _over_time(preview.data, times[0], figures[0], others, units)
    return _by_group(preview.data, labels, figures[0], units)


def _over_time(rows: Rows, time: str, figure: str, others: list[str], units: Mapping[str, str]) -> Spec | None:
    placed = {"x": (time, "temporal"), "y": (figure, "quantitative")}
    if others:
        if len(others) > 1 or len({row[others[0]] for row in rows}) > MOST_SERIES:
            return None
        placed["color"] = (others[0], "nominal")
    return _drawn(rows, "line", placed, units)


def _by_group(rows: Rows, labels: list[str], figure: str, units: Mapping[str, str]) -> Spec | None:
    """Bars, longest label at the side; of two groupings the second is told by colour."""
    placed = {"y": (labels[0], "nominal"), "x": (figure, "quantitative")}
    if len(labels) > 1:
        if len(labels) > 2 or len({row[labels[1]] for row in rows}) > MOST_SERIES:
            return None
        placed["color"] = (labels[1], "nominal")
    if len({row[labels[0]] for row in rows}) > MOST_BARS:
        return None
    return _drawn(rows, "bar", placed, units)


def _drawn(rows: Rows, kind: Kind, placed: Mapping[str, tuple[str, str]], units: Mapping[str, str]) -> Spec | None:
    """The specification; fields are named after their channels, since a column's name may mean a path to Vega."""
    values = [{channel: row[column] for channel, (column, _) in placed.items()} for row in rows]
    values = [one for one in values if None not in (one["x"], one["y"])]
    if len(values) < FEWEST_POINTS:
        return None
    encoding: Spec = {
        channel: {"field": channel, "type": type_, "title": titled(column, units)}
        for channel, (column, type_) in placed.items()
    }
    if kind == "bar":
        encoding["y"]["sort"] = None  # in the order of the result, which has a reason
    return {"data": {"values": values}, "mark": MARKS[kind], "encoding": encoding}


def _columns(rows: Rows) -> dict[str, Literal["figure", "time", "label"]]:
    """What each column holds."""
    kinds: dict[str, Literal["figure", "time", "label"]] = {}
    for name in rows[0] if rows else ():
        held = [row.get(name) for row in rows if row.get(name) is not None]
        if held and all(isinstance(one, int | float) and not isinstance(one, bool) for one in held):
            kinds[name] = "figure"
        else:
            kinds[name] = "time" if held and all(_is_time(one) for one in held) else "label"
    return kinds


def _is_time(cell: Scalar) -> bool:
    return isinstance(cell, str) and bool(_TIME.fullmatch(cell))


def titled(column: str, units: Mapping[str, str]) -> str:
    """A column's name in words, with its unit: "Total revenue (€)"."""
    words = column.replace("_", " ").strip()
    unit = f" ({units[column]})" if column in units else ""
    return words[:1].upper() + words[1:] + unit
