"""A mind whose answers doubt themselves, so that the failsafe asks its judge, and words another text."""

from dataclasses import replace
from typing import Any

from shared.model.moves import Move, NextMove
from shared.model.port import Answered, AnswerT, JudgeReply, Model, Opinion, Request

DOUBT = "I'm not sure about this, maybe I can't say at all; I don't know, it could be anything."
ASKED_IN_DOUBT = ("JudgeReply", "WordFailsafe")
"""The requests that are made only where an answer doubts itself."""


class Doubter:
    """A mind that puts a doubt before each answer; with `judges` it thinks nothing of what it wrote."""

    def __init__(self, inner: Model, *, judges: bool) -> None:
        self._inner = inner
        self._judges = judges

    def ask(self, request: Request[AnswerT], *, seconds: float) -> Answered[AnswerT]:
        """What the mind within says, in doubt."""
        if self._judges and isinstance(request, JudgeReply):
            opinion: Any = Opinion(score=0.1, category="UNCERTAINTY")
            return Answered(opinion, source="claude")
        answered = self._inner.ask(request, seconds=seconds)
        value: Any = answered.value
        if isinstance(request, NextMove) and isinstance(value, Move) and value.answer:
            value = value.model_copy(update={"answer": f"{DOUBT} {value.answer}"})
        return replace(answered, value=value)
