"""What a rule might read wrongly is declined with its reason, without a model."""

import pytest

RACES = "runner,time,year\n" + "".join(f"R{n} Aro,{12.5 - n / 10},{1896 + 4 * n}\n" for n in range(20))
PUPILS = "pupil,age,math\nIda,13,15\nTim,15,9\nLea,14,12\nBen,12,8\n"
SYLLABLES = ("ba", "do", "fi", "gu", "ke", "lo")
NAMES = ["".join((one, two, three)).capitalize() for one in SYLLABLES for two in SYLLABLES for three in SYLLABLES]
CURRENCIES = "name,currency,people\nFrance,Euro,67\nGuinea,Franc,12\nTogo,Franc,7\n" + "".join(
    f"{name},Dollar,1\n" for name in NAMES
)


@pytest.mark.parametrize("question", ["What is the fastest time?", "What is the slowest time?", "best time"])
def test_the_fastest_of_a_time_is_not_guessed(candor, question):
    reply = candor.ask(question, RACES)
    assert reply.forfeit is not None
    assert "could be its lowest or its highest" in reply.forfeit.reason


def test_the_lowest_of_a_time_is_told(candor):
    assert candor.ask("lowest time", RACES).facts[0].value == pytest.approx(10.6)


def test_a_question_about_her_is_not_read_without_her(candor):
    session = candor.session(PUPILS)
    assert candor.ask("Which pupil has the highest math?", session=session).status == "answered"
    reply = candor.ask("How old is she?", session=session)
    assert reply.forfeit is not None
    assert "“she”" in reply.forfeit.reason


def test_a_question_about_an_answer_is_no_thanks(candor):
    session = candor.session(PUPILS)
    candor.ask("highest math", session=session)
    assert candor.ask("Is this impressive?", session=session).status == "forfeited"
    assert candor.ask("thanks!", session=session).text == "You're welcome!"


def test_a_name_is_no_form_of_another_name(candor):
    reply = candor.ask("total people in France", CURRENCIES)
    assert (reply.status, reply.facts[0].value) == ("answered", 67)
