"""A header that comes again: below a line that closes a page, or below one that names a block of rows."""

import pytest

HEADER = "day,stop,riders"
PAGES = ("Page {} of 4", "Sivu {}/4", "- {} -", "Blatt {}")


def _rows(block: int) -> list[str]:
    return [f"2024-03-0{at + 1},Stop {block}{at},{17 * block + at}" for at in range(4)]


def _blocks(first: str, lines: list[str]) -> str:
    blocks = [first, HEADER, *_rows(0)]
    for at, line in enumerate(lines, 1):
        blocks += [f"{line},,", HEADER, *_rows(at)]
    return "\n".join(blocks)


@pytest.mark.parametrize("page", PAGES)
def test_lines_that_close_pages_name_no_rows(read, page):
    found = read(_blocks("Riders of the line", [page.format(at) for at in (1, 2, 3)]))
    assert [one.name for one in found.profile.columns] == ["day", "stop", "riders"]
    assert len(found.rows) == 16
    assert "number pages" in found.told("dropped")
    assert found.profile.rows_read == found.profile.row_count + found.profile.rows_dropped


@pytest.mark.parametrize(
    "names", [["Week 1", "Week 2", "Week 3"], ["Riders", "North", "South"], ["Line 1", "Line 4", "Line 9"]]
)
def test_lines_above_the_blocks_become_a_column(read, names):
    found = read(_blocks(names[0], names[1:]))
    assert [one.name for one in found.profile.columns][-1] == "section"
    assert list(dict.fromkeys(found.values("section"))) == names
