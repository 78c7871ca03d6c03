"""`candor ask` from the shell: the whole process, beside a process that only has DuckDB read the file."""

import json
import os
import resource
import subprocess
import sys
from importlib.util import MAGIC_NUMBER, cache_from_source
from pathlib import Path

from tests.benchmarks.report import Aim, Section
from tests.benchmarks.timing import beside

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "orders.csv"
QUESTION = "Which region has the highest revenue?"
ANSWER = "West"
BARE = (
    "import duckdb; print(duckdb.sql(\"SELECT region, SUM(revenue) FROM 'examples/orders.csv' "
    'GROUP BY 1 ORDER BY 2 DESC LIMIT 1").fetchall())'
)
PACKAGES = ("shared", "functions", "infra")
ROUNDS = 5


def asking() -> Section:
    """Seconds from the shell's prompt to its return."""
    found = beside({"candor": _ask, "duckdb": _bare}, rounds=ROUNDS)
    busy = beside({"candor": _ask, "duckdb": _bare}, rounds=ROUNDS, warm=False, clock=_processor)
    ours, theirs = found["candor"], found["duckdb"]
    return Section(
        title="A question from the shell",
        notes=(
            f"`candor ask` on the example's file, in no-model mode: starting Python, the local cloud, the file's "
            f"ingestion, the whole turn, and the end. Beside it a Python that has DuckDB compute the one figure. "
            f"{bytecode()}",
        ),
        header=("", "least s", "median s", "most s", "ratio", "processor s"),
        rows=(
            ("candor ask", *ours.cells(1, 2), f"{ours.over(theirs):.1f}", f"{busy['candor'].median:.2f}"),
            ("Python with DuckDB", *theirs.cells(1, 2), "1", f"{busy['duckdb'].median:.2f}"),
        ),
        aims=(Aim("Median, s", ours.median, 3, 2),),
    )


def _processor() -> float:
    """Seconds of processor that all processes of this one have used so far, which a busy machine changes little."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _ask() -> None:
    command = [*_candor(), "ask", QUESTION, "--data", str(EXAMPLE), "--json"]
    reply = json.loads(_printed(command))
    assert reply["status"] == "answered", reply["text"]
    assert ANSWER in reply["text"]


def _bare() -> None:
    assert ANSWER in _printed([sys.executable, "-c", BARE])


def _printed(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT, env=without_keys())
    return done.stdout


def _candor() -> list[str]:
    installed = Path(sys.executable).with_name("candor")
    return [str(installed)] if installed.exists() else [sys.executable, "-c", "from infra.cli import main; main()"]


def without_keys() -> dict[str, str]:
    """The environment, without what would have a model called."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("ANTHROPIC", "CANDOR", "AWS"))}


def bytecode() -> str:
    """Whether our own modules were compiled before, as a sentence."""
    files = [file for package in PACKAGES for file in (ROOT / package).rglob("*.py")]
    ready = sum(_compiled(file) for file in files)
    return f"Bytecode was there for {ready} of our {len(files)} modules."


def _compiled(source: Path) -> bool:
    """Whether there is bytecode of just this state of the file: see PEP 552 for the header."""
    cached = Path(cache_from_source(str(source)))
    if not cached.exists():
        return False
    header = cached.read_bytes()[:16]
    stat = source.stat()
    fresh = (int(stat.st_mtime) & 0xFFFFFFFF).to_bytes(4, "little") + (stat.st_size & 0xFFFFFFFF).to_bytes(4, "little")
    return header[:4] == MAGIC_NUMBER and (header[4:8] != bytes(4) or header[8:] == fresh)
