"""Days and numbers may be counted off between written bounds, few of them; they are no figures of the data."""

import duckdb
import pytest
from orders import TABLES, write_orders

from shared.engine.results.origins import invented
from shared.engine.sql.guard import check
from shared.engine.sql.names import tables_read
from shared.errors import QueryFailed

DAYS = "generate_series(DATE '2024-01-01', DATE '2024-01-31', INTERVAL 1 DAY)"
MONTHS = "generate_series(DATE '2024-01-01', DATE '2024-12-01', INTERVAL '1 month')"


def rows_of(sql: str, folder) -> list[tuple]:
    with duckdb.connect() as connection:
        connection.execute(f"CREATE VIEW data AS FROM '{write_orders(folder)}'")
        return connection.execute(check(sql, TABLES).sql).fetchall()


@pytest.mark.parametrize(
    ("sql", "count"),
    [
        (f"SELECT * FROM {MONTHS} AS m(month)", 12),
        (f"SELECT CAST(unnest({DAYS}) AS DATE) AS day", 31),
        ("SELECT d FROM unnest(range(DATE '2024-01-01', DATE '2024-01-31', INTERVAL 1 DAY)) AS t(d)", 30),
        (f"SELECT d FROM {DAYS} AS t(d) WHERE isodow(d) < 6", 23),
        ("SELECT generate_series FROM generate_series(1, 3)", 3),
        ("SELECT h.range FROM range(0, 24) AS h", 24),
        ("SELECT n FROM range(10, 0, -5) AS t(n)", 2),
        ("SELECT n FROM range(3) AS t(n)", 3),
        ("SELECT n FROM range(5, 1) AS t(n)", 0),
        (
            "SELECT t FROM generate_series('2024-01-01'::DATE, TIMESTAMP '2024-01-01 06:00', INTERVAL 2 HOURS) s(t)",
            4,
        ),
        (f"WITH d AS (SELECT day FROM {DAYS} AS t(day)) SELECT day FROM d LEFT JOIN data ON shipped_at = day", None),
    ],
)
def test_what_is_counted_off_between_written_bounds_is_computed(sql: str, count: int | None, tmp_path) -> None:
    found = rows_of(sql, tmp_path)
    assert count is None or len(found) == count


@pytest.mark.parametrize(
    ("sql", "why"),
    [
        ("SELECT * FROM range(100000000)", "would make 100,000,001 rows, and makes 10,000 at most"),
        ("SELECT n FROM generate_series(0, 10000) AS t(n)", "would make 10,001 rows"),
        ("SELECT * FROM generate_series(DATE '0001-01-01', DATE '9999-12-31', INTERVAL 1 DAY)", "take a longer step"),
        ("SELECT * FROM generate_series(1, (SELECT count(*) FROM data))", "bounds that are written down"),
        ("SELECT * FROM data, unnest(range(order_id)) AS t(n)", "bounds that are written down"),
        ("SELECT * FROM generate_series(1, 10, 0)", "bounds that are written down"),
        ("SELECT * FROM generate_series(DATE '2024-01-01', DATE '2024-02-31', INTERVAL 1 DAY)", "written down"),
        ("SELECT * FROM generate_series(DATE '2024-01-01', DATE '2024-02-01', INTERVAL 0 DAY)", "written down"),
        ("SELECT * FROM generate_series(DATE '2024-01-01', DATE '2024-02-01', to_days(1))", "written down"),
        ("SELECT * FROM range('/etc/passwd', 'b')", "written down"),
        ("SELECT len(range(10))", "stands in FROM, or in unnest by itself"),
        ("SELECT range(10) FROM data", "stands in FROM, or in unnest by itself"),
        ("SELECT * FROM data, unnest(string_split(note, ' '), range(9)) AS t(part)", "unnest takes apart only"),
        ("SELECT * FROM data, LATERAL range(3) AS t(n)", "LATERAL"),
    ],
)
def test_anything_else_is_refused_and_told_why(sql: str, why: str) -> None:
    with pytest.raises(QueryFailed) as refused:
        check(sql, TABLES)
    assert refused.value.failure.kind == "rejected"
    assert why in refused.value.failure.message


@pytest.mark.parametrize(
    "sql",
    [
        f"SELECT m.month, count(order_id) AS n FROM {MONTHS} m(month) LEFT JOIN data ON shipped_at = month GROUP BY 1",
        f"SELECT strftime(t.d, '%Y-%m') AS m, sum(revenue) AS r FROM {MONTHS} t(d) LEFT JOIN data ON shipped_at = d "
        "GROUP BY 1",
        f"SELECT CAST(unnest({DAYS}) AS DATE) AS day",
        f"SELECT count(*) / (SELECT count(*) FROM {DAYS} AS t(d) WHERE isodow(d) < 6) AS a_working_day FROM data",
    ],
)
def test_days_that_are_counted_off_are_labels(sql: str) -> None:
    assert invented(sql) == ()


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT n FROM range(42, 43) AS t(n)",
        "SELECT count(*) AS n FROM range(42)",
        "SELECT unnest(range(42, 43)) AS n",
        f"SELECT count(*) AS n FROM {DAYS} AS t(d)",
        "SELECT sum(n) AS n FROM unnest(range(42)) AS t(n)",
    ],
)
def test_a_figure_of_what_is_counted_off_alone_is_made_up(sql: str) -> None:
    assert invented(sql) == ("n",)


def test_what_is_counted_off_is_no_table() -> None:
    sql = f"SELECT count(*) FROM {DAYS} AS t(d), data"
    assert tables_read(sql) == {"data"}
    assert check(sql, TABLES).relations == ("data",)
