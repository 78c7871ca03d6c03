import datetime as dt
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from decimal import Decimal
from pathlib import Path

import duckdb
import pytest
from analytic import ANALYTIC
from hostile import BOMBS, CATALOGS, DEEP, FILES, MEMORY, SECRETS, SEVERAL, STATEMENTS, TRICKS
from orders import TABLES, write_orders

from shared.engine.duckdb.process import Process
from shared.engine.duckdb.worker import QueryWorker, scrubbed
from shared.engine.duckdb.worker_main import plain, preparation, unique
from shared.engine.guard import check

CANARY = "canary-7f3a"
MEMORY_MB = 512


@pytest.fixture(scope="module")
def orders(tmp_path_factory):
    return write_orders(tmp_path_factory.mktemp("orders"))


@pytest.fixture(scope="module")
def worker():
    with QueryWorker(threads=2) as worker:
        yield worker


@pytest.fixture(scope="module")
def ask(worker, orders):
    def run(sql: str, *, seconds: float = 60.0, max_rows: int = 100):
        return worker.run(sql, {"data": orders}, seconds=seconds, max_rows=max_rows)

    return run


# What it gives


@pytest.fixture(scope="module")
def analysed(worker, orders):
    """Each analytic query: as the guard and the worker answer it, and as bare DuckDB answers the original."""
    checked = [check(sql, TABLES).sql for sql in ANALYTIC]
    outcomes = worker.run_many(checked, {"data": orders}, seconds=60, max_rows=10_000)
    with duckdb.connect() as bare:
        bare.execute(f"CREATE VIEW data AS SELECT * FROM '{orders}'")
        return {sql: (outcome, bare.execute(sql).fetchall()) for sql, outcome in zip(ANALYTIC, outcomes, strict=True)}


def as_json(value):
    """Written apart from the worker's own conversion."""
    match value:
        case dt.datetime() | dt.date():
            return value.isoformat()
        case dt.timedelta():
            return str(value)
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


def test_values_are_safe_for_json(ask):
    result = ask(
        "SELECT 1/0, 0.0/0, 1.50::DECIMAL(5, 2), 2.00::DECIMAL(5, 2), BLOB 'ab', [1, NULL], {'a': DATE '2024-01-02'}, "
        "TIMESTAMPTZ '2024-01-02 03:04:05+02', 170141183460469231731687303715884105727::HUGEINT, INTERVAL 3 DAY"
    ).result
    assert result.rows[0][:7] == (None, None, 1.5, 2, "ab", "[1, null]", '{"a": "2024-01-02"}')
    assert result.rows[0][7:] == ("2024-01-02T01:04:05+00:00", 2**127 - 1, "3 days, 0:00:00")
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
    outcomes = worker.run_many(queries, {"data": orders}, seconds=6, max_rows=5)
    kinds = [outcome.failure.kind if outcome.failure else outcome.result.rows[0][0] for outcome in outcomes]
    assert kinds == [1, "unknown_name", "timeout", "memory", 2]


def test_no_time_at_all_is_a_timeout(ask):
    assert ask("SELECT 1", seconds=0).failure.kind == "timeout"


def test_no_queries_have_no_outcomes(worker, orders):
    assert worker.run_many((), {"data": orders}, seconds=1, max_rows=5) == ()


# What it keeps out, though the guard was passed by


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


# How it lives


