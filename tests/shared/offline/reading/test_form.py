"""Wishes for the form of an answer, which say nothing about the data."""

import pytest

from shared.offline.reading.form import without_form


@pytest.mark.parametrize(
    ("question", "bare"),
    [
        (
            "Calculate the mean fare. Format: @mean[mean_value] where mean_value is a number with two decimals.",
            "Calculate the mean fare.",
        ),
        ("What is the median age? Provide your answer as a percentage.", "What is the median age?"),
        ("What is the mean age? The answer should be rounded to two decimal places.", "What is the mean age?"),
        ("Mean of fare, using the pandas library.", "Mean of fare."),
        ("Exclude missing values. What is the median age?", "What is the median age?"),
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
        "How many rows are there, ignoring missing values?",
    ],
)
def test_a_condition_is_no_wish_for_the_form(question: str) -> None:
    assert without_form(question) == question
