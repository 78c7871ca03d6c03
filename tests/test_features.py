"""The page of features names tests that exist, and leaves no feature out."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/features.md").read_text()
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)))
COUNTS = {"F": 8, "C": 11, "H": 11, "A": 22, "G": 11, "S": 4, "X": 32}


@pytest.mark.parametrize(("file", "test"), NAMED, ids=[test for _, test in NAMED])
def test_a_test_that_is_named_exists(file, test):
    assert f"def {test}(" in (ROOT / file).read_text()


IN_A_BROWSER = sorted(set(re.findall(r"`(infra/console/e2e/[\w.]+)`, “(.+?)”", PAGE)))


@pytest.mark.parametrize(("file", "title"), IN_A_BROWSER, ids=[title for _, title in IN_A_BROWSER])
def test_a_test_in_a_browser_that_is_named_exists(file, title):
    assert f'test("{title}"' in (ROOT / file).read_text()


def _ids():
    for first, last in re.findall(r"^\| ([A-Z]\d+)(?:–([A-Z]\d+))? \|", PAGE, flags=re.MULTILINE):
        for number in range(int(first[1:]), int((last or first)[1:]) + 1):
            yield f"{first[0]}{number}"


def test_every_feature_is_there_once():
    assert sorted(_ids()) == sorted(f"{kind}{n}" for kind, count in COUNTS.items() for n in range(1, count + 1))


REQUIREMENTS = {"FR": 52, "CR": 82, "GR": 49, "AR": 170, "HR": 46}
"""How many requirements each specification has: forfeit, confidence, graceful failure, agents, handoff."""
ROWS = re.findall(r"^\| ([A-Z]R\d+) \| (.+?) \| (.+) \|$", PAGE, flags=re.MULTILINE)
SHOWN = re.compile(
    r"(`tests/[\w/]+\.py::\w+` ?)*(`docs/decisions/(?P<decision>[\w-]+\.md)`, (?P<item>\d+))?"
    r"|`infra/console/e2e/[\w.]+\.mjs`, “.+”"
)
"""A test, a decision that sets it aside, or both, where it is done otherwise; or a test in a browser."""


def test_every_requirement_of_the_specifications_is_there_once():
    assert [id_ for id_, _, _ in ROWS] == [
        f"{kind}{n}" for kind, most in REQUIREMENTS.items() for n in range(1, most + 1)
    ]


@pytest.mark.parametrize("row", ROWS, ids=[id_ for id_, _, _ in ROWS])
def test_a_requirement_has_a_test_or_a_decision(row):
    shown = SHOWN.fullmatch(row[2])
    assert shown, row
    assert row[2], row
    if decision := shown["decision"]:
        assert f"\n{shown['item']}. **" in (ROOT / "docs/decisions" / decision).read_text()


def test_a_feature_has_a_test_or_says_that_it_does_not_work_yet():
    rows = [line for line in PAGE.splitlines() if re.match(r"\| [A-Z]\d", line)]
    shown = ("`tests/", "`infra/console/e2e/", "not yet")
    assert all(any(one in row for one in shown) for row in rows)
