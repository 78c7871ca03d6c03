"""Of a value that a note on spellings does not name, only that it has others is told."""

from shared.contracts import ColumnProfile
from shared.contracts.dataset import Repair
from shared.engine.doubts.row_doubts import Counted
from shared.engine.doubts.spelled import of_spellings
from shared.table.spellings_told import told_before

REPAIR = Repair(
    kind="other",
    detail="In lift id, I read “a” as “A”; “b” as “B”, and others likewise (9 rows).",
    column="lift id",
    rows=9,
    doubt=True,
    values=("A", "B", "C"),
)
COLUMN = ColumnProfile.model_construct(name="lift id", words="lift id")


def _said(*there: int) -> str:
    question = of_spellings(REPAIR, COLUMN, 100, "callouts").question
    return question.say([Counted(there, 42)])


def test_a_value_that_is_named_is_told_with_how_it_was_written() -> None:
    assert _said(0, 3, 0) == "In lift id, I read “b” as “B”."


def test_a_value_that_is_not_named_is_told_to_have_other_spellings() -> None:
    told = _said(0, 0, 1)
    assert told == "In lift id, “C” stands for other spellings, too."
    assert told_before(told, f"{REPAIR.detail} {told}")


def test_rows_without_any_of_them_say_nothing() -> None:
    assert _said(0, 0, 0) == ""
