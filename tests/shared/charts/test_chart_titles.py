"""What a chart calls its columns and values, and what its title says of the rows that it shows or leaves out."""

from typing import Any

import pytest

from shared.charts.charts import chart_of
from shared.contracts import ColumnShown
from tests.shared.charts.previews import MONTHS, REGIONS, VALID, Row, drawn, preview

WEEKDAYS = ({"day_weekday": 1, "thrown": 21.0}, {"day_weekday": 7, "thrown": 14.5}, {"day_weekday": 2, "thrown": 14.0})


@pytest.mark.parametrize(
    ("tag", "part", "names", "title"),
    [
        ("en", "weekday", ["Monday", "Tuesday", "Sunday"], "Weekday"),
        ("de-AT", "weekday", ["Montag", "Dienstag", "Sonntag"], "Wochentag"),
        ("pl", "weekday", ["Monday", "Tuesday", "Sunday"], "Weekday"),
        ("en", "month_of_year", ["January", "February", "July"], "Month"),
    ],
)
def test_weekdays_and_months_have_their_names_and_the_order_of_the_calendar(
    tag: str, part: Any, names: list[str], title: str
) -> None:
    shown = {"day_weekday": ColumnShown(part=part, of="day")}
    chart = chart_of(preview(*WEEKDAYS, shown=shown), "bar", {}, ("thrown",), tag)
    assert chart is not None
    assert [one["y"] for one in chart.vega_lite["data"]["values"]] == names
    assert chart.vega_lite["encoding"]["y"]["title"] == title
    VALID.validate(chart.vega_lite)


def test_weekdays_that_are_counted_from_sunday_are_named_so() -> None:
    rows = ({"dow": 0, "thrown": 1.0}, {"dow": 6, "thrown": 2.0})
    spec = drawn(*rows, shown={"dow": ColumnShown(part="weekday_from_sunday", of="day")})
    assert spec is not None
    assert [one["y"] for one in spec["data"]["values"]] == ["Saturday", "Sunday"]


@pytest.mark.parametrize(
    ("column", "shown", "title"),
    [
        ("country_merged", ColumnShown(of="country"), "Country"),
        ("out_date_year", ColumnShown(part="year", of="out date"), "Year (out date)"),
        ("land", ColumnShown(of="country"), "Land"),
    ],
    ids=["made of one column", "a period of a time", "called otherwise by its writer"],
)
def test_what_is_made_of_a_column_is_called_in_the_words_of_the_table(
    column: str, shown: ColumnShown, title: str
) -> None:
    rows = ({column: "a", "total": 1.0}, {column: "b", "total": 2.0})
    spec = drawn(*rows, shown={column: shown})
    assert spec is not None
    assert spec["encoding"]["y"]["title"] == title


def test_the_difference_of_two_shares_is_in_points() -> None:
    chart = chart_of(
        preview(*REGIONS, shown={"total": ColumnShown(part="points")}), "bar", {"total": "%"}, ("total",), "en"
    )
    assert chart is not None
    assert chart.vega_lite["encoding"]["x"]["title"] == "Total (percentage points)"


@pytest.mark.parametrize(("until", "told"), [("2025-02-14", " (2025-02 to 2025-02-14)"), ("", ""), ("2025-06-14", "")])
def test_a_last_period_that_the_data_does_not_fill_is_told_in_the_title_where_it_is_one_of_two(
    until: str, told: str
) -> None:
    shown = {"month": ColumnShown(part="month", of="day", until=until)}
    chart = chart_of(preview(*MONTHS, shown=shown), "line", {})
    assert chart is not None
    assert chart.title == f"Total revenue by region{told}"


@pytest.mark.parametrize(
    ("tag", "part", "told"),
    [
        ("en", "month", "without March 2025: the data ends on 14 March 2025"),
        ("de", "month", "ohne März 2025: die Daten enden am 14. März 2025"),
        ("en", "week", "without 2025-03-01: the data ends on 14 March 2025"),
    ],
)
def test_a_last_period_that_the_data_does_not_fill_is_not_drawn_and_that_is_said(
    tag: str, part: Any, told: str
) -> None:
    until = "2025-03-14" if part == "month" else "2025-03-04"
    rows = (*MONTHS, {"month": "2025-03-01T00:00:00", "total": 1.0})
    chart = chart_of(preview(*rows, shown={"month": ColumnShown(part=part, until=until)}), "line", {}, None, tag)
    assert chart is not None
    assert chart.title == f"Total revenue by region ({told.replace('14 March', '4 March') if part == 'week' else told})"
    assert [one["x"] for one in chart.vega_lite["data"]["values"]] == ["2025-01-01", "2025-02-01"]


