"""The columns of a result, handed over in binary by the process that ran the query."""

import datetime as dt

import duckdb
import numpy as np
import pandas as pd
import pytest

from shared.contracts import TypedColumns
from shared.engine.duckdb import worker as worker_module
from shared.engine.duckdb.columns import handed_over, kept
from shared.engine.duckdb.worker import QueryWorker
from shared.statistics.columns import values_of

SQL = "SELECT n, half, money, day, moment, zoned, flag, word, n AS _candor_rows FROM data ORDER BY n"


@pytest.fixture(scope="module")
def parquet(tmp_path_factory):
    file = tmp_path_factory.mktemp("typed") / "data.parquet"
    made = (
        "SELECT i::INTEGER AS n, CASE WHEN i % 3 > 0 THEN i * 0.5 END::DOUBLE AS half, (i * 1.25)::DECIMAL(10, 2) AS "
        "money, DATE '2024-01-01' + i::INTEGER AS day, TIMESTAMP '1969-12-31 23:59:00' AS moment, "
        "TIMESTAMPTZ '2024-06-01 12:00:00+02' AS zoned, i % 2 = 0 AS flag, "
        "CASE WHEN i % 4 > 0 THEN 'w' || i % 3 END AS word FROM range(1000) AS one(i)"
    )
    duckdb.execute(f"COPY ({made}) TO '{file}' (FORMAT parquet)")
    return file


@pytest.fixture(scope="module")
def asked(parquet):
    with QueryWorker(threads=2) as worker:

        def ask(sql=SQL):
            return worker.run_many((sql,), {"data": parquet}, seconds=30, max_rows=1000, typed=True)[0]

        yield ask


def test_each_kind_of_cell_arrives_as_what_it_is_and_an_empty_one_as_nothing(asked, parquet):
    typed = asked().result.typed
    frame = pd.read_parquet(parquet)
    columns = {one.name: one for one in values_of(typed)}
    assert typed.rows == typed.total == 1000
    assert "_candor_rows" not in columns, "what completeness counts is no data of a statistic"
    for name in ("n", "half", "money", "flag"):
        np.testing.assert_allclose(columns[name].floats, frame[name].astype(float))
    assert dt.datetime.fromtimestamp(columns["day"].floats[31], dt.UTC).date() == dt.date(2024, 2, 1)
    assert set(columns["moment"].floats) == {-60.0}
    assert set(columns["zoned"].floats) == {dt.datetime(2024, 6, 1, 10, tzinfo=dt.UTC).timestamp()}
    words = [None if np.isnan(cell) else columns["word"].label(cell) for cell in columns["word"].floats]
    assert words == [None if pd.isna(word) else word for word in frame["word"]]


def test_beside_the_columns_there_are_rows_to_look_at_and_how_many_there_are(asked):
    result = asked().result
    assert (len(result.rows), result.row_count, result.truncated) == (worker_module.TYPED_ROWS, 1000, True)


def test_of_too_many_rows_a_sample_is_handed_over_that_says_so_and_is_the_same_each_time(asked, monkeypatch):
    monkeypatch.setattr(worker_module, "TYPED_BYTES", 8 * 100)
    first, again = (asked("SELECT n FROM data").result.typed for _ in range(2))
    assert (first.rows, first.total, first.sampled) == (100, 1000, True)
    assert first == again
    drawn = values_of(first)[0].floats
    assert len(set(drawn)) == 100
    assert 350 < drawn.mean() < 650, "drawn from all over the table, not from its start"


def test_a_sample_of_very_many_rows_is_as_large_as_it_may_be_but_for_chance(asked, monkeypatch):
    monkeypatch.setattr(worker_module, "TYPED_BYTES", 8 * 10_000)
    every = "SELECT one.n * 1000 + other.n AS n FROM data AS one CROSS JOIN data AS other"
    typed = asked(every).result.typed
    drawn = values_of(typed)[0].floats
    assert (typed.total, typed.sampled, len(drawn)) == (1_000_000, True, typed.rows)
    assert 9_200 < len(set(drawn)) == typed.rows <= 10_000
    assert 480_000 < drawn.mean() < 520_000


def test_an_infinite_cell_anywhere_is_told(asked):
    sql = "SELECT CASE WHEN n = 999 THEN 'inf'::DOUBLE ELSE n END AS n FROM data ORDER BY n"
    assert asked(sql).result.infinite == ("n",)


def test_infinite_cells_are_told_among_empty_ones_and_of_both_signs(asked):
    inf = "CASE WHEN n = 3 THEN 'inf'::DOUBLE WHEN n = 5 THEN '-inf'::DOUBLE WHEN n > 9 THEN n END"
    assert asked(f"SELECT {inf} AS odd, half, n FROM data").result.infinite == ("odd",)


def test_texts_too_long_to_be_handed_over_are_no_result(asked):
    failure = asked("SELECT 'x' || n || string_agg('abcdefghij', '') OVER () AS word FROM data").failure
    assert failure.kind == "memory"


