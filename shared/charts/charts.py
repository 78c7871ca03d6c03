"""The charts of a reply: the pictures of its analyses, or of a model's own queries the result that its answer tells, as
Vega-Lite with inline data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final, NamedTuple

from shared.charts.axes import call_axes, titled_by
from shared.charts.calendars import points_in
from shared.charts.depicted import DrawnColumns, Made, depicted
from shared.charts.encoding import along, beside, drawn, in_turn, told_apart
from shared.charts.pictures import drawn as pictured
from shared.charts.pictures import left_out
from shared.charts.rows import ChartRows, ColumnKinds, figures_among, in_order, in_sequence, naming, rows_of, telling
from shared.charts.series import series_of
from shared.charts.specs import SCHEMA, Spec, titled
from shared.charts.titles import LONGEST, scoped
from shared.charts.unfilled import filled
from shared.charts.ungrouped import grouped
from shared.contracts import UNSTATED, AgentResponse, Chart, ChartHint, Depicted, Picture, ResultPreview
from shared.table.unit_arithmetic import POINTS

MOST_CHARTS: Final = 4
_SEVERAL: Final = 2
COUNTED: Final = "rows"
"""The count that stands beside every figure of a group, and is seldom what was asked for."""


def charts_of(responses: Iterable[AgentResponse]) -> tuple[Chart, ...]:
    """At most MOST_CHARTS: the pictures of analyses, as they made them. Of an answer of a model's one alone: the
    picture of the analysis that it tells figures of, or, of a query that it wrote, the column that it names, else the
    figure that it tells first; none of a result that was cut."""
    return tuple(one.chart for one in _charted(responses))


def depicted_of(responses: Iterable[AgentResponse]) -> tuple[Depicted, ...]:
    """What each of their charts draws, and which rows it leaves out; places are counted through the results of all."""
    given = tuple(responses)
    before = {one.task_id: sum(len(other.result.results) for other in given[:at]) for at, one in enumerate(given)}
    return tuple(_counted_from(before[one.chart.task_id], one.depicted) for one in _charted(given))


def _counted_from(first: int, one: Depicted) -> Depicted:
    return one.model_copy(update={"columns": tuple((at + first, name) for at, name in one.columns)})


def left_out_of(preview: ResultPreview, tag: str = "en") -> Depicted | None:
    """What a chart of a result would draw that leaves out some of its rows; None where it would leave out none, or
    where there is none."""
    made = _chart_of(preview, "bar", preview.units, None, tag)
    found = _Charted.of(made, ((0, made.column),), (preview,)).depicted if made else None
    return found if found and found.left_out else None


def pictured_without(picture: Picture, results: Sequence[ResultPreview], tag: str = "en") -> Depicted | None:
    """What the picture of an analysis draws, where it leaves out some of the rows of its result."""
    found = _pictured(picture, results, tag)
    return found.depicted if found and found.depicted.left_out else None


class _Charted(NamedTuple):
    """A chart, and what it draws."""

    chart: Chart
    depicted: Depicted

    @classmethod
    def of(cls, made: Made, columns: DrawnColumns, results: Sequence[ResultPreview]) -> _Charted:
        """The chart of these columns of the results."""
        return cls(made.chart, depicted(made.chart, columns, results, because=made.because))


def _charted(responses: Iterable[AgentResponse]) -> Iterator[_Charted]:
    return islice((one for response in responses for one in _of(response)), MOST_CHARTS)


def _of(response: AgentResponse) -> Iterator[_Charted]:
    if response.status != "completed":
        return
    results, tag = response.result.results, response.language
    made = _of_model(response) if response.by_model else (_pictured(one, results, tag) for one in response.pictures)
    for one in filter(None, made):
        yield one._replace(chart=one.chart.model_copy(update={"task_id": response.task_id}))


def _pictured(picture: Picture, results: Sequence[ResultPreview], tag: str) -> _Charted | None:
    """The chart of a picture of an analysis, and what it draws."""
    if (chart := pictured(picture, tag)) is None:
        return None
    left, columns = left_out(picture, tag), ((picture.query, picture.column),)
    return _Charted(chart, depicted(chart, columns, results, without=picture.without, because=left))


def _of_model(response: AgentResponse) -> Iterator[_Charted | None]:
    response = _with_figures_drawn(response)
    results = response.result.results
    cells = dict.fromkeys((cell.query, cell.column) for fact in response.facts for cell in fact.cells)
    chosen = _chosen(response, [at for at, _ in cells])

    def chart(at: int) -> _Charted | None:
        preview = results[at]
        pictures = [one for one in response.pictures if at in one.results]
        if pictures and (not preview.drawn or _shows(pictures, at, preview.drawn)):
            return next(filter(None, (_pictured(one, results, response.language) for one in pictures)), None)
        told = (*preview.drawn, *_counts_last([column for query, column in cells if query == at], preview))
        made = _chart_of(preview, response.result.visualization_hint, _units(response, at), told, response.language)
        return _Charted.of(made, ((at, made.column),), results) if made else None

    if holding := next((one for one in response.pictures if _holds(one, results)), None):
        yield _pictured(holding, results, response.language)
        return
    if several := _several(response):
        made = series_of(several, response.language, hint=response.result.visualization_hint)
        named = tuple((at, column) for at, preview in enumerate(results) for column in preview.drawn)
        yield _Charted.of(made, named, results) if made else None
        return
    charts = filter(None, map(chart, chosen or range(len(results))))
    yield from islice(charts, 1) if chosen else charts


def _counts_last(told: Sequence[str], preview: ResultPreview) -> Sequence[str]:
    """The columns of a result that an answer tells figures of, in its order, but for counts, of what a figure beside
    them is: these are seldom what was asked for."""
    counts = {name for name, one in preview.shown.items() if one.counts}
    return sorted(told, key=lambda column: column in counts)


def _with_figures_drawn(response: AgentResponse) -> AgentResponse:
    """The response whose answer names figures alone to be drawn: what they stand along may be named beside them."""

    def of(preview: ResultPreview) -> ResultPreview:
        figures = figures_among(*rows_of(preview, response.language), preview.drawn)
        return preview.model_copy(update={"drawn": figures or preview.drawn})

    results = tuple(of(one) if one.drawn else one for one in response.result.results)
    return response.model_copy(update={"result": response.result.model_copy(update={"results": results})})


def _several(response: AgentResponse) -> tuple[tuple[ResultPreview, Mapping[str, str]], ...]:
    """The results of several columns that a model's answer names together, with their units, where no picture of an
    analysis shows them; empty where it names one, or none."""
    results, hint = response.result.results, response.result.visualization_hint
    named = [at for at, preview in enumerate(results) if preview.drawn]
    if sum(len(results[at].drawn) for at in named) < _SEVERAL or hint in ("scatter", "table", "number"):
        return ()
    pictured_already = all(_shows(response.pictures, at, results[at].drawn) for at in named)
    given = ((results[at], _in_points(results[at], _units(response, at), response.language)) for at in named)
    return () if pictured_already else tuple(given)


def _holds(picture: Picture, results: Sequence[ResultPreview]) -> bool:
    """Whether a picture of several results of an analysis, as of a history and its projection, has the figures of all
    columns that an answer names: its own one, and the values of the others but for a few that it leaves out."""
    named = [(at, column) for at, preview in enumerate(results) for column in preview.drawn]
    if (picture.query, picture.column) not in named or any(at not in picture.results for at, _ in named):
        return False
    held = {end for one in picture.points for end in (one.value, one.low, one.high) if end is not None}
    values = ([row.get(column) for row in (*results[at].data, *results[at].plotted)] for at, column in named)
    return all(2 * sum(one in held for one in column) > len(column) for column in values)


def _shows(pictures: Iterable[Picture], at: int, columns: Sequence[str]) -> bool:
    """Whether pictures of an analysis show these columns of a result: each of them, or the first within its bounds."""
    shown = {one.column: one for one in pictures if one.query == at}
    first = shown.get(columns[0])
    return set(columns) <= shown.keys() or (first is not None and any(one.low is not None for one in first.points))


def _units(response: AgentResponse, at: int) -> dict[str, str]:
    """The units of the columns of the result at that place."""
    own = ((cell, fact.unit) for fact in response.facts if (cell := fact.own_cell))
    return response.result.results[at].units | {cell.column: unit for cell, unit in own if unit and cell.query == at}


def _chosen(response: AgentResponse, told: Sequence[int]) -> tuple[int, ...]:
    """The places of the results that a model's answer names a column of to draw, else of those that it tells figures
    of, in its order; none where that is not known."""
    results = response.result.results
    named = tuple(at for at, preview in enumerate(results) if preview.drawn)
    return named or tuple(dict.fromkeys(at for at in told if 0 <= at < len(results) and results[at].cited))


def chart_of(
    preview: ResultPreview,
    hint: ChartHint,
    units: Mapping[str, str],
    told: Sequence[str] | None = None,
    tag: str = "en",
) -> Chart | None:
    """The chart of a result, None where a table or a sentence says it better. `units` are those of its columns; `told`
    the columns of a model's query that the answer tells figures of, in its order: the first of them is drawn, as what a
    query is for may be any of its columns. `tag` is the BCP 47 tag of the language of the answer."""
    made = _chart_of(preview, hint, units, told, tag)
    return made.chart if made else None


def _chart_of(
    preview: ResultPreview, hint: ChartHint, units: Mapping[str, str], told: Sequence[str] | None, tag: str
) -> Made | None:
    rows, kinds = rows_of(preview, tag)
    if _counts_texts(preview, kinds, told):
        return None
    units = _in_points(preview, units, tag)
    whole = bool(preview.plotted) or not preview.truncated
    spec = _spec(rows, kinds, hint, units, told, preview.listed) if whole else None
    if spec is None:
        return None
    notes = (filled(spec, rows, preview.shown, tag), grouped(spec, rows, preview.shown, units, tag))
    without = "; ".join(filter(None, notes))
    columns = {axis: spec["encoding"][axis]["column"] for axis in ("x", "y")}
    call_axes(spec, units, preview.shown, tag)
    figure, label = ("y", "x") if spec["encoding"]["y"]["type"] == "quantitative" else ("x", "y")
    said = [spec["encoding"][axis]["title"] for axis in (figure, label)]
    several = told is not None and list(kinds.values()).count("figure") > 1 and all(said)
    own = preview.shown.get(columns[label])
    by = (own.of if own else "") or columns[label]
    stated = not several and preview.purpose != UNSTATED and len(preview.purpose) <= LONGEST
    title = preview.purpose if stated or not all(said) else titled_by(said[:1], said[1], by, tag)
    title = scoped(title, preview.met, tag)
    chart = Chart(title=f"{title} ({without})" if without else title, vega_lite={"$schema": SCHEMA, **spec})
    return Made(chart, columns[figure], without)


def _counts_texts(preview: ResultPreview, kinds: ColumnKinds, told: Sequence[str] | None) -> bool:
    """Whether a picture would have a bar for each different text, as of comments, with how often it occurs."""
    figures = [one for one in told or kinds if kinds.get(one) == "figure"]
    free = any(one.free for name, one in preview.shown.items() if kinds.get(name) == "label")
    one = preview.shown.get(figures[0]) if free and figures else None
    return one is not None and one.counts


def _in_points(preview: ResultPreview, units: Mapping[str, str], tag: str) -> dict[str, str]:
    """The units of a result's columns, differences of shares in percentage points."""
    of_units = {name for name, unit in units.items() if unit == POINTS}
    of_shown = {name for name, one in preview.shown.items() if one.part == "points"}
    return {**units, **dict.fromkeys(of_units | of_shown, points_in(tag))}


