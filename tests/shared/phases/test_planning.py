"""The brief as questions without a model: what was asked, and the key figure; nothing that nobody asked for."""

import pytest

from shared.contracts import ColumnProfile, DatasetProfile
from shared.phases.planning import further, questions_for

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


@pytest.mark.parametrize(("name", "unit", "figure"), [
    ("minutes_to_solve", None, "average"),
    ("runtime_min", None, "average"),
    ("down", "h", "average"),
    ("parts", None, "total"),
    ("min_stock", None, "total"),
])  # fmt: skip
def test_of_how_long_things_took_the_average_is_asked_though_it_adds_up(name, unit, figure):
    column = ColumnProfile(
        name=name, words="it", type="integer", role="measure", additivity="additive", default_aggregate="sum", unit=unit
    )
    table = TABLE.model_copy(update={"columns": (column, TABLE.columns[1])})
    planned = questions_for({"question": "why?", "measure": "it", "breakdown": "form"}, (table,))
    assert planned[1:] == (f"What is the {figure} it by form?",)


def test_a_table_of_one_month_has_no_course_by_month():
    born = TABLE.columns[2].model_copy(update={"minimum": "2026-09-01", "maximum": "2026-09-30"})
    table = TABLE.model_copy(update={"columns": (*TABLE.columns[:2], born)})
    assert questions_for({"question": "why?", "measure": "mark"}, (table,)) == ("why?", "What is the average mark?")


def test_what_was_asked_on_the_way_comes_before_the_key_figure():
    known = {"question": "why?", "measure": "mark", "breakdown": "form"}
    assert questions_for(known, (TABLE,), ("how many?",)) == ("why?", "how many?", "What is the average mark by form?")


def test_a_business_question_that_names_no_figure_is_asked_of_the_key_figure():
    known = {"question": "Which form is best?", "measure": "mark", "breakdown": "form"}

    def reads(question):
        return "clear" if question == "Which form is best by mark?" else "unread"

    planned = questions_for(known, (TABLE,), reads=reads)
    assert planned == ("Which form is best by mark?", "What is the average mark by form?")


def test_a_business_question_that_cannot_be_computed_has_the_course_of_the_key_figure_beside_it():
    known = {"question": "How do we teach better?", "measure": "mark", "breakdown": "form"}
    assert questions_for(known, (TABLE,), reads=lambda _question: "unread") == (
        "How do we teach better?",
        "What is the average mark by form?",
        "What is the average mark by month?",
    )


def test_what_can_be_asked_next_is_about_the_key_figure_and_not_its_breakdown_again():
    assert further({"measure": "mark", "breakdown": "form"}, (TABLE,)) == ("What is the average mark by month?",)
    assert further({"breakdown": "form"}, (TABLE,)) == ()
