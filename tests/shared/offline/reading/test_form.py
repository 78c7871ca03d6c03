"""Wishes for the form of an answer, which say nothing about the data."""

import pytest

from shared.offline.reading.form import without_form


@pytest.mark.parametrize(
    ("question", "bare"),
    [
        ("What is the mean fare? Round your answer to two decimal places.", "What is the mean fare?."),
        ("Mean of fare, rounded to the nearest cent", "Mean of fare"),
        ("Now, show me the mean fare", "show me the mean fare"),
    ],
)
def test_wishes_for_the_form_are_left_out(question: str, bare: str) -> None:
    assert without_form(question) == bare


@pytest.mark.parametrize(
    "question",
    [
        "What is the mean fare? Show the results for women.",
        "What is the mean fare? Give the answer for class 2.",
        'What is the mean fare? Only where "age" is over 30',
        "What is the mean salary of those using Python?",
        "How many have status_code 200? Use the year 2023.",
        "What is the median age? Exclude missing values.",
        "How many work here now?",
    ],
)
def test_a_condition_is_no_wish_for_the_form(question: str) -> None:
    assert without_form(question) == question
