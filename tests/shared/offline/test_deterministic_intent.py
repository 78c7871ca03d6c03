"""What a message is, by the examples that it is most like: talk, a question about data, another language."""

import json
from pathlib import Path

import pytest

from functions.registry import all_agents
from shared.analysis.fields import questions
from shared.offline.intent import in_other_language, in_other_script, intent_of, without_talk
from shared.offline.reading.parse import read
from shared.offline.words.lexicon import utterances
from tests.shared.offline.reading.shops import NOW, shop

ORDERS = (shop("orders")[0],)
TALK = {
    "thanks": ("Thank you kindly!", "thx a lot", "cheers mate", "THANKS SO MUCH", "thank you for your help"),
    "greeting": ("Hello, Candor!", "hey there", "good afternoon to you", "how are you doing?"),
    "goodbye": ("bye for now", "see you soon", "good night then"),
    "acknowledgement": ("ok cool", "that's awesome", "haha nice", "very interesting", "😀"),
    "refusal": ("no no", "never mind then", "no, stop", "no thank you"),
    "help": ("can you help?", "what are you able to do", "which questions can I ask?", "who built you"),
    "definition": (
        "define revenue",
        "what does region mean?",
        "can you explain status?",
        "who is Ann Lee?",
        "what's the meaning of status?",
        "what do region and status mean?",
        "what does cancelled status mean?",
    ),
    "answer": ("so what", "are you really sure?", "how did you get that number", "that can't be correct"),
    "language": ("do you understand Italian?", "can I ask in Spanish"),
}
DATA = (
    "and in West?", "by month", "only 2024", "the other one", "what about revenue", "top 3", "and the lowest?", "why?",
    "which region is best", "what is the average", "how many are cancelled?", "same for East", "ok and by region",
    "good customers by region", "no revenue in West", "what is revenue", "what is the mean of revenue", "mean revenue",
    "geometric mean of revenue", "what is mean revenue", "define churn",
    "Cumulative figures over time", "no, in May", "no, the West", "no, revenue", "not now, by month",
    "what's our status rate by region?", "who ordered it?", "what's the revenue of our region?",
    "what's our returned rate by region?", "who sold A7?", "who rated West?",
)  # fmt: skip


@pytest.mark.parametrize(("message", "intent"), [(one, intent) for intent, said in TALK.items() for one in said])
def test_talk_is_told_by_the_utterances_that_it_is_like(message: str, intent: str) -> None:
    assert message.casefold().rstrip("!?.") not in {one.casefold() for said in utterances().values() for one in said}
    assert intent_of(message, ORDERS, NOW) == intent


@pytest.mark.parametrize("message", DATA)
def test_a_question_or_a_follow_up_is_no_talk(message: str) -> None:
    assert intent_of(message, ORDERS, NOW) == "data"


ASKS = sorted({phrase for agent in all_agents().values() for kind in agent.playbook for phrase in questions(kind)})


def test_no_phrase_that_asks_for_an_analysis_is_talk() -> None:
    assert [phrase for phrase in ASKS if intent_of(phrase, ORDERS, NOW) != "data"] == []


def test_no_question_of_the_development_sets_is_talk_even_on_a_table_that_does_not_hold_it() -> None:
    sets = (Path(__file__).parents[2] / "evaluation" / "honesty").glob("*development.json")
    asked = [entry["question"] for one in sorted(sets) for entry in json.loads(one.read_text())][::8]
    assert len(asked) > 100
    assert [question for question in asked if intent_of(question, ORDERS, NOW) != "data"] == []


@pytest.mark.parametrize(
    ("message", "left"),
    [
        ("thanks, and in the West?", "and in the West?"),
        ("Thank you! And by month?", "And by month?"),
        ("cool - what about East", "what about East"),
        ("and by region, cheers", "and by region"),
        ("hello there and by status", "by status"),
        ("good revenue by region", "good revenue by region"),
        ("thanks, that is all I needed", "thanks, that is all I needed"),
        ("no, in the West", "no, in the West"),
        ("forget that. how many orders are there?", "how many orders are there?"),
        ("never mind, total revenue by region", "total revenue by region"),
        ("if everything doubled, total revenue", "if everything doubled, total revenue"),
    ],
)
def test_thanks_and_greetings_around_a_question_are_left_away(message: str, left: str) -> None:
    assert without_talk(message, ORDERS, NOW) == left


@pytest.mark.parametrize(
    "message", ["какая выручка?", "売上は？", "ما هو المجموع؟", "सब कितना है", "지역별 매출은 얼마입니까"]
)
def test_another_script_is_told_by_its_letters(message: str) -> None:
    assert in_other_script(message, ORDERS)


@pytest.mark.parametrize("message", ["total revenue in München", "σ of revenue", "revenue 🎉", "100 %", ""])
def test_a_letter_or_an_accent_is_no_other_script(message: str) -> None:
    assert not in_other_script(message, ORDERS)


def _foreign(message: str) -> bool:
    return in_other_language(message, read(message, ORDERS[0], NOW)[0].unexplained, ORDERS)


@pytest.mark.parametrize(
    "message",
    ["Welche Region hat den höchsten Umsatz?", "¿Cuál es el ingreso total?", "Combien de commandes en mars ?",
     "Quante unità abbiamo venduto?", "Hoeveel bestellingen waren er?", "toplam gelir nedir?"],
)  # fmt: skip
def test_another_language_shows_by_what_it_is_like(message: str) -> None:
    assert _foreign(message)


@pytest.mark.parametrize(
    "message",
    [
        "profit margin by supplier",
        "revenue in El Paso",
        "zzz qqq",
        "averge wind spead in Bergenn",
        "sales of Le Creuset",
    ],
)
def test_english_with_unknown_or_misspelled_words_is_still_english(message: str) -> None:
    assert not _foreign(message)
