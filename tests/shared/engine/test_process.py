"""How a process comes to its end in the middle of a query, and what is said of it."""

import os
import signal
import time

import pytest

from shared.engine.duckdb.process import MAX_LINE, Ended, Process

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


def test_the_data_of_columns_comes_in_lines_of_its_own_behind_what_is_said_of_them():
    said = b'{"typed": {"columns": [{"name": "a"}, {"name": "b"}]}}\nAAAA\n\n{}\n'
    assert _heard(said) == {"typed": {"columns": [{"name": "a", "data": "AAAA"}, {"name": "b", "data": ""}]}}


@pytest.mark.parametrize("said", [b'{"typed": {"columns": 3}}', b'{"typed": 3}', b'{"typed": {"columns": [3]}}\nAAAA'])
def test_a_process_that_says_what_it_never_says_is_given_up(said):
    assert _heard(said + b"\n") == "runtime"


def test_data_that_is_no_base64_is_given_up():
    assert _heard(b'{"typed": {"columns": [{"name": "a"}]}}\n\xff\xfe\n') == "runtime"


def test_columns_that_are_too_large_together_are_not_taken():
    half = b"A" * (MAX_LINE // 2 + 1) + b"\n"
    assert _heard(b'{"typed": {"columns": [{"name": "a"}, {"name": "b"}]}}\n' + half + half) == "memory"
