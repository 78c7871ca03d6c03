"""Charts are drawn without asking the network, and as bars where a terminal has room for them."""

import re
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from infra.local.pictures import bars, drawn, writable
from shared.charts.charts import chart_of
from shared.contracts import Chart, ChartHint, ResultPreview, Scalar
from shared.errors import BadRequest
from shared.reports.pictures import as_svg


def chart(*rows: dict[str, Scalar], hint: ChartHint = "bar") -> Chart:
    preview = ResultPreview(purpose="Total revenue / by region", data=rows, row_count=len(rows))
    made = chart_of(preview, hint, {})
    assert made is not None
    return made


REGIONS = chart({"region": "West", "total": 1234.5}, {"region": "East", "total": 20})


def test_each_chart_becomes_an_svg_and_a_png_named_after_its_title(tmp_path: Path) -> None:
    svg, png = drawn((REGIONS,), tmp_path)
    assert (svg.name, png.name) == ("1-total-revenue-by-region.svg", "1-total-revenue-by-region.png")
    assert "West" in svg.read_text()
    assert png.read_bytes().startswith(b"\x89PNG")


def test_a_folder_that_cannot_be_made_is_said_before_the_question(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadRequest, match="name a folder"):
        writable(tmp_path / "file" / "charts")


def test_a_terminal_gets_a_bar_for_each_label_as_long_as_its_figure() -> None:
    plot = bars(REGIONS)
    console = Console(width=100, record=True, file=StringIO())
    console.print(plot)
    west, east = (line for line in console.export_text().splitlines() if "st " in line)
    assert "1,234.50" in west
    assert west.count("█") > 10 * max(1, east.count("█")) or east.count("█") == 0


def test_the_bars_of_months_are_called_as_people_say_them() -> None:
    rows = ({"month": "2025-01-01", "total": 5}, {"month": "2025-02-01", "total": 7})
    console = Console(width=100, record=True, file=StringIO())
    console.print(bars(chart(*rows, hint="line")))
    told = console.export_text()
    assert "February 2025" in told
    assert "2025-02" not in told


PANELS = chart(
    {"region": "West", "revenue": 1000, "price": 2}, {"region": "East", "revenue": 500, "price": 4}, hint="panels"
)


def test_panels_are_drawn_with_their_titles_and_within_the_width_of_one_chart(tmp_path: Path) -> None:
    kept, _ = drawn((PANELS,), tmp_path)
    document = as_svg(PANELS)
    width = re.search(r'width="(\d+)', document)
    assert width is not None
    assert int(width[1]) < 700
    assert all(title in svg for svg in (kept.read_text(), document) for title in ("Revenue", "Price", "West"))


def test_a_terminal_gets_each_panel_under_its_title_with_bars_of_its_own_scale() -> None:
    console = Console(width=100, record=True, file=StringIO())
    console.print(bars(PANELS))
    _, first, *revenue, second, _, east = console.export_text().splitlines()
    assert (first.strip(), second.strip()) == ("Revenue", "Price")
    assert [line.count("█") for line in (*revenue, east)] == [40, 20, 40]


@pytest.mark.parametrize(
    "rows",
    [
        ({"region": "West", "total": -1}, {"region": "East", "total": 2}),
        tuple({"region": one, "channel": other, "total": 1} for one in ("West", "East") for other in "ab"),
    ],
    ids=["below nought", "two groupings"],
)
def test_what_bars_cannot_show_is_left_to_the_table(rows: tuple[dict[str, Scalar], ...]) -> None:
    assert bars(chart(*rows)) is None