def _spec(
    rows: ChartRows,
    columns: ColumnKinds,
    hint: ChartHint,
    units: Mapping[str, str],
    told: Sequence[str] | None,
    listed: Sequence[int],
) -> Spec | None:
    figures = [name for name, kind in columns.items() if kind == "figure" and name != COUNTED] or [
        name for name, kind in columns.items() if kind == "figure"
    ]
    labels = [name for name, kind in columns.items() if kind in ("label", "time")]
    if told is not None:
        keys = [] if labels else figures[:1]
        figures = list(dict.fromkeys((*keys, *(name for name in told if columns.get(name) == "figure"))))
    if hint == "scatter" and len(figures) > 1:
        x, y, *_ = figures
        return drawn(rows, "scatter", {"x": (x, "quantitative"), "y": (y, "quantitative")}, units)
    if hint == "panels":
        return _panels(rows, columns, naming(rows, labels) if len(labels) > 2 else labels, figures, units)
    if not labels:  # years, parts of a day, bins: numbers that name a group
        labels, figures = figures[:1], figures[1:] or [name for name in columns if name == COUNTED]
    if hint not in ("bar", "line", "pie") or not figures or not labels:
        return None
    labels = telling(rows, columns, labels, told or figures[:1])
    labels = naming(rows, sorted(labels, key=lambda name: columns[name] != "time"))
    times = [name for name in labels if columns[name] == "time"]
    if times:
        others = [name for name in labels if columns[name] != "time"]
        return _over_time(rows, times[0], figures[0], others, units)
    if hint == "line" and (following := in_sequence(rows, labels[0])):
        return _in_turn(following, labels, figures[0], units)
    return _by_group(in_order(rows, labels[0], listed), labels, figures[0], units)