def test_columns_survive_the_wire(asked):
    typed = asked().result.typed
    assert TypedColumns.model_validate_json(typed.model_dump_json()) == typed
    assert TypedColumns.model_validate(typed.wire()) == typed


def test_a_table_is_handed_over_as_before_where_its_rows_cannot_be_kept():
    with duckdb.connect() as connection:
        connection.execute("SET memory_limit = '40MB'; SET temp_directory = ''; SET threads = 1")
        large = "SELECT i::DOUBLE AS x, md5(i::VARCHAR) AS word FROM range(5000000) AS one(i)"
        assert kept(connection, large) == large
        result = handed_over(connection, large, {"columns": ["x", "word"], "row_count": 5_000_000}, 8 * 200)
        assert 50 < result["typed"]["rows"] <= 100


def test_a_query_whose_columns_share_a_name_or_hold_nothing_is_handed_over(asked):
    sql = "SELECT n, n, NULL::VARCHAR AS nothing, '' AS blank, [n] AS listed FROM data WHERE n < 3"
    columns = values_of(asked(sql).result.typed)
    assert [one.name for one in columns] == ["n", "n_1", "nothing", "blank", "listed"]
    assert np.isnan(columns[2].floats).all()
    assert [columns[3].label(cell) for cell in columns[3].floats] == ["", "", ""]
    assert [columns[4].label(cell) for cell in columns[4].floats] == ["[0]", "[1]", "[2]"]


def test_a_result_without_rows_has_columns_of_no_cells(asked):
    typed = asked("SELECT n, word FROM data WHERE n < 0").result.typed
    assert (typed.rows, typed.total, [len(one.floats) for one in values_of(typed)]) == (0, 0, [0, 0])


def test_a_query_that_is_no_select_is_never_kept(asked):
    failure = asked("SELECT 1) AS _result(a); DROP VIEW data; (SELECT 2").failure
    assert failure.kind in ("syntax", "rejected")
    assert asked("SELECT n FROM data").failure is None


def test_the_same_rows_are_drawn_whether_they_were_kept_or_not():
    x = "CASE WHEN i = 49999 THEN 'inf'::DOUBLE ELSE i / 3 END"
    sql = f"SELECT i * 7 % 50021 AS n, {x} AS x FROM range(50000) AS one(i)"
    connection = duckdb.connect()
    told = {"columns": ["n", "x"], "row_count": 50_000}
    from_kept = handed_over(connection, kept(connection, sql), told, 160_000)
    assert 9_000 < from_kept["typed"]["rows"] <= 10_000
    assert from_kept == handed_over(connection, sql, told, 160_000)


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """Rows in several groups, which threads read side by side."""
    file = tmp_path_factory.mktemp("large") / "data.parquet"
    made = "SELECT i AS n, i * 7 % 1009 / 3 AS x, 'w' || i % 5 AS word FROM range(300000) AS one(i)"
    duckdb.execute(f"COPY ({made}) TO '{file}' (FORMAT parquet, ROW_GROUP_SIZE 20000)")
    return file


@pytest.mark.parametrize("columns", ["n, x", "word, x"])
@pytest.mark.parametrize("where", ["", "WHERE x > 20"])
def test_a_sample_of_the_rows_of_a_file_is_the_one_of_those_that_would_be_kept(large, columns, where, monkeypatch):
    monkeypatch.setattr(worker_module, "TYPED_BYTES", 160_000)
    counted = "(SELECT count(*) FROM data) AS _candor_source"
    sql = f"SELECT {columns}, {counted} FROM data {where}"
    with QueryWorker(threads=2) as worker:
        result = worker.run_many((sql,), {"data": large}, seconds=30, max_rows=1000, typed=True)[0].result
    connection = duckdb.connect()
    connection.execute(f"CREATE VIEW data AS FROM read_parquet('{large}')")
    there = connection.execute(sql).fetchall()
    names = [*columns.split(", "), "_candor_source"]
    told = {"columns": names, "row_count": len(there)}
    expected = handed_over(connection, kept(connection, sql), told, 160_000, "_candor")["typed"]
    assert result.typed == TypedColumns.model_validate(expected)
    assert (result.row_count, result.rows) == (len(there), tuple(there[: worker_module.TYPED_ROWS]))


@pytest.mark.parametrize("name", ["_candor_x", "_candor_label0"])
def test_a_query_whose_columns_all_have_kept_names_fails_alone_and_says_so(parquet, name):
    queries = (f'SELECT word AS "{name}" FROM data', "SELECT n FROM data")
    with QueryWorker(threads=2) as worker:
        refused, other = worker.run_many(queries, {"data": parquet}, seconds=30, max_rows=10, typed=True)
    assert "begins with _candor_" in refused.failure.message
    assert other.result.row_count == 1000
