"""Why a query has no result, or is not even sent: what is told of it."""

from typing import Final

from shared.contracts import QueryFault

SAID: Final[dict[QueryFault, str]] = {
    "rejected": "the query was not a plain read of the dataset",
    "unknown_name": "the query named something that the dataset does not have",
    "syntax": "the query could not be understood",
    "timeout": "the computation took longer than it may",
    "memory": "the computation needed more memory than it may have",
    "runtime": "the query could not be computed on these values",
    "cut": "the query gave more rows than can be looked at",
    "unavailable": "the engine that computes them stopped or did not answer",
    "gone": "the file with the data is not there any more",
    "disk": "the data that it reads is more than the engine has room for at once",
}
"""Why a query has no result, in words that may reach a user."""
BY_MEANING: Final = (
    "{used}: texts are matched by their meaning here, not by their letters: read the different values of the column "
    "(distinct_values, all batches), choose those that are meant, and name them exactly (chosen_values, or "
    "IN ('…', '…')); the number in a text is read by the query language's cleaned_number"
)
"""What a model is to do instead of matching texts by their letters."""
OURS: Final[frozenset[QueryFault]] = frozenset({"timeout", "memory", "unavailable", "gone", "disk"})
"""Those that say nothing of the question or of what the data holds: the task has failed."""
