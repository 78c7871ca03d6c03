"""A copy of the project to break: what git knows of it, in a folder of its own."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from compileall import compile_dir
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.forks import Forks

ROOT = Path(__file__).parents[2]
LONGEST_SECONDS = 600
NOTHING_RAN = (4, 5)
"""Exit codes of pytest where nothing was found to run. Any other one but 0 is red: an error while collecting, too."""


BUILT = (".tools", "build")
"""What is made and not written: every copy has the one that is there, since it is found by what it was made from."""


class TimedOut(Exception):
    """Tests took longer than they may: whether they see the change is not known, on a busy machine least of all."""


OURS = {"candor", "functions", "infra", "shared", "tests"}
MOST_IMPORTED = "tests.conftest, infra.lab.matrix, pandas, sys"
"""What imports nearly every library that a test needs."""


@contextmanager
def copied() -> Iterator["Project"]:
    """The files that git knows, copied and compiled, beside what was built; gone afterwards."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    with TemporaryDirectory(prefix="mutants-") as folder:
        for name in filter(None, listed.split("\0")):
            if (ROOT / name).is_file():
                target = Path(folder) / name
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, target)  # with its mode: scripts are started
        compile_dir(folder, quiet=2)  # no fork keeps what it compiles
        for name in BUILT:
            if (ROOT / name).exists():
                (Path(folder) / name).symlink_to(ROOT / name)
        with Project(Path(folder), libraries) as project:
            yield project


@cache
def libraries() -> tuple[str, ...]:
    """The modules of others that most tests import, in the order in which they were."""
    told = [sys.executable, "-c", f"import {MOST_IMPORTED}; print(*sys.modules)"]
    names = subprocess.run(told, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
    return tuple(name for name in names if name.partition(".")[0] not in {*OURS, "__main__"})


class Project:
    """A copy of the project, in which one file at a time is changed. Its tests run in forks of one process, which has
    imported these modules of others."""

    def __init__(self, folder: Path, modules: Callable[[], Sequence[str]] = tuple) -> None:
        self.folder = folder
        self.modules = modules
        environ = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
        self._forks = Forks(modules, folder=folder, environ=environ)
        self.said = ""
        """What the last tests that ended have printed."""

    def __enter__(self) -> "Project":
        return self

    def __exit__(self, *raised: object) -> None:
        self._forks.__exit__(*raised)

    def read(self, file: str) -> str:
        """The text of a file."""
        return (self.folder / file).read_text(encoding="utf-8")

    @contextmanager
    def changed(self, file: str, text: str) -> Iterator[None]:
        """The file with another text, for this block."""
        path = self.folder / file
        before = path.read_text(encoding="utf-8")
        path.write_text(text, encoding="utf-8")
        try:
            yield
        finally:
            path.write_text(before, encoding="utf-8")

    def goes_red(self, tests: Sequence[str], longest: float = LONGEST_SECONDS) -> bool:
        """Whether one of these tests fails. Raises LookupError where there is none of them, and TimedOut where they
        take more than `longest` seconds."""
        code = self.run(tests, longest)
        if code in NOTHING_RAN:
            raise LookupError(f"no such test: {' '.join(tests)}")
        return code != 0

    def run(self, tests: Sequence[str], longest: float = LONGEST_SECONDS) -> int:
        """The exit code of pytest, which ends with the first test that fails. Raises TimedOut."""
        options = ("-q", "-x", "--no-header", "--assert=plain", "-p", "no:xdist")
        try:
            done = self._forks.run("pytest:console_main", *options, *tests, longest=longest)
        except subprocess.TimeoutExpired:
            raise TimedOut(f"more than {longest:.0f} s: {' '.join(tests)}") from None
        self.said = done.stdout + done.stderr
        return done.returncode
