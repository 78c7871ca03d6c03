"""ExplainFailure and WordFailsafe: what a person is told when there is no answer, or none to be confident of."""

from typing import Any

from shared.contracts import ResultPreview, by_themselves
from shared.model.port import ExplainFailure, WordFailsafe
from shared.model.port import Wording as Words
from shared.model.prompts.awareness import ERROR_AWARENESS, error_context
from shared.model.prompts.prompt import PRINCIPLES, Prompt, compose, fence, health_lines, sections
from shared.model.prompts.tables import facts, rows
from shared.model.prompts.wording import WORDS, worded

AWARE = (ERROR_AWARENESS, WORDS)
MOST_RESULTS, MOST_ROWS = 3, 12
"""What is shown of results where no fact has a name: the last ones, since a model looks around first."""

EXPLAIN = """\
# Your part: tell the person what happened

Their question could not be answered as it should. In the conversation, in two to five sentences: what you were able to
do, what did not work, what they can do now. The hint and the suggestion of the error context are true; say them in your
own words. If verified facts are given, present them, with their figures exactly as given. Do not guess at the answer.
"""

FAILSAFE = """\
# Your part: replace a reply that was not confident

The draft is not good enough to be sent. Write what is honest instead, in two to five sentences: what can be said with
confidence (only from what is fenced beside the draft, figures exactly as given), what cannot, and specific next steps
that fit this question: a column to name, a period to choose, a narrower question. Do not repeat the draft's doubtful
claims. `found_instead`, where it is given, is what somebody who compared the draft with the data found in place of what
it says falsely: say that first, in your own words, as far as it answers the question, and nothing that it contradicts.
`rows` are what was computed; what their columns are called, nobody has checked.

Why it was held back:
- UNCERTAINTY: say openly what is uncertain and how the person gets better help.
- INSUFFICIENT_INFO: ask for the particular details that are missing.
- AMBIGUOUS_QUERY: name the readings that are possible and ask which is meant.
- TOOL_FAILURE: say that a step of the work did not succeed, and what can be tried instead.
- TIMEOUT: say that it took too long, and suggest a smaller question.
- TECHNICAL_LIMITATION: say what cannot be done, and offer another way, or to split the question.
"""


OPENING = """\
# Your part: say the answer of a reply anew

The sentence that was to answer the question did not bear comparison with the data, and was taken out. The draft is what
is left, and stays. Write only what comes before it, in one or two sentences, in its language: what answers the question
by `found_instead`, which is what somebody who compared the lost sentence with the data found in its place, in your own
words; of figures only those of what is fenced, exactly as given. Nothing that the draft says already, no apology, and
no word of what was taken out.
"""

AMENDING = """\
# Your part: say anew what was wrong in a reply

`lost` did not bear comparison with the data and was taken out of the reply. The draft is what is left, and stays. Write
only what goes in the place of `lost`, in its language and in no more sentences: keep of it what holds, in its words and
with its figures, and put right the rest by `found_instead`, which is what somebody who compared it with the data found.
Figures only from what is fenced, exactly as given. Nothing that the draft says already, no apology, no guess at causes,
and no word of what was taken out.
"""


@compose.register
def explain_failure(request: ExplainFailure, *, samples: bool) -> Prompt:
    """The prompt that explains a failure. The technical detail of the error stays in the log."""
    tried = [one.model_dump(mode="json", include={"agent", "action", "outcome"}) for one in request.attempts[-20:]]
    return Prompt(
        system=sections(PRINCIPLES, EXPLAIN, ERROR_AWARENESS, WORDS),
        ask=sections(
            health_lines(request.health),
            fence("error_context", error_context(request.error)),
            fence("attempts", tried) if tried else "",
            fence("facts", facts(by_themselves(request.facts))) if request.facts else "",
            fence("question", request.question),
        ),
        schema=Words,
        read=worded,
    )


@compose.register
def word_failsafe(request: WordFailsafe, *, samples: bool) -> Prompt:
    """The prompt of a failsafe reply."""
    part = (OPENING, WORDS) if request.opening else (AMENDING, WORDS) if request.lost else (FAILSAFE, *AWARE)
    stays = request.opening or bool(request.lost)
    return Prompt(
        system=sections(PRINCIPLES, *part),
        ask=sections(
            health_lines(request.health, "a note about it is added to the reply: do not repeat it"),
            f"Language: {request.language}" if stays else f"Held back for: {request.category}",
            fence("facts", facts(request.facts)) if request.facts else "",
            fence("rows", _behind(request.results, samples=samples)) if request.results and not request.facts else "",
            fence("draft", request.draft),
            fence("lost", request.lost) if request.lost else "",
            fence("found_instead", request.found_instead) if request.found_instead else "",
            fence("question", request.question),
        ),
        schema=Words,
        read=worded,
    )


def _behind(results: tuple[ResultPreview, ...], *, samples: bool) -> list[dict[str, Any]]:
    """The rows behind an answer: of the results of which it tells something, where that is known."""
    told = tuple(one for one in results if one.cited != ()) or results
    return rows(told[-MOST_RESULTS:], samples=samples, most=MOST_ROWS)
