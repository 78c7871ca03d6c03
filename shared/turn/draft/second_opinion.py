"""A second opinion: what a judge thinks of a text that a turn is about to say."""

from typing import Final

from shared.charts.charts import depicted_of
from shared.contracts import Draft
from shared.deps import Deps
from shared.model.opinion import Judgement, opinion_of
from shared.model.port import JudgeReply
from shared.turn.draft.text_guard import previews
from shared.turn.material import Material, progress_of

OPINION_SECONDS: Final = 6.0
ASSESSING: Final = 6
"""The step of the log at which a judge is waited for."""


def second_opinion(material: Material, draft: Draft, deps: Deps, *, seconds: float = OPINION_SECONDS) -> Judgement:
    """What a model thinks of the draft; nothing where none can be asked, which leaves the rule score standing."""
    completed = [response.result for response in material.completed]
    request = JudgeReply(
        question=material.turn.question,
        reply=draft.text,
        readings=tuple(one for one in material.plan.readings if one in material.readings) if material.plan else (),
        facts=tuple(fact for response in material.completed for fact in response.telling),
        results=previews(material),
        queries=tuple(query.sql for result in completed for query in result.queries_executed),
        charts=depicted_of(material.completed) if draft.unchecked else (),
        claims=draft.unchecked,
        datasets=material.context.datasets or (),
        history=material.context.history,
        health=material.context.health,
    )
    with progress_of(material, deps).asking(ASSESSING):
        return opinion_of(lambda asked: deps.model.ask(asked, seconds=seconds), request)
