"""Synthesis of the draft from the responses of all agents, by a model or by templates."""

from shared.contracts import AgentResponse, Draft
from shared.deps import Deps
from shared.errors import ForfeitException
from shared.failure.forfeit import worded
from shared.grounding.languages import language_of
from shared.model.disagreement import apart, disagreements, tells_both
from shared.model.failover import WithoutModel, telling, why_without
from shared.model.phrases import phrases_in
from shared.model.port import SynthesizeReply
from shared.model.templates import synthesize
from shared.turn.draft.text_guard import grounded, readings_that_stand
from shared.turn.material import Material, progress_of
from shared.turn.progress import Progress
from shared.turn.time_pool import TimePool

WORK_SECONDS = 26
"""The function's timeout: one model that stays silent, and then one that takes ten seconds."""
FINISHING_SECONDS = 2.0
"""Of that, what is kept for the draft."""
STEP = 5


def drafted(whole: Material, deps: Deps) -> bool:
    """Keeps the draft of a turn; False where no agent answered, so that there is nothing to draft. Raises
    StoreUnavailable."""
    material = whole.analysis
    if not material.completed:
        return False
    progress = progress_of(material, deps)
    progress.tell("thinking", "Putting the answer together", STEP)
    deps.turns.save(material.turn.turn_id, "DRAFT", _draft(material, whole, deps, progress))
    return True


def _draft(material: Material, whole: Material, deps: Deps, progress: Progress) -> Draft:
    """What the one agent said, where it is the only one; else one answer from all of them, and for a brief always: no
    agent knows whom it is for. `whole` has the consultation's phases too."""
    responses = material.all_responses
    health = deps.health.current(material.context.health)
    request = SynthesizeReply(
        question=material.turn.question,
        brief=whole.brief,
        responses=responses,
        errors=material.failures,
        readings=material.readings,
        health=health,
    )
    told = [one for one in responses if one.concludes] or responses
    if len(told) == 1 and not (whole.presents and told[0].by_model):
        stand = readings_that_stand(material, language_of(told[0].language))
        dropped = len(material.readings) - len(stand)
        alone = _alone(told[0], request.model_copy(update={"readings": stand}))
        return alone.model_copy(update={"left_out": dropped})  # told as a sentence that was left out
    pool = TimePool(material.turn, deps, seconds=WORK_SECONDS, finishing=FINISHING_SECONDS)
    return grounded(_worded(request, deps, pool, progress), material)


def _alone(response: AgentResponse, request: SynthesizeReply) -> Draft:
    """An answer of one agent is not written twice; what others did not answer is said beside it."""
    silent = response.model_copy(update={"readings": ()})
    others = tuple(one for one in request.responses if one.status != "completed")
    told = synthesize(request.model_copy(update={"responses": (silent, *others)}))
    text = "\n\n".join(filter(None, (told.text, *disagreements(request.responses), response.without_model)))
    source = "claude" if response.by_model else "deterministic"
    return Draft(text=text, source=source, grounded=True, unchecked=response.unchecked, language=response.language)


def _share(request: SynthesizeReply) -> WithoutModel:
    """What was done without a model where the answers could not be put together with one."""
    by_model = [one.by_model for one in request.responses if one.status == "completed"]
    return "Put together" if by_model and all(by_model) else "Answered in part" if any(by_model) else "Answered"


def _worded(request: SynthesizeReply, deps: Deps, pool: TimePool, progress: Progress) -> Draft:
    """The answer; where the model forfeits it, what it says then, which the failsafe replaces by what is verified."""
    try:
        with progress.asking(STEP):
            answered = telling(deps.model, progress.changed).ask(request, seconds=pool.left())
    except ForfeitException as given_up:
        return Draft(text=worded(given_up.forfeit).message, source="claude", usage=given_up.usage)
    without = why_without(answered.detours, _share(request)) if answered.source != "claude" else ""
    language = answered.value.language
    passed_over = [line for line in apart(request.responses) if not tells_both(answered.value.text, line)]
    lines = [phrases_in(language).quoted(line) for line in passed_over if answered.source == "claude"]
    text = "\n\n".join(filter(None, (answered.value.text, *lines, without)))
    return Draft(text=text, source=answered.source, usage=answered.usage, language=language)
