"""What every chart is made of: its marks, its sizes, and the limits beyond which a table says it better."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

from shared.table.units import CURRENCIES, unit_in_name

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

_BAND: Final[Spec] = {
    "mark": {"type": "area", "opacity": 0.3},
    "transform": [{"filter": {"field": "low", "valid": True}}],
}


def banded(spec: Spec, parts: Sequence[object]) -> Spec:
    """A line over time with a band behind it from `low` to `high`, where its values hold these; `parts` are the courses
    that colours tell apart, in their order."""
    mark, color = spec.pop("mark"), spec["encoding"].get("color")
    if color is not None:
        color["scale"] = {"domain": list(parts)}  # else the courses with a band come first
    ends: Spec = {"y": {"field": "low", "type": "quantitative"}, "y2": {"field": "high"}}
    if "title" in spec["encoding"]["y"]:
        ends["y"]["title"] = spec["encoding"]["y"]["title"]
    return {**spec, "layer": [{**_BAND, "encoding": ends}, {"mark": mark}]}


def paneled(encoding: Spec, panels: Sequence[object], *, sideways: bool) -> Spec:
    """The sizes of small multiples, in whose encoding their order is set; `sideways` are bars."""
    named = all(isinstance(one, str) for one in panels)
    encoding["facet"] |= {"columns": PANELS_ABREAST, "sort": panels if named else None}
    return {"width": PANEL_WIDTH, "height": {"step": PANEL_BAR} if sideways else PANEL_HEIGHT}


def titled(column: str, units: Mapping[str, str]) -> str:
    """A column's name in words, with its unit, which is said once: "Total revenue (€)", of "total_revenue_eur"."""
    words = column.replace("_", " ").strip()
    unit = units.get(column, "")
    words = _without(unit, words) or words if unit else words
    words = _MONEY.sub(lambda found: found[0].upper(), words)
    return words[:1].upper() + words[1:] + (f" ({unit})" if unit else "")


def _without(unit: str, words: str) -> str:
    """The words without that unit at their end, or its word where it is percent."""
    if unit == "%" and (bare := _PERCENT.sub("", words)) != words:
        return bare.strip()
    return _LAST.sub("", words) if unit_in_name(words) == _CODES.get(unit, unit) else words


_PERCENT: Final = re.compile(r"^(percent|percentage|pct)\b|\b(in )?(percent|percentage|pct)$", re.IGNORECASE)
_LAST: Final = re.compile(r"(\s+in)?\s+\S+$|\s*%$", re.IGNORECASE)
_MONEY_CODES: Final = [one for one in CURRENCIES if one.isascii() and one.isalpha() and one.isupper() and one != "TRY"]
_MONEY: Final = re.compile(rf"\b({'|'.join(_MONEY_CODES)})\b", re.IGNORECASE)
_CODES: Final = {"€": "EUR", "$": "USD", "£": "GBP"}
