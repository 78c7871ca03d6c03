"""What every chart is made of: its marks, its sizes, and the limits beyond which a table says it better."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

ChartKind = Literal["bar", "line", "scatter"]
Spec = dict[str, Any]

SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"
MOST_SERIES = 8
MOST_PANELS = 12
PANELS_ABREAST = 3
PANEL_WIDTH, PANEL_HEIGHT, PANEL_BAR = 150, 100, 16
"""Of one panel and of a bar in it, in pixels: three panels and their axes are as wide as one chart."""
MARKS: dict[ChartKind, Spec] = {
    "bar": {"type": "bar", "tooltip": True},
    "line": {"type": "line", "point": True, "tooltip": True},
    "scatter": {"type": "point", "tooltip": True},
}


def paneled(encoding: Spec, panels: Sequence[object], *, sideways: bool) -> Spec:
    """The sizes of small multiples, in whose encoding their order is set; `sideways` are bars."""
    named = all(isinstance(one, str) for one in panels)
    encoding["facet"] |= {"columns": PANELS_ABREAST, "sort": panels if named else None}
    return {"width": PANEL_WIDTH, "height": {"step": PANEL_BAR} if sideways else PANEL_HEIGHT}


def titled(column: str, units: Mapping[str, str]) -> str:
    """A column's name in words, with its unit: "Total revenue (€)"."""
    words = column.replace("_", " ").strip()
    unit = f" ({units[column]})" if column in units else ""
    return words[:1].upper() + words[1:] + unit
