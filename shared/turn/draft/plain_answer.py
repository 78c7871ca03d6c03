"""The plain answer: what analyses and facts say themselves, where no other text may be shown."""

from shared.contracts import Draft
from shared.model import templates
from shared.model.port import SynthesizeReply, WordFailsafe
from shared.turn.draft.text_guard import unrefuted
from shared.turn.material import Material


def template(material: Material) -> Draft:
    """What the turn's responses say, without what a judge found false of it; the facts alone where nothing is left."""
    request = SynthesizeReply(
        question=material.turn.question, responses=material.all_responses, readings=material.readings
    )
    text = unrefuted(templates.synthesize(request).text, material)
    return Draft(text=text, source="template") if text else facts_alone(material)


def facts_alone(material: Material) -> Draft:
    """The verified facts, beside that no answer is sure."""
    request = WordFailsafe(
        question=material.turn.question,
        category="UNCERTAINTY",
        draft="",
        facts=material.facts,
        language=material.language,
        refuted=material.refuted,
        unchecked=material.unjudged and not material.refuted,
    )
    return Draft(text=templates.failsafe(request).text, source="template", language=material.language)
