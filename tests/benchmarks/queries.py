"""Queries over a million rows: guard and worker beside bare DuckDB and pandas; and the guard alone."""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd

from shared.engine.duckdb.worker import QueryWorker
from shared.engine.sql.guard import check
from tests.benchmarks.report import Aim, Section
from tests.benchmarks.shapes import SHAPES
from tests.benchmarks.table import COLUMNS, write_parquet
from tests.benchmarks.timing import Times, beside, timed

TABLES = {"data": list(COLUMNS)}
SECONDS, MOST_ROWS, MEMORY_MB = 60.0, 1000, 1024
ROUNDS, GUARD_ROUNDS = 5, 50
STARTED_SECONDS = 0.4


def queries() -> Section:
    """The twelve shapes, in a process per query and in one process for all."""
    with tempfile.TemporaryDirectory() as folder:
        parquet = Path(folder) / "data.parquet"
        write_parquet(parquet)
        with QueryWorker() as worker, duckdb.connect() as bare:
            bare.execute("SET enable_progress_bar = false")
            bare.execute(f"CREATE VIEW data AS SELECT * FROM read_parquet('{parquet}')")
            return _measured(worker, bare, parquet)


def _measured(worker: QueryWorker, bare: duckdb.DuckDBPyConnection, parquet: Path) -> Section:
    frame = pd.read_parquet(parquet)
    frame["ordered"] = pd.to_datetime(frame["ordered"])
    ours, theirs, pandas = [], [], []
    for shape in SHAPES:
        _require_same(_guarded(worker, shape.sql, parquet), bare.execute(shape.sql).fetchall())
        found = beside_ready(
            worker,
            {
                "candor": lambda sql=shape.sql: _guarded(worker, sql, parquet),
                "duckdb": lambda sql=shape.sql: bare.execute(sql).fetchall(),
                "pandas": lambda shape=shape: shape.frame(frame),
            },
        )
        ours.append(found["candor"])
        theirs.append(found["duckdb"])
        pandas.append(found["pandas"])
    batch = beside_ready(worker, {"candor": lambda: _batch(worker, parquet), "duckdb": lambda: _all(bare)})
    return _section(ours, theirs, pandas, batch)


def beside_ready(worker: QueryWorker, runs: dict[str, Callable[[], object]]) -> dict[str, Times]:
    """As `beside`; before each query the worker has a moment to start its next process, as between questions, so that
    this start slows nobody down."""
    found: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(ROUNDS):
        for name, run in runs.items():
            if name != "pandas":
                worker.ready()
                time.sleep(STARTED_SECONDS)
            found[name].append(timed(run))
    return {name: Times(tuple(seconds)) for name, seconds in found.items()}


def _guarded(worker: QueryWorker, sql: str, parquet: Path) -> tuple[tuple[Any, ...], ...]:
    checked = check(sql, TABLES)
    outcome = worker.run(checked.sql, {"data": parquet}, seconds=SECONDS, max_rows=MOST_ROWS, memory_mb=MEMORY_MB)
    assert outcome.result is not None, outcome.failure
    return outcome.result.rows


def _batch(worker: QueryWorker, parquet: Path) -> None:
    checked = [check(shape.sql, TABLES).sql for shape in SHAPES]
    outcomes = worker.run_many(checked, {"data": parquet}, seconds=SECONDS, max_rows=MOST_ROWS, memory_mb=MEMORY_MB)
    assert all(outcome.result for outcome in outcomes)


def _all(bare: duckdb.DuckDBPyConnection) -> None:
    for shape in SHAPES:
        bare.execute(shape.sql).fetchall()


def _require_same(ours: tuple[tuple[Any, ...], ...], theirs: list[tuple[Any, ...]]) -> None:
    """What is fast must be right too: as many rows, and the same numbers in the first."""
    assert len(ours) == len(theirs)
    for a, b in zip(ours[0], theirs[0], strict=True):
        assert not isinstance(a, float) or abs(a - b) <= 1e-9 * max(1.0, abs(b))


def _section(ours: list[Times], theirs: list[Times], pandas: list[Times], batch: dict[str, Times]) -> Section:
    rows = [
        (shape.name, *a.cells(), f"{b.median * 1000:,.0f}", f"{c.median * 1000:,.0f}", f"{a.over(b):.2f}")
        for shape, a, b, c in zip(SHAPES, ours, theirs, pandas, strict=True)
    ]
    total, reference, frames = (sum(times[1:], times[0]) for times in (ours, theirs, pandas))
    sums = (f"{reference.median * 1000:,.0f}", f"{frames.median * 1000:,.0f}", f"{total.over(reference):.2f}")
    together = batch["candor"].over(batch["duckdb"])
    rows.append(("**sum**", *total.cells(), *sums))
    rows.append(
        ("all in one process", *batch["candor"].cells(), f"{batch['duckdb'].median * 1000:,.0f}", "", f"{together:.2f}")
    )
    return Section(
        title="Twelve queries on a million rows",
        notes=(
            "Each query passes the guard and runs in a process of its own that was kept ready and dies with it; beside "
            "it DuckDB in this process, with a connection that is open, on the same Parquet file and with as many "
            "threads; and pandas with the table in memory already (its reading is not counted). Milliseconds; the "
            "ratio is the median over the rounds. Row counts and first rows were compared before.",
        ),
        header=("query", "least", "median", "most", "bare DuckDB", "pandas", "ratio to DuckDB"),
        rows=rows,
        aims=(
            Aim("Sum, a process for each query, × bare DuckDB", total.over(reference), 1.2, 2),
            Aim("Sum, one process for all, × bare DuckDB", together, 1.2, 2),
        ),
    )


def guard() -> Section:
    """The guard alone, beside DuckDB's own parser."""
    with duckdb.connect() as bare:
        found = {
            shape.name: beside(
                {
                    "guard": lambda sql=shape.sql: check(sql, TABLES),
                    "parser": lambda sql=shape.sql: bare.extract_statements(sql),
                },
                rounds=GUARD_ROUNDS,
                clock=time.thread_time,
            )
            for shape in SHAPES
        }
    rows = [
        (name, *times["guard"].cells(digits=2), f"{times['parser'].median * 1000:.2f}") for name, times in found.items()
    ]
    slowest = max(times["guard"].median for times in found.values()) * 1000
    return Section(
        title="The guard alone",
        notes=(
            "Parsing, checking and writing a query anew; beside it DuckDB's parser alone. Milliseconds of "
            "processor time.",
        ),
        header=("query", "least", "median", "most", "DuckDB's parser"),
        rows=rows,
        aims=(Aim("Slowest median, ms", slowest, 2, 2),),
    )
