"""Looks, for every module, whether the tests notice that it is broken: nightly, for it takes an hour.

`python -m tests.mutation.modules [--jobs N] [--tries N] [--seed N] [--only PART]`: of each module up to `tries` random
mutants are made until one is killed by the tests that import the module (or by those of its folder). Exit code 1 where
a module has mutants and none of those tried was killed.
"""

import argparse
import random
import re
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue

from tests.mutation.copy import ROOT, Project, TimedOut, copied
from tests.mutation.mutants import mutants

PACKAGES = ("candor", "shared", "functions", "infra")
LEFT_OUT = ("shared/offline/reading/",)
"""The wing that is frozen, and measured as a whole."""
MOST_TEST_FILES = 4
LAST = "tests/e2e/test_turn.py"


def modules(only: str = "") -> list[str]:
    """The files of all modules outside the frozen wing, those that only list their folder apart."""
    found = sorted(str(path.relative_to(ROOT)) for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    return [one for one in found if not one.startswith(LEFT_OUT) and not one.endswith("__init__.py") and only in one]


def tests_of(module: str) -> list[str]:
    """The tests most likely to notice: those that import the module; else those that are called as it begins, and that
    import its package; else those of its folder; else a whole turn's."""
    name = module.removesuffix(".py").replace("/", ".")
    package, own = name.rpartition(".")[::2]
    imports, around = (_importing(one) for one in (name, package))
    begins = f"test_{own.partition('_')[0]}"
    folder = ROOT / "tests" / Path(module).parent
    tests = sorted((ROOT / "tests").rglob("test_*.py"), key=lambda path: (path.parent != folder, path.stat().st_size))
    direct = [path for path in tests if imports.search(path.read_text(encoding="utf-8"))]
    called = [path for path in tests if path.stem.startswith(begins)]
    packed = [path for path in tests if around.search(path.read_text(encoding="utf-8"))]
    near = [path for path in tests if path.parent == folder]
    chosen = (direct or [*called, *packed] or near)[:MOST_TEST_FILES]
    return [str(path.relative_to(ROOT)) for path in chosen] or [LAST]


def _importing(name: str) -> re.Pattern[str]:
    """What a file holds that imports the module, or something of the package."""
    return re.compile(rf"^from {re.escape(name)} import|^import {re.escape(name)}$", re.MULTILINE)


def unnoticed(kept: Iterable[str], *, jobs: int, tries: int, seed: int) -> list[str]:
    """The modules that could be broken unnoticed, in words."""
    free: SimpleQueue[Project] = SimpleQueue()

    def tried(module: str) -> str | None:
        project = free.get()
        try:
            return _tried(project, module, tries, seed)
        finally:
            free.put(project)

    with ExitStack() as stack, ThreadPoolExecutor(jobs) as pool:
        for _ in range(jobs):
            free.put(stack.enter_context(copied()))
        return [told for told in pool.map(tried, kept) if told]


def _tried(project: Project, module: str, tries: int, seed: int) -> str | None:
    known = list(mutants(project.read(module)))
    chosen = random.Random(f"{seed} {module}").sample(known, min(tries, len(known)))
    tests = tests_of(module)
    for mutant in chosen:
        with project.changed(module, mutant.text):
            try:
                red = project.goes_red(tests)
            except TimedOut:
                print(f"TOO SLOW  {module}:{mutant.line} {mutant.change}: not counted", flush=True)
                continue
            if red:
                print(f"  killed  {module}:{mutant.line} {mutant.change}", flush=True)
                return None
    if not chosen:
        return None
    print(f"SURVIVED  {module}: {len(chosen)} of {len(known)} tried", flush=True)
    lines = ", ".join(f"{one.line} ({one.change})" for one in chosen)
    return f"{module}: lines {lines}; tests {' '.join(tests)}"


def main() -> int:
    """Exit code 0 where every module is killed by a mutant."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--tries", type=int, default=5)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--only", default="", help="a part of a module's path")
    given = parser.parse_args()
    kept = modules(given.only)
    left = unnoticed(kept, jobs=given.jobs, tries=given.tries, seed=given.seed)
    print(f"seed {given.seed} · modules: {len(kept)} · broken and noticed: {len(kept) - len(left)}")
    for told in left:
        print(f"  ✗ {told}")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
