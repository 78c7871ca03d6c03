"""The tables that an answer draws say what a reader knows columns by, and in which order rows stand."""

import pytest

from shared.agents.conversation.listed_tables import listed_tables, with_counts
from shared.contracts import QueryResult
from shared.grounding.languages import language_of
from shared.grounding.sheets import MOST_SHOWN, Sheets

ANSWER = """\
It was lowest in {r1.rate}.

| Term | Rate (of all) | Rate | Both |
|---|---|---|---|
| {r2.term} | {r2.rate:1} | {r2.rate} | {r2.rate} |
| {r1.term} | {r1.rate:1} | {r1.rate} | {r1.answers} |
| All | {sum(t1.answers)} | {r1.answers} of {r2.answers} | |

| Term | Answers |
|---|---|
| Spring | {r3.answers} |
| Autumn | {r4.answers} |
| None | {r9.answers} |
"""


def _sheets() -> Sheets:
    sheets = Sheets()
    for query in (4, 7):
        rows = (("Autumn", 1.5, 3), ("Spring", 2.5, 4))
        told = QueryResult(columns=("term", "rate", "answers"), rows=rows, row_count=2, sql="q")
        sheets.add(told, query=query)
    return sheets


def test_rows_stand_in_the_order_of_the_first_table_that_lists_them() -> None:
    assert listed_tables(ANSWER, _sheets()).rows == {4: (1, 0), 7: (0, 1)}


def test_a_column_is_called_what_stands_above_it_alone() -> None:
    told = listed_tables(ANSWER, _sheets())
    assert told.called(4) == {"term": "Term"}
    assert told.called(7) == {"answers": "Answers"}


def test_a_text_without_tables_calls_nothing() -> None:
    assert listed_tables("West | East\n{r1.rate}", _sheets()).rows == {}


def _listing(rows: int, listed: int) -> tuple[Sheets, str]:
    """A result of so many orders, and an answer that lists so many of them."""
    sheets = Sheets()
    cells = tuple((f"A{at}", at) for at in range(rows))
    sheets.add(QueryResult(columns=("order", "n"), rows=cells, row_count=rows, sql="q"), query=3)
    lines = "\n".join(f"| {{r{at + 1}.order}} | {{r{at + 1}.n}} |" for at in range(listed))
    return sheets, f"The latest {{count(t1)}}:\n\n| Order | N |\n|---|---|\n{lines}\n\nThat is all."


@pytest.mark.parametrize(
    ("tag", "said"),
    [
        ("en", "40 of 1,189 rows are listed here; all 1,189 can be downloaded with this answer."),
        ("de", "Hier stehen 40 von 1.189 Zeilen; alle 1.189 lassen sich mit dieser Antwort herunterladen."),
    ],
)
def test_a_list_of_some_rows_of_many_says_above_it_how_many_they_are(tag: str, said: str) -> None:
    sheets, answer = _listing(1189, MOST_SHOWN)
    told = with_counts(answer, answer, sheets, {3: 1189}, language_of(tag))
    assert f"The latest {{count(t1)}}:\n\n{said}\n\n| Order | N |\n|---|---|\n" in told
    assert told.replace(f"{said}\n\n", "") == answer


def test_rows_that_were_taken_out_of_a_list_are_not_counted() -> None:
    sheets, answer = _listing(1189, MOST_SHOWN)
    left = answer.replace("| {r7.order} | {r7.n} |\n", "")
    assert "39 of 1,189 rows" in with_counts(left, answer, sheets, {3: 1189}, language_of("en"))


@pytest.mark.parametrize(
    ("rows", "listed", "known"),
    [(40, 40, True), (189, 10, True), (41, 41, True), (189, 40, False)],
    ids=["all of them", "the first of a ranking", "all of more than a model sees", "nobody knows how many there are"],
)
def test_a_list_that_is_whole_or_short_says_nothing(rows: int, listed: int, known: bool) -> None:
    sheets, answer = _listing(rows, listed)
    assert with_counts(answer, answer, sheets, {3: rows} if known else {}, language_of("en")) == answer


def test_a_table_of_two_results_lists_the_rows_of_both() -> None:
    sheets, answer = _listing(42, MOST_SHOWN)
    rest = tuple((f"A{at}", at) for at in (39, 40, 41))
    sheets.add(QueryResult(columns=("order", "n"), rows=rest, row_count=3, sql="q"), query=4)
    first, *_, last = (f"| {{r{at}.order}} | {{r{at}.n}} |" for at in range(40, 46))
    second = "\n".join(f"| {{r{at}.order}} | {{r{at}.n}} |" for at in (43, 44, 45))
    whole = answer.replace(first, f"{first}\n{second}")
    assert with_counts(whole, whole, sheets, {3: 42, 4: 3}, language_of("en")) == whole
    cut = whole.replace(f"\n{last}", "")
    assert "41 of 42 rows are listed" in with_counts(cut, cut, sheets, {3: 42, 4: 3}, language_of("en"))
    assert "42 of 60 rows are listed" in with_counts(whole, whole, sheets, {3: 60, 4: 3}, language_of("en"))
