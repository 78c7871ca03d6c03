"""Everything of a turn that was worded on the way, guarded before any of it gets into a reply: not the text alone.

A forfeit's reason, what was tried, what a query was for: a model words them too, and all of them are shown.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from shared.contracts import AgentResponse, Assessment, Attempt, Forfeit, PhaseRound, Plan
from shared.failure.forfeit import tried, worded
from shared.failure.reasons import plain_reason
from shared.grounding.grounding import Evidence
from shared.grounding.languages import ENGLISH, Language, language_of
from shared.guard.guardrail import Unguardable, guard
from shared.guard.outgoing import OutgoingGuard
from shared.turn.draft.text_guard import (
    NothingSafe,
    evidence_of_readings,
    evidence_of_reasons,
    known_values,
    passed,
    previews,
    readings_that_stand,
    unrefuted,
)
from shared.turn.material import Material

READINGS, MISREAD = "readings", "misread"
PROSE = frozenset(
    (
        "action",
        "attempted_actions",
        "doubts",
        "findings",
        "insights",
        MISREAD,
        "purpose",
        READINGS,
        "reason",
        "request",
        "suggestions",
        "summary",
        "task",
        "would_help",
    )
)
"""The fields that are worded for a person."""
OURS = frozenset(("doubts",))
"""Those of them that Candor words itself, whoever answers: their figures are counted in the data."""
SAID = frozenset(("findings", "insights", "summary"))
"""Those that say what was found, in the words of an answer or like it."""
TASKS = frozenset(("request", "task"))
"""The fields that say what was asked."""
LEFT_OUT = "\0"
"""Stands for a text that may not be shown, until a plain one takes its place; no text holds it."""
INSTEAD = {
    "action": "A step of the work",
    "purpose": "What was asked",
    "request": "A part of the question",
    "task": "A part of the question",
}
"""What is said in the place of a text that may not be shown; the fields that are not named are better empty."""

Part = TypeVar("Part", AgentResponse, Plan)
Safe = Callable[[str, str], str]
"""Makes a text safe that stands in a field of that name."""


def cleaned(material: Material, outgoing: OutgoingGuard | None = None) -> Material:
    """The same, every worded field guarded; grounded too where a language model had a hand in it.

    Where a guard outside is asked, it sees all that a model worded at once; what it does not let pass as it is goes.
    """
    safe = material.model_copy(
        update={
            "plan": _plan(material, material.plan) if material.plan else None,
            "responses": tuple(_response(material, response) for response in material.responses),
            "rounds": tuple(_round(material, one) for one in material.rounds),
            "assessment": _assessment(material.assessment, material),
        }
    )
    return safe if outgoing is None or _pass(_by_model(safe), outgoing) else _without_models(safe)


def _pass(worded: tuple[str, ...], outgoing: OutgoingGuard) -> bool:
    """Whether the guard outside lets all of these pass as they are."""
    text = "\n".join(worded)
    try:
        return passed(text, outgoing) == text
    except NothingSafe:
        return False


def _by_model(material: Material) -> tuple[str, ...]:
    """Every worded field that a language model had a hand in."""
    found: list[str] = []

    def noticed(text: str, _: str) -> str:
        found.append(text)
        return text

    for part in (material.plan, *material.responses):
        if part and _of_model(part):
            _walked(part.model_dump(), noticed)
    return tuple(dict.fromkeys(filter(str.strip, found)))


def _of_model(part: AgentResponse | Plan) -> bool:
    """Whether a language model had a hand in its words: gave them, or wrote what it computes with the plan. What none
    answered is named after none."""
    gave = part.usage.calls > 0 and bool(part.usage.model)
    return gave or (isinstance(part, AgentResponse) and part.by_model)


def _without_models(material: Material) -> Material:
    """The reply without any words that a language model contributed."""

    def left_out(text: str, _: str) -> str:
        return LEFT_OUT if text.strip() else text

    def silent(part: Part) -> Part:
        return part.model_validate(_walked(part.model_dump(), left_out)) if _of_model(part) else part

    return material.model_copy(
        update={
            "plan": silent(material.plan) if material.plan else None,
            "responses": tuple(silent(response) for response in material.responses),
        }
    )


def _response(material: Material, response: AgentResponse) -> AgentResponse:
    own = _safe(material, by_model=False)
    ours = tuple(one for one in response.attempts if one.step == "model")
    told = (response.result.insights.summary,) if response.by_model else ()
    safe = _safe(
        material,
        by_model=_of_model(response),
        language=language_of(response.language),
        response=response,
        grounded=frozenset((*tried(ours), *told)),
    )
    walked = AgentResponse.model_validate(_walked(response.model_dump(exclude={"attempts", "unchecked"}), safe))
    attempts = tuple(_attempt(one, own if one in ours else safe) for one in response.attempts)
    return walked.model_copy(update={"attempts": attempts})


def _attempt(attempt: Attempt, safe: Safe) -> Attempt:
    return Attempt.model_validate(_walked(attempt.model_dump(), safe))


def _round(material: Material, part: PhaseRound) -> PhaseRound:
    """A phase's part; what it says was held against what it knew when it said it: it is guarded alone."""
    response = part.response
    walked = AgentResponse.model_validate(_walked(response.model_dump(), _safe(material, by_model=False)))
    return part.model_copy(update={"response": walked})


