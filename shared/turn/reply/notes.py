"""Notes below a reply: what is missing of it, what may be read otherwise, which dependency is slow."""

from collections.abc import Iterable, Mapping
from textwrap import shorten
from typing import Final

from shared.contracts import Draft
from shared.grounding.evidence import names_of_rows
from shared.health.state import State, expectations
from shared.model.phrases import Phrases, phrases_in
from shared.model.templates import unanswered
from shared.pattern import LazyPattern
from shared.turn.draft.text_guard import previews, rest_of
from shared.turn.material import Material
from shared.turn.readiness import Unready
from shared.turn.reply.restatement import says

_LONGEST_ASKED: Final = 120
_HELD_UP: Final = frozenset({"agents_failed", "unsure", "unavailable", "cancelled", "other"})
"""Forfeits that another try may spare."""
_LABELLED: Final = LazyPattern(r"\s*(?:[-*+•]|\d+[.)])\s+[*_]*(?P<label>[^:–—*_|]{1,40})[*_]*\s*[:–—]")
"""An item of a list that begins with what it is about: "- **West**: 52.50"."""
NOUNS = {"model": "language model", "query": "query engine", "objects": "file storage", "store": "my records"}


def owned_up(draft: Draft, material: Material) -> Draft:
    """The text, naming what is missing of a partial answer, and what of the data could be read in another way.

    A model is asked to tell what is missing, and does not always. The lines are in the language of the answer. What an
    answer that is in view said of the data is not said again; how values are written is said once in a conversation.
    """
    said = phrases_in(draft.language)
    draft = _doubted(draft, material, said)
    if material.status != "partial":
        return draft
    lines = unanswered(material.all_responses, draft.language)
    parts = () if material.replaced else material.missing
    lines += [f"**{said.not_answered}**: “{'”, “'.join(parts)}”."] if parts else []
    if material.replaced and draft.source == "claude":
        lines.append(said.held_back)
    if material.error and not lines:
        lines.append(said.cut_short)
    unheard = material.doubted and not (material.assessment and material.assessment.judged)
    if unheard and not material.replaced and not lines:
        lines.append(said.unassessed)
    left = [line for line in lines if line not in draft.text]
    return draft.model_copy(update={"text": "\n\n".join((draft.text, *left))})


def _doubted(draft: Draft, material: Material, said: Phrases) -> Draft:
    lines = [*material.doubts, *(_without(one) for one in material.context.unready if material.facts)]
    unsaid = (line for line in lines if not material.context.told_earlier(line))
    new = (line for line in unsaid if not says(draft.text, line, draft.language))
    told = [f"{said.note} {line}" for line in new if line not in draft.text]
    by_itself = material.facts and not material.knew_the_conversation and said.by_itself not in draft.text
    told += [said.by_itself] if by_itself else []
    told += [line for line in _left_out(material, said) if line not in draft.text]
    told += [said.unassessed] if material.unjudged and not material.replaced else []
    return draft.model_copy(update={"text": "\n\n".join((draft.text, *told))}) if told else draft


def _left_out(material: Material, said: Phrases) -> list[str]:
    """The note that sentences were removed from a model's text: one note however many, without quoting them, but for
    the names of the rows that items of a list begin with; where the answer itself is among them, what it was to
    answer."""
    if not material.left_out or not material.completed or material.replaced:
        return []
    count = material.left_out
    rest = rest_of(material.draft, material) if material.draft and not material.renewed else None
    if rest and rest.headless:
        asked = shorten(material.turn.question, _LONGEST_ASKED, placeholder="…").rstrip("?")
        return [said.answer_left_out.format(asked=asked)]
    line = said.sentence_left_out if count == 1 else said.sentences_left_out.format(count=count)
    names = _item_names(rest.removed if rest else (), material)
    return [
        f"{line.removesuffix('.')} ({said.left_out_on.format(names=', '.join(names))})."
        if len(names) == count
        else line
    ]


def _item_names(removed: Iterable[str], material: Material) -> list[str]:
    """The names of rows that items of a list begin with, as they are written there."""
    known = frozenset(names_of_rows(previews(material)))
    labels = (found["label"].strip() for one in removed if (found := _LABELLED.match(one)))
    return [label for label in labels if label.casefold() in known]


def _without(file: Unready) -> str:
    return f"{file.told}; this answer does without it."


def lacks_nothing(material: Material) -> bool:
    """Whether a reply says all that there is: an answer, or why the data holds none; not where anything failed."""
    given_up = material.forfeit if material.status == "forfeited" else None
    settled = given_up is not None and given_up.code not in _HELD_UP and not material.failures
    return settled or material.status == "answered"


def noted(draft: Draft, health: Mapping[str, State], *, whole: bool) -> Draft:
    """The text with a sentence for each dependency that the person should know of and that it does not speak of: of one
    that is slow only where the reply is not `whole`, for one that is there and lacks nothing was not held up.

    Added last, so that neither failsafe nor grounding takes our own words for the model's.
    """
    told = {name for name, noun in NOUNS.items() if noun in draft.text.lower()}
    if draft.source == "claude" and health.get("model") == "down":
        told.add("model")
    told |= {name for name, state in health.items() if whole and state == "slow"}
    lines = [phrases_in(draft.language).quoted(line) for line in expectations(health, without=tuple(told))]
    return draft.model_copy(update={"text": "\n\n".join((draft.text, *lines))}) if lines else draft
