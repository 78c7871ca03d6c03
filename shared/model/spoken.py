"""What a language model said: one message of the Messages API, checked before anything is read from it."""

import math
from typing import Any

from pydantic import Field, JsonValue, ValidationError

from shared.contracts import Contract, Usage
from shared.errors import ModelMisanswered, ModelRefused

LARGEST_BODY = 1_000_000
DEEPEST_INPUT = 12
COMPLETE = frozenset({"end_turn", "tool_use", "stop_sequence", None})
"""The stop reasons of an answer that is whole. Some compatible servers give none."""


class ToolCall(Contract):
    """A tool that the model called, and with what."""

    id: str
    name: str
    input: dict[str, JsonValue] = Field(default_factory=dict)


class CacheCreation(Contract):
    """Of what was put into a cache, the tokens that are kept for an hour."""

    ephemeral_1h_input_tokens: int = Field(default=0, ge=0)


class TokenCounts(Contract):
    """Tokens as the API counts them: `input_tokens` without those of the cache."""

    input_tokens: int = Field(default=0, ge=0)
    output_tokens: int = Field(default=0, ge=0)
    cache_creation_input_tokens: int | None = Field(default=None, ge=0)
    cache_read_input_tokens: int | None = Field(default=None, ge=0)
    cache_creation: CacheCreation | None = None

    def usage(self) -> Usage:
        """The provider's token counts as a Usage, cached input included."""
        written, read = self.cache_creation_input_tokens or 0, self.cache_read_input_tokens or 0
        return Usage(
            input_tokens=self.input_tokens + written + read,
            output_tokens=self.output_tokens,
            cache_read_tokens=read,
            cache_write_tokens=written,
            cache_write_hour_tokens=self.cache_creation.ephemeral_1h_input_tokens if self.cache_creation else 0,
        )


class Spoken(Contract):
    """One message of the model. `content` is kept as it came: a later round has to hand it back unchanged."""

    content: list[dict[str, JsonValue]]
    stop_reason: str | None = None
    usage: TokenCounts = TokenCounts()

    @classmethod
    def heard(cls, body: bytes) -> "Spoken":
        """The message in a response's body; ModelMisanswered where there is none."""
        if len(body) > LARGEST_BODY:
            raise ModelMisanswered(f"an answer of {len(body)} bytes")
        try:
            return cls.model_validate_json(body)
        except ValidationError as error:
            raise ModelMisanswered("the answer is no message") from error

    @classmethod
    def told(cls, message: dict[str, Any]) -> "Spoken":
        """The message that came in pieces; ModelMisanswered where it is none."""
        try:
            return cls.model_validate(message)
        except ValidationError as error:
            raise ModelMisanswered("the answer is no message") from error

    def whole(self) -> "Spoken":
        """Itself, if the model said all that it wanted; ModelRefused or ModelMisanswered otherwise."""
        if self.stop_reason == "refusal":
            raise ModelRefused("the model declined")
        if self.stop_reason not in COMPLETE:
            raise ModelMisanswered(f"the answer stopped early: {self.stop_reason[:40] if self.stop_reason else ''}")
        return self

    @property
    def text(self) -> str:
        """All its text."""
        return "".join(str(block.get("text", "")) for block in self.content if block.get("type") == "text").strip()

    def calls(self) -> tuple[ToolCall, ...]:
        """The tools that it called, in order; ModelMisanswered where a call is malformed, too deep or not finite."""
        blocks = [block for block in self.content if block.get("type") == "tool_use"]
        try:
            calls = tuple(ToolCall.model_validate(block) for block in blocks)
        except ValidationError as error:
            raise ModelMisanswered("a malformed tool call") from error
        if not all(_sound(call.input) for call in calls):
            raise ModelMisanswered("a tool call that is too deep, or has a number that is not finite")
        return calls


def _sound(value: Any, depth: int = 0) -> bool:
    """Whether data is of bounded depth and all its numbers are finite."""
    if depth > DEEPEST_INPUT:
        return False
    if isinstance(value, dict):
        return all(_sound(part, depth + 1) for part in value.values())
    if isinstance(value, list):
        return all(_sound(part, depth + 1) for part in value)
    return not isinstance(value, float) or math.isfinite(value)
