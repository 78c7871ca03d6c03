"""Whatever a statement is like, the process that reads it lives on: compiled code overflows its stack unseen."""

import json
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nested
import pytest

import shared.engine
from shared.engine.sql.guard import check
from shared.engine.sql.syntax import parse
from shared.errors import QueryFailed

MOST_SECONDS = 4
LONG_AND_FLAT = {"joins", "paths into JSON"}


@pytest.fixture(scope="module")
def outcomes():
    """What became of each statement, by the name of its piece and by size."""
    command = [sys.executable, str(Path(nested.__file__))]
    root = str(Path(shared.engine.__file__).parents[2])
    done = subprocess.run(command, capture_output=True, text=True, env={"PYTHONPATH": root, "PATH": "/usr/bin:/bin"})
    assert done.returncode == 0, done.stderr[-2000:]
    return {found["name"]: found["outcomes"] for found in map(json.loads, done.stdout.splitlines())}


@pytest.mark.parametrize("name", nested.PIECES)
def test_a_statement_without_end_is_read_by_all_and_kills_nobody(outcomes, name):
    for outcome in outcomes[name]:
        assert outcome["signal"] == 0, signal.Signals(outcome["signal"]).name
        assert outcome["said"].startswith(("passed: ", "rejected: ", "syntax: ", "unknown_name: "))
        assert outcome["seconds"] < MOST_SECONDS


@pytest.mark.parametrize("name", [name for name in nested.PIECES if name not in LONG_AND_FLAT])
def test_a_statement_nested_as_long_as_it_may_be_is_refused(outcomes, name):
    assert outcomes[name][0]["said"].startswith(("rejected: ", "syntax: "))


def test_a_long_statement_that_is_not_nested_is_read():
    columns = tuple(f"c{number}" for number in range(300))
    sql = f"SELECT {', '.join(f'sum({name}) AS {name}' for name in columns)} FROM data WHERE c1 IN ({'1, ' * 500}1)"
    assert check(sql, {"data": columns}).relations == ("data",)


def test_nine_tables_joined_one_after_another_are_read():
    joins = " ".join(f"JOIN data AS t{number} USING (id)" for number in range(20))
    assert check(f"SELECT t1.id FROM data {joins} CROSS JOIN data AS x", {"data": ("id",)})


def test_functions_that_are_named_like_types_may_stand_in_each_other_a_few_times():
    assert check("SELECT date(date(date(timestamp(day)))) FROM data", {"data": ("day",)})


def test_a_parser_error_in_a_long_statement_is_told_as_in_a_short_one():
    with pytest.raises(QueryFailed) as failed:
        parse("SELECT " + "a, " * 500 + "FROM WHERE")
    assert failed.value.failure.kind == "syntax"


def test_where_no_thread_can_start_a_long_statement_is_unavailable(monkeypatch):
    def refuse(*_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(ThreadPoolExecutor, "submit", refuse)
    with pytest.raises(QueryFailed) as failed:
        parse("SELECT " + "a, " * 500 + "a")
    assert failed.value.failure.kind == "unavailable"


def test_long_statements_are_read_at_the_same_time():
    sql = f"SELECT {', '.join(f'a + {number} AS b{number}' for number in range(400))} FROM data"
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: check(sql, {"data": ("a",)}).sql, range(16)))
    assert len(set(found)) == 1


def test_a_statement_that_begins_with_pivot_is_refused_with_the_form_that_works() -> None:
    with pytest.raises(QueryFailed) as refused:
        parse("PIVOT data ON region IN ('West') USING sum(revenue)")
    form = refused.value.failure.message.partition(": ")[2].rstrip(".")
    assert check(form, {"t": ("x", "y", "z")}).relations == ("t",)
