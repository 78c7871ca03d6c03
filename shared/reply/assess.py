"""The failsafe at work on a draft: settings, signals and second opinion of this turn."""

from shared.contracts import Assessment, Draft
from shared.deps import Deps
from shared.failure.failsafe import assess, not_assessed
from shared.reply.material import Material


def assess_draft(material: Material, deps: Deps) -> Assessment:
    """The assessment of what is about to be said. It scores; templates, forfeits and explanations always pass."""
    settings = deps.settings
    draft = material.draft or Draft(text=material.forfeit.message if material.forfeit else "", source="template")
    if not settings.failsafe_enabled:
        return not_assessed(draft.text, now=deps.clock.now())
    return assess(
        draft.text,
        now=deps.clock.now(),
        threshold=settings.confidence_threshold,
        replaceable=False,
    )