def _panels(
    rows: ChartRows, columns: ColumnKinds, labels: list[str], figures: list[str], units: Mapping[str, str]
) -> Spec | None:
    """Small multiples: lines or bars once for each value of the other grouping, on one scale; where there is none, once
    for each figure, each on its own."""
    times = [name for name in labels if columns[name] == "time"]
    others = [name for name in labels if name not in times]
    if len(times) > 1 or not figures or not labels:
        return None
    by, *panels = (*times, *others)
    if len(panels) > 1:
        return None
    placed = along(by, figures[0]) if times else beside(by, figures[0])
    if panels:
        return drawn(rows, "line" if times else "bar", {**placed, "facet": (panels[0], "nominal")}, units)
    figure = "y" if times else "x"
    shown = [{by: row[by], _PANEL: titled(one, units), _FIGURE: row[one]} for one in figures for row in rows]
    placed = {**placed, figure: (_FIGURE, "quantitative"), "facet": (_PANEL, "nominal")}
    spec = drawn(tuple(shown), "line" if times else "bar", placed, units)
    if spec is not None:
        spec["encoding"][figure]["title"] = spec["encoding"]["facet"]["title"] = None  # each panel says its own
        spec["resolve"] = {"scale": {figure: "independent"}}
    return spec


_PANEL, _FIGURE = "_candor_panel", "_candor_figure"
"""What no column is called."""


def _over_time(rows: ChartRows, time: str, figure: str, others: list[str], units: Mapping[str, str]) -> Spec | None:
    apart = told_apart(rows, others)
    return None if apart is None else drawn(rows, "line", {**along(time, figure), **apart}, units)


def _in_turn(rows: ChartRows, labels: list[str], figure: str, units: Mapping[str, str]) -> Spec | None:
    apart = told_apart(rows, labels[1:])
    return None if apart is None else drawn(rows, "line", {**in_turn(labels[0], figure), **apart}, units)


def _by_group(rows: ChartRows, labels: list[str], figure: str, units: Mapping[str, str]) -> Spec | None:
    """Bars, longest label at the side; of two groupings the second is told apart."""
    apart = told_apart(rows, labels[1:])
    return None if apart is None else drawn(rows, "bar", {**beside(labels[0], figure), **apart}, units)
