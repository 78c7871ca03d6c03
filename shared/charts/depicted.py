"""What a chart draws, read from the chart itself: how many points of which rows, and which rows it leaves out."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from shared.contracts import Chart, Depicted, ResultPreview, Scalar

DrawnColumns = tuple[tuple[int, str], ...]
"""Columns of results, each as (place of the result, column)."""
_UNNAMED: Final = "(missing)"
_MARKS: Final = {"bar": "bars", "line": "lines", "point": "points", "arc": "parts of a circle"}


class Made(NamedTuple):
    """A chart of a result, the column that it draws, of several none, and why it leaves rows out, where it does."""

    chart: Chart
    column: str = ""
    because: str = ""


def depicted(
    chart: Chart,
    columns: DrawnColumns,
    results: Sequence[ResultPreview],
    *,
    without: Iterable[str] = (),
    because: str = "",
) -> Depicted:
    """What a chart draws of these columns of the results; `without` are periods that it leaves out of a history that
    is none of these, and `because` is why it leaves rows out."""
    encoding: dict[str, Any] = chart.vega_lite["encoding"]
    sideways = encoding["y"]["type"] != "quantitative"
    label, figure = ("y", "x") if sideways else ("x", "y")
    marks = [one for one in chart.vega_lite["data"]["values"] if one.get(figure) is not None]
    known = [one for one in columns if one[1] and 0 <= one[0] < len(results)]
    gone: dict[str, None] = {}
    for at in dict.fromkeys(place for place, _ in known):
        names = [name for place, name in known if place == at]
        rows = _rows(results[at])
        left = list(_left_out(rows, names, marks, label, figure))
        gone |= dict.fromkeys(left if len(left) < len(rows) else [])  # else it draws what was worked out from them
    return Depicted(
        title=chart.title,
        marks=_MARKS.get(_mark(chart.vega_lite), ""),
        columns=tuple(known),
        points=len(marks),
        timed=encoding[label]["type"] == "temporal",
        along=tuple(dict.fromkeys(one[label] for one in marks)),
        rows=sum(results[at].row_count for at in {place for place, _ in known}),
        left_out=tuple(dict.fromkeys((*gone, *without))),
        because=because,
    )


def _mark(spec: Mapping[str, Any]) -> str:
    """The mark of a chart; of one with a band behind it, that of its figures."""
    mark = spec["mark"] if "mark" in spec else spec["layer"][-1]["mark"]
    return str(mark["type"] if isinstance(mark, dict) else mark)


def _rows(result: ResultPreview) -> list[dict[str, Scalar]]:
    """The rows of a result, without the columns that only its computation needs."""
    rows = (*result.data, *result.plotted)
    return [{name: cell for name, cell in row.items() if name not in result.aside} for row in rows]


def _left_out(
    rows: Sequence[dict[str, Scalar]], columns: Sequence[str], marks: Sequence[dict[str, Any]], label: str, figure: str
) -> Iterable[str]:
    """What names the rows of which no figure is drawn. A row's own mark is the one at its name; a name may be worded
    otherwise in the picture, so that of the rest a mark of the same figure will do."""
    named = Counter((str(one[label]), _exact(one[figure])) for one in marks)
    left: list[dict[str, Scalar]] = []
    for row in rows:
        own = [(str(cell), _exact(row.get(column))) for column in columns for cell in row.values()]
        found = [one for one in dict.fromkeys(own) if one[1] is not None and named[one]]
        named.subtract(found)
        left += [] if found else [row]
    free = Counter[float | None]()
    for (_, value), count in named.items():
        free[value] += count
    for row in left:
        found_values = [value for column in columns if (value := _exact(row.get(column))) is not None and free[value]]
        free.subtract(found_values)
        if not found_values:
            yield _named(row, columns)


def _named(row: dict[str, Scalar], columns: Sequence[str]) -> str:
    """What tells a row apart in words: its texts and times, else the first cell beside those that are drawn."""
    others = [cell for name, cell in row.items() if name not in columns]
    texts = [cell for cell in others if isinstance(cell, str)] or others[:1]
    return " / ".join(_UNNAMED if one is None else str(one) for one in texts) or _UNNAMED


def _exact(value: Any) -> float | None:
    """A figure as a picture has it: without what a sum of floats leaves behind its twelfth digit."""
    return float(f"{value:.12g}") if isinstance(value, int | float) and not isinstance(value, bool) else None
