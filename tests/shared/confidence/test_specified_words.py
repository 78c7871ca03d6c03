"""What the failsafe listens for and says is what its specification gives, word for word."""

import pytest

from shared.confidence.failsafe import SECOND_OPINION_UNDER, THRESHOLD, assess
from shared.confidence.failsafe_words import ERROR, KEYWORDS, PARTIAL, TEMPLATES, UNCERTAINTY
from shared.confidence.rules import rule_score
from shared.model.port import Opinion
from tests.shared.confidence.test_failsafe import LONG, NOW

UNCERTAIN = (
    "i'm not sure",
    "i don't know",
    "uncertain",
    "maybe",
    "possibly",
    "i think",
    "i believe",
    "might be",
    "could be",
    "not certain",
    "unclear",
    "ambiguous",
    "difficult to determine",
    "hard to say",
    "i cannot",
    "i can't",
    "unable to",
    "insufficient information",
)
PARTLY = ("partial", "incomplete", "some of", "part of", "limited", "only able to", "partially", "to some extent")
BROKEN = ("error", "failed", "exception", "cannot", "unable")
TABLE = {
    "UNCERTAINTY": ("not sure", "don't know", "maybe", "possibly"),
    "INSUFFICIENT_INFO": ("not enough information", "need more details"),
    "AMBIGUOUS_QUERY": ("ambiguous", "unclear", "multiple interpretations"),
    "TOOL_FAILURE": ("tool failed", "execution failed", "error occurred"),
    "TIMEOUT": ("timeout", "timed out", "request expired"),
    "TECHNICAL_LIMITATION": ("technical limitation", "cannot process", "not capable"),
}
GIVEN = {
    "UNCERTAINTY": "I understand there's uncertainty about this question. Let me honestly explain what I can be "
    "confident about and suggest specific ways you could get better help.",
    "INSUFFICIENT_INFO": "I need more information to provide a complete answer to your question. Could you please "
    "provide additional details about your specific requirements, context, or constraints?",
    "TECHNICAL_LIMITATION": "I encountered a technical limitation while processing your request. I can try to help in "
    "a different way if you'd like to rephrase your question or break it down into smaller "
    "parts.",
}


def test_the_lists_of_indicators_are_as_given():
    assert (UNCERTAINTY, PARTIAL, ERROR) == (UNCERTAIN, PARTLY, BROKEN)


@pytest.mark.parametrize("category", TABLE)
def test_the_keywords_of_a_category_are_as_given(category):
    assert KEYWORDS[category] == TABLE[category]


@pytest.mark.parametrize("category", GIVEN)
def test_a_template_that_is_given_is_said_as_given(category):
    assert TEMPLATES[category] == GIVEN[category]


@pytest.mark.parametrize(("length", "score"), [(49, 0.8), (50, 1.0)])
def test_a_text_is_short_under_fifty_characters(length, score):
    assert rule_score("x" * length) == score


def test_by_default_confidence_is_wanted_from_seven_tenths_on():
    assert THRESHOLD == 0.7
    doubtful = "Failed, limited, error, exception: 3, 4, 5 and 6 units." + LONG
    judges = (lambda: Opinion(score=0.69)), (lambda: Opinion(score=0.7))
    verdicts = [assess(doubtful, now=NOW, second_opinion=judge).verdict for judge in judges]
    assert verdicts == ["FAILSAFE_TRIGGERED", "PASSED"]


def test_a_model_is_asked_under_eight_tenths_and_not_at_them():
    asked = []

    def judge():
        asked.append(1)

    assert SECOND_OPINION_UNDER == 0.8
    for text, score, times in (("Maybe, possibly." + LONG, 0.8, 0), ("Maybe, an error." + LONG, 0.75, 1)):
        asked.clear()
        assert rule_score(text) == score
        assess(text, now=NOW, second_opinion=judge, replaceable=False)
        assert len(asked) == times, text
