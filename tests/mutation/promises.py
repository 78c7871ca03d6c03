"""Breaks, one after the other, the lines on which the promise hangs, and looks whether a test goes red.

`python -m tests.mutation.promises [--of LIST] [--jobs N] [--only PART]`: exit code 1 where a broken line stays green.
"""

import argparse
import sys
import tomllib
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from queue import SimpleQueue

from tests.mutation.copy import LONGEST_SECONDS, Project, TimedOut, copied

LISTS = {file.stem: file for file in sorted(Path(__file__).parent.glob("*.toml"))}


@dataclass(frozen=True)
class Promise:
    """A line (`find`, once in its file), what it becomes, and the tests of which one must see it."""

    promise: str
    file: str
    find: str
    replace: str
    tests: tuple[str, ...]

    def broken(self, text: str) -> str:
        """The text of the file without what the promise needs. Raises LookupError where the line is not there once."""
        if text.count(self.find) != 1:
            raise LookupError(f"{self.file}: {self.find!r} stands there {text.count(self.find)} times, not once")
        return text.replace(self.find, self.replace)


def promises(name: str) -> list[Promise]:
    """All that are written down in a list."""
    given = tomllib.loads(LISTS[name].read_text(encoding="utf-8"))["promise"]
    return [Promise(**{**one, "tests": tuple(one["tests"])}) for one in given]


def survivors(kept: Iterable[Promise], jobs: int, longest: float) -> list[str]:
    """What stayed green, or could not be tried, in words."""
    free: SimpleQueue[Project] = SimpleQueue()

    def tried(one: Promise) -> str | None:
        project = free.get()
        try:
            text = one.broken(project.read(one.file))
            with project.changed(one.file, text):
                red = project.goes_red(one.tests, longest)
            print(f"{'killed' if red else 'SURVIVED':>8}  {one.promise}", flush=True)
            return None if red else f"{one.promise}: {one.file} can be broken, and {' '.join(one.tests)} stays green"
        except LookupError as error:
            print(f"{'MOVED':>8}  {one.promise}", flush=True)
            return f"{one.promise}: {error}"
        except TimedOut as error:
            print(f"{'TOO SLOW':>8}  {one.promise}", flush=True)
            return f"{one.promise}: whether a test sees it is not known, they took {error}"
        finally:
            free.put(project)

    with ExitStack() as stack, ThreadPoolExecutor(jobs) as pool:
        for _ in range(jobs):
            free.put(stack.enter_context(copied()))
        return [told for told in pool.map(tried, kept) if told]


def unsound(kept: Iterable[Promise], jobs: int, longest: float) -> list[str]:
    """The tests that are red while nothing is broken."""
    tests = sorted(set(chain.from_iterable(one.tests for one in kept)))
    with copied() as project, ThreadPoolExecutor(jobs) as pool:

        def red(at: int) -> list[str]:
            mine = tests[at::jobs]
            with Project(project.folder, project.modules) as copy:
                if not copy.goes_red(mine, longest):
                    return []
                alone = [test for test in mine if copy.goes_red([test], longest)]  # some cannot be in one process
                print(copy.said[-6000:])
                return alone

        return list(chain.from_iterable(pool.map(red, range(min(jobs, len(tests))))))


def main() -> int:
    """Exit code 0 where every broken promise is seen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--of", default="promises", choices=LISTS)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="", help="a part of a promise's words")
    parser.add_argument("--longest", type=float, default=LONGEST_SECONDS, help="seconds that tests may take")
    given = parser.parse_args()
    kept = [one for one in promises(given.of) if given.only in one.promise]
    try:
        red = unsound(kept, given.jobs, given.longest)
    except TimedOut as error:
        print(f"nothing was broken: the tests as they are took {error}")
        return 1
    if red:
        print(f"red before anything is broken: {' '.join(red)}")
        return 1
    left = survivors(kept, given.jobs, given.longest)
    print(f"promises broken: {len(kept)} · seen by a test: {len(kept) - len(left)}")
    for told in left:
        print(f"  ✗ {told}")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
