"""What is put to a judge: every answer that says more than the cells that it cites."""

import pytest

from shared.contracts import Claim, QueryResult
from shared.grounding.grounding import Grounding
from shared.grounding.references import resolve
from shared.grounding.removal import Rest, without
from shared.grounding.sheets import Sheets, whole_results
from tests.shared.grounding.texts import ground

MEANINGS = {"region": "region", "may": "may", "june": "june"}
REGIONS = (("West", 90.5, 80.0), ("East", 62.5, 70.0), ("North", 46.0, 50.0))


def _said(text: str, question: str = "") -> Grounding:
    sheets = Sheets()
    sheets.add(
        QueryResult(columns=("region", "may", "june"), rows=REGIONS, row_count=3, sql="SELECT"),
        query=0,
        meanings=MEANINGS,
    )
    told, tables = resolve(text, sheets), whole_results(sheets)
    return ground(told.text, facts=told.facts, results=tables, resolved=told, tables=tables, question=question)


@pytest.mark.parametrize(
    "text",
    [
        "Growth peaked in the sixties and has slowed ever since.",
        "West fell in June.",
        "West is the largest region.",
        "There are no returns in this table.",
        "West leads with {r1.may}.",
        "East rose by {diff(r2.june, r2.may)} to {r2.june}.",
        "No: West has {r1.may}.",
        "West paid {r1.may}.",
        "West had {r1.june} in May and {r1.may} in June.",
        "- West: {r1.may} (the dearest)",
    ],
)
def test_an_answer_with_a_word_that_its_cells_do_not_say_is_put_to_a_judge(text):
    told = _said(text)
    assert told.ok
    assert told.unchecked == (Claim(said=told.text),)


def test_a_table_is_judged_as_one_claim_with_its_rows():
    head, row = "| Region | May | June |", "| West | {r1.may} | {r1.june} |"
    assert not _said(f"{head}\n|---|---|---|\n{row}").unchecked
    claims = _said(f"{head.replace('June', 'Forecast')}\n|---|---|---|\n{row}").unchecked
    assert claims == (
        Claim(said="| Region | May | Forecast |"),
        Claim(said="| West | 90.5 | 80 |", of="| Region | May | Forecast |"),
    )
    worded = "| East | far behind | {r2.june} |"
    judged = [one.said for one in _said(f"West leads.\n\n{head}\n|---|---|---|\n{row}\n{worded}").unchecked]
    assert judged == ["West leads.", head, "| West | 90.5 | 80 |", "| East | far behind | 70 |"]


def test_a_false_row_goes_alone_and_a_false_head_takes_its_table_and_nothing_else():
    text = "West leads.\n\n| Region | May |\n|---|---|\n| West | 90 |\n| East | 62 |\n\nThat is all."
    without_row = without(text, {"| West | 90 |"}).text
    assert without_row == text.replace("| West | 90 |\n", "")
    assert without(text, {"| Region | May |"}).text == "West leads.\n\nThat is all."


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("", "West had {r1.may} in May."),
        ("", "- West: {r1.may} (May)\n- East: {r2.june} (June)"),
        ("What was it in the West in June?", "{r1.june}."),
        ("Which region had the highest June?", "West, with {r1.june}."),
        ("Which region had the least in May?", "North had the least in May: {r3.may}."),
    ],
)
def test_a_plain_answer_in_the_words_of_its_cells_needs_no_judge(question, text):
    told = _said(text, question)
    assert (told.wrong, told.unchecked) == ((), ())


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Which region had the least in May?", "West had {r1.may} in May."),
        ("Which region had the highest June?", "East, with {r2.june}."),
        ("Which region was the best in May?", "West, with {r1.may} in May."),
        ("What was it in the East in June?", "{r1.june}."),
        ("What was it in June?", "{r1.june}."),
        ("How much was it in May?", "North has {r3.may}."),
        ("How long did the West wait in June?", "{r1.june}."),
        ("What was the West's average in June?", "West had {r1.june} in June."),
    ],
)
def test_a_plain_answer_to_a_question_that_its_cells_do_not_say_is_put_to_a_judge(question, text):
    assert _said(text, question).unchecked


