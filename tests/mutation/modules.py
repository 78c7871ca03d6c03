"""Looks, for every module, whether the tests notice that it is broken: nightly, for it takes an hour.

`python -m tests.mutation.modules [--only PART] [--jobs N] [--tries N] [--files N] [--seed N] [--minutes N] [--anew]`:
of each module up to `tries` random mutants are made until a test fails that is green without it, of the `files` that
are nearest to it by what they import. A mutant that cannot even be imported, or with which tests do not end, tells
nothing. What is found is kept in `build/mutants.jsonl`: a module that was seen broken is passed over until it or the
file of that test changes, so a run that was ended goes on. Exit code 1 where a module is left that no test saw broken.
"""

import argparse
import hashlib
import json
import random
import re
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from itertools import pairwise
from queue import SimpleQueue
from typing import Final

from tests.mutation.copy import ROOT, Project, TimedOut, copied
from tests.mutation.mutants import OF_A_TEXT, Mutant, mutants
from tests.mutation.nearest import nearest

PACKAGES = ("candor", "shared", "functions", "infra")
LEFT_OUT = ("shared/offline/reading/",)
"""The wing that is frozen, and measured as a whole."""
UNSEEN: Final[dict[str, str]] = {}
"""Modules that no test of `make test` can see broken, and why."""
KEPT = ROOT / "build" / "mutants.jsonl"
NEARER = (1, 3)
"""After how many test files the next mutant is tried before those that are farther away."""
LONGEST_SECONDS = 60
GREEN: Final[set[str]] = set()
"""Tests that were seen green while nothing was broken."""
USUAL = ("-m", "not synth and not package and not install and not nightly")
FAILED = re.compile(r"^(?:FAILED|ERROR) ([\w/]+\.py(?:::\w+)+)", re.MULTILINE)


@dataclass(frozen=True)
class Outcome:
    """What became of a module: which mutants were tried, and which test saw the last of them ("": none saw any)."""

    module: str
    digest: str
    tried: tuple[str, ...]
    tests: tuple[str, ...]
    seen_by: str = ""
    digest_of_test: str = ""
    seconds: float = 0.0


