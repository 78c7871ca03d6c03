"""A forfeit that has to do with how a file was read says so."""

import pytest
from columns import table, text

from shared.contracts import Forfeit, Repair
from shared.table.forfeit_causes import with_causes

WHY = "Column fee mixes units, so its numbers cannot be added up; it was kept as text."
LOST = "In column ean, 3 cells are long numbers as a spreadsheet shortens them."
SHEETS = "Sheet Orders was read; the workbook also has Customers."
TABLE = table(
    text("fee", 3),
    text("ean", 3),
    text("shift", 3, type="time", minimum="08:00:00", maximum="17:30:00"),
    text("revenue", 0),
).model_copy(
    update={
        "repairs": (
            Repair(kind="number", detail=WHY, column="fee", examples=("$5", "€6", "€7")),
            Repair(kind="number", detail=LOST, column="ean", doubt=True),
            Repair(kind="null", detail="Column revenue holds 9 formulas without a stored result.", column="revenue"),
            Repair(kind="unread", detail=SHEETS, doubt=True),
            Repair(kind="footer", detail="1 row is a sum and was left out.", examples=("Income | 300",), doubt=True),
        )
    }
)


@pytest.mark.parametrize(
    ("question", "reason", "told"),
    [
        ("total fee", "Fee holds text, such as “$5”, so that it has no total", f"{WHY[:-1]} (such as “$5” and “€6”)"),
        ("total fee by day", "I found “fee” (the column fee) in x.csv, but could not read it", WHY[:-1]),
        ("total fee by day", "I read it as adding up fee and tax %, which means nothing", WHY[:-1]),
        ("total fee", "I read it as adding up fee, which means nothing", "adding up fee, which"),
        ("average shift", "Shift holds text, so that it has no average", "from 08:00:00 to 17:30:00"),
        ("total revenue", "Revenue holds text, so that it has no total", "9 formulas without a stored result"),
        ("items by revenue", "Insufficient data points", "9 formulas without a stored result"),
        ("total fee by day", "I found no column of days", "I found no column of days"),
    ],
)
def test_why_a_column_has_no_numbers_is_what_was_found_when_it_was_read(question, reason, told):
    assert told in with_causes(Forfeit(code="not_understood", reason=reason), question, (TABLE,)).reason


def test_what_is_doubtful_of_a_column_that_is_asked_about_is_told_with_a_forfeit():
    given = Forfeit(code="out_of_range", reason="No such EAN", would_help="Look again.")
    assert (
        with_causes(given, "which item has EAN 4006381333931?", (TABLE,)).would_help == f"Look again. {SHEETS} {LOST}"
    )
    assert with_causes(given, "how many oceans?", (TABLE,)).would_help == f"Look again. {SHEETS}"


def test_a_row_that_was_left_out_is_told_where_the_question_has_a_word_of_it():
    given = Forfeit(code="not_in_data", reason="No value is called “income”")
    told = with_causes(given, "what is the income in 2023?", (TABLE,)).would_help
    assert told == f"{SHEETS} 1 row is a sum and was left out: Income | 300."


@pytest.mark.parametrize(
    "given",
    [
        Forfeit(code="not_in_data", reason="No value is called “Atlantis”", unknown=("Atlantis",)),
        Forfeit(code="not_understood", reason="I could not read what “by” asks for"),
    ],
)
def test_a_row_that_was_left_out_is_no_help_where_it_was_not_looked_for(given):
    assert with_causes(given, "what is the income in Atlantis by shift?", (TABLE,)).would_help == SHEETS


def test_what_has_nothing_to_do_with_the_data_is_told_without_its_sheets():
    given = Forfeit(code="small_talk", reason="You are welcome")
    assert with_causes(given, "thanks", (TABLE,)) == given
