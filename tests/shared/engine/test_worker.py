import datetime as dt
import json
from decimal import Decimal

import duckdb
import pytest
from analytic import ANALYTIC
from hostile import BOMBS
from orders import TABLES

from shared.engine.duckdb.worker import scrubbed
from shared.engine.duckdb.worker_main import plain, unique
from shared.engine.sql.guard import check

# What it gives


@pytest.fixture(scope="module")
def analysed(worker, orders):
    """Each analytic query: as the guard and the worker answer it, and as bare DuckDB answers the original."""
    checked = [check(sql, TABLES).sql for sql in ANALYTIC]
    outcomes = worker.run_many(checked, {"data": orders}, seconds=60, max_rows=10_000)
    with duckdb.connect() as bare:
        bare.execute(f"CREATE VIEW data AS SELECT * FROM '{orders}'")
        return {sql: (outcome, bare_rows(bare, sql)) for sql, outcome in zip(ANALYTIC, outcomes, strict=True)}


def bare_rows(bare, sql):
    """Its rows as Python holds them, but for lengths of time: these as DuckDB spells them."""
    kinds = {f"c{at}": str(column[1]) for at, column in enumerate(bare.execute(sql).description)}
    shown = [f"{name}::VARCHAR" if kind == "INTERVAL" else name for name, kind in kinds.items()]
    if "INTERVAL" in kinds.values():
        bare.execute(f"SELECT {', '.join(shown)} FROM ({sql}) AS one({', '.join(kinds)})")
    return bare.fetchall()


def as_json(value):
    """Written apart from the worker's own conversion."""
    match value:
        case dt.datetime() | dt.date():
            return value.isoformat()
        case Decimal():
            return float(value)
        case list():
            return "[" + ", ".join(json.dumps(as_json(item)) for item in value) + "]"
        case _:
            return value


@pytest.mark.parametrize("sql", ANALYTIC)
def test_an_analytic_query_gives_what_bare_duckdb_gives(analysed, sql):
    outcome, expected = analysed[sql]
    assert outcome.failure is None
    assert outcome.result.row_count == len(expected)
    for row, right in zip(outcome.result.rows, expected, strict=True):
        for value, correct in zip(row, map(as_json, right), strict=True):
            assert value == (pytest.approx(correct, rel=1e-9) if isinstance(correct, float) else correct)


def test_a_long_text_is_cut_and_says_how_long_it_is(ask):
    (row,) = ask("SELECT repeat('x', 20000000), 'short', 5").result.rows
    assert row == ("x" * 2000 + "… (cut: 20,000,000 characters in all)", "short", 5)


def test_many_long_texts_are_cut_shorter_so_that_all_their_rows_come(ask):
    result = ask("SELECT repeat('é', 5000) FROM range(1000)", max_rows=1000).result
    assert (result.row_count, len(result.rows)) == (1000, 1000)
    assert result.rows[0][0] == "é" * 500 + "… (cut: 5,000 characters in all)"


def test_rows_are_capped_and_counted_in_full(ask):
    result = ask("SELECT order_id FROM data ORDER BY order_id", max_rows=3).result
    assert (result.rows, result.row_count, result.truncated) == (((1,), (2,), (3,)), 400, True)


def test_as_many_rows_as_the_cap_are_not_called_truncated(ask):
    result = ask("SELECT order_id FROM data ORDER BY order_id LIMIT 3", max_rows=3).result
    assert (result.row_count, result.truncated) == (3, False)


def test_numbers_that_are_not_finite_are_told_from_empty_cells(ask):
    result = ask("SELECT sum(1e308 + order_id) AS total, 0.0 / 0 AS part, NULL AS empty, 1 AS one FROM data").result
    assert result.rows == ((None, None, None, 1),)
    assert (result.infinite, result.undefined) == (("total",), ("part",))


@pytest.mark.parametrize(
    ("length", "told"),
    [
        ("INTERVAL 1 MONTH", "1 month"),
        ("age(DATE '2024-03-01', DATE '2021-04-02')", "2 years 10 months 29 days"),
        ("TIMESTAMP '2024-01-03 04:05:06' - TIMESTAMP '2024-01-01'", "2 days 04:05:06"),
    ],
)
def test_a_length_of_time_keeps_its_months(ask, length, told):
    assert ask(f"SELECT {length} AS length, NULL::INTERVAL AS none FROM data LIMIT 1").result.rows == ((told, None),)


