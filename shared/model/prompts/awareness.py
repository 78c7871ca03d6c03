"""Error awareness: how a model tells a person that something went wrong, and what it is shown of it."""

from typing import Any

from shared.contracts import ErrorContext

ERROR_AWARENESS = """\
# Error awareness

If something failed, or is known to be slow or down, acknowledge it naturally and helpfully. Never show technical
detail.
- Explain what could be done and what could not.
- Suggest what the person can do: rephrase, try again, ask something simpler.
- Stay warm and helpful; do not apologize more than once.
- If there are partial results, present them and note what is missing.
- Promise nothing that is not given: not that it works next time, not that somebody was told.
"""


def error_context(error: ErrorContext) -> dict[str, Any]:
    """What a model is shown of a failure; the technical detail stays in the log."""
    return error.model_dump(mode="json", exclude={"error_detail", "schema_version", "failed_node"})
