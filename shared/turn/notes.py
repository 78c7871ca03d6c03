"""What a reply says of the dependencies: what was missing, and what to expect while something is slow."""

from collections.abc import Mapping

from shared.contracts import Draft
from shared.health.state import State, expectations
from shared.model.templates import unanswered
from shared.turn.material import Material
from shared.turn.readiness import Unready

NOUNS = {"model": "language model", "query": "query engine", "objects": "file storage", "store": "my records"}

HELD_BACK = "I left out what I was not sure enough of; above is what I could verify."
BY_ITSELF = "I could not look at what was said before, so I read this question by itself."
UNASSESSED = "I could not check how sure this is, so take it with care; its figures are computed from your data."
SENTENCE_LEFT_OUT = "Note: I left out one sentence that I could not verify against your data."
SENTENCES_LEFT_OUT = "Note: I left out {count} sentences that I could not verify against your data."
CUT_SHORT = "A later step of the work failed, so this may be incomplete."


def owned_up(draft: Draft, material: Material) -> Draft:
    """The text, naming what is missing of a partial answer, and what of the data could be read in another way.

    A model is asked to tell what is missing, and does not always.
    """
    draft = _doubted(draft, material)
    if material.status != "partial":
        return draft
    lines = unanswered(material.all_responses)
    if material.replaced and draft.source == "claude":
        lines.append(HELD_BACK)
    if material.error and not lines:
        lines.append(CUT_SHORT)
    if material.doubted and not lines:
        lines.append(UNASSESSED)
    left = [line for line in lines if line not in draft.text]
    return draft.model_copy(update={"text": "\n\n".join((draft.text, *left))})


def _doubted(draft: Draft, material: Material) -> Draft:
    lines = [*material.doubts, *(_without(one) for one in material.context.unready if material.facts)]
    lines += [BY_ITSELF] if material.facts and not material.knew_the_conversation else []
    told = [f"Note: {line}" for line in lines if line not in draft.text]
    told += [line for line in _left_out(material) if line not in draft.text]
    return draft.model_copy(update={"text": "\n\n".join((draft.text, *told))}) if told else draft


def _left_out(material: Material) -> list[str]:
    """That sentences were taken out of what a model said: once, however many did, and without what they said."""
    if not material.left_out or not material.completed or material.replaced:
        return []
    count = material.left_out
    return [SENTENCE_LEFT_OUT if count == 1 else SENTENCES_LEFT_OUT.format(count=count)]


def _without(file: Unready) -> str:
    return f"{file.told}; this answer does without it."


def noted(draft: Draft, health: Mapping[str, State]) -> Draft:
    """The text with a sentence for each dependency that the person should know of and that it does not speak of.

    Added last, so that neither failsafe nor grounding takes our own words for the model's.
    """
    told = {name for name, noun in NOUNS.items() if noun in draft.text.lower()}
    if draft.source == "claude" and health.get("model") == "down":
        told.add("model")
    lines = expectations(health, without=tuple(told))
    return draft.model_copy(update={"text": "\n\n".join((draft.text, *lines))}) if lines else draft
