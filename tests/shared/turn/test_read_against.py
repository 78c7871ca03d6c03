"""An assumption may word itself as people do: what counts nothing in it is no figure from nowhere."""

from datetime import UTC, datetime

import pytest

from shared.contracts import DatasetProfile, Repair
from shared.grounding.languages import ENGLISH
from shared.turn.readings import ReadAgainst

QUESTION = "What is the median thousand-seed weight per family?"
REPEATING = DatasetProfile(
    dataset_id="d",
    file_name="sowings.csv",
    row_count=90,
    columns=(),
    repairs=(Repair(kind="repeated", detail="3 rows repeat another row.", rows=3, doubt=True),),
)
PLAIN = REPEATING.model_copy(update={"repairs": ()})


def stands(reading: str, table: DatasetProfile) -> bool:
    against = ReadAgainst((), (), QUESTION, datetime(2026, 11, 30, tzinfo=UTC), (), (table,))
    return against.stand((reading,), ENGLISH) == (reading,)


@pytest.mark.parametrize(
    ("reading", "table"),
    [
        ("A thousand-seed weight is the one in the register.", PLAIN),
        ("Rows that were sent twice count once.", REPEATING),
        ("Rows that stand there twice count once, as the notes say.", REPEATING),
    ],
)
def test_words_of_the_question_and_rows_that_stand_twice_count_nothing(reading: str, table: DatasetProfile) -> None:
    assert stands(reading, table)


@pytest.mark.parametrize(
    ("reading", "table"),
    [
        ("A thousand-seedling tray is one row.", PLAIN),
        ("A thousand seeds are one row.", PLAIN),
        ("Rows that were sent twice count once.", PLAIN),
        ("The costs are twice the revenue.", REPEATING),
        ("The register is twice as long as the list.", REPEATING),
        ("Rows of 7 families are left out.", REPEATING),
        ("Rows are left out as {r1.reason} says.", REPEATING),
    ],
)
def test_what_counts_something_that_nobody_gave_is_a_figure_from_nowhere(reading: str, table: DatasetProfile) -> None:
    assert not stands(reading, table)
