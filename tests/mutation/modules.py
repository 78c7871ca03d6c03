"""Looks, for every module, whether the tests notice that it is broken: nightly, for it takes hours.

`python -m tests.mutation.modules [--only PART] [--jobs N] [--tries N] [--files N] [--seed N] [--minutes N] [--anew]`:
of each module up to `tries` random mutants are made until a test fails that is green without it, of the `files` that
are nearest to it (`nearest`). A mutant that cannot even be imported tells nothing; tests that do not end with
it have seen it if they do without it. What is found is kept in `build/mutants.jsonl`: a module that was seen broken is
passed over until it or the file of that test changes, so a run that was ended goes on. Exit code 1 where a module is
left that no test saw broken.
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
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from itertools import product
from queue import SimpleQueue
from typing import Any, Final

from tests.mutation.copy import ROOT, Project, TimedOut, copied
from tests.mutation.mutants import Mutant, mutants
from tests.mutation.nearest import nearest

PACKAGES = ("candor", "shared", "functions", "infra")
LEFT_OUT = ("shared/offline/reading/",)
"""The wing that is frozen, and measured as a whole."""
UNSEEN: Final = {
    "shared/engine/results/marks.py": "signs that only have to differ from all that names hold: any others would do",
    "shared/model/prompts/sql.py": "rules in words: no test can hold them against what a model makes of them",
    "shared/table/abbreviations.py": "a list of a hundred words: which ones it holds is not tested one by one",
}
"""Modules that no test sees broken, and why."""
KEPT = ROOT / "build" / "mutants.jsonl"
CDK: Final = find_spec("aws_cdk") is not None
"""It is only where `make synth` runs: elsewhere what needs it cannot be tried."""
NEEDS_CDK = re.compile(r"^(?:from|import) (?:aws_cdk|cdk_nag|constructs)\b", re.MULTILINE)
LATE: Final[set[str]] = set()
"""Test files that are late or red while nothing is broken: they are asked no more."""
USUAL = ("-m", f"not package and not install and not nightly{'' if CDK else ' and not synth'}")
TOGETHER = 25
FAILED = re.compile(r"^(?:FAILED|ERROR) ([\w/]+\.py(?:::\w+)+)", re.MULTILINE)


@dataclass(frozen=True)
class Effort:
    """How many mutants of a module are tried, with how many test files, which may take so many seconds."""

    tries: int
    files: int
    longest: float
    seed: int


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
    sources = {one: (ROOT / one).read_text(encoding="utf-8") for one in kept}
    return [one for one in kept if any(mutants(sources[one])) and (CDK or not NEEDS_CDK.search(sources[one]))]


def chosen(source: str, most: int, seed: str) -> list[Mutant]:
    """Some of a module's mutants, the same for a seed; slight ones only where there are not enough others."""
    drawn = random.Random(seed)
    known = sorted(mutants(source), key=lambda one: (one.slight, drawn.random()))
    return known[:most]


def outcome(project: Project, module: str, effort: Effort) -> Outcome:
    """Breaks a module until a test sees it, at most so many times."""
    began, tests = time.monotonic(), nearest(module, effort.files)
    tried: dict[str, None] = {}
    test = ""
    drawn = chosen(project.read(module), effort.tries, f"{effort.seed} {module}")
    for file, mutant in product(tests, drawn):
        if file in LATE:
            continue
        tried.pop(said := f"{mutant.line} {mutant.change}", None)
        tried[said] = None
        if test := _seen_by(project, module, mutant, file, effort.longest):
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


def _seen_by(project: Project, module: str, mutant: Mutant, file: str, longest: float) -> str:
    """The first test of this file that fails, or the file if it does not end with the mutant and does without it; else
    "". Errors while tests are collected tell nothing."""
    try:
        with project.changed(module, mutant.text):
            code = project.run([*USUAL, file], longest)
    except TimedOut as late:
        print(f"TOO SLOW  {module}:{mutant.line} {mutant.change}: {late}", flush=True)
        return file if _ends(project, file, longest / 3) else ""
    failed = FAILED.search(project.said)
    return failed[1] if code == 1 and failed else ""


