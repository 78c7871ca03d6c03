"""A mind that doubts itself, by which the laboratory has the judge asked."""

from typing import Any

import pytest

from infra.lab.matrix.doubt import DOUBT, Doubter
from shared.model.moves import Move, NextMove
from shared.model.port import Answered, JudgeReply, Opinion


class _Mind:
    def __init__(self, value: Any) -> None:
        self._value = value

    def ask(self, _request: Any, *, seconds: float) -> Answered[Any]:
        assert seconds == 3
        return Answered(self._value, source="claude")


NEXT = NextMove.model_construct()
JUDGED = JudgeReply(question="Why?", reply="So.")
SURE = Opinion(score=1)


@pytest.mark.parametrize(
    ("said", "answer"), [(Move(answer="The total is 3."), f"{DOUBT} The total is 3."), (Move(text="Hello."), "")]
)
def test_it_puts_a_doubt_before_an_answer_and_not_where_there_is_none(said: Move, answer: str) -> None:
    assert Doubter(_Mind(said), judges=False).ask(NEXT, seconds=3).value.answer == answer


def test_it_says_anything_else_as_the_mind_within_does_unless_it_judges_itself() -> None:
    assert Doubter(_Mind(SURE), judges=False).ask(JUDGED, seconds=3).value == SURE
    assert Doubter(_Mind(SURE), judges=True).ask(JUDGED, seconds=3).value.category == "UNCERTAINTY"
