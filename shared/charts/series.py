"""Several columns of figures in one chart, as a model's answer names them: a series each where their units agree, else
a panel each. Two that are the ends of an interval of a third are a band behind it."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from shared.charts.axes import called, titled_by
from shared.charts.depicted import Made
from shared.charts.encoding import along, beside, drawn, in_turn
from shared.charts.intervals import Interval, interval_of
from shared.charts.rows import ChartRows, figures_among, in_order, in_sequence, naming, rows_of
from shared.charts.specs import MOST_SERIES, SCHEMA, Spec, banded
from shared.charts.titles import scoped
from shared.charts.unfilled import filled
from shared.contracts import Chart, ChartHint, ResultPreview, Scalar
from shared.pattern import LazyPattern
from shared.table.units import is_unit

MOST_BESIDE: Final = 60
"""Bars in all; more are no picture."""
_FLAT: Final = 20.0
"""So many times smaller a series without a unit lies flat beside another: they have panels."""
_ALONG, _PART, _SERIES, _FIGURE = "_candor_along", "_candor_part", "_candor_series", "_candor_figure"
_LOW, _HIGH = "low", "high"
"""What no column is called."""


class _Drawn(NamedTuple):
    """The columns of one result that are drawn: its rows, the grouping or time that they stand along, a second one."""

    rows: ChartRows
    figures: tuple[str, ...]
    label: str
    timed: bool
    part: str = ""
    without: str = ""
    interval: Interval | None = None

    @property
    def series(self) -> tuple[str, ...]:
        """The columns that have a series of their own: not the ends of an interval."""
        ends = (self.interval.low, self.interval.high) if self.interval else ()
        return tuple(one for one in self.figures if one not in ends)


def series_of(
    given: Sequence[tuple[ResultPreview, Mapping[str, str]]], tag: str, *, hint: ChartHint = "bar"
) -> Made | None:
    """The chart of all columns that results say are drawn, of several along the same time or groups, with the units of
    each; None where one of them is no figure of a whole result, or they cannot stand in one chart. Lines are asked for
    along what follows one another, too, as months of a year do."""
    read = [_read(preview, units, tag) for preview, units in given]
    parts = [one for one in read if one is not None]
    if not parts or len(parts) < len(read) or not _stand_together(parts):
        return None
    first, (preview, units) = parts[0], given[0]
    if hint == "panels" or not _alike(_melted(parts, _names(parts, given, tag)), given, parts):
        parts = [one._replace(interval=None) for one in parts]  # a panel has no room for a band
        first, apart = parts[0], True
    else:
        apart = False
    names = _names(parts, given, tag, apart=apart)
    if len(names) > MOST_SERIES or len(set(names)) < len(names) or (apart and first.part):
        return None
    following = _following(parts) if hint == "line" else None
    rows = _melted(following or parts, names)
    spec = _spec(rows, timed=first.timed, apart=apart, part=bool(first.part), following=bool(following))
    if spec is None:
        return None
    label = called(first.label, {}, preview.shown, tag)
    unit = "" if apart else next(iter(units.get(one, "") for one in first.figures), "")
    interval = any(one.interval for one in parts)
    figure = called(first.series[0], units, preview.shown, tag) if interval else unit or _unit_of_all(names)
    _call(spec, label, figure, called(first.part, {}, preview.shown, tag) if first.part else "")
    spec = _banded(spec, rows, names) if interval else spec
    title = scoped(titled_by(names, label, _own(preview, first.label), tag), _met(given), tag)
    without = "; ".join(dict.fromkeys(one.without for one in parts if one.without))
    chart = Chart(title=f"{title} ({without})" if without else title, vega_lite={"$schema": SCHEMA, **spec})
    return Made(chart, because=without)


def _unit_of_all(names: Sequence[str]) -> str:
    """The unit that the names of all series say in brackets, as "(euros)", for their one axis, with a capital."""
    said = {found[1] if (found := _IN_BRACKETS.search(name)) else "" for name in names}
    only = said.pop()
    return f"{only[:1].upper()}{only[1:]}" if not said and is_unit(only) else ""


def _read(preview: ResultPreview, units: Mapping[str, str], tag: str) -> _Drawn | None:
    """What is drawn of a result; None where a column is no figure, the result is cut, or nothing names its rows."""
    rows, kinds = rows_of(preview, tag)
    figures = figures_among(rows, kinds, preview.drawn)
    if (preview.truncated and not preview.plotted) or not figures or any(one not in kinds for one in figures):
        return None
    labels = [name for name, kind in kinds.items() if kind != "figure"]
    labels = labels or [name for name in kinds if name not in figures][:1]
    labels = naming(rows, sorted(labels, key=lambda name: kinds[name] != "time"))
    if not 1 <= len(labels) <= _MOST_LABELS:
        return None
    label, *others = labels
    timed = kinds[label] == "time"
    found = _Drawn(rows, figures, label, timed, part=next(iter(others), ""))
    if timed and not others:  # bars, and courses of groups, have no room for a band
        found = found._replace(interval=interval_of(rows, figures))
    return _filled(found, preview, tag) if found.timed else found._replace(rows=in_order(rows, label, preview.listed))


_MOST_LABELS: Final = 2
_IN_BRACKETS: Final = LazyPattern(r" \(([^()\d]{1,20})\)$")


def _filled(found: _Drawn, preview: ResultPreview, tag: str) -> _Drawn:
    """Without a last period that the data does not fill, as the first of the figures has it."""
    spec = drawn(found.rows, "line", along(found.label, found.figures[0]), {})
    if spec is None:
        return found
    before = {one["x"] for one in spec["data"]["values"]}
    without = filled(spec, found.rows, preview.shown, tag)
    gone = before - {one["x"] for one in spec["data"]["values"]}
    return found._replace(rows=tuple(row for row in found.rows if row[found.label] not in gone), without=without)


def _stand_together(parts: Sequence[_Drawn]) -> bool:
    """Whether figures of several results stand along the same: times, or the same groups."""
    if len(parts) == 1:
        return True
    groups = [{str(row[one.label]) for row in one.rows} for one in parts]
    same = all(one.timed for one in parts) or (
        not any(one.timed for one in parts) and len(set(map(frozenset, groups))) == 1
    )
    return same and not any(one.part for one in parts)


def _names(
    parts: Sequence[_Drawn],
    given: Sequence[tuple[ResultPreview, Mapping[str, str]]],
    tag: str,
    *,
    apart: bool = False,
) -> list[str]:
    """What the series are called, one with an interval with what its ends are called; those of panels `apart` with
    their percent, which no axis says for all of them."""
    names: list[str] = []
    for (own, units), part in zip(given, parts, strict=True):
        for column in part.series:
            name = called(column, {}, own.shown, tag) if apart else _bare(column, units, own, tag)
            interval = part.interval
            if interval and interval.of == column:
                low, high = (_bare(end, units, own, tag) for end in (interval.low, interval.high))
                name = f"{name} ({low} – {high})"
            names.append(name)
    return names


def _bare(column: str, units: Mapping[str, str], preview: ResultPreview, tag: str) -> str:
    """What a column is called without its percent, which its axis says."""
    percent = {column: "%"} if units.get(column) == "%" else {}
    return called(column, percent, preview.shown, tag).removesuffix(" (%)")


def _melted(parts: Sequence[_Drawn], names: Sequence[str]) -> ChartRows:
    columns = [(part, column) for part in parts for column in part.series]
    return tuple(
        {
            _ALONG: row[part.label],
            _PART: row.get(part.part),
            _SERIES: name,
            _FIGURE: row[column],
            **_ends(part, column, row),
        }
        for (part, column), name in zip(columns, names, strict=True)
        for row in part.rows
    )


def _ends(part: _Drawn, column: str, row: Mapping[str, Scalar]) -> dict[str, Scalar]:
    """The ends of the interval of a figure of a row, where it has one."""
    interval = part.interval
    if interval is None or interval.of != column:
        return {}
    return {_LOW: row[interval.low], _HIGH: row[interval.high]}


def _banded(spec: Spec, rows: ChartRows, names: Sequence[str]) -> Spec:
    """The lines with the bands of those that have an interval."""
    ends = {(row[_ALONG], row[_SERIES]): (row[_LOW], row[_HIGH]) for row in rows if row.get(_LOW) is not None}
    for value in spec["data"]["values"]:
        if found := ends.get((value["x"], value["color"])):
            value[_LOW], value[_HIGH] = found
    return banded(spec, names)


def _alike(rows: ChartRows, given: Sequence[tuple[ResultPreview, Mapping[str, str]]], parts: Sequence[_Drawn]) -> bool:
    """Whether the series have one unit; of those without one, whether none lies flat beside another."""
    units = {units.get(one, "") for (_, units), part in zip(given, parts, strict=True) for one in part.series}
    if len(units) > 1:
        return False
    highest: dict[object, float] = {}
    for row in rows:
        value = row[_FIGURE]
        if isinstance(value, int | float):
            highest[row[_SERIES]] = max(highest.get(row[_SERIES], 0.0), abs(value))
    reached = [one for one in highest.values() if one]
    return units != {""} or not reached or max(reached) <= _FLAT * min(reached)


def _following(parts: Sequence[_Drawn]) -> list[_Drawn] | None:
    """What is drawn with its rows in the order of values that follow one another; None of times, which have theirs, and
    where they do not."""
    rows = [None if one.timed else in_sequence(one.rows, one.label) for one in parts]
    return [one._replace(rows=own) for one, own in zip(parts, rows, strict=True) if own] if all(rows) else None


def _spec(rows: ChartRows, *, timed: bool, apart: bool, part: bool, following: bool = False) -> Spec | None:
    placed = along(_ALONG, _FIGURE) if timed else (in_turn if following else beside)(_ALONG, _FIGURE)
    placed |= {"facet" if apart else "color": (_SERIES, "nominal")}
    placed |= {"facet": (_PART, "nominal")} if part else {}
    course = timed or following
    if not course and not apart and len(rows) > MOST_BESIDE:
        return None
    spec = drawn(rows, "line" if course else "bar", placed, {})
    if spec is not None and apart:
        spec["resolve"] = {"scale": {"y" if course else "x": "independent"}}
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