def _plan(material: Material, plan: Plan) -> Plan:
    language = language_of(next((one.language for one in material.completed), ""))
    return Plan.model_validate(_walked(plan.model_dump(), _safe(material, by_model=_of_model(plan), language=language)))


def _assessment(assessment: Assessment | None, material: Material) -> Assessment | None:
    """The verdict without the beginning of the draft, where that may not be shown as it is."""
    preview = assessment.original_response_preview if assessment else None
    if assessment is None or preview is None:
        return assessment
    if _safe(material, by_model=True)(preview, "original_response_preview") == preview.strip():
        return assessment
    return assessment.model_copy(update={"original_response_preview": None})


def _safe(
    material: Material,
    *,
    by_model: bool,
    language: Language = ENGLISH,
    response: AgentResponse | None = None,
    grounded: frozenset[str] = frozenset(),
) -> Safe:
    """What makes a field safe: of this response, what led it to give up included. Those that are `grounded` are guarded
    alone: lines of Candor's own, and the answer of an agent, each figure of which was held against its cells before."""
    allowed = known_values(material)
    facts, results = (response.facts, response.result.results) if response else ((), ())
    evidence = Evidence(
        (*material.facts, *facts),
        (*previews(material), *results),
        question=material.turn.question,
        notes=material.limits,
    )
    known = _known_of(material, response, language) if by_model else {}

    def safe(text: str, field: str) -> str:
        try:
            told = guard(unrefuted(text, material) if field in SAID else text, allowed=allowed).text
        except Unguardable:
            return LEFT_OUT
        if by_model and told and text not in grounded and field not in OURS:
            told = known.get(field, evidence).known_part(told, language=language)
        return told.strip() or (LEFT_OUT if text.strip() else text)

    return safe


def _known_of(material: Material, response: AgentResponse | None, language: Language) -> dict[str, Evidence]:
    """What fields of their own evidence are held against."""
    readings = readings_that_stand(material, language)
    of_task = evidence_of_reasons(material, response, readings, of_task=True)
    of_reason = evidence_of_reasons(material, response, readings)
    given_up = dict.fromkeys(("reason", "would_help"), of_reason)
    of_reading = dict.fromkeys((READINGS, MISREAD), evidence_of_readings(material))
    return {**of_reading, **given_up, **dict.fromkeys(TASKS, of_task)}


def _walked(value: Any, safe: Safe, *, field: str = "") -> Any:
    """The value with every worded field made safe, what is left out of lists gone without a trace; a forfeit's message
    is put together anew from its parts."""
    if isinstance(value, dict):
        found = {key: _walked(inner, safe, field=key) for key, inner in value.items()}
        found |= {key: _instead(key, value.get("code")) for key, inner in found.items() if inner == LEFT_OUT}
        if found.get("message") and "attempted_actions" in found:
            found["message"] = worded(Forfeit.model_validate(found)).message
        return found
    if isinstance(value, list | tuple):
        return [told for inner in value if (told := _walked(inner, safe, field=field)) != LEFT_OUT]
    return safe(value, field) if field in PROSE and isinstance(value, str) else value


def _instead(field: str, code: str | None) -> str:
    """What is said in the place of a text that may not be shown; nothing where the facts speak for it."""
    return plain_reason(code) if field == "reason" and code else INSTEAD.get(field, "")
