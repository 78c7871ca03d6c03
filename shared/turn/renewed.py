"""The answer said anew: in place of a draft, or, where a judge found that alone false, before what is left of it."""

from datetime import timedelta

from shared.contracts import Draft, Usage
from shared.deps import Deps
from shared.errors import CandorError, ModelError
from shared.grounding.figures import figures
from shared.log import logger
from shared.model.port import WordFailsafe
from shared.turn.effective import settings_of
from shared.turn.guarded import NothingSafe, grounded, guard_draft, previews, rest_of
from shared.turn.judged import PART_LEFT_OUT
from shared.turn.material import Material, progress_of
from shared.turn.replacement import (
    OUTSIDE_SECONDS,
    REPLACING_SECONDS,
    RESPONDING,
    WORDING_SECONDS,
    category_of,
    replaced,
)
from shared.turn.second_opinion import second_opinion


def renewed(material: Material, deps: Deps) -> Material:
    """The material with what is said in place of what a judge found false of its draft; as it is where nothing is."""
    if not material.completed or material.rounds or material.draft is None:
        return material
    try:
        if material.replaced:
            draft, answers = replaced(material, deps)
            return material.model_copy(update={"renewed": draft, "answers": answers})
        return _reopened(material, material.draft, deps)
    except (CandorError, NothingSafe, ValueError) as error:
        logger.info("nothing is said in place of what is false", extra={"why": type(error).__name__})
        return material


def _reopened(material: Material, draft: Draft, deps: Deps) -> Material:
    """The material with another answer before what is left of the draft, where a judge found its own false and says
    what the data has instead. It stands where its figures do and a judge bears it out; else what is left stands alone.
    Raises NothingSafe, CandorError."""
    rest = rest_of(draft, material)
    if not (material.found_instead and rest.headless and rest.text and draft.source == "claude"):
        return material
    until = deps.clock.now() + timedelta(seconds=REPLACING_SECONDS - (OUTSIDE_SECONDS if deps.outgoing else 0.0))
    request = WordFailsafe(
        question=material.turn.question,
        category=category_of(material),
        draft=rest.text,
        facts=material.facts,
        results=previews(material),
        found_instead=material.found_instead,
        language=draft.language,
        opening=True,
        health=material.context.health,
    )
    try:
        with progress_of(material, deps).asking(RESPONDING):
            answered = deps.model.ask(request, seconds=WORDING_SECONDS)
    except ModelError as error:
        return _with(material, error.usage)
    spent = answered.usage
    opening = Draft(text=answered.value.text.strip(), source=answered.source, language=draft.language)
    checked = grounded(opening, material)
    if answered.source != "claude" or checked.left_out or not figures(f"{checked.text} {rest.text}"):
        return _with(material, spent)
    whole = Draft(
        text=f"{checked.text}\n\n{rest.text}",
        source="claude",
        language=draft.language,
        grounded=True,
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


def _with(material: Material, spent: Usage, **told: object) -> Material:
    """The material with what was spent, and what is told of its assessment now."""
    assessment = material.assessment
    if assessment is None:
        return material
    told = {"usage": assessment.usage + spent, **told}
    return material.model_copy(update={"assessment": assessment.model_copy(update=told), "waited": True})
