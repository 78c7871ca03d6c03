"""What a change is said to have done: tests that fail see it, and tests that never end tell nothing."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.mutation.copy import ROOT, Project, TimedOut, copied


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    (tmp_path / "it.py").write_text("def found() -> int:\n    return 1\n", encoding="utf-8")
    (tmp_path / "test_it.py").write_text(
        "from it import found\n\n\ndef test_it() -> None:\n    assert found() == 1\n", encoding="utf-8"
    )
    with Project(tmp_path) as made:
        yield made


@pytest.mark.parametrize("body", ["return 2", "return (", "raise KeyboardInterrupt", "import os; os.abort()"])
def test_a_change_is_seen_where_a_test_fails_and_no_other_time(project: Project, body: str) -> None:
    """Of one length and in one second, so that no bytecode of before may be taken for the text of now."""
    assert not project.goes_red(["test_it.py"])
    with project.changed("it.py", project.read("it.py").replace("return 1", body)):
        assert project.goes_red(["test_it.py"])
    assert not project.goes_red(["test_it.py"])


@pytest.mark.parametrize("body", ["import time\ntime.sleep(3600)\n", "while True:\n    pass\n"])
def test_tests_that_take_too_long_have_not_seen_a_change_and_the_next_ones_run(project: Project, body: str) -> None:
    with project.changed("it.py", body), pytest.raises(TimedOut, match=r"more than 4 s: test_it\.py"):
        project.goes_red(["test_it.py"], longest=4)
    assert not project.goes_red(["test_it.py"])


def test_tests_that_do_not_get_the_processor_do_not_take_long(project: Project) -> None:
    """They are stopped here for longer than they may compute or wait."""
    stopped = "import os\nos.system(f'(sleep 6; kill -CONT {os.getpid()}) &')\nos.kill(os.getpid(), 19)\n"
    with project.changed("it.py", stopped + project.read("it.py")):
        assert not project.goes_red(["test_it.py"], longest=4)


def test_a_test_that_is_not_there_is_no_answer(project: Project) -> None:
    with pytest.raises(LookupError, match="no such test"):
        project.goes_red(["test_other.py"])


def test_what_can_be_started_can_be_started_in_the_copy() -> None:
    scripts = [file.relative_to(ROOT) for file in (ROOT / "functions").rglob("*.sh")]
    assert scripts
    with copied() as project:
        assert all(os.access(project.folder / script, os.X_OK) for script in scripts)
