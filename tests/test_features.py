"""The page of features names tests that exist, and leaves no feature out."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/features.md").read_text()
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)))
COUNTS = {"F": 8, "C": 11, "H": 11, "A": 22, "G": 11, "S": 4, "X": 32}


def test_a_test_that_is_named_exists():
    texts = {file: (ROOT / file).read_text() for file in {file for file, _ in NAMED}}
    assert [(file, test) for file, test in NAMED if f"def {test}(" not in texts[file]] == []


IN_A_BROWSER = sorted(set(re.findall(r"`(infra/console/e2e/[\w.]+)`, “(.+?)”", PAGE)))


def test_a_test_in_a_browser_that_is_named_exists():
    assert IN_A_BROWSER
    assert [(file, title) for file, title in IN_A_BROWSER if f'test("{title}"' not in (ROOT / file).read_text()] == []


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


def _unshown(row):
    """Why what stands in the row's last column shows nothing; None where it does."""
    shown = SHOWN.fullmatch(row[2]) if row[2] else None
    if not shown:
        return f"{row[0]}: neither test nor decision: {row[2]}"
    decided = shown["decision"]
    if decided and f"\n{shown['item']}. **" not in (ROOT / "docs/decisions" / decided).read_text():
        return f"{row[0]}: {decided} has no {shown['item']}"
    return None


def test_a_requirement_has_a_test_or_a_decision():
    assert [told for row in ROWS if (told := _unshown(row))] == []


def test_a_feature_has_a_test_or_says_that_it_does_not_work_yet():
    rows = [line for line in PAGE.splitlines() if re.match(r"\| [A-Z]\d", line)]
    shown = ("`tests/", "`infra/console/e2e/", "not yet")
    assert all(any(one in row for one in shown) for row in rows)
