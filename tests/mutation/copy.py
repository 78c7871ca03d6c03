"""A copy of the project to break: what git knows of it, in a folder of its own."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
LONGEST_SECONDS = 600
RED, NOTHING_RAN = (1,), (4, 5)
"""Exit codes of pytest: a test failed (an error while collecting is 2, and counts too); nothing was found to run."""


BUILT = (".tools", "build")
"""What is made and not written: every copy has the one that is there, since it is found by what it was made from."""


@contextmanager
def copied() -> Iterator["Project"]:
    """The files that git knows, copied, beside what was built; gone afterwards."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    with TemporaryDirectory(prefix="mutants-") as folder:
        for name in filter(None, listed.split("\0")):
            if (ROOT / name).is_file():
                target = Path(folder) / name
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / name, target)
        for name in BUILT:
            if (ROOT / name).exists():
                (Path(folder) / name).symlink_to(ROOT / name)
        yield Project(Path(folder))


class Project:
    """A copy of the project, in which one file at a time is changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

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

    def goes_red(self, tests: Sequence[str]) -> bool:
        """Whether one of these tests fails. Raises LookupError where there is none of them."""
        command = [sys.executable, "-m", "pytest", "-q", "-x", "--no-header", "-p", "no:xdist", *tests]
        environ = {**os.environ, "PYTHONPATH": str(self.folder), "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            done = subprocess.run(
                command, cwd=self.folder, env=environ, capture_output=True, text=True, timeout=LONGEST_SECONDS
            )
        except subprocess.TimeoutExpired:
            return True  # the change made it hang, and that is seen
        if done.returncode in NOTHING_RAN:
            raise LookupError(f"no such test: {' '.join(tests)}")
        return done.returncode != 0
