"""Several columns of figures in one chart, as a model's answer names them: a series each where their units agree, else
a panel each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from shared.charts.axes import called, titled_by
from shared.charts.encoding import along, beside, drawn
from shared.charts.rows import ChartRows, in_order, naming, rows_of
from shared.charts.specs import MOST_SERIES, SCHEMA, Spec
from shared.charts.titles import scoped
from shared.charts.unfilled import filled
from shared.contracts import Chart, ResultPreview

MOST_BESIDE: Final = 60
"""Bars in all; more are no picture."""
_FLAT: Final = 20.0
"""So many times smaller a series without a unit lies flat beside another: they have panels."""
_ALONG, _PART, _SERIES, _FIGURE = "_candor_along", "_candor_part", "_candor_series", "_candor_figure"
"""What no column is called."""


@dataclass(frozen=True)
class _Drawn:
    """The columns of one result that are drawn: its rows, the grouping or time that they stand along, a second one."""

    rows: ChartRows
    figures: tuple[str, ...]
    label: str
    timed: bool
    part: str = ""
    without: str = ""


def series_of(
    given: Sequence[tuple[ResultPreview, Mapping[str, str]]], tag: str, *, panels: bool = False
) -> Chart | None:
    """The chart of all columns that results say are drawn, of several along the same time or groups, with the units of
    each; None where one of them is no figure of a whole result, or they cannot stand in one chart."""
    read = [_read(preview, units, tag) for preview, units in given]
    parts = [one for one in read if one is not None]
    if not parts or len(parts) < len(read) or not _stand_together(parts):
        return None
    first, (preview, units) = parts[0], given[0]
    names = [
        called(one, {}, own.shown, tag) for (own, _), part in zip(given, parts, strict=True) for one in part.figures
    ]
    if len(names) > MOST_SERIES or len(set(names)) < len(names):
        return None
    rows = _melted(parts, names)
    apart = panels or not _alike(rows, given, parts)
    if apart and first.part:
        return None
    spec = _spec(rows, timed=first.timed, apart=apart, part=bool(first.part))
    if spec is None:
        return None
    label = called(first.label, {}, preview.shown, tag)
    unit = "" if apart else next(iter(units.get(one, "") for one in first.figures), "")
    _call(spec, label, unit, called(first.part, {}, preview.shown, tag) if first.part else "")
    title = scoped(titled_by(names, label, _own(preview, first.label), tag), _met(given), tag)
    without = "; ".join(dict.fromkeys(one.without for one in parts if one.without))
    return Chart(title=f"{title} ({without})" if without else title, vega_lite={"$schema": SCHEMA, **spec})


def _read(preview: ResultPreview, units: Mapping[str, str], tag: str) -> _Drawn | None:
    """What is drawn of a result; None where a column is no figure, the result is cut, or nothing names its rows."""
    rows, kinds = rows_of(preview, tag)
    if (preview.truncated and not preview.plotted) or any(kinds.get(one) != "figure" for one in preview.drawn):
        return None
    labels = [name for name, kind in kinds.items() if kind != "figure"]
    labels = labels or [name for name in kinds if name not in preview.drawn][:1]
    labels = naming(rows, sorted(labels, key=lambda name: kinds[name] != "time"))
    if not 1 <= len(labels) <= _MOST_LABELS:
        return None
    label, *others = labels
    found = _Drawn(rows, preview.drawn, label, kinds[label] == "time", *others)
    return _filled(found, preview, tag) if found.timed else replace(found, rows=in_order(rows, label, preview.listed))


_MOST_LABELS: Final = 2


def _filled(found: _Drawn, preview: ResultPreview, tag: str) -> _Drawn:
    """Without a last period that the data does not fill, as the first of the figures has it."""
    spec = drawn(found.rows, "line", along(found.label, found.figures[0]), {})
    if spec is None:
        return found
    before = {one["x"] for one in spec["data"]["values"]}
    without = filled(spec, found.rows, preview.shown, tag)
    gone = before - {one["x"] for one in spec["data"]["values"]}
    return replace(found, rows=tuple(row for row in found.rows if row[found.label] not in gone), without=without)


def _stand_together(parts: Sequence[_Drawn]) -> bool:
    """Whether figures of several results stand along the same: times, or the same groups."""
    if len(parts) == 1:
        return True
    groups = [{str(row[one.label]) for row in one.rows} for one in parts]
    same = all(one.timed for one in parts) or (
        not any(one.timed for one in parts) and len(set(map(frozenset, groups))) == 1
    )
    return same and not any(one.part for one in parts)


def _melted(parts: Sequence[_Drawn], names: Sequence[str]) -> ChartRows:
    columns = [(part, column) for part in parts for column in part.figures]
    return tuple(
        {_ALONG: row[part.label], _PART: row.get(part.part), _SERIES: name, _FIGURE: row[column]}
        for (part, column), name in zip(columns, names, strict=True)
        for row in part.rows
    )


def _alike(rows: ChartRows, given: Sequence[tuple[ResultPreview, Mapping[str, str]]], parts: Sequence[_Drawn]) -> bool:
    """Whether the series have one unit; of those without one, whether none lies flat beside another."""
    units = {units.get(one, "") for (_, units), part in zip(given, parts, strict=True) for one in part.figures}
    if len(units) > 1:
        return False
    highest: dict[object, float] = {}
    for row in rows:
        value = row[_FIGURE]
        if isinstance(value, int | float):
            highest[row[_SERIES]] = max(highest.get(row[_SERIES], 0.0), abs(value))
    reached = [one for one in highest.values() if one]
    return units != {""} or not reached or max(reached) <= _FLAT * min(reached)


def _spec(rows: ChartRows, *, timed: bool, apart: bool, part: bool) -> Spec | None:
    placed = along(_ALONG, _FIGURE) if timed else beside(_ALONG, _FIGURE)
    placed |= {"facet" if apart else "color": (_SERIES, "nominal")}
    placed |= {"facet": (_PART, "nominal")} if part else {}
    if not timed and not apart and len(rows) > MOST_BESIDE:
        return None
    spec = drawn(rows, "line" if timed else "bar", placed, {})
    if spec is not None and apart:
        spec["resolve"] = {"scale": {"y" if timed else "x": "independent"}}
    return spec


def _call(spec: Spec, label: str, unit: str, part: str) -> None:
    """Calls the axes: a legend or the panels say which series it is."""
    said = {_ALONG: label, _PART: part or None, _SERIES: None, _FIGURE: unit or None}
    for axis in spec["encoding"].values():
        if "column" in axis:
            axis["title"] = said[axis.pop("column")]


def _own(preview: ResultPreview, label: str) -> str:
    shown = preview.shown.get(label)
    return (shown.of if shown else "") or label


def _met(given: Sequence[tuple[ResultPreview, Mapping[str, str]]]) -> tuple[str, ...]:
    """The conditions that the rows of all results meet."""
    first, *others = (preview.met for preview, _ in given)
    return tuple(one for one in first if all(one in met for met in others))