@pytest.fixture
def process(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    process = Process((), None)
    yield process
    process.end()


def test_the_process_has_an_empty_environment_and_a_directory_of_its_own(process, tmp_path):
    """It is looked at while it waits for its job: it is there until its standard input closes."""
    about = Path(f"/proc/{process.pid}")
    assert about.joinpath("environ").read_bytes() == b""
    assert about.joinpath("cwd").resolve().parent == tmp_path
    assert os.getsid(process.pid) == process.pid


def home(process: Process) -> Path:
    """Its private directory; others may begin and end beside it."""
    found = Path(process._home.name)
    assert found.is_dir()
    return found


def test_a_waiting_process_has_read_parquet_and_removed_it(process):
    left = home(process)
    begun, give_up = left.stat().st_mtime_ns, time.monotonic() + 60
    while left.stat().st_mtime_ns == begun or any(left.iterdir()):
        assert time.monotonic() < give_up
        time.sleep(0.01)


def test_an_ended_process_leaves_nothing_behind(process):
    left = home(process)
    process.end()
    assert not process.alive
    assert not left.exists()


def test_a_process_whose_parent_goes_away_ends_and_tidies_up(process):
    left = home(process)
    process._popen.stdin.close()
    assert process._popen.wait(timeout=60) == 0
    assert not left.exists()


ENDLESS = "SELECT count(*) FROM range(40000000000) a(i) WHERE i % 7 = 8"
PARENT = """
import sys, time
from shared.engine.duckdb.process import Process

process = Process((), None)
if sys.argv[1:]:
    job = {"relations": {}, "queries": sys.argv[1:], "max_rows": 1, "max_bytes": 9999, "memory_mb": 512, "threads": 1}
    process.send({**job, "cpu_seconds": 60})
    process.receive(time.monotonic() + 60, 512)
print(process.pid, flush=True)
time.sleep(60)
"""


@pytest.mark.parametrize("queries", [(), (ENDLESS,)], ids=["waiting", "in the middle of a query"])
def test_no_process_outlives_a_parent_that_was_killed(queries, tmp_path):
    command = [sys.executable, "-c", PARENT, *queries]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as parent:
        pid = int(parent.stdout.readline())
        assert Path(f"/proc/{pid}").exists()
        parent.kill()
    give_up = time.monotonic() + 60
    while _runs(pid) and time.monotonic() < give_up:
        time.sleep(0.02)
    assert not _runs(pid)
    assert list(tmp_path.iterdir()) == []


def _runs(pid: int) -> bool:
    """Whether a process is there and no mere zombie, which nobody here may be left to bury."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_after_its_job_a_process_is_killed_and_the_next_waits(orders):
    with QueryWorker() as worker:
        first = worker._idle
        worker.run("SELECT 1", {"data": orders}, seconds=60, max_rows=5)
        worker._settle()
        assert not first.alive
        assert worker._idle is not first
        assert worker._idle.alive


def test_the_next_query_begins_when_the_process_before_it_is_gone(orders):
    seen = []

    class Watching(QueryWorker):
        def _spawned(self):
            seen.append([process.alive for process in used])
            used.append(super()._spawned())
            return used[-1]

    used = []
    with Watching(prespawn=False) as worker:
        for _ in range(3):
            worker.run("SELECT 1", {"data": orders}, seconds=60, max_rows=5)
    assert seen == [[], [False], [False, False]]


def test_each_batch_has_a_process_of_its_own(orders):
    spawned = []

    class Counting(QueryWorker):
        def _spawned(self):
            process = super()._spawned()
            spawned.append(process.pid)
            return process

    with Counting(prespawn=False) as worker:
        for _ in range(2):
            worker.run("SELECT 1", {"data": orders}, seconds=60, max_rows=5)
    assert len(set(spawned)) == 2


def test_an_idle_process_that_died_is_replaced(orders):
    with QueryWorker() as worker:
        os.kill(worker._idle.pid, signal.SIGKILL)
        worker._idle._popen.wait()
        assert worker.run("SELECT 1 AS a", {"data": orders}, seconds=60, max_rows=5).result.rows == ((1,),)


def test_a_closed_worker_keeps_no_process_and_still_answers(orders):
    worker = QueryWorker()
    worker.ready()
    idle = worker._idle
    worker.close()
    assert not idle.alive
    assert worker.run("SELECT 1 AS a", {"data": orders}, seconds=60, max_rows=5).result.rows == ((1,),)
    assert worker._idle is None


def test_two_threads_get_each_their_own_answer(worker, orders):
    answers = {}

    def ask(number: int) -> None:
        answers[number] = worker.run(f"SELECT {number} AS n", {"data": orders}, seconds=60, max_rows=5).result.rows

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == {number: ((number,),) for number in range(3)}


def test_what_duckdb_says_of_a_file_comes_without_its_place():
    told = scrubbed('IO Error: Cannot open file "/tmp/x9/data.parquet" at /opt/python/duckdb/core.cc', {})
    assert "/tmp" not in told
    assert "/opt" not in told


def test_a_connection_that_is_prepared_takes_no_other_settings(orders):
    job = {"relations": {"data": str(orders)}, "memory_mb": 512, "threads": 1}
    with duckdb.connect() as connection:
        connection.execute(preparation(job))
        with pytest.raises(duckdb.Error, match="locked"):
            connection.execute("SET memory_limit = '8GiB'")
