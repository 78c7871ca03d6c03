"""How the worker's processes begin, answer one job and end."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import pytest

from shared.engine.duckdb import worker_main
from shared.engine.duckdb.process import Process
from shared.engine.duckdb.worker import QueryWorker


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


def test_the_process_runs_the_code_beside_it_whatever_else_is_installed(tmp_path):
    ours = Path(worker_main.__file__)
    for folder in ("shared", "shared/engine", "shared/engine/duckdb"):
        tmp_path.joinpath(folder).mkdir()
        tmp_path.joinpath(folder, "__init__.py").touch()
    copy = Path(shutil.copy(ours, tmp_path / "shared/engine/duckdb"))
    copy.with_name("columns.py").write_text("raise SystemExit(7)")
    for installed in ((), (str(ours.parents[3]),)):
        assert subprocess.run([sys.executable, "-I", copy, *installed], check=False).returncode == 7


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
from shared.engine.duckdb import worker_main
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
