"""How long each function takes to import, in an interpreter of its own."""

import subprocess
import sys

from functions.registry import all_functions
from tests.benchmarks.asking import ROOT, bytecode, without_keys
from tests.benchmarks.report import Aim, Section
from tests.benchmarks.timing import Times

TIMED = (
    "import time; started, used = time.perf_counter(), time.process_time(); import {module}; "
    "print(time.perf_counter() - started, time.process_time() - used)"
)
REFERENCE = "boto3"
"""What every function needs that touches AWS."""
ROUNDS = 5


def imports() -> Section:
    """Milliseconds to import each function's module, beside boto3 alone."""
    functions = all_functions()
    modules = [REFERENCE, *(function.module for function in functions.values())]
    found: dict[str, list[tuple[float, float]]] = {module: [] for module in modules}
    for _ in range(ROUNDS):
        for module in modules:
            found[module].append(_seconds(module))
    times, used = (
        {module: Times(tuple(both[part] for both in seconds)) for module, seconds in found.items()} for part in (0, 1)
    )
    with_model = {function.module for function in functions.values() if "model" in function.uses}
    rows = [
        (module, "yes" if module in with_model else "", *times[module].cells(), *_beside(times, used, module))
        for module in modules
    ]
    slowest = max(times[module].median for module in modules if module not in with_model) * 1000
    return Section(
        title="Importing each function",
        notes=(f"In a fresh interpreter, milliseconds; the ratio is to boto3 alone. {bytecode()}",),
        header=("module", "calls a model", "least", "median", "most", "ratio", "processor"),
        rows=rows,
        aims=(Aim("Slowest median where no model is called, ms", slowest, 400, 0),),
    )


def _beside(times: dict[str, Times], used: dict[str, Times], module: str) -> tuple[str, str]:
    return f"{times[module].over(times[REFERENCE]):.1f}", used[module].cells()[1]


def _seconds(module: str) -> tuple[float, float]:
    """How long it takes, and how much processor."""
    command = [sys.executable, "-c", TIMED.format(module=module)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT, env=without_keys())
    took, used = map(float, done.stdout.split())
    return took, used
