"""A note on a number that may be a code says what a code book among the files of the task says of it."""

from typing import Any

from shared.agents.execution.code_books import CodeBooks
from shared.contracts import DatasetProfile, QueryOutcome, QueryResult
from shared.contracts.dataset import ColumnProfile, ValueCount

KEPT = (
    "In column wait_min, 999 in 57 cells used here lies far from all other values: it may stand for missing values, "
    "and was kept."
)
ROWS = (
    ("age", 99, "not given"),
    ("rate_wait / rate_staff", 9, "no answer"),
    ("wait_min", 999, "not recorded"),
    ("wait_min", None, "in minutes"),
)


def _book(rows: tuple[tuple[Any, ...], ...] = ROWS, **more: Any) -> DatasetProfile:
    named = tuple(ValueCount(value=row[0], count=1) for row in rows)
    column = ColumnProfile(name="variable", type="text", role="dimension", top_values=named)
    return DatasetProfile(
        **{"dataset_id": "b", "relation": "codebook", "file_name": "b.csv", "row_count": 4, "columns": (column,)} | more
    )


SURVEY = DatasetProfile(
    dataset_id="s",
    relation="survey",
    file_name="s.csv",
    row_count=900,
    columns=(ColumnProfile(name="wait_min", type="integer", role="measure"),),
)


def _told(line: str, *datasets: DatasetProfile, rows: Any = ROWS) -> tuple[str, list[str]]:
    asked: list[str] = []

    def ask(queries: Any) -> list[QueryOutcome]:
        asked.extend(one.sql for one in queries)
        result = QueryResult(columns=("variable", "code", "meaning"), rows=rows, row_count=len(rows), sql=asked[-1])
        return [QueryOutcome(result=result)]

    books = CodeBooks(datasets, ask)
    (first,), (again,) = books.told([line]), books.told([line])
    assert first == again
    return first, asked


def test_what_a_code_book_says_of_a_kept_code_is_told_and_the_book_is_read_once() -> None:
    told, asked = _told(KEPT, SURVEY, _book())
    assert told == (
        "In column wait_min, 999 in 57 cells used here was counted as a number, though codebook, which is a file of "
        "its own, says of it: “not recorded”."
    )
    assert asked == ['SELECT * FROM "codebook"']


def test_a_column_may_be_one_of_several_that_a_code_book_names_in_a_cell() -> None:
    told, _ = _told(KEPT.replace("wait_min", "rate_staff").replace("999", "9"), SURVEY, _book())
    assert told.endswith("says of it: “no answer”.")


def test_another_code_another_note_and_a_table_that_is_no_code_book_change_nothing() -> None:
    assert _told(KEPT.replace("999", "998"), SURVEY, _book())[0] == KEPT.replace("999", "998")
    other = "2 rows repeat another row."
    assert _told(other, SURVEY, _book()) == (other, [])
    assert _told(KEPT, SURVEY) == (KEPT, [])
    assert _told(KEPT, SURVEY, _book(row_count=5_000)) == (KEPT, [])
    assert _told(KEPT, SURVEY, _book(), rows=((("wait_min", 999, "x" * 90)),))[0] == KEPT


def test_what_a_code_book_says_of_a_code_may_stand_among_others_in_a_text():
    rows = (("age", "99 = not given"), ("wait_min", "in minutes; 998 = too long ago, 999 = not recorded"))
    told, _ = _told(KEPT, SURVEY, _book(rows), rows=rows)
    assert told.endswith("says of it: “not recorded”.")
    assert _told(KEPT.replace("999", "99"), SURVEY, _book(rows), rows=rows)[0] == KEPT.replace("999", "99")
    twice = (("wait_min", "999 = not recorded; 999 = lost"),)
    assert _told(KEPT, SURVEY, _book(twice), rows=twice)[0] == KEPT
