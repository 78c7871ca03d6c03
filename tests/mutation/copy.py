"""A copy of the project to break: what git knows of it, in a folder of its own."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile

ROOT = Path(__file__).parents[2]
LONGEST_SECONDS = 600
NOTHING_RAN = (4, 5)
"""Exit codes of pytest where nothing was found to run. Any other one but 0 is red: an error while collecting, too."""


BUILT = (".tools", "build")
"""What is made and not written: every copy has the one that is there, since it is found by what it was made from."""


class TimedOut(Exception):
    """Tests took longer than they may: whether they see the change is not known, on a busy machine least of all."""


@contextmanager
def copied() -> Iterator["Project"]:
    """The files that git knows, copied, beside what was built; gone afterwards."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    with TemporaryDirectory(prefix="mutants-") as folder:
        for name in filter(None, listed.split("\0")):
            if (ROOT / name).is_file():
                target = Path(folder) / name
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, target)  # with its mode: scripts are started
        for name in BUILT:
            if (ROOT / name).exists():
                (Path(folder) / name).symlink_to(ROOT / name)
        yield Project(Path(folder))


class Project:
    """A copy of the project, in which one file at a time is changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.said = ""
        """What the last tests that ended have printed."""

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
        command = [sys.executable, "-m", "pytest", "-q", "-x", "--no-header", "-p", "no:xdist", *tests]
        environ = {**os.environ, "PYTHONPATH": str(self.folder), "PYTHONDONTWRITEBYTECODE": "1"}
        with TemporaryFile("w+", encoding="utf-8") as said:
            with subprocess.Popen(
                command, cwd=self.folder, env=environ, stdout=said, stderr=said, start_new_session=True
            ) as running:
                try:
                    code = running.wait(longest)
                except subprocess.TimeoutExpired:
                    os.killpg(running.pid, signal.SIGKILL)  # with whatever it started
                    raise TimedOut(f"more than {longest:.0f} s: {' '.join(tests)}") from None
            said.seek(0)
            self.said = said.read()
        if code in NOTHING_RAN:
            raise LookupError(f"no such test: {' '.join(tests)}")
        return code != 0
