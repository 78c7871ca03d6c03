"""The charts of a reply: the pictures of its analyses, or of a model's own queries the result that its answer tells, as
Vega-Lite with inline data."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice
from typing import Literal

from shared.charts.calendars import called_by_period, named_in_calendar, place_in_calendar, points_in
from shared.charts.pictures import drawn
from shared.charts.specs import MARKS, MOST_PANELS, MOST_SERIES, SCHEMA, ChartKind, Spec, paneled, titled
from shared.charts.titles import scoped
from shared.charts.unfilled import filled
from shared.contracts import AgentResponse, Chart, ChartHint, ColumnShown, ResultPreview, Scalar

ChartRows = tuple[dict[str, Scalar], ...]

MOST_CHARTS = 4
MOST_BARS = 30
FEWEST_POINTS = 2
COUNTED = "rows"
"""The count that stands beside every figure of a group, and is seldom what was asked for."""
_BETWEEN, _BESIDE_EACH_OTHER = {"en": " by "}, " · "
"""What joins the names of a title, by language; in others no word of English's does."""
_TIME = re.compile(r"\d{4}-\d{2}(-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?)?")


def charts_of(responses: Iterable[AgentResponse]) -> tuple[Chart, ...]:
    """At most MOST_CHARTS: the pictures of analyses, as they made them. Of an answer of a model's one alone: the
    picture of the analysis that it tells figures of, or, of a query that it wrote, the column that it names, else the
    figure that it tells first; none of a result that was cut."""
    return tuple(islice((one for response in responses for one in _of(response)), MOST_CHARTS))


def _of(response: AgentResponse) -> Iterator[Chart]:
    if response.status != "completed":
        return
    made = _of_model(response) if response.by_model else map(drawn, response.pictures)
    for one in filter(None, made):
        yield one.model_copy(update={"task_id": response.task_id})


def _of_model(response: AgentResponse) -> Iterator[Chart | None]:
    results = response.result.results
    own = [(cell.query, cell.column, fact.unit) for fact in response.facts if (cell := fact.own_cell)]
    cells = dict.fromkeys((cell.query, cell.column) for fact in response.facts for cell in fact.cells)
    chosen = _chosen(response, [at for at, _ in cells])

    def chart(at: int) -> Chart | None:
        preview = results[at]
        pictures = [one for one in response.pictures if at in one.results]
        if pictures and (not preview.drawn or (at, preview.drawn) in [(one.query, one.column) for one in pictures]):
            return next(filter(None, map(drawn, pictures)), None)
        units = preview.units | {column: unit for query, column, unit in own if unit and query == at}
        told = (*filter(None, (preview.drawn,)), *(column for query, column in cells if query == at))
        return chart_of(preview, response.result.visualization_hint, units, told, response.language)

    charts = filter(None, map(chart, chosen or range(len(results))))
    yield from islice(charts, 1) if chosen else charts


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
    by = _BETWEEN.get(tag.partition("-")[0], _BESIDE_EACH_OTHER)
    every = (*preview.data, *preview.plotted)
    rows, columns = _parts(_by_calendar(every, preview.shown, tag), preview.shown), _columns(every)
    columns |= {name: "label" for name, one in preview.shown.items() if name in columns and _has_names(one)}
    points = {name: points_in(tag) for name, one in preview.shown.items() if one.part == "points"}
    spec = None if preview.truncated and not preview.plotted else _spec(rows, columns, hint, {**units, **points}, told)
    if spec is None:
        return None
    without = filled(spec, rows, preview.shown, tag)
    _call(spec, preview.shown, tag)
    axes = [spec["encoding"][axis]["title"] for axis in ("x", "y")]
    several = told is not None and list(columns.values()).count("figure") > 1 and all(axes)
    label, figure = axes if spec["encoding"]["y"]["type"] == "quantitative" else reversed(axes)
    grouped = f"{label[:1].lower()}{label[1:]}" if by == _BETWEEN["en"] else label
    title = scoped(f"{figure}{by}{grouped}" if several else preview.purpose, preview.met, tag)
    return Chart(title=f"{title} ({without})" if without else title, vega_lite={"$schema": SCHEMA, **spec})


def _has_names(shown: ColumnShown) -> bool:
    return place_in_calendar(shown, 1) is not None


def _by_calendar(given: ChartRows, shown: Mapping[str, ColumnShown], tag: str) -> ChartRows:
    """The rows with weekdays and months by their names, in the order of the calendar by the first column of them."""
    named = [name for name, one in shown.items() if _has_names(one)]

    def place(row: Mapping[str, Scalar]) -> int:
        return place_in_calendar(shown[named[0]], row.get(named[0])) or 0

    rows = sorted(given, key=place) if named else given
    return tuple({name: named_in_calendar(shown.get(name), cell, tag) for name, cell in row.items()} for row in rows)


def _parts(rows: ChartRows, shown: Mapping[str, ColumnShown]) -> ChartRows:
    """The rows without those that are the total of others, beside which these cannot be compared."""
    totals = {name: one.total for name, one in shown.items() if one.total}
    parts = tuple(row for row in rows if not any(row.get(name) == total for name, total in totals.items()))
    return parts if len(parts) >= FEWEST_POINTS else rows


def _call(spec: Spec, shown: Mapping[str, ColumnShown], tag: str) -> None:
    """Calls the axes of columns whose names are made of that of a column of the table in that column's words."""
    for axis in spec["encoding"].values():
        one = shown.get(axis.pop("column", ""))
        if one is None or not axis["title"] or not one.of:
            continue
        bare, unit = axis["title"].partition(" (")[::2]
        if one.of.casefold() in bare.casefold() and one.of.casefold() != bare.casefold():
            called = called_by_period(one, tag) if one.part else one.of
            axis["title"] = f"{called[:1].upper()}{called[1:]}" + (f" ({unit}" if unit else "")


