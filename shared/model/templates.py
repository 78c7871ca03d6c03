"""Texts that need no mind: sentences around facts, made from templates. Nothing in them is invented."""

import re
from collections.abc import Iterable
from textwrap import shorten

from shared.confidence.failsafe_words import TEMPLATES
from shared.contracts import AgentResponse, Fact, by_themselves
from shared.failure.forfeit import forfeit_message, merge_forfeits
from shared.model.disagreement import disagreements
from shared.model.phrases import ENGLISH, Phrases, common, phrases_in
from shared.model.port import ExplainFailure, SynthesizeReply, WordFailsafe, Wording
from shared.table.repeats_told import notes_repeats, without_repeats_told

_MOST_FACTS = 8
NOT_THE_DATA = "That says nothing about what the data holds."
_MOST_FINDINGS = 40
_LONGEST_QUOTED = 160
_WORD = re.compile(r"\d[\d.,]*\d|\w+")


def synthesize(request: SynthesizeReply) -> Wording:
    """What each agent contributed, where two differ, how the question was read, and what is missing."""
    completed = [response for response in request.responses if response.status == "completed"]
    if not completed:
        return Wording(text=_forfeited(request.responses))
    language = common(response.language for response in completed)
    alone = len({response.agent for response in completed}) == 1
    parts = [_contribution(response, alone=alone) for response in completed]
    parts += disagreements(completed)
    parts += unanswered(request.responses, language)
    parts += _readings(request, language, "\n".join(parts) if any(one.by_model for one in completed) else "")
    return Wording(text="\n\n".join(part for part in parts if part))


def _contribution(response: AgentResponse, *, alone: bool) -> str:
    insights = response.result.insights
    told = insights.summary or " ".join(fact.text for fact in by_themselves(response.facts)[:3])
    lines = [line for line in (*insights.findings, *insights.insights) if line.rstrip(".") not in told]
    lines = [line for line in lines if not (response.by_model and says(told, line))]
    said = phrases_in(response.language)
    body = "\n".join([told, *(f"- {said.quoted(line)}" for line in lines[:_MOST_FINDINGS])]).strip()
    return body if alone else f"**{agent_title(response.agent)}**: {body}"


def says(text: str, line: str) -> bool:
    """Whether a text has every word and number of a line: it says the same."""
    return set(_WORD.findall(line.casefold())) <= set(_WORD.findall(text.casefold()))


def agent_title(name: str) -> str:
    """An agent's name for a reader."""
    return name.replace("_", " ").capitalize().replace("Sql", "SQL")


def unanswered(responses: Iterable[AgentResponse], language: str = "en") -> list[str]:
    """A line for each response that does not answer: what was asked, why there is nothing, and what can be asked."""
    others = [response for response in responses if response.status != "completed"]
    said = phrases_in(language).not_answered
    return [f"**{said}**: “{_quoted(response.task)}”. {_why(response)}{_offer(response)}" for response in others]


def _quoted(task: str) -> str:
    return shorten(task, _LONGEST_QUOTED, placeholder="…").rstrip("?")


def _offer(response: AgentResponse) -> str:
    offered = response.forfeit.suggestions if response.forfeit else ()
    return f" You could ask: {' · '.join(offered)}" if offered else ""


def _why(response: AgentResponse) -> str:
    if response.forfeit:
        return response.forfeit.reason.rstrip(".") + "."
    if response.setback:
        return f"I could not compute this: {response.setback}. {NOT_THE_DATA}"
    return f"{agent_title(response.agent)} did not come to a result; please ask for this again in a moment."


def _readings(request: SynthesizeReply, language: str, text: str) -> list[str]:
    """How the question was read, as far as the text does not say so."""
    given = [*request.readings, *(line for response in request.responses for line in response.readings)]
    repeats = [line for response in request.responses for line in response.doubts if notes_repeats(line)]
    if repeats:
        given = [left for line in given if (left := without_repeats_told(line, repeats))]
    told = [line for line in dict.fromkeys(given) if not says(text, line)]
    return ["\n".join([phrases_in(language).read_as, *(f"- {line}" for line in told)])] if told else []


def _forfeited(responses: tuple[AgentResponse, ...]) -> str:
    merged = merge_forfeits(response.forfeit for response in responses if response.forfeit)
    if merged is not None:
        return forfeit_message(merged)
    tasks = ", ".join(f"“{response.task}”" for response in responses)
    return (
        f"None of my steps came to a result this time{f' for {tasks}' if tasks else ''}. Please ask again in a moment."
    )


def explain(request: ExplainFailure) -> Wording:
    """What happened in plain words, what is known nevertheless, and what to do."""
    error = request.error
    parts = [error.user_hint]
    facts = known(request.facts)
    parts += [facts] if facts else []
    if request.attempts:
        done = [attempt.action for attempt in request.attempts if attempt.outcome == "ok"][:_MOST_FACTS]
        parts += ["Until then I had done this:\n" + "\n".join(f"- {action}" for action in done)] if done else []
    if error.available_data and not facts:
        parts.append("What did load: " + ", ".join(_plain(name) for name in error.available_data) + ".")
    if error.unavailable_data:
        parts.append("What is missing: " + ", ".join(_plain(name) for name in error.unavailable_data) + ".")
    parts.append(error.retry_suggestion)
    return Wording(text="\n\n".join(part for part in parts if part))


def _plain(name: str) -> str:
    return name.replace("_", " ")


def known(facts: Iterable[Fact], said: Phrases = ENGLISH) -> str:
    """The facts as a list, without any word of a model's; empty where there are none."""
    return _known(own, said) if (own := by_themselves(facts)) else ""


def _known(facts: tuple[Fact, ...], said: Phrases) -> str:
    return "\n".join([said.known, *(f"- {fact.text}" for fact in facts[:_MOST_FACTS])])


def failsafe(request: WordFailsafe) -> Wording:
    """The category's template, with the facts that are sure, in the language of the draft; of one that was `refuted` or
    went `unchecked`, that it was or did, and that the figures are as computed."""
    said = phrases_in(request.language)
    left_out = request.refuted or request.unchecked
    if left_out:
        first, last = said.refuted if request.refuted else said.unchecked, said.look
    elif said is ENGLISH:
        first, last = TEMPLATES[request.category], _STEPS[request.category]
    else:
        first, last = said.held_back_whole, said.next_step
    facts = known(request.facts, said)
    last = last if facts or not left_out else said.next_step
    return Wording(text="\n\n".join([first, *([facts] if facts else []), last]), language=request.language)


_STEPS = {
    "UNCERTAINTY": "Naming the exact column, group or period makes the question one that I can compute.",
    "INSUFFICIENT_INFO": "Ask “which columns are there?” to see what the data holds, then name the one you mean.",
    "AMBIGUOUS_QUERY": "For example, name the column to measure, and whether you want a total, an average or a count.",
    "TOOL_FAILURE": "If it happens again, ask for one figure at a time.",
    "TIMEOUT": "A question about one figure or one period is answered fastest.",
    "TECHNICAL_LIMITATION": "A question about one figure, one group or one period is the easiest to answer.",
}
