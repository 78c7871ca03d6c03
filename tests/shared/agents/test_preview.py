"""What a reply shows of a result."""

from shared.agents.execution.preview import MOST_BYTES, MOST_ROWS, preview
from shared.contracts import QueryResult


def result(rows: int, text: str = "x") -> QueryResult:
    return QueryResult(columns=("n", "t"), rows=tuple((n, text) for n in range(rows)), row_count=rows, sql="SELECT 1")


def test_a_short_result_is_shown_whole() -> None:
    shown = preview("p", result(3))
    assert [row["n"] for row in shown.data] == [0, 1, 2]
    assert (shown.row_count, shown.truncated) == (3, False)


def test_a_long_result_says_how_many_rows_there_are() -> None:
    shown = preview("p", result(MOST_ROWS + 5))
    assert (len(shown.data), shown.row_count, shown.truncated) == (MOST_ROWS, MOST_ROWS + 5, True)


def test_rows_that_were_fetched_to_see_ties_are_neither_shown_nor_counted() -> None:
    shown = preview("p", result(9), 3)
    assert (len(shown.data), shown.row_count, shown.truncated) == (3, 3, False)


def test_large_cells_leave_room_for_fewer_rows_but_for_one_at_least() -> None:
    assert len(preview("p", result(3, "x" * (MOST_BYTES // 2))).data) == 1
    assert len(preview("p", result(3, "x" * MOST_BYTES * 2)).data) == 1
    assert preview("p", result(0)).data == ()
