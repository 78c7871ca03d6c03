"""What a change is said to have done: tests that fail see it, and tests that never end tell nothing."""

import os
from pathlib import Path

import pytest

from tests.mutation.copy import ROOT, Project, TimedOut, copied


def _project(folder: Path, body: str) -> Project:
    (folder / "test_it.py").write_text(f"def test_it():\n    {body}\n", encoding="utf-8")
    return Project(folder)


@pytest.mark.parametrize(("body", "red"), [("assert True", False), ("assert False", True), ("(", True)])
def test_a_change_is_seen_where_a_test_fails(tmp_path: Path, body: str, red: bool) -> None:
    assert _project(tmp_path, body).goes_red(["test_it.py"]) is red


def test_tests_that_take_too_long_have_not_seen_a_change(tmp_path: Path) -> None:
    project = _project(tmp_path, "import time; time.sleep(3600)")
    with pytest.raises(TimedOut, match=r"more than 2 s: test_it\.py"):
        project.goes_red(["test_it.py"], longest=2)


def test_a_test_that_is_not_there_is_no_answer(tmp_path: Path) -> None:
    with pytest.raises(LookupError, match="no such test"):
        Project(tmp_path).goes_red(["test_other.py"])


def test_what_can_be_started_can_be_started_in_the_copy() -> None:
    scripts = [file.relative_to(ROOT) for file in (ROOT / "functions").rglob("*.sh")]
    assert scripts
    with copied() as project:
        assert all(os.access(project.folder / script, os.X_OK) for script in scripts)
