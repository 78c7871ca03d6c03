"""Runs inside the disposable process: one line of JSON in (a job), one out per query, and behind it the data of each
column that is handed over in binary. Knows nothing of Candor.

Started as `python -I worker_main.py threads memory_mb [more sys.path entries]` with an empty environment, `memory_mb`
being what its job is likely to be given. It opens a database, waits for its one job, locks itself in (no file may grow,
no more memory than given, no access but to the job's Parquet files) and runs the queries in order. What it may not do
is decided here a second time: the guard may have been passed by mistake.
Its standard input stays open as long as somebody waits for it: whatever it does when that closes, it ends.
"""

import contextlib
import datetime as dt
import itertools
import json
import math
import os
import resource
import select
import sys
import threading
import time
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, os.path.abspath(f"{__file__}/../../../.."))  # another Candor may be installed
    sys.path.extend(sys.argv[3:])

import _duckdb as duckdb  # the engine alone: its package takes four times as long to import

from shared.engine.duckdb.columns import ResultTooLarge, floats, handed_over, kept
from shared.engine.duckdb.plans import row_by_row
from shared.quoting import identifier, quoted

Job = dict[str, Any]

_MEGABYTE = 1 << 20
_ITSELF_MB = 205
"""What the process has besides DuckDB's buffers; of much memory a fifth, by which DuckDB goes beyond its limit."""
_STACK = 256 << 10
_WARMING = "warm.parquet"
_ANYTHING = (
    f"COPY (SELECT i, 'C' || i % 50 AS t, i * 0.37 AS x, DATE '2020-01-01' + (i % 900)::INTEGER AS d "
    f"FROM range(3000) AS one(i)) TO '{_WARMING}' (FORMAT parquet); "
    "SELECT t, date_trunc('month', d) AS m, count(*), sum(x), avg(x), quantile_cont(x, 0.5) AS q "
    f"FROM read_parquet('{_WARMING}') WHERE i > 3 AND t <> 'C7' GROUP BY 1, 2 ORDER BY q DESC LIMIT 3"
)
_ROOM = "SELECT quantile_cont(i::DOUBLE, 0.5) FROM range(2000000) AS one(i)"
"""Takes and gives back some 32 MB, which DuckDB keeps at hand: a query that comes into memory that is mapped already
takes less processor time. A new memory limit would give all of it back to the system."""
_SETTINGS: dict[str, Any] = {
    "allow_community_extensions": "false",
    "allow_persistent_secrets": "false",
    "allow_extension_repositories": "forbidden",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "python_enable_replacements": "false",
    "temp_directory": "",
}
_OF_EACH_JOB = "SET TimeZone = 'UTC'; SET parquet_metadata_cache = true"
"""What holds for each job, set while nobody waits; no file changes while this process reads it."""
_LONGEST = (2000, 500, 100)
"""How many characters of a text are handed over: fewer where there are many."""


class NotOneSelect(Exception):
    """The SQL is not exactly one SELECT statement."""


_UNKNOWN = (duckdb.BinderException, duckdb.CatalogException)  # where a name is in question, what there is is told
_FAILURES = (duckdb.Error, NotOneSelect, ResultTooLarge, MemoryError, RuntimeError, ValueError, OverflowError)


def main() -> None:
    """Serve one job, then end."""
    try:
        threads, memory_mb = map(int, sys.argv[1:3])
        connection = opened(threads, memory_mb)
        begun = watched()
        warm(connection)
        line = sys.stdin.buffer.readline()
        if line:
            begun.set()
            serve(connection, json.loads(line), memory_mb)
    finally:
        tidy()


def opened(threads: int, memory_mb: int) -> Any:
    """A connection to an empty database of that many threads, in a process of that much memory."""
    connection = duckdb.connect(config=_SETTINGS | {"threads": threads, "memory_limit": memory_limit(memory_mb)})
    connection.execute(_OF_EACH_JOB)
    return connection


def warm(connection: Any) -> None:
    """What DuckDB builds and loads when it first reads Parquet and computes, it does while nobody waits for it: over a
    file of its own in its directory, and not where a job is there."""
    if not select.select([sys.stdin], [], [], 0)[0]:
        with contextlib.suppress(duckdb.Error, OSError):
            floats(connection, "SELECT 1.0::DOUBLE", 1)
            connection.execute(_ANYTHING).fetchall()
            os.remove(_WARMING)
            connection.execute(_ROOM).fetchall()


