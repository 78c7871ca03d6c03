"""The second draft, asked for once: in place of the first, or where a judge found statements of it false, before what
is left."""

from datetime import timedelta

from shared.contracts import Draft, Usage
from shared.deps import Deps
from shared.errors import CandorError, ModelError
from shared.grounding.figures import figures
from shared.grounding.languages import language_of
from shared.grounding.removal import Rest
from shared.log import logger
from shared.model.port import WordFailsafe
from shared.turn.draft.replacement import (
    OUTSIDE_SECONDS,
    REPLACING_SECONDS,
    RESPONDING,
    WORDING_SECONDS,
    category_of,
    replaced,
)
from shared.turn.draft.second_opinion import second_opinion
from shared.turn.draft.text_guard import NothingSafe, amended, grounded, guard_draft, previews, rest_of
from shared.turn.intake.effective_settings import settings_of
from shared.turn.judged_draft import PART_LEFT_OUT
from shared.turn.material import Material, progress_of

_LEAST_WORDS = 4
"""A finding of fewer words is no sentence that answers: "52.50"."""


def renewed(material: Material, deps: Deps) -> Material:
    """The material with what is said in place of what a judge found false of its draft; as it is where nothing is."""
    if not material.completed or material.rounds or material.draft is None:
        return material
    try:
        if material.replaced:
            draft, answers = replaced(material, deps)
            return material.model_copy(update={"renewed": draft, "answers": answers})
        return _amended(material, material.draft, deps)
    except (CandorError, NothingSafe, ValueError) as error:
        logger.info("nothing is said in place of what is false", extra={"why": type(error).__name__})
        return material


def _amended(material: Material, draft: Draft, deps: Deps) -> Material:
    """The material with other words where a judge found statements of the draft false and says what the data has
    instead: before what is left where the answer itself is among them, else in their place. They stand where their
    figures do and a judge bears them out; else what is left stands alone. Raises NothingSafe, CandorError."""
    rest = rest_of(draft, material)
    if not (material.found_instead and rest.removed and rest.text and draft.source == "claude"):
        return material
    if not rest.headless and not amended(draft, material, "…"):
        return material
    until = deps.clock.now() + timedelta(seconds=REPLACING_SECONDS - (OUTSIDE_SECONDS if deps.outgoing else 0.0))
    try:
        with progress_of(material, deps).asking(RESPONDING):
            answered = deps.model.ask(_request(material, draft, rest), seconds=WORDING_SECONDS)
    except ModelError as error:
        return _as_found(material, draft, rest, error.usage, deps)
    spent = answered.usage
    new = Draft(text=answered.value.text.strip(), source=answered.source, language=draft.language)
    checked = grounded(new, material)
    text = f"{checked.text}\n\n{rest.text}" if rest.headless else amended(draft, material, checked.text)
    if answered.source != "claude" or checked.left_out or not figures(text):
        return _as_found(material, draft, rest, spent, deps)
    whole = Draft(
        text=text,
        source="claude",
        language=draft.language,
        grounded=True,
        left_out=draft.left_out,
        unfinished=draft.unfinished,
        unchecked=tuple(one.model_copy(update={"reworded": True}) for one in checked.unchecked),
    )
    judged = second_opinion(material, whole, deps, seconds=deps.clock.seconds_until(until))
    spent += judged.usage
    opinion, threshold = judged.opinion, settings_of(material, deps).confidence_threshold
    if opinion is None or opinion.found_false or opinion.score < threshold:
        return _with(material, spent)
    said = guard_draft(whole.model_copy(update={"unchecked": ()}), material, deps.outgoing)
    missing = opinion.lacking(material.turn.question)
    findings = material.assessment.findings if material.assessment else ()
    told = {"confidence_score": round(opinion.score, 2), "missing": missing, "contradicted": ()}
    told["findings"] = tuple(one for one in findings if one != PART_LEFT_OUT)
    anew = material.model_copy(update={"renewed": said, "answers": True})
    return _with(anew, spent, **told)


def _as_found(material: Material, draft: Draft, rest: Rest, spent: Usage, deps: Deps) -> Material:
    """Where nobody says an answer anew: with what the judge found in its place, a sentence in English whose figures are
    known, before what is left. Raises NothingSafe."""
    found = Draft(text=f"{material.found_instead[0].rstrip('.')}.", source="claude", language=draft.language)
    said = len(found.text.split()) >= _LEAST_WORDS
    if not (rest.headless and language_of(draft.language).is_english and said and figures(found.text)):
        return _with(material, spent)
    found = grounded(found, material)
    if found.left_out:
        return _with(material, spent)
    text = f"{found.text[0].upper()}{found.text[1:]}\n\n{rest.text}"
    kept = {"text": text, "left_out": draft.left_out + len(rest.removed), "unfinished": True, "unchecked": ()}
    renewal = guard_draft(draft.model_copy(update=kept), material, deps.outgoing)
    return _with(material.model_copy(update={"renewed": renewal}), spent)


def _request(material: Material, draft: Draft, rest: Rest) -> WordFailsafe:
    """Asks for the answer alone where it is lost, else for what goes in the place of what is."""
    return WordFailsafe(
        question=material.turn.question,
        category=category_of(material),
        draft=rest.text,
        facts=material.facts,
        results=previews(material),
        found_instead=material.found_instead,
        language=draft.language,
        opening=rest.headless,
        lost=() if rest.headless else rest.removed,
        health=material.context.health,
    )


def _with(material: Material, spent: Usage, **told: object) -> Material:
    """The material with what was spent, and what is told of its assessment now."""
    assessment = material.assessment
    if assessment is None:
        return material
    told = {"usage": assessment.usage + spent, **told}
    return material.model_copy(update={"assessment": assessment.model_copy(update=told), "waited": True})
