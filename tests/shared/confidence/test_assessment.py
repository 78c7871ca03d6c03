"""Whether it is the assistant that is unsure, or the data that tells of such things."""

import json
import time
from pathlib import Path

import pytest

from shared.confidence.assessment import Signals, refine
from shared.confidence.failsafe_words import FailsafeWords
from shared.confidence.own_words import READ_IN_WAYS

CASES = json.loads(Path(__file__).with_name("assessment_cases.json").read_text(encoding="utf-8"))


def triggers(text, **given):
    return refine(text, **given).score < 0.7


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ('Nineteen orders carry the note "Unable to ship before May".', ()),
        ("The error rate fell to 2 % in August.", ()),
        ("The limited edition sold 1,200 units.", ()),
        ("Some of the regions beat plan: North by 4 %.", ()),
        ("There were 14 timeout events per day.", ()),
        ("Cannot-ship items hold 1,377 units.", ("Cannot-ship",)),
        ("Guess leads with 1,408 watches.", ("Guess",)),
        ("There is no doubt: 61 deals.", ()),
        ("Not hard to say: Orbia, by 11 %.", ()),
        ("| status | n |\n|---|---|\n| I don't know | 53 |", ()),
        ("Yes 188, No 74, Maybe 39.", ("Yes", "No", "Maybe")),
        ("42", ()),
        ("23 of the 500 calls timed out.", ()),
        ("The nightly backup job failed on 4 of 30 nights.", ()),
    ],
)
def test_words_of_the_data_say_nothing_about_the_assistant(text, values):
    assert not triggers(text, values=values)


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("I’m not sure about this figure.", "UNCERTAINTY"),
        ("I'd rather not answer.", "UNCERTAINTY"),
        ("My query timed out before it finished.", "TIMEOUT"),
        ("The SQL tool returned an error, so I have no totals.", "TOOL_FAILURE"),
        ("As a language model I can't send e-mails.", "TECHNICAL_LIMITATION"),
        ("Do you mean gross or net revenue?", "AMBIGUOUS_QUERY"),
        ("The table has no costs, so I can't give a margin.", "INSUFFICIENT_INFO"),
        ("Revenue was 412,000 EUR. I can't add the margin, as the table has no costs.", "INSUFFICIENT_INFO"),
    ],
)
def test_the_assistants_own_stance_triggers_with_its_category(text, category):
    assert refine(text).category == category


def test_an_offer_after_an_answer_is_no_question():
    assert not triggers("Sales were 4,210. Would you like them by month?")
    assert triggers("Would you like them by month or by quarter?")


@pytest.fixture(scope="module")
def assessed():
    """Whether each of the examples triggers, and how many seconds that took to find out."""
    found = []
    for case in CASES:
        start = time.thread_time()
        found.append((triggers(case["reply"]), time.thread_time() - start))
    return found


def test_the_examples_are_told_apart(assessed):
    wrong = [case for case, (told, _) in zip(CASES, assessed, strict=True) if told != (case["category"] is not None)]
    assert len(wrong) <= 0.07 * len(CASES), wrong


def test_a_turn_that_achieved_nothing_is_never_confident():
    text = "North leads with 4,210 units."
    assert refine(text, signals=Signals(failed_queries=2, tasks_total=1)).category == "TOOL_FAILURE"
    assert refine(text, signals=Signals(empty_queries=2, tasks_total=1)).category == "INSUFFICIENT_INFO"


@pytest.mark.parametrize(
    ("lacking", "told"),
    [({"tasks_completed": 1}, "1 of 2 tasks not completed"), ({"ungrounded_figures": 1}, "1 ungrounded figures")],
)
def test_what_is_missing_or_ungrounded_lowers_the_score(lacking, told):
    text, known = "North leads with 4,210 units.", {"tasks_total": 2, "tasks_completed": 2}
    whole, part = (refine(text, signals=Signals(**given)) for given in (known, known | lacking))
    assert part.score < whole.score
    assert told in part.findings


def test_a_deployments_own_words_are_heard():
    words = FailsafeWords(extra_uncertainty=("subject to audit",), extra_keywords={"TOOL_FAILURE": ("sap is down",)})
    assert refine("4,210, subject to audit.", words=words).category == "UNCERTAINTY"
    assert refine("SAP is down: 4,210.", words=words).category == "TOOL_FAILURE"


def test_an_assessment_takes_less_than_the_specified_tenth_of_a_second(assessed):
    assert sum(seconds for _, seconds in assessed) / len(assessed) < 0.1


@pytest.mark.parametrize("unit", ["i can't ", "the query ", "no ", "which one ", "word, ", "A1 ", "(", '"a'])
def test_a_long_text_does_not_stall_the_assessment(unit):
    start = time.thread_time()
    refine(unit * 5000)
    assert time.thread_time() - start < 10


@pytest.mark.parametrize(
    ("told", "category"),
    [
        ("The data holds no price changes: all 52 products kept one price.", None),
        ("The table shows no decline in 2024; revenue stayed at 12.4 million.", None),
        ("The data holds no cost column: there are only 4 columns.", "INSUFFICIENT_INFO"),
        ("The table has no costs.", "INSUFFICIENT_INFO"),
    ],
)
def test_nothing_found_among_so_many_is_a_finding_and_no_failure(told, category):
    assert refine(told).category == category


def test_two_readings_side_by_side_are_no_doubt_of_the_figures_of_either():
    ways = READ_IN_WAYS.format(count="two")
    assert refine(f"{ways}\n- The total count is 1,430.\n- The total count11 is 1,644.").category is None
