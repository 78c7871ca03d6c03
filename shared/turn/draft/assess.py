"""Assessment of a draft: the failsafe with this turn's settings, its signals and a second opinion."""

from datetime import datetime

from shared.confidence.assessment import Signals
from shared.confidence.failsafe import assess, preview
from shared.confidence.rules import NO_ANSWER, SWITCHED_OFF, category_of_forfeit, not_assessed, unanswered
from shared.contracts import Assessment, Draft, Usage
from shared.deps import Deps
from shared.grounding.figures import figures
from shared.grounding.removal import misses
from shared.model.port import Opinion
from shared.turn.draft.plain_answer import template
from shared.turn.draft.second_opinion import second_opinion
from shared.turn.draft.text_guard import known_values, rest_of, unrefuted
from shared.turn.intake.effective_settings import settings_of
from shared.turn.judged_draft import PART_LEFT_OUT, JudgedDraft, found_instead
from shared.turn.material import Material


def assess_draft(material: Material, deps: Deps) -> Assessment:
    """The assessment of what is about to be said. Only what a model wrote can be replaced; a forfeit is no answer."""
    draft = material.draft or _without_a_draft(material)
    failsafe = settings_of(material, deps)
    words = failsafe.words
    if not failsafe.failsafe_enabled or not draft.text:
        why = NO_ANSWER if failsafe.failsafe_enabled else SWITCHED_OFF
        return not_assessed(draft.text, now=deps.clock.now(), why=why, words=words)
    if material.draft is None and not material.completed:
        return _given_up(draft.text, material, failsafe.confidence_threshold, deps.clock.now())
    spent, missing, instead = Usage(), tuple[str, ...](), tuple[str, ...]()

    def opinion() -> Opinion | None:
        nonlocal spent, missing, instead
        judged, usage = second_opinion(material, draft, deps)
        spent += usage
        missing = judged.lacking(material.turn.question) if judged else ()
        instead = found_instead(judged, draft.unchecked)
        return judged

    assessment = assess(
        draft.text.strip(),
        now=deps.clock.now(),
        threshold=failsafe.confidence_threshold,
        words=words,
        signals=signals(material, draft),
        values=known_values(material),
        second_opinion=opinion,
        claims=bool(draft.unchecked),
        replaceable=draft.source == "claude",
        verified=draft.grounded and bool(figures(draft.text)),
    )
    own = {"usage": spent, "missing": missing, "found_instead": instead}
    assessment = JudgedDraft.model_validate(dict(assessment) | own)
    told = material.model_copy(update={"assessment": assessment})
    if not unrefuted(draft.text, told):
        return _nothing_left(assessment, draft)
    rest = rest_of(draft, told)
    lost = draft.source == "claude" and bool(rest.removed) and misses(material.turn.question, rest)
    return _of_a_part(assessment, failsafe.confidence_threshold) if lost else assessment


def _given_up(text: str, material: Material, threshold: float, now: datetime) -> Assessment:
    """That of a forfeit; it is as sure as a judge is of its reason; under the threshold it is doubtful."""
    forfeit = material.forfeit
    category = category_of_forfeit(forfeit.code if forfeit else "other")
    return unanswered(text, category, now=now, sure=forfeit.sure if forfeit else None, threshold=threshold)


def _without_a_draft(material: Material) -> Draft:
    """What is said where nobody wrote a reply: what the agents say, or why there is no answer; nothing where a phase
    speaks alone."""
    if material.completed:
        return template(material)
    return Draft(text=material.forfeit.message if material.forfeit else "", source="template")


def _of_a_part(assessment: Assessment, threshold: float) -> Assessment:
    """That of a draft which is not whole without what a judge found false: it stands, and is no surer than it must be
    for that."""
    score, findings = min(assessment.confidence_score, threshold), (*assessment.findings, PART_LEFT_OUT)
    return assessment.model_copy(update={"confidence_score": score, "findings": findings})


def _nothing_left(assessment: Assessment, draft: Draft) -> Assessment:
    """That of a draft of which nothing stands: it is replaced. It is refuted where a judge found so, now or before."""
    gone = [one for one in draft.unchecked if one.needs_a_judge]
    return assessment.model_copy(
        update={
            "confidence_score": 0.0,
            "refuted": assessment.judged or all(one.refuted for one in gone),
            "error_category": assessment.error_category or "UNCERTAINTY",
            "assessment": "FAILSAFE_TRIGGERED",
            "verdict": "FAILSAFE_TRIGGERED",
            "original_response_preview": preview(draft.text),
        }
    )


def signals(material: Material, draft: Draft) -> Signals:
    """What the system itself knows of how the draft came about."""
    attempts = material.attempts
    return Signals(
        failed_queries=sum(one.step == "execute" and one.outcome == "failed" for one in attempts),
        empty_queries=sum(one.outcome == "empty" for one in attempts),
        forfeits=sum(one.status == "forfeited" for one in material.all_responses),
        ungrounded_figures=draft.left_out,
        tasks_total=len(material.all_responses),
        tasks_completed=len(material.completed),
    )