def watched() -> threading.Event:
    """From when this is set on, this process ends with the one that waits for it."""
    begun = threading.Event()
    threading.stack_size(_STACK)  # a thread's stack counts as memory
    threading.Thread(target=end_with_parent, args=(begun,), daemon=True).start()
    return begun


def end_with_parent(begun: threading.Event) -> None:
    """Wait until nobody is there any more to take an answer, and end in the middle of whatever runs."""
    begun.wait()
    if not os.read(sys.stdin.fileno(), 1):
        tidy()
        os._exit(0)


def tidy() -> None:
    """Remove the private directory: where the parent is gone, nobody else does."""
    with contextlib.suppress(OSError):
        os.remove(_WARMING)
    with contextlib.suppress(OSError):
        os.rmdir(os.getcwd())


def serve(connection: Any, job: Job, memory_mb: int) -> None:
    """Prepare the relations, lock the door, and answer each query; `memory_mb` is what the connection has so far."""
    restrict(job)
    try:
        if job["memory_mb"] != memory_mb:
            connection.execute(f"SET memory_limit = '{memory_limit(job['memory_mb'])}'")
        connection.execute(preparation(job))
    except duckdb.Error as error:
        say({"prepared": False, **described(error)})
        return
    say({"prepared": True})
    for sql in job["queries"]:
        say(answer(connection, sql, job))


def restrict(job: Job) -> None:
    """Limits of the kernel: they hold where DuckDB's own don't reach."""
    limit(resource.RLIMIT_FSIZE, 0)
    limit(resource.RLIMIT_CORE, 0)
    limit(resource.RLIMIT_NOFILE, 64)
    limit(resource.RLIMIT_CPU, int(job["cpu_seconds"]))
    limit(resource.RLIMIT_DATA, job["memory_mb"] * _MEGABYTE)


def limit(what: int, value: int) -> None:
    """Lower a resource limit of this process, soft and hard, so that it cannot be raised again."""
    _, hard = resource.getrlimit(what)
    value = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(what, (value, value))


def memory_limit(memory_mb: int) -> str:
    """What DuckDB's buffers may take in a process of that much memory."""
    return f"{max(1, memory_mb - max(_ITSELF_MB, memory_mb // 5))}MiB"


def preparation(job: Job) -> str:
    """SQL, all of it at once: a view per relation, then no access to anything else, and no way back."""
    relations = job["relations"]
    return "; ".join(
        (
            f"SET allowed_paths = [{', '.join(quoted(path) for path in relations.values())}]",
            *(
                f"CREATE VIEW {identifier(name)} AS FROM read_parquet({quoted(path)})"
                for name, path in relations.items()
            ),
            "SET enable_external_access = false",
            "SET lock_configuration = true",
        )
    )


def columns_of(connection: Any, relations: Iterable[str]) -> dict[str, list[str]]:
    """The columns of each relation, as far as they can be told."""
    columns: dict[str, list[str]] = {}
    for name in relations:
        with contextlib.suppress(duckdb.Error):
            described_view = connection.execute(f"FROM {identifier(name)} LIMIT 0").description
            columns[name] = [column[0] for column in described_view]
    return columns


def answer(connection: Any, sql: str, job: Job) -> Job:
    """The result of one query, or why there is none."""
    started = time.perf_counter()
    try:
        most = job.get("typed_bytes")
        require_one_select(connection, sql)
        if most and not row_by_row(connection, sql):
            sql = kept(connection, sql)
        result = shortened(selected(connection, sql, job["max_rows"], begun=bool(most)), job["max_bytes"])
        if most:
            result |= handed_over(connection, sql, result, most, job.get("typed_without", ""))
    except _UNKNOWN as error:
        return {**described(error), "columns": columns_of(connection, job["relations"])}
    except _FAILURES as error:
        return described(error)
    return {**result, "duration_ms": round((time.perf_counter() - started) * 1000, 3)}


def require_one_select(connection: Any, sql: str) -> None:
    """Raises NotOneSelect."""
    statements = connection.extract_statements(sql)
    if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
        raise NotOneSelect("Only one SELECT is run.")


def shortened(result: Job, max_bytes: int) -> Job:
    """The result with its long texts cut, as short as it takes: what is handed over is less than a cell may hold."""
    for longest in _LONGEST:
        rows = [[cut(value, longest) for value in row] for row in result["rows"]]
        if len(json.dumps(rows)) <= max_bytes:
            return {**result, "rows": rows}
    raise ResultTooLarge(f"The result holds more than {max_bytes} bytes.")


