"""Measures Candor beside references in the same run, and writes docs/benchmarks.md.

    python -m tests.benchmarks.run [--only SECTION …]

With --only the sections are printed, and the page is left as it is: it holds the figures of one whole run.
"""

import argparse
import compileall
import os
import platform
import sys
from collections.abc import Callable, Mapping
from datetime import UTC, datetime

from tests.benchmarks.analysing import analysing
from tests.benchmarks.asking import PACKAGES, ROOT, asking
from tests.benchmarks.cold import cold
from tests.benchmarks.crowd import crowd
from tests.benchmarks.imports import imports
from tests.benchmarks.ingesting import ingestion
from tests.benchmarks.layers import layers
from tests.benchmarks.minding import minding
from tests.benchmarks.queries import guard, queries
from tests.benchmarks.report import Section
from tests.benchmarks.states import states
from tests.benchmarks.team import team

PAGE = ROOT / "docs" / "benchmarks.md"
SECTIONS: Mapping[str, Callable[[], Section]] = {
    "ask": asking,
    "cold": cold,
    "imports": imports,
    "ingest": ingestion,
    "queries": queries,
    "guard": guard,
    "analyses": analysing,
    "mind": minding,
    "team": team,
    "states": states,
    "crowd": crowd,
    "layers": layers,
}
"""In this order: what runs in processes of its own comes before this one has grown."""

BUSY = 0.5
"""Processes that want a core, for each core, above which a machine is busy before anything is measured."""


def main() -> None:
    """Measures what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", choices=SECTIONS, help="Only this section. May repeat.")
    chosen = parser.parse_args().only
    for package in PACKAGES:  # as a deployment has it, and every run but the first after a change
        compileall.compile_dir(ROOT / package, quiet=1)
    parts = [_opening()]
    for name in chosen or SECTIONS:
        print(f"{name} …", file=sys.stderr, flush=True)
        parts.append(SECTIONS[name]().markdown())
    _tell("\n".join(parts), whole=not chosen)


def _tell(page: str, *, whole: bool) -> None:
    if whole:
        PAGE.write_text(page)
    print(page)


def _opening() -> str:
    return f"""# Benchmarks

Written by `make bench` ({datetime.now(UTC):%Y-%m-%d}) from one run: every figure on this page was measured in it,
beside its reference, except those that are said to be earlier. Compare ratios; absolute times are those of one machine.

{_machine()}
"""


def _machine() -> str:
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / (1 << 30)
    return (
        f"The machine: {os.cpu_count()} cores, {memory:.0f} GB of memory, {platform.system()}, Python "
        f"{platform.python_version()}. {_load()}"
    )


def _load() -> str:
    waiting = os.getloadavg()[0]
    if waiting <= BUSY * (os.cpu_count() or 1):
        return "It did nothing else when the run began."
    return (
        f"**It was busy with other work when the run began** (load {waiting:.1f}): absolute times are longer than on a "
        "quiet machine."
    )


if __name__ == "__main__":
    main()
