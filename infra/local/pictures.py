"""Charts on one machine: files that can be kept, and bars in a terminal."""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rich.bar import Bar
from rich.table import Table
from rich.text import Text

from shared.contracts import Chart
from shared.errors import BadRequest

WIDTH = 40
MOST_BARS = 30
SCALE = 2.0
MISSING = "Drawing charts needs an extra: install Candor with it (uv tool install '.[charts]' in its checkout)."


def writable(folder: Path) -> None:
    """Makes the folder. Raises BadRequest where it can't be, or where nothing can draw: better before the question."""
    try:
        import vl_convert  # noqa: F401 — large, and for this alone
    except ImportError as error:
        raise BadRequest(MISSING) from error
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadRequest(f"The charts cannot be written to {folder}; name a folder.") from error


def drawn(charts: Iterable[Chart], folder: Path) -> tuple[Path, ...]:
    """Writes each chart as SVG and PNG; gives the files."""
    import vl_convert

    files: list[Path] = []
    for at, chart in enumerate(charts, start=1):
        specification = json.dumps({**chart.vega_lite, "title": chart.title})
        name = f"{at}-{re.sub(r'[^a-z0-9]+', '-', chart.title.lower()).strip('-')[:60]}"
        svg = vl_convert.vegalite_to_svg(specification, allowed_base_urls=[])
        png = vl_convert.vegalite_to_png(specification, scale=SCALE, allowed_base_urls=[])
        for file, content in ((folder / f"{name}.svg", svg.encode()), (folder / f"{name}.png", png)):
            file.write_bytes(content)
            files.append(file)
    return tuple(files)


def bars(chart: Chart) -> Table | None:
    """A chart as bars of characters, panel by panel where it has some, None for one that has no single bar a label, or
    bars to both sides."""
    encoding, values = chart.vega_lite["encoding"], chart.vega_lite["data"]["values"]
    if "color" in encoding or not 1 < len(values) <= MOST_BARS * len(_panels(values)):
        return None
    label, figure = ("x", "y") if encoding["y"]["type"] == "quantitative" else ("y", "x")
    figures = [float(value[figure]) for value in values]
    if encoding[label]["type"] == "quantitative" or min(figures) < 0 or max(figures) <= 0:
        return None
    along = str(encoding[label].get("title") or "")
    labels = dict(
        zip((value[label] for value in values), _labels(along, [value[label] for value in values]), strict=True)
    )
    plot = Table(box=None, show_header=False, title=chart.title, title_justify="left", padding=(0, 1))
    plot.add_column(justify="right")
    plot.add_column(width=WIDTH)
    plot.add_column(justify="right")
    for panel, within in _panels(values).items():
        if panel is not None:
            plot.add_row("", Text(str(panel), style="bold"), "")
        own = within if "resolve" in chart.vega_lite else values
        most = max(float(value[figure]) for value in own)
        for value in within:
            size = float(value[figure])
            said = f"{size:,.0f}" if size == round(size) else f"{size:,.2f}"
            plot.add_row(Text(labels[value[label]]), Bar(max(most, 1e-300), 0, size, width=WIDTH), said)
    return plot


def _labels(along: str, cells: list[Any]) -> list[str]:
    """What stands beside the bars: periods in words."""
    from shared.query.words.periods import periods  # of no use to --help

    return periods(along, cells) or [str(cell) for cell in cells]


def _panels(values: list[dict[str, Any]]) -> dict[Any, list[dict[str, Any]]]:
    """What is drawn in each panel, in order; all of it under None where there are none."""
    found: dict[Any, list[dict[str, Any]]] = {}
    for value in values:
        found.setdefault(value.get("facet"), []).append(value)
    return found
