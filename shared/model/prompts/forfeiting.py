"""The forfeit tool, offered wherever a model may have to admit that it cannot answer."""

from collections.abc import Callable
from typing import Annotated, Literal, TypeVar

from pydantic import Field, StringConstraints

from shared.contracts import Contract, Forfeit
from shared.errors import ForfeitException
from shared.model.prompts.prompt import Tool
from shared.model.prompts.tool_calls import arguments_of
from shared.model.spoken import Spoken

AnswerT = TypeVar("AnswerT", bound=Contract)

Line = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500)]


ForfeitKind = Literal[
    "not_in_data", "out_of_range", "too_few_rows", "not_computable", "not_understood", "ambiguous", "needs_cause",
    "forecast", "judgement", "out_of_scope", "other",
]  # fmt: skip
"""The codes of a forfeit that a model may give."""


class Forfeiting(Contract):
    """Admit that this cannot be answered from the data at hand. Work on it stops and the person is told why.

    Use it rather than guess: when the data is not there, too little or of the wrong kind, when attempts keep
    failing, or when it is beyond what you can do. An honest forfeit is a good answer.
    """

    reason: Line = Field(
        description="Why this cannot be answered, and what the data does say of it; figures as in an answer."
    )
    attempted_actions: tuple[Line, ...] = Field(
        min_length=1, max_length=8, description="What was tried, one short line each."
    )
    would_help: Line | None = Field(default=None, description="What data or rephrasing would make it answerable.")
    kind: ForfeitKind = "other"
    language: str = Field(default="en", max_length=35, description="The language of `reason`: its BCP 47 tag.")

    def forfeit(self) -> Forfeit:
        """The forfeit of a model's call, as agents and replies have it."""
        return Forfeit(
            code=self.kind,
            reason=self.reason,
            attempted_actions=self.attempted_actions,
            would_help=self.would_help,
            language=self.language,
        )


FORFEIT = Tool("forfeit", Forfeiting)


def or_forfeit(read: Callable[[Spoken], AnswerT]) -> Callable[[Spoken], AnswerT]:
    """Reads an answer that is no tool call; raises ForfeitException where the model forfeits instead of giving it."""

    def reader(spoken: Spoken) -> AnswerT:
        for given in arguments_of(spoken, (FORFEIT,)) if spoken.calls() else ():
            if isinstance(given, Forfeiting):
                raise ForfeitException.of(given.forfeit())
        return read(spoken)

    return reader
