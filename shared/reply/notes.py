"""What a reply says of the dependencies: what was missing, and what to expect while something is slow."""

from collections.abc import Mapping

from shared.contracts import Draft
from shared.failure.health import State, expectations

NOUNS = {"model": "language model", "query": "query engine", "objects": "file storage"}


def noted(draft: Draft, health: Mapping[str, State]) -> Draft:
    """The text with a sentence for each dependency that the person should know of and that it does not speak of.

    Added last, so that neither failsafe nor grounding takes our own words for the model's.
    """
    told = {name for name, noun in NOUNS.items() if noun in draft.text.lower()}
    if draft.source == "claude" and health.get("model") == "down":
        told.add("model")
    lines = expectations(health, without=tuple(told))
    return draft.model_copy(update={"text": "\n\n".join((draft.text, *lines))}) if lines else draft
