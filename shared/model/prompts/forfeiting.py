"""The forfeit tool, offered wherever a model may have to admit that it cannot answer."""

from typing import Annotated

from pydantic import Field, StringConstraints

from shared.contracts import Contract, Forfeit
from shared.model.prompts.prompt import Tool

Line = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500)]


class Forfeiting(Contract):
    """Admit that this cannot be answered from the data at hand. Work on it stops and the person is told why.

    Use it rather than guess: when the data needed is not there, too little or of the wrong kind, when attempts keep
    failing, or when the request is outside what you can do. An honest forfeit is a good answer; a wrong number is not.
    """

    reason: Line = Field(description="One plain sentence for the person: why this cannot be answered.")
    attempted_actions: tuple[Line, ...] = Field(
        min_length=1, max_length=8, description="What was checked or tried, one short line each."
    )
    would_help: Line | None = Field(default=None, description="What data or rephrasing would make it answerable.")

    def forfeit(self) -> Forfeit:
        """As the contract that travels."""
        return Forfeit(reason=self.reason, attempted_actions=self.attempted_actions, would_help=self.would_help)


FORFEIT = Tool("forfeit", Forfeiting)
