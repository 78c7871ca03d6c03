"""What of a message is the answer in free words, on messages written for the purpose."""

import pytest

from shared.phases.conducting import conduct
from tests.shared.phases.test_conducting import learned, request


@pytest.mark.parametrize(("message", "value"), [
    ("none, but leave out the returns", "leave out the returns"),
    ("No, but please ignore May", "please ignore May"),
    ("nothing special, though the test stays should go", "the test stays should go"),
    ("none, but I'm not sure", "none"),
    ("not the suites, but everything else", "not the suites, but everything else"),
])  # fmt: skip
def test_of_none_but_something_the_something_is_the_answer(message, value):
    assert learned(message, "constraints", phase="assessor")["constraints"] == value


@pytest.mark.parametrize(("message", "value"), [
    ("when it takes five minutes a day. Make that ten minutes.", "when it takes ten minutes a day"),
    ("a rise of 5 %. Actually, 8 %", "a rise of 8 %"),
    ("when we close it. Make that 15 minutes", "when we close it. Make that 15 minutes"),
])  # fmt: skip
def test_an_answer_that_amends_an_amount_of_its_own_keeps_the_rest(message, value):
    assert learned(message, "success")["success"] == value


@pytest.mark.parametrize(("before", "message", "value"), [
    ("when it takes five minutes a day", "make that 15 minutes", "when it takes 15 minutes a day"),
    ("a rise of 5 % over 2025", "no, I meant 8 %", "a rise of 8 % over 2025"),
    ("a clear ranking", "make that a plan", "a plan"),
    ("5 % here and 6 % there", "make that 8 %", "8 %"),
])  # fmt: skip
def test_an_amended_amount_takes_the_place_of_the_one_before_and_cuts_nothing(before, message, value):
    assert learned(message, "trust", phase="assessor", known={"success": before}) == {"success": value}


@pytest.mark.parametrize("message", ["Hi. Why do stays get shorter?", "Hello there, why do stays get shorter?"])
def test_a_greeting_before_the_business_question_is_no_part_of_it(message):
    assert learned(message, None)["question"].casefold() == "why do stays get shorter?"


@pytest.mark.parametrize("message", ["dunno. just do something", "no idea, whatever you like"])
def test_who_gives_up_on_a_choice_in_more_words_is_not_asked_again(message):
    move = conduct(request(message, "breakdown", phase="assessor"))
    assert [(one.slot, one.unknown) for one in move.learned] == [("breakdown", True)]
    assert move.asks != "breakdown"


@pytest.mark.parametrize(("message", "known", "changed"), [
    ("and swap hotel for room type", {"breakdown": "hotel"}, {"breakdown": "room type"}),
    ("replace the owners with the bank", {"audience": "the owners and me"}, {"audience": "the bank and me"}),
    ("swap hotel for room type", {"question": "which hotel?", "breakdown": "hotel"}, {"breakdown": "room type"}),
    ("swap nights for room type", {"breakdown": "hotel"}, {}),
])  # fmt: skip
def test_what_is_put_in_the_place_of_an_answer_changes_it_during_the_analysis_too(message, known, changed):
    asking = request(message, None, phase="analyzer", known=known).model_copy(
        update={"analyses": True, "opening": False}
    )
    assert {one.slot: one.value for one in conduct(asking).learned} == changed


def test_an_amended_amount_is_looked_for_where_one_was_said():
    known = {"audience": "the owners", "success": "when it takes two hours a day"}
    assert learned("make that three hours", "trust", phase="assessor", known=known) == {
        "success": "when it takes three hours a day"
    }


def test_no_more_than_the_beginning_of_a_correction_is_no_answer():
    said = learned("no wait, it's for the bank", "success", known={"audience": "the owners"})
    assert said == {"audience": "the bank"}


@pytest.mark.parametrize("message", ["not sure yet", "I don't know", "no idea yet"])
def test_who_begins_without_an_idea_is_asked_what_is_to_be_found_out(message):
    move = conduct(request(message, None))
    assert (move.learned, move.asks) == ((), "question")


@pytest.mark.parametrize("message", ["ok bye", "that's it, thanks", "well, that's all"])
def test_a_farewell_closes_an_analysis_whatever_it_begins_with(message):
    asking = request(message, None, phase="analyzer", known={"question": "x"})
    assert conduct(asking.model_copy(update={"analyses": True, "opening": False})).is_complete