def _spec(
    rows: ChartRows, columns: Mapping[str, str], hint: ChartHint, units: Mapping[str, str], told: Sequence[str] | None
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
        return _drawn(rows, "scatter", {"x": (x, "quantitative"), "y": (y, "quantitative")}, units)
    if hint == "panels":
        return _panels(rows, columns, _naming(rows, labels) if len(labels) > 2 else labels, figures, units)
    if not labels:  # years, parts of a day, bins: numbers that name a group
        labels, figures = figures[:1], figures[1:] or [name for name in columns if name == COUNTED]
    if hint not in ("bar", "line", "pie") or not figures or not labels:
        return None
    labels = _naming(rows, sorted(labels, key=lambda name: columns[name] != "time"))
    times = [name for name in labels if columns[name] == "time"]
    if times:
        others = [name for name in labels if columns[name] != "time"]
        return _over_time(rows, times[0], figures[0], others, units)
    return _by_group(rows, labels, figures[0], units)


def _naming(rows: ChartRows, labels: list[str]) -> list[str]:
    """The labels; the one of most letters alone where it tells every row apart: the others say more of the same thing,
    as the id and the segment of a customer do beside the name. Else the first two that tell every row apart: what a
    third says, as which service a district had in a week, makes no group of its own."""
    telling = [name for name in labels if _tell_apart(rows, (name,))]
    lettered = {name: sum(letter.isalpha() for row in rows for letter in str(row[name])) for name in telling}
    if len(labels) > 1 and telling:
        return [max(telling, key=lambda name: lettered[name])]
    pairs = (list(pair) for pair in combinations(labels, 2) if _tell_apart(rows, pair))
    return next(pairs, labels)


def _tell_apart(rows: ChartRows, labels: Sequence[str]) -> bool:
    return len({tuple(str(row[name]) for name in labels) for row in rows}) == len(rows)


def _panels(
    rows: ChartRows, columns: Mapping[str, str], labels: list[str], figures: list[str], units: Mapping[str, str]
) -> Spec | None:
    """Small multiples: lines or bars once for each value of the other grouping, on one scale; where there is none, once
    for each figure, each on its own."""
    times = [name for name in labels if columns[name] == "time"]
    others = [name for name in labels if name not in times]
    if len(times) > 1 or not figures or not labels:
        return None
    along, *panels = (*times, *others)
    if len(panels) > 1:
        return None
    placed = _along(along, figures[0]) if times else _beside(along, figures[0])
    if panels:
        return _drawn(rows, "line" if times else "bar", {**placed, "facet": (panels[0], "nominal")}, units)
    figure = "y" if times else "x"
    shown = [{along: row[along], _PANEL: titled(one, units), _FIGURE: row[one]} for one in figures for row in rows]
    placed = {**placed, figure: (_FIGURE, "quantitative"), "facet": (_PANEL, "nominal")}
    spec = _drawn(tuple(shown), "line" if times else "bar", placed, units)
    if spec is not None:
        spec["encoding"][figure]["title"] = spec["encoding"]["facet"]["title"] = None  # each panel says its own
        spec["resolve"] = {"scale": {figure: "independent"}}
    return spec


_PANEL, _FIGURE = "_candor_panel", "_candor_figure"
"""What no column is called."""


def _along(time: str, figure: str) -> dict[str, tuple[str, str]]:
    return {"x": (time, "temporal"), "y": (figure, "quantitative")}


def _beside(label: str, figure: str) -> dict[str, tuple[str, str]]:
    return {"y": (label, "nominal"), "x": (figure, "quantitative")}


def _told_apart(rows: ChartRows, labels: list[str]) -> dict[str, tuple[str, str]] | None:
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


def _over_time(rows: ChartRows, time: str, figure: str, others: list[str], units: Mapping[str, str]) -> Spec | None:
    apart = _told_apart(rows, others)
    return None if apart is None else _drawn(rows, "line", {**_along(time, figure), **apart}, units)


def _by_group(rows: ChartRows, labels: list[str], figure: str, units: Mapping[str, str]) -> Spec | None:
    """Bars, longest label at the side; of two groupings the second is told apart."""
    apart = _told_apart(rows, labels[1:])
    return None if apart is None else _drawn(rows, "bar", {**_beside(labels[0], figure), **apart}, units)


def _drawn(
    rows: ChartRows, kind: ChartKind, placed: Mapping[str, tuple[str, str]], units: Mapping[str, str]
) -> Spec | None:
    """The specification; fields are named after their channels, since a column's name may mean a path to Vega."""
    values = [{channel: row[column] for channel, (column, _) in placed.items()} for row in rows]
    values = [one for one in values if None not in (one["x"], one["y"])]
    if len(values) < FEWEST_POINTS or (kind == "bar" and len({one["y"] for one in values}) > MOST_BARS):
        return None
    encoding: Spec = {
        channel: {"field": channel, "type": type_, "title": titled(column, units), "column": column}
        for channel, (column, type_) in placed.items()
    }
    if kind == "bar":
        encoding["y"]["sort"] = None  # in the order of the result, which has a reason
    spec: Spec = {"data": {"values": values}, "mark": MARKS[kind], "encoding": encoding}
    if "facet" not in encoding:
        return spec
    panels = list(dict.fromkeys(one["facet"] for one in values))
    if not 1 < len(panels) <= MOST_PANELS:
        return None
    return spec | paneled(encoding, panels, sideways=kind == "bar")


def _columns(rows: ChartRows) -> dict[str, Literal["figure", "time", "label"]]:
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
