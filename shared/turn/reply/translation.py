"""Translation of Candor's own sentences below an answer in another language, by the model that wrote it."""

from collections.abc import Iterator
from typing import Final

from shared.contracts import Draft, Usage
from shared.deps import Deps
from shared.errors import ModelError
from shared.grounding.languages import language_of
from shared.guard.guardrail import Unguardable, guard
from shared.log import logger
from shared.model.phrases import phrases_in
from shared.model.port import TranslateLines
from shared.turn.draft.text_guard import NothingSafe, known_values, passed
from shared.turn.material import Material, progress_of
from shared.turn.reply.protected_text import opaque

TRANSLATING_SECONDS: Final = 6.0
LEAST_SECONDS: Final = 5.0
"""Two are kept for no-model mode, which translates nothing, and a model is asked with three or more left."""
KEPT_SECONDS: Final = 4.0
"""Of what the turn has left, for the rest of the reply."""
MOST_LINES: Final = 8
_ENGLISH: Final = "en"


def in_its_language(draft: Draft, begins: int, material: Material, deps: Deps, *, step: int) -> Draft:
    """The draft, of whose text Candor's own sentences stand from that character on, with these in its language as far
    as they were in English; what they took is counted. As it is, where they are in its language, a model wrote nothing
    of it, or none can be asked, and what a translation leaves out, adds or exchanges stays in English too."""
    if draft.source != "claude" or draft.language.partition("-")[0].casefold() == _ENGLISH:
        return draft
    said, own = phrases_in(draft.language), draft.text[begins:].split("\n\n")
    english = ((at, said.english_of(line)) for at, line in enumerate(own))
    lines = dict([(at, line) for at, line in english if line][:MOST_LINES])
    seconds = min(TRANSLATING_SECONDS, deps.clock.seconds_until(material.turn.deadline) - KEPT_SECONDS)
    if not lines or seconds < LEAST_SECONDS or material.renewed or material.waited:
        return draft
    language = language_of(draft.language)
    given = {at: opaque(line, _names(material), language) for at, line in lines.items()}
    request = TranslateLines(
        lines=tuple(one.text for one in given.values()), language=draft.language, health=material.context.health
    )
    try:
        with progress_of(material, deps).asking(step):
            answered = deps.model.ask(request, seconds=seconds)
    except Exception as error:  # noqa: BLE001 — an answer is not lost with the language of a note
        logger.warning("own sentences stay in English", extra={"why": type(error).__name__})
        spent = error.usage if isinstance(error, ModelError) else Usage()
        return draft.model_copy(update={"usage": draft.usage + spent})
    if answered.source != "claude":
        return draft
    filled = ((at, given[at].filled(text)) for at, text in zip(given, answered.value.lines, strict=False))
    new = {at: said.translated(line) for at, line in filled if line and _safe(line, material)}
    parts = [new.get(at, line) for at, line in enumerate(own)]
    text = draft.text[:begins] + "\n\n".join(parts) if _let_out(new, deps) else draft.text
    return draft.model_copy(update={"text": text, "usage": draft.usage + answered.usage})


def _names(material: Material) -> Iterator[str]:
    """What the files and their columns are called, as they are written and as they are told."""
    for dataset in material.context.datasets or ():
        yield from (dataset.relation, dataset.file_name)
        yield from (name for column in dataset.columns for name in (column.name, column.words or ""))


def _safe(line: str, material: Material) -> bool:
    try:
        return guard(line, allowed=known_values(material)).text == line
    except Unguardable:
        return False


def _let_out(new: dict[int, str], deps: Deps) -> bool:
    """Whether a guard outside, if there is one, lets the translations pass as they are."""
    text = "\n".join(new.values())
    try:
        return passed(text, deps.outgoing) == text
    except NothingSafe:
        return False
