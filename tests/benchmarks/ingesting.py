"""A CSV of a million rows to Parquet, with its profile, beside DuckDB's bare conversion.

    python -m tests.benchmarks.ingesting candor|duckdb SOURCE TARGET

is one conversion in a process of its own, and prints its seconds and its memory at the highest in MB.
"""

import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import duckdb

from shared.ingestion.pipeline import ingest
from tests.benchmarks.report import Aim, Section
from tests.benchmarks.table import ROWS, write_csv
from tests.benchmarks.timing import Times

ROUNDS = 3


def ingestion() -> Section:
    """Both conversions, round by round, each in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "orders.csv"
        write_csv(source)
        megabytes = source.stat().st_size / 1e6
        runs = [(_alone("candor", source), _alone("duckdb", source)) for _ in range(ROUNDS)]
    ours, theirs = (Times(tuple(run[side]["seconds"] for run in runs)) for side in (0, 1))
    memory = [max(run[side]["memory_mb"] for run in runs) for side in (0, 1)]
    return Section(
        title="A million rows of CSV to Parquet",
        notes=(
            f"{megabytes:.0f} MB of CSV. Candor reads, checks, writes and verifies the Parquet file and profiles each "
            "column; bare DuckDB reads the CSV with its sniffer and writes Parquet. Each in a process of its own, "
            "without the time to import; memory is the process's resident memory at its highest.",
        ),
        header=("", "least s", "median s", "most s", "memory MB", "ratio"),
        rows=(
            ("Candor: Parquet and profile", *ours.cells(1, 2), f"{memory[0]:.0f}", f"{ours.over(theirs):.2f}"),
            ("bare DuckDB: Parquet", *theirs.cells(1, 2), f"{memory[1]:.0f}", "1"),
        ),
        aims=(Aim("Time × bare DuckDB", ours.over(theirs), 3, 2), Aim("Memory at its highest, MB", memory[0], 700, 0)),
    )


def _alone(who: str, source: Path) -> dict[str, float]:
    target = source.with_name(f"{who}.parquet")
    command = [sys.executable, "-m", "tests.benchmarks.ingesting", who, str(source), str(target)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def _convert(who: str, source: Path, target: Path) -> None:
    if who == "candor":
        profile = ingest(source, target, dataset_id="benchmark")
        assert profile.row_count == ROWS
    else:
        with duckdb.connect() as connection:
            connection.execute("SET enable_progress_bar = false")
            connection.execute(f"COPY (SELECT * FROM read_csv('{source}')) TO '{target}' (FORMAT parquet)")


def _memory_mb() -> float:
    """The highest resident memory of this process, and of the largest that it started.

    From the kernel's own account where there is one: what getrusage says of a process that was started by a large one
    may be the large one's.
    """
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    status = Path("/proc/self/status")
    if status.exists():
        own = next(int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith("VmHWM"))
    return max(own, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss) / 1024


if __name__ == "__main__":
    started = time.perf_counter()
    _convert(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))
    print(json.dumps({"seconds": time.perf_counter() - started, "memory_mb": _memory_mb()}))
