"""A judge who is asked about words of a question while something else is done."""

from typing import Any

import pytest

from shared.agents.conversation.asked_beside import AskedBeside

ONE: Any = "words that no query says"
OTHER: Any = "other words"


@pytest.mark.parametrize(("fits", "found"), [(True, ONE), (False, None)])
def test_words_are_found_that_the_judge_bears_out(fits: bool, found: Any) -> None:
    beside = AskedBeside(lambda _: fits)
    assert beside.doing(lambda: "done", ONE) == "done"
    assert beside.found == found


def test_the_judge_is_asked_once_about_the_same_words_though_there_are_none_between() -> None:
    asked: list[Any] = []
    beside = AskedBeside(lambda words: asked.append(words) is None)
    found = []
    for words in (ONE, ONE, None, ONE):
        beside.doing(lambda: None, words)
        found.append(beside.found)
    assert found == [ONE, ONE, None, ONE]
    assert asked == [ONE]


def test_other_words_are_asked_about_anew() -> None:
    beside = AskedBeside(lambda words: words == ONE)
    for words, found in ((ONE, ONE), (OTHER, None), (OTHER, None), (ONE, ONE)):
        beside.doing(lambda: None, words)
        assert beside.found == found


def test_without_a_judge_nothing_is_found_and_the_work_is_done() -> None:
    beside = AskedBeside()
    assert beside.doing(lambda: "done", ONE) == "done"
    assert beside.found is None


def test_what_the_work_raises_is_raised_and_no_words_are_found() -> None:
    beside = AskedBeside(lambda _: True)
    with pytest.raises(ZeroDivisionError):
        beside.doing(lambda: 1 / 0, ONE)
    assert beside.found is None