def _ends(project: Project, file: str, longest: float) -> bool:
    """Whether its tests are green in so many seconds while nothing is broken."""
    with suppress(TimedOut):
        if project.run([*USUAL, file], longest) == 0:
            return True
    LATE.add(file)
    return False


def red_anyway(tests: Iterable[str], longest: float) -> set[str]:
    """Those of these tests that fail while nothing is broken: what they have seen is nothing."""
    every = sorted(set(tests))
    together = [every[at : at + TOGETHER] for at in range(0, len(every), TOGETHER)]
    with copied() as project:
        doubted = [some for some in together if project.run([*USUAL, *some], 10 * longest)]
        return {test for some in doubted for test in some if project.run([*USUAL, test], longest)}


def _digest(file: str) -> str:
    return hashlib.sha256((ROOT / file).read_bytes()).hexdigest()[:16]


def still_seen() -> dict[str, str]:
    """The modules that were seen broken, with the test that saw it; that file has not changed since, nor the module."""
    return {name: one["seen_by"] for name, one in last_outcomes().items() if one["seen_by"] and _unchanged(one)}


def last_outcomes() -> dict[str, dict[str, Any]]:
    """What became of each module when it was tried last."""
    lines = KEPT.read_text(encoding="utf-8").splitlines() if KEPT.exists() else []
    return {one["module"]: one for one in map(json.loads, lines)}


def _unchanged(one: dict[str, str]) -> bool:
    pairs = ((one["module"], one["digest"]), (one["seen_by"].partition("::")[0], one["digest_of_test"]))
    return all((ROOT / file).exists() and _digest(file) == digest for file, digest in pairs)


def outcomes(kept: Iterable[str], effort: Effort, *, jobs: int, until: float) -> Iterator[Outcome]:
    """What becomes of each module, as far as there is time, and written down."""
    free: SimpleQueue[Project] = SimpleQueue()

    def tried(module: str) -> Outcome | None:
        project = free.get()
        try:
            return outcome(project, module, effort) if time.monotonic() < until else None
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
    parser.add_argument("--longest", type=float, default=300 if CDK else 45, help="seconds that tests may take")
    parser.add_argument("--minutes", type=float, default=240, help="when no other module is begun")
    parser.add_argument("--only", default="", help="a part of a module's path")
    parser.add_argument("--anew", action="store_true", help="those that were seen broken before, too")
    given = parser.parse_args()
    every = [one for one in modules(given.only) if one not in UNSEEN]
    before = {} if given.anew else still_seen()
    kept = [one for one in every if one not in before]
    random.Random(given.seed).shuffle(kept)
    tried_before = last_outcomes()
    kept.sort(key=lambda one: one not in tried_before)  # first what nothing has seen so far
    effort = Effort(given.tries, given.files, given.longest, given.seed)
    tried = list(outcomes(kept, effort, jobs=given.jobs, until=time.monotonic() + 60 * given.minutes))
    left = {one.module: f"{', '.join(one.tried)}; tests {' '.join(one.tests)}" for one in tried if not one.seen_by}
    seen = {one: before[one] for one in every if one in before} | {
        one.module: one.seen_by for one in tried if one.seen_by
    }
    red = red_anyway(seen.values(), given.longest)
    left |= {one: f"{test} is red without a change" for one, test in seen.items() if test in red}
    broken = sum(len(one.tried) for one in tried)
    print(f"seed {given.seed} · modules: {len(every)} · seen broken before: {len(every) - len(kept)}")
    print(f"tried: {len(tried)}, with {broken} mutants · not seen: {len(left)} · not tried: {len(kept) - len(tried)}")
    for module, told in left.items():
        print(f"  ✗ {module}: {told}")
    return 1 if left or len(tried) < len(kept) else 0


if __name__ == "__main__":
    sys.exit(main())
