"""What a message that answers one slot changes of another, where that can be told for sure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from shared.consultation.matching import (
    CONTRAST,
    SENTENCE,
    correction_of,
    named_in,
    same_words,
    spelled,
    value_of,
    words_within,
)
from shared.consultation.utterances import EXCHANGES
from shared.model.port import Learned, SlotCard

_EXCHANGES: Final = [
    re.compile("^" + one.format(old="(.+?)", value="(.+)") + "$", re.IGNORECASE | re.DOTALL) for one in EXCHANGES
]
MOST_BEFORE: Final = 4
"""Words that may stand before a label which a value is set to: “wait, back to the audience: …”."""


def changes_of(
    message: str, slots: Sequence[SlotCard], asked: str | None, *, contrasts: bool = True
) -> tuple[tuple[Learned, ...], str]:
    """(the answers that a message takes back beside the slot that was asked, what is left of it). A sentence changes an
    earlier answer where it puts a value in the place of that very answer, sets it against that (where `contrasts`
    count), or to that slot's label."""
    answered = [slot for slot in slots if slot.answer and slot.answer.value and slot.name != asked]
    found: dict[str, Learned] = {}
    rest: list[str] = []
    for sentence in filter(str.strip, SENTENCE.split(message)):
        change = _labelled(sentence, answered) or _exchanged(sentence, answered)
        if contrasts and not change:
            change = _contrasted(sentence, answered, beside=bool(rest or found))
        if change and change.slot not in found:
            found[change.slot] = change
        else:
            rest.append(sentence)
    return tuple(found.values()), " ".join(rest).strip()


def _labelled(sentence: str, answered: Sequence[SlotCard]) -> Learned | None:
    """The value after an answered slot's label and a colon, near the sentence's beginning."""
    for slot in answered:
        before = rf"^(?:\S+\s+){{0,{MOST_BEFORE}}}{re.escape(slot.label)}\s*:\s+(.+)$"
        said = re.match(before, sentence.strip(), re.IGNORECASE | re.DOTALL)
        if said and (value := value_of(said.group(1), slot)):
            return Learned(slot=slot.name, value=value)
    return None


def _exchanged(sentence: str, answered: Sequence[SlotCard]) -> Learned | None:
    """The value that is to stand in the place of the one answer that was given before (“swap plan for country”)."""
    said = next(filter(None, (exchange.match(spelled(sentence)) for exchange in _EXCHANGES)), None)
    if not said:
        return None
    old, new = (part.strip(" .!,;") for part in said.groups())
    whole = [slot for slot in answered if slot.answer and same_words(slot.answer.value, old)]
    changes = [
        Learned(slot=slot.name, value=value) for slot in whole or answered if (value := _instead(slot, old, new))
    ]
    return changes[0] if len(changes) == 1 else None


def _instead(slot: SlotCard, old: str, new: str) -> str:
    """What a slot holds once the new words stand in the place of the old ones; empty where it has none such."""
    before = slot.answer.value if slot.answer else ""
    if slot.closed:
        return named_in(new, slot.choices) if named_in(old, slot.choices) == before else ""
    places = list(re.finditer(rf"(?i)(?<!\w){re.escape(old)}(?!\w)", before))
    return f"{before[: places[0].start()]}{new}{before[places[0].end() :]}" if len(places) == 1 else ""


def _contrasted(sentence: str, answered: Sequence[SlotCard], *, beside: bool) -> Learned | None:
    """The value that is set against the one answer that was given before. Free words are changed only `beside` an
    answer, or by a correction: “a rule, not a report” may well be the answer itself."""
    parts = CONTRAST.split(sentence.strip(" .!;…"))
    if len(parts) != 2:
        return None
    meant, against = parts
    changes = [change for slot in answered if (change := _against(slot, meant, against, beside=beside))]
    return changes[0] if len(changes) == 1 else None


def _against(slot: SlotCard, meant: str, against: str, *, beside: bool) -> Learned | None:
    before = slot.answer.value if slot.answer else ""
    if slot.closed:
        value = named_in(meant, slot.choices)
        return Learned(slot=slot.name, value=value) if value and named_in(against, slot.choices) == before else None
    corrected = correction_of(meant)
    if not (beside or corrected) or not words_within(against, before):
        return None
    value = _parallel(corrected or meant, against)
    whole = same_words(against, before)
    return Learned(slot=slot.name, value=value if whole else f"{before}; {value}, not {against}")


def _parallel(meant: str, against: str) -> str:
    """The words that stand where those they are set against would: from the same first word on (“put down the head
    instead of the governors”), or all of them."""
    first = re.escape(against.split()[0])
    found = re.findall(rf"(?i)(?<!\w){first}(?!\w).*", meant, re.DOTALL)
    return found[-1].strip() if found else meant.strip()
