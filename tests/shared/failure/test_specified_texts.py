"""What a person is told of a failure is what the specification gives, word for word."""

import pytest

from shared.failure.describe import DEFAULT_HINT, HINTS, RETRY_SUGGESTIONS
from shared.failure.last_words import LAST_RESORT_MESSAGES

SUGGESTED = {
    "timeout": "You could try asking again — sometimes things are just briefly slow.",
    "connection": "This is usually temporary. Try again in a moment.",
    "rate_limit": "I'm busy right now. Please wait a minute and try again.",
    "not_found": "Try rephrasing your question or asking about something else.",
    "data": "Could you rephrase that? I had trouble understanding the request.",
    "unknown": "Try asking your question in a different way, or try again shortly.",
}
HINTED = {
    "fetch_data": {
        "timeout": "I wasn't able to load all the data I needed. I'll do my best with what I have.",
        "connection": "I'm having trouble reaching the database right now.",
    },
    "plan_queries": {
        "timeout": "My search planning is taking too long. I'll try a simpler approach.",
        "rate_limit": "I'm getting a lot of requests right now. Let me try a simpler search.",
    },
    "execute_queries": {
        "timeout": "The search is taking too long. I may have partial results.",
        "connection": "The search database isn't responding. I'll try to help with what I know.",
    },
    "generate_response": {
        "rate_limit": "I'm temporarily overloaded. Please try again in a moment.",
        "timeout": "I'm having trouble forming a response. Please try a shorter question.",
    },
}
LAST = {
    "timeout": "I'm sorry, I'm running a bit slow right now. Could you try asking your question again in a moment? If "
    "the problem persists, try a simpler question.",
    "connection": "I'm having trouble connecting to my services right now. This is usually temporary — please try "
    "again in a minute or two.",
    "rate_limit": "I'm receiving a lot of questions right now and need a moment to catch up. Please try again in "
    "about a minute.",
    "default": "I ran into an unexpected issue processing your question. Please try again, and if the problem "
    "continues, try rephrasing your question. I'm here to help!",
}


@pytest.mark.parametrize("kind", SUGGESTED)
def test_what_to_do_is_suggested_as_given(kind):
    assert RETRY_SUGGESTIONS[kind] == SUGGESTED[kind]


@pytest.mark.parametrize("part", HINTED)
def test_the_hints_of_a_part_are_as_given(part):
    assert HINTS[part] == HINTED[part]


def test_what_has_no_hint_of_its_own_gets_the_one_that_is_given():
    assert DEFAULT_HINT == "Something unexpected happened, but I'll try to help."


@pytest.mark.parametrize("kind", LAST)
def test_the_last_words_are_as_given(kind):
    assert LAST_RESORT_MESSAGES[kind] == LAST[kind]
