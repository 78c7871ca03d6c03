"""A judge who is asked about words of a question while an answer is being written."""

from threading import Thread
from typing import Any

import pytest

from shared.agents.conversation.asked_beside import AskedBeside

ONE: Any = "words that no query says"
OTHER: Any = "other words"


def _told(beside: AskedBeside, words: Any, tool: str = "answer") -> Any:
    """What was found while a model called that tool."""
    beside.doing(lambda: beside.begun(tool), words)
    return beside.found


@pytest.mark.parametrize(("fits", "found"), [(True, ONE), (False, None)])
def test_words_are_found_that_the_judge_bears_out(fits: bool, found: Any) -> None:
    assert _told(AskedBeside(lambda _: fits), ONE) == found


def test_of_a_query_after_which_a_model_computes_again_nobody_is_asked() -> None:
    asked: list[Any] = []
    beside = AskedBeside(lambda words: asked.append(words) is None)
    assert _told(beside, ONE, "run_sql") is None
    assert beside.doing(lambda: "whole, and in no pieces", ONE) == "whole, and in no pieces"
    assert (beside.found, asked) == (None, [])
    assert _told(beside, ONE) == ONE
    assert asked == [ONE]


def test_the_judge_is_asked_while_the_answer_comes_in_another_thread() -> None:
    beside = AskedBeside(lambda _: True)

    def heard() -> None:
        listening = Thread(target=beside.begun, args=("answer",))
        listening.start()
        listening.join()

    beside.doing(heard, ONE)
    assert beside.found == ONE
    beside.begun("answer")  # somebody who is still heard when nobody waits


def test_the_judge_is_asked_once_about_the_same_words_though_there_are_none_between() -> None:
    asked: list[Any] = []
    beside = AskedBeside(lambda words: asked.append(words) is None)
    assert [_told(beside, words) for words in (ONE, ONE, None, ONE)] == [ONE, ONE, None, ONE]
    assert asked == [ONE]


def test_other_words_are_asked_about_anew() -> None:
    beside = AskedBeside(lambda words: words == ONE)
    for words, found in ((ONE, ONE), (OTHER, None), (OTHER, None), (ONE, ONE)):
        assert _told(beside, words) == found


def test_without_a_judge_nothing_is_found_and_the_work_is_done() -> None:
    beside = AskedBeside()
    assert beside.doing(lambda: "done", ONE) == "done"
    assert beside.found is None


def test_what_the_work_raises_is_raised_and_no_words_are_found() -> None:
    beside = AskedBeside(lambda _: True)
    with pytest.raises(ZeroDivisionError):
        beside.doing(lambda: 1 / 0, ONE)
    assert beside.found is None
