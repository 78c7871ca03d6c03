"""InterpretFacts: what the facts mean, every figure a fact's."""

from shared.contracts import Insights
from shared.model.port import InterpretFacts
from shared.model.prompts.forfeiting import FORFEIT, or_forfeit
from shared.model.prompts.prompt import PRINCIPLES, Prompt, compose, fence, sections, structured
from shared.model.prompts.tables import facts, rows

ROLE = """\
# Your part: say what the facts mean

- `summary`: the answer to the task in one sentence, its figure first.
- `findings`: what the facts say, at most five short sentences.
- `insights`: what a careful analyst would notice in them, at most three; none is better than a commonplace.
- `visualization_hint`: the picture that suits the result.

Quote figures exactly as the facts and result rows have them, with their units. Do not add up, divide, compare in
percent or round: a figure that is not given is taken out and held against you. If the facts do not answer the task, say
so in the summary; if nothing in them bears on the task at all, call `forfeit` instead of answering. A draft, where
there is one, is right in its figures: make it read better, add nothing to it.
"""


@compose.register
def interpret_facts(request: InterpretFacts, *, samples: bool) -> Prompt:
    """The prompt that interprets. Without samples, only facts are shown, no rows of results."""
    draft = {"summary": request.summary, "findings": request.findings}
    return Prompt(
        system=sections(PRINCIPLES, ROLE, f"The agent that you are: {request.agent.description}"),
        ask=sections(
            fence("facts", facts(request.facts)),
            fence("results", rows(request.results)) if samples and request.results else "",
            fence("assumptions", request.readings) if request.readings else "",
            fence("draft", draft) if request.summary else "",
            fence("task", request.task),
        ),
        schema=Insights,
        tools=(FORFEIT,),
        read=or_forfeit(structured(Insights)),
    )
