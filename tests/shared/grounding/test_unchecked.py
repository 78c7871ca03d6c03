"""What a text compares in words alone is told apart from what a column or a figure beside it decides."""

import pytest

from shared.contracts import Claim, QueryResult
from shared.grounding.grounding import Grounding, ground
from shared.grounding.references import resolve
from shared.grounding.removal import without
from shared.grounding.sheets import Sheets, whole_results

REGIONS = (("West", 90.5, 80.0), ("East", 62.5, 70.0), ("North", 46.0, 50.0))


def _said(text: str) -> Grounding:
    sheets = Sheets()
    sheets.add(QueryResult(columns=("region", "may", "june"), rows=REGIONS, row_count=3, sql="SELECT"), query=0)
    told, tables = resolve(text, sheets), whole_results(sheets)
    return ground(told.text, facts=told.facts, results=tables, resolved=told, tables=tables)


@pytest.mark.parametrize(
    "text",
    [
        "Growth peaked in the sixties and has slowed ever since.",
        "West fell in June.",
        "Prices have risen everywhere.",
        "West and East are the largest regions.",
        "**West was the busiest.**",
    ],
)
def test_a_comparison_in_words_that_nothing_decides_is_put_to_a_judge(text):
    assert _said(text).unchecked == (Claim(said=text),)


@pytest.mark.parametrize(
    "text",
    [
        "East is the dearest, at {r2.may}.",
        "North is slower than West: it takes {r3.may}.",
        "| Region | Course |\n|---|---|\n| West | East did far better |",
        "West has {r1.may}. East has {r2.may}. North has {r3.may}.",
        "West has {r1.may}, although prices fell.",
        "West has {r1.may}, because the clinic is short of doctors.",
        "No: West has {r1.may}.",
        "West had {r1.may}; it is the dearer of the two.",
        "West, at {r1.may}, has been getting cheaper.",
        "West has {r1.may} and East {r2.may}.",
        "West is ahead of East.",
        "| Region | May | Course |\n|---|---|---|\n| West | {r1.may} | falling |",
        "| Region | May | Longer? |\n|---|---|---|\n| West | {r1.may} | no |",
    ],
)
def test_words_that_no_rule_proves_and_answers_of_several_statements_are_put_to_a_judge(text):
    assert _said(text).ok
    assert _said(text).unchecked


@pytest.mark.parametrize(
    "text",
    [
        "West leads with {r1.may}.",
        "West is the largest region.",
        "East rose by {diff(r2.june, r2.may)} to {r2.june}.",
        "West fell from {r1.may} to {r1.june}.",
        "North has {r3.may}.",
        "There are no returns in this table.",
        "West had {r1.may} in May.",
        "| Region | May | June |\n|---|---|---|\n| West | {r1.may} | {r1.june} |\n| East | {r2.may} | {r2.june} |",
        "- West: {r1.may}\n- East: {r2.may}",
    ],
)
def test_what_is_decided_needs_no_judge(text):
    told = _said(text)
    assert (told.wrong, told.unchecked) == ((), ())


@pytest.mark.parametrize(
    ("text", "false", "left"),
    [
        ("All rose. Pay is 6 here. It then falls to 5. East is next.", "Pay is 6 here.", "All rose. East is next."),
        ("Le salaire est de 6. Il recule ensuite à 5. Lyon suit.", "Le salaire est de 6.", "Lyon suit."),
        ("West leads. It fell in May. It is ahead of East.", "It fell in May.", "West leads. It is ahead of East."),
        ("East fell.\nIt is ahead of North.", "East fell.", "It is ahead of North."),
        ("West fell. This table has three rows.", "West fell.", "This table has three rows."),
    ],
)
def test_a_sentence_that_refers_back_to_one_taken_out_goes_with_it(text, false, left):
    assert without(text, {false})[0] == left


def test_what_refers_back_to_a_figure_from_nowhere_is_removed_with_it_and_counted():
    told = _said("East has {r2.may}. West has 99.9. It has grown since.")
    assert told.text == "East has 62.5."
    assert told.removed == ("West has 99.9.", "It has grown since.")


def test_a_statement_taken_out_leaves_no_empty_marker_and_is_counted():
    text = "Sales:\n\n- West leads.\n- East fell.\n\nThat is all."
    assert without(text, {"- East fell."}) == ("Sales:\n\n- West leads.\n\nThat is all.", 1)
    assert without(text, {"- North fell."}) == (text, 0)


def test_a_multiple_that_only_a_difference_gives_is_made_up():
    assert not _said("West has {r1.may} and East {r2.may}, 28 times as much.").ok
