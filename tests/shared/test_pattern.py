"""A pattern that is compiled late says what one that is compiled at once would say."""

import re

import pytest

from shared.pattern import LazyPattern

TEXT = "West 90, east 62; North 47"
PATTERN, FLAGS = r"(?P<name>[a-z]+) (?P<value>\d+)", re.IGNORECASE


@pytest.mark.parametrize(
    "ask",
    [
        lambda one: one.search(TEXT)["name"],
        lambda one: one.search(TEXT, 3)["name"],
        lambda one: one.match(TEXT, 9, 15)["value"],
        lambda one: one.fullmatch(TEXT),
        lambda one: one.fullmatch(TEXT, 0, 7).span(),
        lambda one: [found.span() for found in one.finditer(TEXT, 2)],
        lambda one: one.findall(TEXT),
        lambda one: one.split(TEXT, 1),
        lambda one: one.sub(r"\2", TEXT, 2),
        lambda one: one.sub(lambda found: found["value"], TEXT),
    ],
)
def test_it_says_what_a_compiled_one_says(ask):
    assert ask(LazyPattern(PATTERN, FLAGS)) == ask(re.compile(PATTERN, FLAGS))


def test_it_is_compiled_when_it_is_first_used_and_not_before():
    broken = LazyPattern("(")
    with pytest.raises(re.error):
        broken.search("")


def test_it_is_compiled_once():
    pattern = LazyPattern(PATTERN)
    assert pattern.compiled is pattern.compiled
