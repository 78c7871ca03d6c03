"""How a process comes to its end in the middle of a query, and what is said of it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from shared.engine.duckdb.process import MAX_LINE, Ended, Process

ROOT = Path(__file__).parents[3]
ENDLESS = "SELECT count(*) FROM range(40000000000) a(i) WHERE i % 7 = 8"


def _ending(killed_by: signal.Signals, sql: str, memory_mb: int) -> str:
    """What is said of a process that gets this signal while it computes."""
    process = Process((), None)
    job = {"relations": {}, "queries": [sql], "max_rows": 1, "max_bytes": 9999, "memory_mb": 512, "threads": 1}
    try:
        process.send({**job, "cpu_seconds": 60})
        process.receive(time.monotonic() + 20, 512)
        os.kill(process.pid, killed_by)
        with pytest.raises(Ended) as ended:
            process.receive(time.monotonic() + 20, memory_mb)
    finally:
        process.end()
    return ended.value.kind


@pytest.mark.parametrize("killed_by", [signal.SIGKILL, signal.SIGSEGV, signal.SIGTERM])
def test_a_process_that_somebody_ended_is_gone_and_blames_neither_memory_nor_values(killed_by):
    assert _ending(killed_by, ENDLESS, memory_mb=4096) == "unavailable"


def test_a_process_that_was_killed_with_most_of_its_memory_in_use_was_killed_for_it():
    process = Process((), None)
    process._largest_mb = 400.0
    process.kill()
    with pytest.raises(Ended) as ended:
        process.receive(time.monotonic() + 20, 512)
    process.end()
    assert ended.value.kind == "memory"


def test_a_process_that_aborts_has_run_out_of_memory():
    assert _ending(signal.SIGABRT, ENDLESS, memory_mb=4096) == "memory"


def _heard(lines: bytes) -> object:
    """What is heard of a process that says this."""
    process = Process((), None)
    process._unread += lines
    try:
        return process.receive(time.monotonic() + 20, 512)
    except Ended as ended:
        return ended.kind
    finally:
        process.end()


def test_behind_what_is_said_of_columns_comes_their_data_as_many_bytes_as_it_says():
    said = b'{"typed": {"columns": [{"name": "a", "bytes": 4}, {"name": "b", "bytes": 0}]}}\n\xff\n\x00A{}\n'
    assert _heard(said) == {"typed": {"columns": [{"name": "a", "data": b"\xff\n\x00A"}, {"name": "b", "data": b""}]}}


@pytest.mark.parametrize("columns", ["3", "[3]", '[{"name": "a"}]', '[{"name": "a", "bytes": "many"}]'])
def test_a_process_that_says_what_it_never_says_is_given_up(columns):
    assert _heard(f'{{"typed": {{"columns": {columns}}}}}\n'.encode()) == "runtime"
    assert _heard(b'{"typed": 3}\n') == "runtime"


def test_columns_that_are_too_large_together_are_not_taken():
    half = MAX_LINE // 2 + 1
    said = f'{{"typed": {{"columns": [{{"name": "a", "bytes": {half}}}, {{"name": "b", "bytes": {half}}}]}}}}\n'
    assert _heard(said.encode() + b"A" * half) == "memory"


def test_a_process_starts_with_the_engine_alone_and_not_with_all_that_its_package_has():
    known = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); import shared.engine.duckdb.worker_main; print(*sys.modules)"
    )
    loaded = subprocess.run([sys.executable, "-I", "-c", known], capture_output=True, text=True, check=True).stdout
    assert "_duckdb" in loaded.split()
    assert "duckdb" not in loaded.split()
