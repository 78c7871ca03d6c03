"""The guard applied to a text of a turn: nothing technical, no figure that the data did not give."""

from typing import Final

from shared.contracts import AgentResponse, AgentResult, Draft, Fact, ResultPreview
from shared.errors import GuardrailUnavailable
from shared.grounding.evidence import data_labels, data_values
from shared.grounding.grounding import Evidence
from shared.grounding.languages import Language, language_of
from shared.grounding.removal import Rest, misses, put_in_place, without
from shared.guard.guardrail import Unguardable, cells_of, guard
from shared.guard.outgoing import OutgoingGuard
from shared.model.headless import with_its_answer
from shared.turn.material import Material
from shared.turn.readings import ReadAgainst, years_beside

_OF_A_CALENDAR: Final = tuple(map(str, (*range(1, 13), 24, *range(28, 32), 52, 365, 366)))
"""How many months, hours, days and weeks a longer time has."""


class NothingSafe(Exception):
    """Nothing of the text may be shown."""


def guard_draft(draft: Draft, material: Material, outgoing: OutgoingGuard | None = None) -> Draft:
    """What may be shown of a draft; what a model wrote is grounded too, and goes by the guard outside, if there is one.

    Raises NothingSafe, also where that guard gives no verdict.
    """
    turn, draft = material.turn, uncontradicted(grounded(draft, material), material)
    try:
        text = guard(
            draft.text,
            allowed=known_values(material),
            forbidden=tuple(filter(_tells_an_id, (turn.turn_id, turn.session_id, turn.user_id))),
        ).text
    except Unguardable as error:
        raise NothingSafe from error
    if draft.source == "claude":
        text = passed(text, outgoing)
    if not text.strip():
        raise NothingSafe
    return draft.model_copy(update={"text": text})


def _tells_an_id(given: str) -> bool:
    """Whether it cannot be a word of an answer: the user of this machine is called "local"."""
    return any(c.isdigit() for c in given)


def passed(text: str, outgoing: OutgoingGuard | None) -> str:
    """What the guard outside lets through of a text. Raises NothingSafe where it blocks, or gives no verdict."""
    if outgoing is None or not text.strip():
        return text
    try:
        told = outgoing.checked(text)
    except GuardrailUnavailable as error:
        raise NothingSafe from error
    if told is None:
        raise NothingSafe
    return told


def grounded(draft: Draft, material: Material) -> Draft:
    """A model's text without statements whose figures nothing accounts for; it is checked once, and one of Candor's own
    never. Where the answer itself is among them, the facts stand first."""
    evidence = Evidence(
        material.facts,
        previews(material),
        question=material.turn.question,
        notes=(*own_readings(material), *material.limits),
        stated=stated(material),
    )
    return grounded_in(evidence, draft, question=material.turn.question, facts=material.facts, judged=True)


def grounded_in(
    evidence: Evidence, draft: Draft, *, question: str, facts: tuple[Fact, ...] = (), judged: bool = False
) -> Draft:
    """What goes out of a text that a model wrote for a reply, where no agent's answer stands for it: a turn's, which
    will be `judged`, or what a phase says. The only place where such a text is held against what is known."""
    if draft.grounded or draft.source != "claude":
        return draft
    checked = evidence.grounded(draft.text, language=language_of(draft.language), judged=judged)
    return draft.model_copy(
        update={
            "text": with_its_answer(checked, facts, draft.language),
            "grounded": True,
            "left_out": len(checked.removed),
            "unfinished": misses(question, checked),
            "unchecked": checked.unchecked,
        }
    )


def uncontradicted(draft: Draft, material: Material) -> Draft:
    """A model's text without the statements that a judge found the verified facts to contradict; where no judge
    answered, without those that one had to bear out. Where the answer itself is among them, the facts stand first."""
    if draft.source != "claude":
        return draft
    rest = rest_of(draft, material)
    return draft.model_copy(
        update={
            "text": with_its_answer(rest, material.facts, draft.language),
            "left_out": draft.left_out + len(rest.removed),
            "unfinished": draft.unfinished or misses(material.turn.question, rest),
        }
    )


def rest_of(draft: Draft, material: Material) -> Rest:
    """What is left of a draft without the statements that a judge found false, or was to bear out and did not."""
    return without(draft.text, _refuted(draft, material), language_of(draft.language))


def amended(draft: Draft, material: Material, said: str) -> str:
    """The draft with other words in the place of those statements; empty where that cannot be."""
    return put_in_place(draft.text, _refuted(draft, material), said, language_of(draft.language))


def unrefuted(text: str, material: Material) -> str:
    """A text that may say again what the turn's draft said, without what a judge found false there."""
    draft = material.draft
    return without(text, _refuted(draft, material), language_of(draft.language)).text if draft else text


def _refuted(draft: Draft, material: Material) -> frozenset[str]:
    told = material.assessment
    return frozenset(
        one.said
        for at, one in enumerate(draft.unchecked, start=1)
        if (at in told.contradicted if told and told.judged else one.needs_a_judge)
    )


def stated(material: Material) -> tuple[str, ...]:
    """What Candor's own analyses said of their facts."""
    return tuple(line for response in material.completed for line in response.stated)


def own_readings(material: Material) -> tuple[str, ...]:
    """The assumptions that Candor words itself: a model's would vouch for its own figures."""
    parts = (material.plan, *material.completed)
    return tuple(line for part in parts if part and part.usage.calls == 0 for line in part.readings)


def readings_that_stand(material: Material, language: Language) -> tuple[str, ...]:
    """How the question was read: of a model's assumptions those that tell no figure from nowhere. What the executed
    queries compare with is none: an assumption may say it."""
    own, stand = own_readings(material), _read_against(material).stand(material.readings, language)
    return tuple(one for one in material.readings if one in own or one in stand)


def evidence_of_readings(material: Material) -> Evidence:
    """What an assumption is held against."""
    return _read_against(material).evidence(material.readings)


def _read_against(material: Material) -> ReadAgainst:
    turn, datasets = material.turn, material.context.datasets or ()
    return ReadAgainst(material.facts, previews(material), turn.question, turn.asked_at, material.limits, datasets)


def evidence_of_reasons(
    material: Material, response: AgentResponse | None, readings: tuple[str, ...], *, of_task: bool = False
) -> Evidence:
    """What is held against that says what was asked, or why it was not answered: beside the figures those that the
    response itself came to, the `readings` that stand, the edges of the data, and the years next to them and to today.
    What was asked may also count months, weeks and days: which of them "next quarter" means is no figure of the data.
    """
    own = response.result if response else AgentResult()
    limits = (*material.limits, *(response.limits if response else ()))
    labels = data_labels(material.context.datasets or ())
    return Evidence(
        (*material.facts, *(response.facts if response else ())),
        (*previews(material), *own.results),
        question=material.turn.question,
        notes=(f"{material.turn.asked_at:%d %B %Y}", *limits, *readings),
        labels=(
            *labels,
            *years_beside(material.turn.asked_at, labels),
            *(_OF_A_CALENDAR if of_task else ()),
        ),
        shown=data_values(material.context.datasets or ()),
    )


def previews(material: Material) -> tuple[ResultPreview, ...]:
    """All results that the reply may tell cells of."""
    return tuple(shown for response in material.completed for shown in response.result.results)


def known_values(material: Material) -> tuple[str, ...]:
    """Cells, facts and column names of this turn: what a text may repeat as it is."""
    told = (said for fact in material.facts for said in (str(fact.value), fact.name, fact.text))
    return (*cells_of(previews(material)), *told)
