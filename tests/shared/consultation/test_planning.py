"""The brief as questions without a model: what was asked, and the key figure; nothing that nobody asked for."""

import pytest

from shared.consultation.planning import questions_for
from shared.contracts import ColumnProfile, DatasetProfile

TABLE = DatasetProfile(
    dataset_id="data_1",
    file_name="pupils.csv",
    row_count=40,
    columns=(
        ColumnProfile(name="mark", words="mark", type="number", role="measure"),
        ColumnProfile(name="form", words="form", type="text", role="dimension"),
        ColumnProfile(name="born_on", words="born on", type="date", role="time"),
    ),
)


@pytest.mark.parametrize(("known", "questions"), [
    ({"question": "why?", "measure": "mark", "breakdown": "form"}, ("why?", "What is the average mark by form?")),
    ({"question": "why?", "measure": "mark"}, ("why?", "What is the average mark by month?")),
    ({"question": "why?", "breakdown": "form"}, ("why?", "How many rows are there by form?")),
    ({"question": "why?"}, ("why?",)),
    ({}, ()),
])  # fmt: skip
def test_a_plan_holds_what_the_brief_asks_and_no_more(known, questions):
    assert questions_for(known, (TABLE,)) == questions


def test_what_was_asked_on_the_way_comes_before_the_key_figure():
    known = {"question": "why?", "measure": "mark", "breakdown": "form"}
    assert questions_for(known, (TABLE,), ("how many?",)) == ("why?", "how many?", "What is the average mark by form?")