@pytest.mark.parametrize(
    ("conditions", "question", "asked"),
    [
        (("paid",), "How many paid orders are there?", False),
        (("paid",), "How many orders are there?", True),
        ((), "How many paid orders are there?", True),
        (("open",), "How many paid orders are there?", True),
    ],
)
def test_what_a_query_compares_with_and_what_is_asked_for_are_the_same_or_a_judge_is_asked(conditions, question, asked):
    sheets = Sheets()
    result = QueryResult(columns=("orders",), rows=((12,),), row_count=1, sql="SELECT")
    sheets.add(result, query=0, conditions=conditions, meanings={"orders": "orders"})
    told = resolve("There are {r1.orders}.", sheets)
    found = ground(told.text, facts=told.facts, resolved=told, tables=whole_results(sheets), question=question)
    assert bool(found.unchecked) is asked


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
    assert without(text, {false}).text == left


def test_what_refers_back_to_a_figure_from_nowhere_is_removed_with_it_and_counted():
    told = _said("East has {r2.may}. West has 99.9. It has grown since.")
    assert told.text == "East has 62.5."
    assert told.removed == ("West has 99.9.", "It has grown since.")


def test_a_statement_taken_out_leaves_no_empty_marker_and_is_counted():
    text = "Sales:\n\n- West leads.\n- East fell.\n\nThat is all."
    rest = without(text, {"- East fell."})
    assert (rest.text, rest.removed) == ("Sales:\n\n- West leads.\n\nThat is all.", ("- East fell.",))
    assert without(text, {"- North fell."}) == Rest(text)


@pytest.mark.parametrize(
    ("text", "headless", "gap"),
    [
        ("East fell. West leads.", True, True),
        ("West leads. East fell.", False, False),
        ("West leads:\n- East fell.\n- North rose.", False, True),
        ("West leads:\n1. East fell.\n2. North rose.", False, True),
        ("All sold.\n\n| Region | Sales |\n|---|---|\n| East | 90 |\n| West | 95 |", False, True),
    ],
)
def test_a_text_without_its_answer_or_an_item_of_a_list_is_not_whole(text, headless, gap):
    rest = without(text, {"East fell.", "- East fell.", "1. East fell.", "| East | 90 |"})
    assert (rest.headless, rest.gap, len(rest.removed)) == (headless, gap, 1)


def test_a_multiple_that_only_a_difference_gives_is_made_up():
    assert not _said("West has {r1.may} and East {r2.may}, 28 times as much.").ok


def test_a_row_that_its_names_do_not_tell_from_another_is_for_a_judge():
    found = []
    for rows in ((("West", 1, 90), ("West", 2, 80)), (("West", 1, 90), ("East", 2, 80))):
        sheets = Sheets()
        result = QueryResult(columns=("region", "store", "may"), rows=rows, row_count=2, sql="SELECT")
        sheets.add(result, query=0, meanings=MEANINGS)
        told = resolve("West had {r1.may} in May.", sheets)
        found.append(bool(ground(told.text, facts=told.facts, resolved=told, tables=whole_results(sheets)).unchecked))
    assert found == [True, False]


def test_what_candor_said_itself_may_be_said_again_without_a_judge():
    sheets = Sheets()
    sheets.add(QueryResult(columns=tuple(MEANINGS), rows=REGIONS, row_count=3, sql="SELECT"), query=0)
    found = []
    for stated in ("West leads with 90.5 in May. East follows.", "West had 90.5 in May."):
        told = resolve("West leads with {r1.may} in May.", sheets)
        kept = ground(told.text, facts=told.facts, resolved=told, tables=whole_results(sheets), stated=(stated,))
        found.append(bool(kept.unchecked))
    assert found == [False, True]
