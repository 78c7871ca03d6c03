"""What a judge's opinion is worth, and what becomes of an answer whose judge says nothing."""

from typing import Any

import pytest

from shared.contracts import Usage
from shared.errors import ModelError
from shared.model.opinion import SURE, agrees, opinion_of
from shared.model.port import Answered, JudgeReply, Opinion

SPENT = Usage(input_tokens=7)
REQUEST = JudgeReply(question="Why?", reply="So.")


@pytest.mark.parametrize(
    ("opinion", "agreed"),
    [
        (Opinion(score=SURE), True),
        (Opinion(score=SURE - 0.01), False),
        (Opinion(score=1, category="UNCERTAINTY"), False),
        (Opinion(score=1, contradicted=(1,)), False),
        (Opinion(score=1, unsupported=(1,)), False),
        (Opinion(score=1, missing=("the year",)), False),
        (None, False),
    ],
)
def test_a_judge_agrees_who_is_sure_and_finds_nothing_wrong_and_nothing_missing(
    opinion: Opinion | None, agreed: bool
) -> None:
    assert agrees(opinion) == agreed


def test_an_opinion_is_what_the_judge_says_and_what_it_took() -> None:
    said = Opinion(score=0.5)
    assert opinion_of(lambda _: Answered(said, source="claude", usage=SPENT), REQUEST) == (said, SPENT)


@pytest.mark.parametrize(("error", "spent"), [(ModelError("no"), SPENT), (ZeroDivisionError(), Usage())])
def test_a_judge_who_cannot_be_asked_has_no_opinion_and_what_it_took_is_counted(error: Any, spent: Usage) -> None:
    error.usage = SPENT

    def ask(_request: JudgeReply) -> Answered[Opinion]:
        raise error

    assert opinion_of(ask, REQUEST) == (None, spent)
