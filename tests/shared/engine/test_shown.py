"""How a picture shows the columns of a result, by what they are made of and not by their names."""

import pytest

from shared.contracts import ColumnProfile, ColumnShown, DatasetProfile
from shared.engine.results.shown import shown_as

LEFT = ColumnProfile(
    name="out_date",
    words="out date",
    type="date",
    role="time",
    minimum="2021-01-01",
    maximum="2024-05-14",
    distinct=900,
)
COLUMNS = (
    LEFT,
    ColumnProfile(name="country", words="country", type="text", role="dimension"),
    ColumnProfile(name="late", words="late", type="number", role="measure", unit="%"),
)
TABLE = DatasetProfile(dataset_id="d", relation="data", file_name="f.csv", row_count=900, columns=COLUMNS)


def _shown(column: str, table: DatasetProfile = TABLE) -> ColumnShown | None:
    return shown_as(f'SELECT {column} AS x FROM "data"', (table,)).get("x")


@pytest.mark.parametrize(
    ("column", "part"),
    [
        ("date_part('isodow', CAST(out_date AS TIMESTAMP))", "weekday"),
        ("isodow(out_date)", "weekday"),
        ("EXTRACT(dow FROM out_date)", "weekday_from_sunday"),
        ("month(out_date)", "month_of_year"),
        ("date_part('month', out_date)", "month_of_year"),
        ("year(out_date)", None),
        ("max(month(out_date))", None),
    ],
)
def test_a_part_of_a_time_is_known_by_what_it_is_computed_from(column: str, part: str | None) -> None:
    shown = _shown(column)
    assert (shown.part if shown else None) == part


def test_a_last_period_that_lacks_no_more_days_than_usually_lie_between_two_times_is_whole() -> None:
    late = LEFT.model_copy(update={"maximum": "2024-05-30"})
    table = TABLE.model_copy(update={"columns": (late, *COLUMNS[1:])})
    shown = _shown("date_trunc('month', out_date)", table) or ColumnShown()
    assert (shown.part, shown.until) == ("month", "")


@pytest.mark.parametrize(
    ("sql", "total"),
    [
        ("SELECT coalesce(country, 'all') AS x, sum(late) FROM data GROUP BY GROUPING SETS ((country), ())", "all"),
        ("SELECT CASE WHEN grouping(a) = 1 THEN 'all' ELSE a END AS x FROM data GROUP BY CUBE(a)", "all"),
        ("SELECT country AS x, sum(late) FROM data GROUP BY 1 UNION ALL SELECT 'all', sum(late) FROM data", "all"),
        ("WITH g AS (SELECT coalesce(country, 'all') AS x FROM data GROUP BY ROLLUP(country)) SELECT * FROM g", "all"),
        (
            "SELECT country AS x, sum(late) FROM data GROUP BY 1 UNION SELECT 'rest', max(late) FROM data WHERE late",
            "",
        ),
        ("SELECT coalesce(country, 'none') AS x, sum(late) FROM data GROUP BY 1", ""),
    ],
    ids=["grouping sets", "grouping", "union", "in a step", "of other rows", "a label of empty cells"],
)
def test_the_label_of_rows_that_are_the_total_of_others_is_known(sql: str, total: str) -> None:
    assert shown_as(sql, (TABLE,)).get("x", ColumnShown()).total == total


@pytest.mark.parametrize(
    ("column", "counts"),
    [
        ("count(*)", True),
        ("CAST(count(DISTINCT country) FILTER (WHERE late > 3) AS BIGINT)", True),
        ("coalesce(count_if(late > 3), 0)", True),
        ("avg(late)", False),
        ("sum(late) / count(*)", False),
    ],
)
def test_a_count_of_rows_or_things_is_known_through_the_steps_of_a_query(column: str, counts: bool) -> None:
    sql = f"WITH g AS (SELECT country, {column} AS n FROM data GROUP BY 1) SELECT country, n AS x FROM g"
    assert shown_as(sql, (TABLE,)).get("x", ColumnShown()).counts == counts


@pytest.mark.parametrize(
    ("column", "part", "until"),
    [
        ("date_trunc('year', out_date)", "year", "2024-05-14"),
        ("out_date - CAST(dayofyear(out_date) - 1 AS INT)", "year", "2024-05-14"),
        ("date_trunc('month', out_date)::date", "month", "2024-05-14"),
        ("date_trunc('day', out_date)", None, ""),
    ],
)
def test_a_period_is_known_with_the_day_on_which_the_data_ends_within_the_last(
    column: str, part: str | None, until: str
) -> None:
    shown = _shown(column) or ColumnShown()
    assert (shown.part, shown.until) == (part, until)


def test_a_last_period_that_the_data_fills_has_no_end_of_its_own() -> None:
    full = TABLE.model_copy(update={"columns": (LEFT.model_copy(update={"maximum": "2024-12-31"}),)})
    assert _shown("date_trunc('year', out_date)", full) == ColumnShown(part="year", of="out date")


@pytest.mark.parametrize(
    ("column", "of"),
    [
        ("country", "country"),
        ("CASE WHEN country IN ('UK', 'GB') THEN 'United Kingdom' ELSE country END", "country"),
        ("coalesce(country, 'unknown')", "country"),
        ("CASE WHEN late > 5 THEN 'late' ELSE 'in time' END", None),
        ("country || late", None),
    ],
)
def test_what_is_made_of_one_column_has_its_words(column: str, of: str | None) -> None:
    shown = _shown(column)
    assert (shown.of if shown else None) == of


@pytest.mark.parametrize(
    ("column", "part"),
    [
        ("100.0 * sum(a) / sum(b) - 100.0 * sum(c) / sum(b)", "points"),
        ("CASE WHEN isfinite(max(late) - min(late)) THEN max(late) - min(late) END", "points"),
        ("round(100.0 * sum(a) / sum(b), 1)", None),
        ("100 - avg(late)", None),
        ("sum(a) - sum(b)", None),
    ],
)
def test_the_difference_of_two_shares_is_in_points(column: str, part: str | None) -> None:
    shown = _shown(column)
    assert (shown.part if shown else None) == part
