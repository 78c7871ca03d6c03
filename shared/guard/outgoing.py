"""A second guard on what a model wrote, outside of Candor: Amazon Bedrock's, where a deployment names one."""

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from botocore.exceptions import BotoCoreError, ClientError

from shared.errors import GuardrailUnavailable

_MASKED = "ANONYMIZED"
_HARMLESS = frozenset(("NONE", _MASKED))


class OutgoingGuard(Protocol):
    """Says what may go out of a text."""

    def checked(self, text: str) -> str | None:
        """The text, perhaps with parts masked; None where it may not go out. Raises GuardrailUnavailable."""


class BedrockGuardrail:
    """A guardrail of Amazon Bedrock, applied to text that is on its way out."""

    def __init__(self, client: Any, guardrail_id: str, version: str) -> None:
        self._client = client
        self._id = guardrail_id
        self._version = version

    def checked(self, text: str) -> str | None:
        """What the guardrail lets through; masked parts come back as its placeholders."""
        try:
            answer = self._client.apply_guardrail(
                guardrailIdentifier=self._id,
                guardrailVersion=self._version,
                source="OUTPUT",
                content=[{"text": {"text": text}}],
            )
        except (ClientError, BotoCoreError) as error:
            raise GuardrailUnavailable(f"the guardrail did not answer ({type(error).__name__})") from error
        return _allowed(answer, text)


def _allowed(answer: Mapping[str, Any], text: str) -> str | None:
    """The text as the answer has it; an answer that says neither "none" nor "intervened" is none."""
    action = answer.get("action")
    if action == "NONE":
        return text
    if action != "GUARDRAIL_INTERVENED":
        raise GuardrailUnavailable("the guardrail gave no verdict")
    actions = set(_actions(answer.get("assessments", [])))
    outputs = [output.get("text", "") for output in answer.get("outputs", [])]
    if not outputs or _MASKED not in actions or actions - _HARMLESS:
        return None
    return "\n".join(outputs)


def _actions(found: Any) -> Iterator[str]:
    """Every `action` in the assessments, however deep: BLOCKED, ANONYMIZED or NONE."""
    if isinstance(found, Mapping):
        if isinstance(found.get("action"), str):
            yield found["action"]
        for inner in found.values():
            yield from _actions(inner)
    elif isinstance(found, list):
        for inner in found:
            yield from _actions(inner)
