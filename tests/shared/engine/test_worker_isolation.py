"""What the worker keeps out, though the guard was passed by."""

import json
import resource
from pathlib import Path

import duckdb
import pytest
from hostile import BOMBS, CATALOGS, DEEP, FILES, MEMORY, SECRETS, SEVERAL, STATEMENTS, TRICKS
from orders import TABLES

from shared.engine.duckdb.worker_main import preparation
from shared.engine.sql.guard import check

CANARY = "canary-7f3a"
MEMORY_MB = 512


@pytest.fixture
def outside(tmp_path):
    """Files that no query may read, and a folder that none may write to."""
    for name in ("passwd", "passwd.csv", "other.parquet", "a.parquet", "b.parquet", "other.csv"):
        (tmp_path / name).write_text(f"{CANARY}\n{CANARY}\n")
    with duckdb.connect() as connection:
        connection.execute(f"COPY (SELECT '{CANARY}' AS secret) TO '{tmp_path}/other.parquet' (FORMAT parquet)")
    return tmp_path


def aimed_at(folder: Path, sql: str) -> str:
    return (
        sql.replace("/etc/", f"{folder}/")
        .replace("/tmp/", f"{folder}/")
        .replace("'other.csv'", f"'{folder}/other.csv'")
    )


@pytest.mark.parametrize(
    "queries",
    [FILES, STATEMENTS, SEVERAL, CATALOGS + SECRETS, TRICKS[:25], DEEP],
    ids=["files", "statements", "several", "catalogs", "tricks", "deep"],
)
def test_behind_the_guard_no_file_is_read_or_written(worker, orders, outside, queries):
    before = {path: path.read_bytes() for path in (*outside.iterdir(), orders)}
    aimed = [aimed_at(outside, sql) for sql in queries if "\ud800" not in sql]
    outcomes = worker.run_many(aimed, {"data": orders}, seconds=2, max_rows=50)
    for sql, outcome in zip(aimed, outcomes, strict=True):
        told = json.dumps(outcome.result.wire()["rows"] if outcome.result else "")
        assert CANARY not in told, sql
    assert {path: path.read_bytes() for path in (*outside.iterdir(), orders)} == before


def test_the_canary_would_be_seen_where_it_may_be_read(worker, outside):
    outcome = worker.run("SELECT secret FROM data", {"data": outside / "other.parquet"}, seconds=60, max_rows=5)
    assert outcome.result.rows == ((CANARY,),)


def test_statements_other_than_select_never_run(worker, orders):
    outcomes = worker.run_many([sql for sql in STATEMENTS if sql.split()], {"data": orders}, seconds=60, max_rows=5)
    harmless = ("EXPLAIN", "DESCRIBE", "SUMMARIZE", "SHOW", "VALUES", "UNPIVOT")
    ran = [outcome.result.sql for outcome in outcomes if outcome.result]
    assert [sql for sql in ran if not sql.startswith(harmless) and "(" not in sql and "FOR UPDATE" not in sql] == []


@pytest.mark.parametrize("sql", BOMBS)
def test_a_bomb_ends_by_its_deadline_within_its_memory(ask, sql):
    peak_before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    outcome = ask(check(sql, TABLES).sql, seconds=0.2)
    assert outcome.failure is None or outcome.failure.kind in ("timeout", "memory")
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss <= max(peak_before, MEMORY_MB * 1024)


@pytest.mark.parametrize(
    "sql", [BOMBS[6], BOMBS[9], "SELECT printf('%900000000d', 1)"], ids=["list", "doubling", "wide"]
)
def test_a_query_that_grows_is_ended_by_its_memory_not_by_its_deadline(worker, orders, sql):
    outcome = worker.run(sql, {"data": orders}, seconds=60, max_rows=5, memory_mb=300)
    assert outcome.failure.kind == "memory"


def test_memory_bombs_behind_the_guard_stay_within_the_memory(worker, orders):
    peak_before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    outcomes = worker.run_many(MEMORY, {"data": orders}, seconds=2, max_rows=5)
    assert {outcome.failure.kind for outcome in outcomes if outcome.failure} <= {
        "memory",
        "timeout",
        "runtime",
        "syntax",
    }
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss <= max(peak_before, MEMORY_MB * 1024)


def test_a_query_has_the_memory_of_its_job_whatever_the_process_was_started_for(worker, orders):
    sql = "SELECT current_setting('memory_limit') AS most"
    for memory_mb, most in ((512, "307.0 MiB"), (300, "95.0 MiB"), (300, "95.0 MiB"), (1100, "880.0 MiB")):
        worker.ready()
        outcome = worker.run(sql, {"data": orders}, seconds=60, max_rows=5, memory_mb=memory_mb)
        assert outcome.result.rows == ((most,),)


def test_a_connection_that_is_prepared_takes_no_other_settings(orders):
    job = {"relations": {"data": str(orders)}, "memory_mb": 512, "threads": 1}
    with duckdb.connect() as connection:
        connection.execute(preparation(job))
        with pytest.raises(duckdb.Error, match="locked"):
            connection.execute("SET memory_limit = '8GiB'")
