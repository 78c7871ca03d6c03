"""A failure as an event of the log."""

from typing import Any, Final

from shared.contracts import ErrorContext

FAILED_STEP: Final = 99


def title_of(context: ErrorContext) -> str:
    """The title of an error event."""
    return f"Failed: {context.user_hint}"


def data_of(context: ErrorContext, about: dict[str, Any] | None = None) -> dict[str, Any]:
    """The data of an error event: {node, error, error_type} and what it is about."""
    told = {"node": context.failed_node, "error": context.user_hint, "error_type": context.error_type}
    return {**told, **(about or {})}
