"""What the README says of all trials together is the sum of the rows of docs/trials.md."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]


def _rows(page: str) -> list[list[str]]:
    """The rows of the tables of a page, each as its cells."""
    lines = (ROOT / page).read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.strip()[1:-1].split("|")] for line in lines if line.startswith("| ")]


def _count(cell: str) -> int:
    return int(re.match(r"([\d,]+)", cell)[1].replace(",", "")) if re.match(r"\d", cell) else 0


def _in_part(cell: str) -> int:
    found = re.search(r"(\d+) (?:more )?in part", cell)
    return int(found[1]) if found else 0


ROWS = [row for row in _rows("docs/trials.md") if len(row) == 4]


def _trials(words: str) -> list[list[str]]:
    return [row for row in ROWS if re.search(words, row[0])]


def _said(words: str) -> list[str]:
    (row,) = [row for row in _rows("README.md") if words in row[0]]
    return row


def _first(words: str) -> tuple[int, int]:
    """How many drafts the rows of these words are of, and how many of them failed."""
    rows = _trials(words)
    return sum(_count(row[0]) for row in rows), sum(_count(row[2]) for row in rows)


def test_the_questions_of_testers_add_up():
    testers = [row for row in _trials(r"\*\*no model\*\*") if row[3] and "641" not in row[0]]
    told = _said("questions by twenty-six testers")
    wholly, partly, wrong, declined = (
        sum(map(count, (row[at] for row in testers)))
        for count, at in ((_count, 1), (_in_part, 1), (_count, 2), (_count, 3))
    )
    assert (_count(told[1]), _in_part(told[1]), _count(told[2]), _count(told[3])) == (wholly, partly, wrong, declined)
    assert _count(told[0]) == wholly + partly + wrong + declined == sum(_count(row[0]) for row in testers)


def test_the_messages_of_dialogues_add_up():
    told = _said("messages in 315 dialogues")
    rows = [row for row in _trials(r"dialogues of the ") if "no model" in row[0]]
    assert (_count(told[0]), _count(told[2])) == _first("dialogues of the ")
    assert sum(int(re.search(r"in (\d+) dialogues", row[0])[1]) for row in rows) == 315


def test_the_drafts_of_players_add_up():
    drafts, sent_back = _first("sent back although correct")
    damaged = sum(_count(row[2]) for row in _trials("^of these.*damaged or replaced"))
    assert [_count(cell) for cell in _said("true drafts, at first sight")[1:]] == [drafts, sent_back]
    assert [_count(cell) for cell in _said("the same drafts")[1:]] == [drafts, damaged]


def test_the_false_statements_that_were_sent_add_up():
    planted = _trials("with one false statement")
    out = sum(_count(row[2]) for row in (*planted, *_trials("^of these, many repeated")))
    assert [_count(cell) for cell in _said("drafts with one false statement")[1:]] == [
        sum(_count(row[0]) for row in planted),
        out,
    ]
