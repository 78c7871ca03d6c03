"""Charts drawn as SVG, without a browser and without any address that could be fetched."""

import json
from collections.abc import Mapping
from typing import Any

from shared.contracts import Chart

SERIES = ("#2f6fb2", "#d9822b", "#3a9a6d", "#8a5fb0", "#c14f5a", "#7a8793", "#b79a2e", "#2b9aa8")
"""Colours that are told apart on light and dark ground."""
WIDTH = 560
HEIGHT = 260
BAR = 24
INHERITED = "currentColor"


def as_svg(chart: Chart, *, ink: str = INHERITED, font: str = "sans-serif") -> str:
    """The chart as SVG on no ground of its own; `ink` is the colour of its words and lines."""
    import vl_convert  # large, and for documents alone

    drawn: str = vl_convert.vegalite_to_svg(json.dumps(_dressed(chart.vega_lite, ink, font)), allowed_base_urls=[])
    return drawn


def _dressed(spec: Mapping[str, Any], ink: str, font: str) -> dict[str, Any]:
    """The specification in a document's looks, all of it within its width. Raises ValueError where it is not inline."""
    if "url" in spec.get("data", {}):
        raise ValueError("a chart of a document has its data inline")
    bars = spec.get("mark", {}).get("type") == "bar"
    axis = {f"{part}Color": ink for part in ("label", "title", "tick", "domain", "grid")}
    config = {
        "font": font,
        "background": None,
        "view": {"stroke": None},
        "axis": {**axis, "gridOpacity": 0.14, "domainOpacity": 0.4, "tickOpacity": 0.4, "labelLimit": 180},
        "legend": {"labelColor": ink, "titleColor": ink},
        "header": {"labelColor": ink, "titleColor": ink},
        "range": {"category": list(SERIES)},
        "mark": {"color": SERIES[0]},
    }
    sized = {"width": WIDTH, "height": {"step": BAR} if bars else HEIGHT}
    if "width" in spec:  # panels, which are as wide together
        sized = {}
    return {**spec, **sized, "padding": 4, "autosize": {"type": "pad", "contains": "padding"}, "config": config}
