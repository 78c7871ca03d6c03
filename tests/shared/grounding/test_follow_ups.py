"""A question that follows another is held against more than its own few words, or a judge sees its answer."""

import pytest

from shared.contracts import QueryResult
from shared.grounding.grounding import Evidence
from shared.grounding.references import resolve
from shared.grounding.sheets import Sheets, whole_results

REGIONS = (("West", 52.5, 8), ("East", 35.25, 5), ("South", 16.0, 5), ("North", 7.25, 2))
MEANINGS = {"region": "region", "revenue": "total revenue", "units": "total units"}
FIRST = "Which region has the highest revenue?"
OF_ONE = "What is the Online revenue by region?"
IN_MARCH = "What was the revenue by region in March 2025?"


def _is_judged(question: str, text: str, before: str = FIRST, conditions: tuple[str, ...] = ()) -> bool:
    sheets = Sheets()
    result = QueryResult(columns=("region", "revenue", "units"), rows=REGIONS, row_count=4, sql="SELECT")
    sheets.add(result, query=0, meanings=MEANINGS, conditions=conditions)
    told, tables = resolve(text, sheets), whole_results(sheets)
    evidence = Evidence(told.facts, tables, question=question, before=before, shown=("Online", "Store"))
    return bool(evidence.grounded(told.text, resolved=told, tables=tables, judged=True).unchecked)


@pytest.mark.parametrize(
    ("question", "text", "before"),
    [
        ("And for South?", "South has {r3.units} units.", FIRST),
        ("And the lowest?", "North has the lowest units: {r4.units}.", FIRST),
        ("And its units?", "South has {r3.units} units.", FIRST),
        ("And what share of the total?", "West has {pct(r1.units, sum(t1.units)):1} of the total units.", FIRST),
        ("And which region has the lowest revenue?", "North has the lowest revenue: {r4.revenue}.", OF_ONE),
        ("And which region has the lowest revenue?", "North has the lowest revenue: {r4.revenue}.", IN_MARCH),
    ],
)
def test_what_a_question_leaves_to_the_one_before_is_a_judges(question, text, before):
    assert _is_judged(question, text, before)


@pytest.mark.parametrize(
    ("question", "text", "before", "conditions"),
    [
        ("Which region has the lowest revenue?", "North has the lowest revenue: {r4.revenue}.", FIRST, ()),
        ("Which region has the most units?", "West has the most units: {r1.units}.", FIRST, ()),
        ("What is the revenue of the South?", "South has a revenue of {r3.revenue}.", "What is that of the West?", ()),
        (
            "And which region has the lowest revenue?",
            "North has the lowest Online revenue: {r4.revenue}.",
            OF_ONE,
            ("Online",),
        ),
    ],
)
def test_a_question_that_says_all_itself_needs_none(question, text, before, conditions):
    assert not _is_judged(question, text, before, conditions)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What is the revenue of our regions?", "West has a revenue of {r1.revenue}, East of {r2.revenue}."),
        ("Which regions have a revenue?", "West has a revenue of {r1.revenue}."),
    ],
)
def test_some_rows_of_a_result_are_not_told_as_what_was_asked_for(question, text):
    assert _is_judged(question, text, before="")
    every = ", ".join(f"{{r{row}.region}}: revenue of {{r{row}.revenue}}" for row in range(1, 5))
    assert not _is_judged(question, every, before="")


def test_a_total_tells_all_rows() -> None:
    assert not _is_judged("What is the total revenue?", "The total revenue is {sum(t1.revenue)}.", before="")
