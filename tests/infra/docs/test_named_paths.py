"""What the documentation names is there: files move, and pages that name them move along."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
FOLDERS = "candor|docs|examples|functions|infra|shared|tests"
OURS = re.compile(rf"(?<![\w./-])((?:{FOLDERS})/[\w./-]*\w)(?=[`:)\s,;]|\.(?:\s|$))")
"""A path of the project, from its root."""
WRITTEN_LATER = re.compile(r"^(?:infra/console/dist|tests/[\w/]+/recordings)\b")


def named(page: Path) -> set[str]:
    """The paths that a page names, in backticks."""
    marked = re.findall(r"`([^`\n]+)`", page.read_text(encoding="utf-8"))
    return {path for text in marked for path in OURS.findall(f"{text} ") if not WRITTEN_LATER.match(path)}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_path_that_a_page_names_is_there(page: Path) -> None:
    if page.name == "CHANGELOG.md":
        pytest.skip("it tells of what was")
    assert sorted(path for path in named(page) if not (ROOT / path).exists()) == []


def test_a_page_that_names_a_file_that_is_gone_would_be_seen(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("It is in `shared/gone.py`, told by `tests/x/test_gone.py::test_it`, not in `a/b` or `/shared/x`.")
    assert named(page) == {"shared/gone.py", "tests/x/test_gone.py"}