@pytest.mark.parametrize(
    ("season", "until", "points"),
    [(6, "2026-06-28", 3), (6, "2026-07-10", 3), (6, "2026-06-10", 2), (0, "2026-06-28", 2), (9, "2026-06-28", 2)],
)
def test_a_year_is_drawn_whose_months_the_data_has_that_a_figure_takes(season: int, until: str, points: int) -> None:
    rows = tuple({"year": f"{year}-01-01", "sales": 10.0 + year} for year in (2024, 2025, 2026))
    shown = {"year": ColumnShown(part="year", of="day", until=until), "sales": ColumnShown(season=season)}
    chart = chart_of(preview(*rows, shown=shown), "line", {})
    assert chart is not None
    assert len(chart.vega_lite["data"]["values"]) == points


def _cohorts(*observed: int, joined: int = 30) -> tuple[Row, ...]:
    return tuple(
        {"quarter": f"2025-{3 * at + 1:02}-01", "joined": joined + at, "seen": min(seen, joined + at), "kept": rate}
        for at, seen in enumerate(observed)
        for rate in [80.0 + at if seen else None]
    )


@pytest.mark.parametrize(
    ("observed", "last", "told"),
    [
        ((99, 99, 14, 0), "2025-04-01", " (without Q3 2025: 14 of 32 known)"),
        ((99, 99, 99, 0), "2025-07-01", ""),
        ((99, 99, 99, 14), "2025-10-01", ""),
        ((99, 20, 14, 0), "2025-07-01", ""),
    ],
    ids=["known of a part, and of none after", "known of all", "nothing after it", "never known of all"],
)
def test_a_last_figure_that_is_known_of_a_part_of_what_it_is_of_is_not_drawn(
    observed: tuple[int, ...], last: str, told: str
) -> None:
    shown = {"quarter": ColumnShown(part="quarter", of="joined on")}
    chart = chart_of(preview(*_cohorts(*observed), shown=shown), "line", {}, ("kept",))
    assert chart is not None
    assert chart.title == f"Kept by quarter{told}" or chart.title == f"Total revenue by region{told}"
    assert chart.vega_lite["data"]["values"][-1]["x"] == last


@pytest.mark.parametrize(
    ("label", "shown", "tag", "told"),
    [
        ("unknown", {"region": ColumnShown(empty="unknown")}, "en", " (not shown: unknown, 1,234)"),
        (None, {}, "de", " (nicht gezeigt: (fehlt), 1.234)"),
        ("unknown", {}, "en", ""),
    ],
    ids=["named by the query", "without a name", "a group that is so called"],
)
def test_rows_without_a_group_are_no_bar_and_the_title_says_what_they_come_to(
    label: str | None, shown: dict[str, ColumnShown], tag: str, told: str
) -> None:
    rows = ({"region": label, "total": 1234, "rows": 1}, *REGIONS)
    chart = chart_of(preview(*rows, shown=shown), "bar", {}, None, tag)
    assert chart is not None
    assert chart.title == f"Total revenue by region{told}"
    assert [one["y"] for one in chart.vega_lite["data"]["values"]] == [*([] if told else [label]), "West", "East"]


@pytest.mark.parametrize(
    ("column", "unit", "title"),
    [
        ("net_revenue_eur", "EUR", "Net revenue (EUR)"),
        ("net_revenue_eur", "€", "Net revenue (€)"),
        ("attendance_percent", "%", "Attendance (%)"),
        ("percent_late", "%", "Late (%)"),
        ("billed_in_usd", "EUR", "Billed in USD (EUR)"),
        ("eur_per_kg", "", "EUR per kg"),
        ("eur", "EUR", "EUR (EUR)"),
    ],
)
def test_a_unit_is_said_once_in_a_title(column: str, unit: str, title: str) -> None:
    chart = chart_of(preview(*({"region": one, column: 1.0} for one in "ab")), "bar", {column: unit} if unit else {})
    assert chart is not None
    assert chart.vega_lite["encoding"]["x"]["title"] == title


@pytest.mark.parametrize(
    ("purpose", "met", "title"),
    [
        ("Revenue by month", ("region is “West”",), "Revenue by month, where region is “West”"),
        ("Revenue of West by month", ("region is “West”",), "Revenue of West by month"),
        (
            "Revenue by month",
            ("region is “West”", "paid on is in Q3 2025"),
            "Revenue by month, where region is “West” and paid on is in Q3 2025",
        ),
        ("Revenue of West in Q3 2025 by day", ("region is “West”", "paid on is in Q3 2025"), None),
        ("Notes", ("note is “a a” or “b” or “c” or “d” or “e”",), "Notes, where note is “a a”, “b”, … (5)"),
        ("Notes", ("a is “1”", f"b is “{'x' * 300}”"), "Notes, where a is “1” …"),
    ],
)
def test_the_title_says_which_rows_a_chart_shows(purpose: str, met: tuple[str, ...], title: str | None) -> None:
    chart = chart_of(preview(*MONTHS, met=met).model_copy(update={"purpose": purpose}), "line", {})
    assert chart is not None
    assert chart.title == (title or purpose)
