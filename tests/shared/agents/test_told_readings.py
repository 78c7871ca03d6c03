"""Which assumptions say no more than the question and its query do, so that nobody has to bear them out."""

import pytest

from shared.agents.conversation.told_readings import ReadingsTold, parts_of, unborne
from shared.contracts import QueryResult
from shared.grounding.sheets import Sheets

MEANINGS = {"region": "region", "revenue": "total revenue"}


def _is_borne(reading: str, question: str = "Which region has the highest revenue?", conditions: tuple[str, ...] = ()):
    sheets = Sheets()
    result = QueryResult(columns=("region", "revenue"), rows=(("West", 52.5), ("East", 35.25)), row_count=2, sql="")
    sheets.add(result, query=0, meanings=MEANINGS, conditions=conditions)
    return not unborne((reading,), sheets, question)


@pytest.mark.parametrize(
    ("reading", "question", "conditions"),
    [
        ("Revenue is the total revenue of a region.", "Which region earns most?", ()),
        ("This is the Online revenue by region.", "What is the revenue by region?", ("Online",)),
        ("Sales are the revenue.", "Which region has the highest sales?", ()),
    ],
)
def test_what_the_question_or_its_query_says_is_borne(reading, question, conditions):
    assert _is_borne(reading, question, conditions)


@pytest.mark.parametrize(
    "reading",
    [
        "Returned orders were excluded.",
        "Duplicate rows were removed before adding up.",
        "I verified that there are no missing values.",
        "Revenue is net of returns.",
        "Revenue is units times price.",
        "Revenue is the average revenue.",
        "West includes the stores.",
        "Stornierte Bestellungen sind nicht enthalten.",
    ],
)
def test_what_neither_says_is_for_a_judge(reading):
    assert not _is_borne(reading)


def test_a_question_bears_out_no_denial_that_its_query_might_not_heed():
    asked = "What is the revenue by region without the West?"
    assert not _is_borne("This is without the West.", asked)


ALL = "All calls are counted; lifts without one, too. The time is that of e.g. the opening."
PARTS = ("All calls are counted", "lifts without one, too.", "The time is that of e.g. the opening.")


def test_a_reading_makes_the_statements_of_its_sentences_and_of_what_stands_behind_a_semicolon():
    assert parts_of(ALL) == PARTS
    assert [one.said for one in ReadingsTold(("Own.",), (ALL,)).claims] == ["Own.", *PARTS]


@pytest.mark.parametrize(
    ("false", "left"),
    [
        (PARTS[:1], "Lifts without one, too. The time is that of e.g. the opening."),
        (PARTS[1:], "All calls are counted."),
        ((), ""),
        (PARTS, ""),
    ],
)
def test_of_a_reading_of_the_plan_only_what_is_false_is_lost(false, left):
    told = ReadingsTold(("Own.",), (ALL,))
    assert told.left(dict.fromkeys(false, "why")) == ("Own.", *filter(None, [left]))
    assert told.judged(false)[ALL] is (not false)
    assert not left or told.judged(false)[left]
    assert told.of_writer(dict.fromkeys((*false, "Own."), "why")) == {"Own.": "why"}


def test_what_refers_back_to_what_is_false_goes_with_it():
    reading = "Two rows were left out. They have no date. A year is a calendar year."
    told = ReadingsTold((reading,), ())
    assert told.left({"Two rows were left out.": ""}) == ("A year is a calendar year.",)