def test_values_are_safe_for_json(ask):
    result = ask(
        "SELECT 1/0, 0.0/0, 1.50::DECIMAL(5, 2), 2.00::DECIMAL(5, 2), BLOB 'ab', [1, NULL], {'a': DATE '2024-01-02'}, "
        "TIMESTAMPTZ '2024-01-02 03:04:05+02', 170141183460469231731687303715884105727::HUGEINT, INTERVAL 3 DAY"
    ).result
    assert result.rows[0][:7] == (None, None, 1.5, 2, "ab", "[1, null]", '{"a": "2024-01-02"}')
    assert result.rows[0][7:] == ("2024-01-02T01:04:05+00:00", 2**127 - 1, "3 days")
    (times,) = ask("SELECT DATE '2024-01-02', TIMESTAMP '2024-01-02 03:04:05', TIME '03:04:05'").result.rows
    assert times == ("2024-01-02", "2024-01-02T03:04:05", "03:04:05")
    json.dumps(result.wire(), allow_nan=False)


def test_a_decimal_that_is_no_number_is_null():
    assert [plain(Decimal("NaN")), plain(Decimal("Infinity")), plain(float("-inf"))] == [None, None, None]


def test_columns_of_one_name_are_told_apart(ask):
    assert ask("SELECT 1 AS a, 2 AS a, 3 AS b, 4 AS a").result.columns == ("a", "a_1", "b", "a_2")
    assert len(set(unique(["a", "a", "a_1", "a_1", "a"]))) == 5


def test_two_relations_can_be_joined(worker, orders):
    sql = "SELECT count(*) FROM data JOIN more USING (order_id)"
    outcome = worker.run(sql, {"data": orders, "more": orders}, seconds=60, max_rows=5)
    assert outcome.result.rows == ((400,),)


# How it fails


KINDS = [
    ("SELECT revnue FROM data", "unknown_name"),
    ("SELECT 1 FROM dat", "unknown_name"),
    ("SELECT data.revnue FROM data", "unknown_name"),
    ("SELECT 1/", "syntax"),
    ("SELECT sum(region) FROM data", "syntax"),
    ("SELECT revenue FROM data GROUP BY region", "syntax"),
    ("SELECT region::INT FROM data", "runtime"),
    ("SELECT * FROM read_csv('/etc/passwd')", "rejected"),
    ("COPY data TO 'x.csv'", "rejected"),
    ("SELECT 1; SELECT 2", "rejected"),
    ("SELECT length(repeat('x', 2000000000))", "memory"),
]


@pytest.fixture(scope="module")
def failed(worker, orders):
    queries = [sql for sql, _ in KINDS]
    return dict(zip(queries, worker.run_many(queries, {"data": orders}, seconds=30, max_rows=5), strict=True))


@pytest.mark.parametrize(("sql", "kind"), KINDS)
def test_a_failure_has_its_kind(failed, sql, kind):
    assert failed[sql].failure.kind == kind


@pytest.mark.parametrize(
    ("sql", "unknown", "best"), [("SELECT revnue FROM data", "revnue", "revenue"), ("SELECT 1 FROM dat", "dat", "data")]
)
def test_an_unknown_name_comes_with_the_nearest(ask, sql, unknown, best):
    failure = ask(sql).failure
    assert (failure.unknown, failure.nearest[0]) == (unknown, best)


def test_a_file_that_is_gone_or_broken_is_unavailable_without_telling_its_place(worker, tmp_path):
    broken = tmp_path / "broken.parquet"
    broken.write_bytes(b"PAR1 this is none PAR1")
    for path in (tmp_path / "gone.parquet", broken):
        failure = worker.run("SELECT 1", {"data": path}, seconds=60, max_rows=5).failure
        assert failure.kind == "unavailable"
        assert str(tmp_path) not in failure.message


def test_a_query_that_takes_too_long_is_ended_at_its_deadline(ask):
    assert ask(BOMBS[0], seconds=0.5).failure.kind == "timeout"


def test_one_bad_query_does_not_fail_the_others(worker, orders):
    queries = (
        "SELECT 1 AS a",
        "SELECT nothing FROM data",
        BOMBS[0],
        "SELECT length(repeat('x', 2000000000))",
        "SELECT 2 AS b",
    )
    expected = [1, "unknown_name", "timeout", "memory", 2]
    for seconds in (6, 24, 96):  # half of them go to the third, and a busy machine takes long to begin a process
        outcomes = worker.run_many(queries, {"data": orders}, seconds=seconds, max_rows=5)
        kinds = [outcome.failure.kind if outcome.failure else outcome.result.rows[0][0] for outcome in outcomes]
        if kinds == expected:
            break
    assert kinds == expected


def test_no_time_at_all_is_a_timeout(ask):
    assert ask("SELECT 1", seconds=0).failure.kind == "timeout"


def test_no_queries_have_no_outcomes(worker, orders):
    assert worker.run_many((), {"data": orders}, seconds=1, max_rows=5) == ()


def test_what_duckdb_says_of_a_file_comes_without_its_place():
    told = scrubbed('IO Error: Cannot open file "/tmp/x9/data.parquet" at /opt/python/duckdb/core.cc', {})
    assert "/tmp" not in told
    assert "/opt" not in told
