"""SynthesizeReply: one answer from what all agents said."""

from shared.model.disagreement import apart
from shared.model.port import SynthesizeReply, Wording
from shared.model.prompts.awareness import ERROR_AWARENESS, error_context
from shared.model.prompts.forfeiting import FORFEIT, or_forfeit
from shared.model.prompts.prompt import PRINCIPLES, Prompt, compose, fence, health_lines, sections
from shared.model.prompts.tables import responses
from shared.model.prompts.wording import WORDS, worded

ROLE = """\
# Your part: write the one reply

Answer the question from what the agents found. Start with the answer itself. Where several agents contributed, say what
each found; where one forfeited or failed, say which part of the question is missing and why, in plain words. State the
assumptions that were taken. Weigh what they found by how it was computed: rows, period, conditions. Where two figures
of the same thing differ, give both and say by what they differ, or that they disagree; never pass over one of them in
silence, and never average them. `of_other_rows`, where it is given, has such figures whose conditions differ. Use short
markdown: a sentence or two, then at most a short list.

Quote figures exactly as the facts have them, with their units, written as the language of your reply writes figures;
name it in `language` (a BCP 47 tag). Do not calculate. If nothing that was
found bears on the question, call `forfeit` instead of answering.
"""

BRIEF = """\
# The brief

The questions come from a consultation, whose brief is given: say what the findings mean for the decision in it and
what the person could look at next, and where they fall short of what would be a success. Advise no more than they bear.
"""


@compose.register
def synthesize_reply(request: SynthesizeReply, *, samples: bool) -> Prompt:
    """The prompt of the reply."""
    return Prompt(
        system=sections(PRINCIPLES, ROLE, BRIEF if request.brief else "", ERROR_AWARENESS, WORDS),
        ask=sections(
            health_lines(request.health, "a note about it is added to the reply: do not repeat it"),
            fence("responses", responses(request.responses, samples=samples)),
            fence("of_other_rows", list(differing)) if (differing := apart(request.responses)) else "",
            fence("brief", request.brief) if request.brief else "",
            fence("assumptions", request.readings) if request.readings else "",
            fence("error_context", [error_context(one) for one in request.errors]) if request.errors else "",
            fence("question", request.question),
        ),
        schema=Wording,
        tools=(FORFEIT,),
        read=or_forfeit(worded),
    )