def modules(only: str = "") -> list[str]:
    """The files of all modules outside the frozen wing of which something can be changed."""
    found = sorted(path.relative_to(ROOT).as_posix() for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    kept = [one for one in found if not one.startswith(LEFT_OUT) and only in one]
    return [one for one in kept if mutants((ROOT / one).read_text(encoding="utf-8"))]


def chosen(source: str, most: int, seed: str) -> list[Mutant]:
    """Some of a module's mutants, the same for a seed; those of texts only where there are not enough others."""
    drawn = random.Random(seed)
    known = sorted(mutants(source), key=lambda one: (one.change == OF_A_TEXT, drawn.random()))
    return known[:most]


def outcome(project: Project, module: str, tries: int, files: int, seed: int) -> Outcome:
    """Breaks a module until a test sees it, at most so many times."""
    began, tests = time.monotonic(), nearest(module, files)
    tried: dict[str, None] = {}
    test = ""
    for mutant, some in _attempts(project.read(module), tests, tries, f"{seed} {module}"):
        tried.pop(said := f"{mutant.line} {mutant.change}", None)
        tried[said] = None
        if test := _seen_by(project, module, mutant, some):
            break
    return Outcome(
        module=module,
        digest=_digest(module),
        tried=tuple(tried),
        tests=tuple(tests),
        seen_by=test,
        digest_of_test=_digest(test.partition("::")[0]) if test else "",
        seconds=round(time.monotonic() - began, 1),
    )


def _attempts(source: str, tests: list[str], tries: int, seed: str) -> Iterator[tuple[Mutant, list[str]]]:
    """Every mutant with the nearest test file, then with those that are farther away."""
    drawn = chosen(source, tries, seed)
    for low, high in pairwise((0, *NEARER, max(len(tests), NEARER[-1]))):
        if tests[low:high]:
            yield from ((mutant, tests[low:high]) for mutant in drawn)


def _seen_by(project: Project, module: str, mutant: Mutant, files: list[str]) -> str:
    """The test of these files that fails with the mutant and does not without; "" where none does. Errors while tests
    are collected tell nothing, nor do tests that do not end."""
    try:
        with project.changed(module, mutant.text):
            code = project.run([*USUAL, *files], LONGEST_SECONDS)
        failed = FAILED.search(project.said)
        if code != 1 or not failed:
            return ""
        if _is_green(project, failed[1]):
            return failed[1]
        print(f"RED WITHOUT A CHANGE  {failed[1]}", flush=True)
    except TimedOut as late:
        print(f"TOO SLOW  {module}:{mutant.line} {mutant.change}: {late}", flush=True)
    return ""


def _is_green(project: Project, test: str) -> bool:
    if test not in GREEN and project.run([test], LONGEST_SECONDS) == 0:
        GREEN.add(test)
    return test in GREEN


def _digest(file: str) -> str:
    return hashlib.sha256((ROOT / file).read_bytes()).hexdigest()[:16]


def still_seen() -> set[str]:
    """The modules that were seen broken, and that have not changed since, nor the test file that saw it."""
    if not KEPT.exists():
        return set()
    known = [json.loads(line) for line in KEPT.read_text(encoding="utf-8").splitlines()]
    return {one["module"] for one in known if one["seen_by"] and _unchanged(one)}


def _unchanged(one: dict[str, str]) -> bool:
    pairs = ((one["module"], one["digest"]), (one["seen_by"].partition("::")[0], one["digest_of_test"]))
    return all((ROOT / file).exists() and _digest(file) == digest for file, digest in pairs)


def outcomes(kept: Iterable[str], *, jobs: int, tries: int, files: int, seed: int, until: float) -> Iterator[Outcome]:
    """What becomes of each module, as far as there is time, and written down."""
    free: SimpleQueue[Project] = SimpleQueue()

    def tried(module: str) -> Outcome | None:
        project = free.get()
        try:
            return outcome(project, module, tries, files, seed) if time.monotonic() < until else None
        finally:
            free.put(project)

    KEPT.parent.mkdir(exist_ok=True)
    with ExitStack() as stack, ThreadPoolExecutor(jobs) as pool, KEPT.open("a", encoding="utf-8") as file:
        for _ in range(jobs):
            free.put(stack.enter_context(copied()))
        for one in pool.map(tried, kept):
            if one is not None:
                print(json.dumps(asdict(one)), file=file, flush=True)
                told = f"  killed  {one.module}:{one.tried[-1]}" if one.seen_by else f"SURVIVED  {one.module}"
                print(f"{told} · {one.seconds} s", flush=True)
                yield one


def main() -> int:
    """Exit code 0 where every module was seen broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--tries", type=int, default=6)
    parser.add_argument("--files", type=int, default=6, help="how many test files, a whole turn's after them")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=240, help="when no other module is begun")
    parser.add_argument("--only", default="", help="a part of a module's path")
    parser.add_argument("--anew", action="store_true", help="those that were seen broken before, too")
    given = parser.parse_args()
    every = [one for one in modules(given.only) if one not in UNSEEN]
    before = set() if given.anew else still_seen()
    kept = [one for one in every if one not in before]
    until = time.monotonic() + 60 * given.minutes
    how = {"jobs": given.jobs, "tries": given.tries, "files": given.files, "seed": given.seed}
    found = list(outcomes(kept, **how, until=until))
    left = [one for one in found if not one.seen_by]
    broken = sum(len(one.tried) for one in found)
    print(f"seed {given.seed} · modules: {len(every)} · seen broken before: {len(every) - len(kept)}")
    print(f"tried: {len(found)}, with {broken} mutants · seen broken: {len(found) - len(left)}")
    for one in left:
        print(f"  ✗ {one.module}: {', '.join(one.tried)}; tests {' '.join(one.tests)}")
    return 1 if left or len(found) < len(kept) else 0


if __name__ == "__main__":
    sys.exit(main())
