"""Results to be drawn, and what a valid chart is."""

import json
from pathlib import Path
from typing import Any

import altair as alt
import jsonschema

from shared.charts.charts import chart_of
from shared.contracts import ResultPreview, Scalar

SCHEMA = json.loads(
    (Path(alt.__file__).parent / "vegalite/v6/schema/vega-lite-schema.json").read_text(encoding="utf-8")
)
VALID = jsonschema.Draft7Validator(SCHEMA)
REGIONS = ({"region": "West", "total": 10.0, "rows": 3}, {"region": "East", "total": 20.0, "rows": 2})
MONTHS = ({"month": "2025-01-01", "total": 10.0}, {"month": "2025-02-01", "total": -2.0})
Row = dict[str, Scalar]


def preview(*rows: dict[str, Scalar], **more: Any) -> ResultPreview:
    return ResultPreview(purpose="Total revenue by region", data=rows, row_count=len(rows), **more)


def drawn(*rows: dict[str, Scalar], hint: Any = "bar", **more: Any) -> dict[str, Any] | None:
    chart = chart_of(preview(*rows, **more), hint, {})
    return chart.vega_lite if chart else None