def cut(value: Any, longest: int) -> Any:
    """A text that is longer, cut, saying so and how long it is; any other value as it is."""
    if not isinstance(value, str) or len(value) <= longest:
        return value
    return f"{value[:longest].rstrip()}… (cut: {len(value):,} characters in all)"


def selected(connection: Any, sql: str, max_rows: int, *, begun: bool = False) -> Job:
    """Columns, the first rows, and the number of all rows; only `begun` where it will be computed whole after this."""
    cursor = executed(connection, f"FROM ({sql}\n) LIMIT {max_rows + 1}" if begun else sql)
    names = unique([column[0] for column in cursor.description])
    rows = cursor.fetchmany(max_rows + 1)
    count = len(rows)
    if count > max_rows:
        count = connection.execute(f"SELECT count(*) FROM ({sql}\n)").fetchone()[0]
    safe = [[plain(value) for value in row] for row in rows[:max_rows]]
    whole = {"columns": names, "rows": safe, "row_count": count, "truncated": count > max_rows}
    return {**whole, **not_finite(names, rows[:max_rows])}


def not_finite(names: list[str], rows: list[Any]) -> dict[str, list[str]]:
    """The columns in which a number is infinite or undefined: JSON holds neither, and an empty cell is something
    else."""
    odd = [
        (name, math.isnan(value))
        for row in rows
        for name, value in zip(names, row, strict=True)
        if isinstance(value, float | Decimal) and not math.isfinite(value)
    ]
    return {
        "infinite": list(dict.fromkeys(name for name, undefined in odd if not undefined)),
        "undefined": list(dict.fromkeys(name for name, undefined in odd if undefined)),
    }


def executed(connection: Any, sql: str) -> Any:
    """The running query, with columns that Python can't read turned into text."""
    cursor = connection.execute(sql)
    types = [str(column[1]) for column in cursor.description]
    if not any(kind in _AS_TEXT for kind in types):
        return cursor
    names = [identifier(name) for name in unique([column[0] for column in cursor.description])]
    chosen = [_AS_TEXT[kind](name) if kind in _AS_TEXT else name for name, kind in zip(names, types, strict=True)]
    return connection.execute(f"SELECT {', '.join(chosen)} FROM ({sql}\n) AS result({', '.join(names)})")


def iso(name: str) -> str:
    """A time with its zone, as ISO 8601 text in UTC."""
    return f"strftime(CAST({name} AS TIMESTAMP), '%Y-%m-%dT%H:%M:%S+00:00') AS {name}"


def spelled(name: str) -> str:
    """A length of time as DuckDB spells it: Python has no months, and would take each for thirty days."""
    return f"CAST({name} AS VARCHAR) AS {name}"


_AS_TEXT = {"TIMESTAMP WITH TIME ZONE": iso, "INTERVAL": spelled}
"""What Python needs another package to read from DuckDB, or cannot hold, and how it is text."""


def unique(names: list[str]) -> list[str]:
    """The names, with a number after those that come again."""
    taken: dict[str, None] = {}
    for name in names:
        numbered = (f"{name}_{number}" for number in itertools.count(1))
        taken[name if name not in taken else next(new for new in numbered if new not in taken)] = None
    return list(taken)


def plain(value: Any) -> Any:
    """A value as JSON can hold it: no NaN, dates as ISO 8601, what is nested as text."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Decimal):
        return number(value)
    if isinstance(value, dt.date | dt.time):
        return value.isoformat()
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, list | tuple | dict):
        return json.dumps(nested(value), ensure_ascii=False)
    return str(value)


def number(value: Decimal) -> int | float | None:
    """A decimal as a whole number where it is one."""
    if not value.is_finite():
        return None
    return int(value) if value == value.to_integral_value() else float(value)


def nested(value: Any) -> Any:
    """A list or a structure with plain values in it."""
    if isinstance(value, dict):
        return {str(key): nested(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [nested(item) for item in value]
    return plain(value)


def described(error: BaseException) -> Job:
    """An error by its class and its words."""
    return {"error": type(error).__name__, "message": str(error)[:2000]}


def say(message: Job) -> None:
    """One line out, and behind it the data of each column, as many bytes as the line says."""
    columns = message["typed"]["columns"] if "typed" in message else []
    data = [column.pop("data") for column in columns]
    for column, held in zip(columns, data, strict=True):
        column["bytes"] = len(held)
    sys.stdout.buffer.write(json.dumps(message, allow_nan=False).encode() + b"\n")
    for held in data:
        sys.stdout.buffer.write(held)
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
