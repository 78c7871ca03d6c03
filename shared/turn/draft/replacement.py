"""The replacement of a draft that was not confident enough."""

from contextlib import suppress
from datetime import timedelta
from typing import NamedTuple

from shared.contracts import Draft, FailsafeCategory, Forfeit, Usage, by_themselves
from shared.deps import Deps
from shared.errors import ModelError
from shared.grounding.figures import figures
from shared.log import logger
from shared.model import templates
from shared.model.opinion import Judgement
from shared.model.port import WordFailsafe
from shared.turn.draft.plain_answer import facts_alone
from shared.turn.draft.second_opinion import second_opinion
from shared.turn.draft.text_guard import NothingSafe, grounded, guard_draft, previews, unrefuted
from shared.turn.intake.effective_settings import settings_of
from shared.turn.material import Material, progress_of

WORDING_SECONDS = 6.0
"""Seconds for wording the replacement: two are kept for no-model mode, and a model is asked with three or more left."""

REPLACING_SECONDS = 9.0
"""Seconds for wording it, and for a judge of what is said in place of what another found false."""
OUTSIDE_SECONDS = 2.0
"""What a guard outside may take of that."""

RESPONDING = 7
"""The step of the log at which words for the reply are waited for."""

REASONS: dict[FailsafeCategory, str] = {
    "TIMEOUT": "The work took too long to finish",
    "TOOL_FAILURE": "A step of the analysis did not work",
    "TECHNICAL_LIMITATION": "This goes beyond what I can do with this data",
    "AMBIGUOUS_QUERY": "The question can be read in more than one way",
    "INSUFFICIENT_INFO": "The data or the question does not hold enough to answer",
    "UNCERTAINTY": "I could not reach an answer that I am sure of",
}


UNCHECKED = "I had worded an answer, and could not check it against the data"
REFUTED = "I had worded an answer, and compared with the data none of its statements held"


def category_of(material: Material) -> FailsafeCategory:
    """The category of the draft's assessment; UNCERTAINTY where it has none."""
    return (material.assessment and material.assessment.error_category) or "UNCERTAINTY"


def replacement(material: Material, deps: Deps) -> Draft:
    """An honest text with next steps: the deployment's or session's own for the category; else the model's, or the
    category's template where that is not to be had."""
    return replaced(material, deps).draft


class Replaced(NamedTuple):
    """What is said in place of a draft; `answers` where a judge finds it an answer to the question."""

    draft: Draft
    answers: bool = False


def replaced(material: Material, deps: Deps) -> Replaced:
    """The replacement, and whether it answers the question all the same."""
    own = settings_of(material, deps).category_texts.get(category_of(material))
    if own:
        with suppress(NothingSafe):
            return Replaced(guard_draft(Draft(text=own, source="template"), material))
    nothing = material.refuted or (material.draft is not None and not unrefuted(material.draft.text, material))
    if nothing and not material.found_instead:
        return Replaced(facts_alone(material))  # its writer insisted, and would be asked again
    until = deps.clock.now() + timedelta(seconds=REPLACING_SECONDS - (OUTSIDE_SECONDS if deps.outgoing else 0.0))
    request = WordFailsafe(
        question=material.turn.question,
        category=category_of(material),
        draft=material.draft.text if material.draft else "",
        facts=by_themselves(material.facts),
        results=previews(material),
        found_instead=material.found_instead,
        refuted=material.refuted,
        language=material.language,
        health=material.context.health,
    )
    spent = Usage()
    try:
        with progress_of(material, deps).asking(RESPONDING):
            answered = deps.model.ask(request, seconds=WORDING_SECONDS)
        spent = answered.usage
        worded = Draft(
            text=unrefuted(answered.value.text, material),
            source=answered.source,
            usage=spent,
            language=answered.value.language,
        )
        if worded.text.strip() not in ("", request.draft.strip()):
            judged, told, opinion = _borne_out(worded, material, deps, seconds=deps.clock.seconds_until(until))
            spent += opinion.usage
            said = guard_draft(judged.model_copy(update={"usage": spent}), told, deps.outgoing)
            return Replaced(said, _answers(said, opinion, settings_of(material, deps).confidence_threshold))
    except (ModelError, NothingSafe) as error:
        spent = error.usage if isinstance(error, ModelError) else spent
        logger.info("the category's template answers", extra={"why": type(error).__name__})
    text = templates.failsafe(request).text
    return Replaced(Draft(text=text, source="template", usage=spent, language=request.language))


def _answers(said: Draft, judged: Judgement, threshold: float) -> bool:
    """Whether a text with figures is one that a judge is confident of, and finds nothing false in."""
    opinion = judged.opinion
    sure = opinion is not None and opinion.score >= threshold and opinion.category is None
    return sure and not (opinion and opinion.found_false) and bool(figures(said.text))


def _borne_out(draft: Draft, material: Material, deps: Deps, *, seconds: float) -> tuple[Draft, Material, Judgement]:
    """The draft with what it is to be held against, and what a judge said. What is said in place of what a judge found
    false is held against the data once more, and goes out where a judge bears it out."""
    draft, alone = grounded(draft, material), material.model_copy(update={"assessment": None})
    if not material.found_instead or draft.source != "claude" or not (draft.unchecked or figures(draft.text)):
        return draft, alone, Judgement(None)
    claims = tuple(one.model_copy(update={"reworded": True}) for one in draft.unchecked)
    draft = draft.model_copy(update={"unchecked": claims})
    judged = second_opinion(material, draft, deps, seconds=seconds)
    if judged.opinion is None or material.assessment is None:
        return draft, alone, judged
    found = {"judged": True, "contradicted": tuple(judged.opinion.found_false)}
    return draft, material.model_copy(update={"assessment": material.assessment.model_copy(update=found)}), judged


def forfeit_of(material: Material) -> Forfeit:
    """The forfeit of a turn whose draft was replaced and which has no facts."""
    actions = tuple(dict.fromkeys(attempt.action for attempt in material.attempts))
    said = material.draft.text if material.draft else ""
    if said and material.unjudged and not material.refuted and not unrefuted(said, material):
        return Forfeit(code="unsure", reason=UNCHECKED, attempted_actions=(*actions, "Drafted an answer"))
    category = "UNCERTAINTY" if material.found_instead else category_of(material)  # the data had something
    return Forfeit(
        code="refuted" if material.refuted else "unsure",
        reason=REFUTED if material.refuted else REASONS[category],
        attempted_actions=(*actions, "Drafted an answer, and checked how sure it is"),
    )
