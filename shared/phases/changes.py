"""What a message that answers one slot changes of another, where that can be told for sure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from shared.model.moves import Learned, SlotCard
from shared.phases.matching import (
    CONTRAST,
    SENTENCE,
    aim_of,
    correction_of,
    learned_of,
    named_in,
    same_words,
    unled,
    value_of,
    words_within,
)
from shared.phases.utterances import EXCHANGES

_EXCHANGES: Final = [
    re.compile("^" + one.format(old="(.+?)", value="(.+)") + "$", re.IGNORECASE | re.DOTALL) for one in EXCHANGES
]
BEFORE: Final = ("previous question", "last answer")
MOST_LEADING: Final = 2
"""Words before an example that change nothing of what it says."""
MOST_BEFORE: Final = 4
"""Words that may stand before a label which a value is set to: “wait, back to the audience: …”."""


def changes_of(
    message: str, slots: Sequence[SlotCard], asked: str | None, *, contrasts: bool = True
) -> tuple[tuple[Learned, ...], str]:
    """(the answers that a message takes back beside the slot that was asked, what is left of it). A sentence changes an
    earlier answer where it puts a value in the place of that very answer, sets it against that (where `contrasts`
    count), or to that slot's label."""
    asked_before = [slot for slot in slots if slot.answer and slot.name != asked]
    answered = [slot for slot in asked_before if slot.answer and slot.answer.value]
    found: dict[str, Learned] = {}
    rest: list[str] = []
    for sentence in filter(str.strip, SENTENCE.split(message)):
        change = _labelled(sentence, asked_before) or _exchanged(sentence, answered)
        if contrasts and not change:
            change = _contrasted(sentence, answered, beside=bool(rest or found))
        if change and change.slot not in found:
            found[change.slot] = change
        else:
            rest.append(sentence)
    return tuple(found.values()), " ".join(rest).strip()


def gone_back_to(message: str, slots: Sequence[SlotCard]) -> str:
    """The answered slot that a message goes back to by its label: it would be a step back, were the question or the
    answer before named in the label's place. Empty where there is none, and where the label gets a value."""
    for slot in sorted(slots, key=lambda one: -len(one.label)):
        label = re.compile(rf"(?<!\w){re.escape(slot.label)}(?!\w)", re.IGNORECASE)
        if _labelled(message, [slot]):
            continue
        if slot.answer and label.search(message) and any(aim_of(label.sub(one, message)) == "back" for one in BEFORE):
            return slot.name
    return ""


def stated_in(message: str, slots: Sequence[SlotCard]) -> tuple[Learned, ...]:
    """What a message that answers nothing says of slots by an example with a word or two before it: “now it is for the
    staff”."""
    found: dict[str, Learned] = {}
    for sentence in filter(str.strip, SENTENCE.split(message)):
        words = unled(sentence).split()
        said = (learned_of(" ".join(words[before:]), slots, None)[0] for before in range(1, MOST_LEADING + 1))
        found |= {one.slot: one for one in next(filter(None, said), ()) if one.slot not in found}
    return tuple(found.values())


def _labelled(sentence: str, slots: Sequence[SlotCard]) -> Learned | None:
    """The value after a slot's label and a colon, near the sentence's beginning."""
    for slot in slots:
        before = rf"^(?:\S+\s+){{0,{MOST_BEFORE}}}{re.escape(slot.label)}\s*:\s+(.+)$"
        said = re.match(before, sentence.strip(), re.IGNORECASE | re.DOTALL)
        if said and (value := value_of(said.group(1), slot)):
            return Learned(slot=slot.name, value=value)
    return None


def _exchanged(sentence: str, answered: Sequence[SlotCard]) -> Learned | None:
    """The value that is to stand in the place of the one answer that was given before (“swap plan for country”)."""
    said = next(filter(None, (exchange.match(unled(sentence)) for exchange in _EXCHANGES)), None)
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
    value = _replacing(corrected or meant, against)
    whole = same_words(against, before)
    return Learned(slot=slot.name, value=value if whole else f"{before}; {value}, not {against}")


def _replacing(answer: str, earlier: str) -> str:
    """The words that stand where those they are set against would: from the same first word on (“put down the head
    instead of the governors”), or all of them."""
    first = re.escape(earlier.split()[0])
    found = re.findall(rf"(?i)(?<!\w){first}(?!\w).*", answer, re.DOTALL)
    return found[-1].strip() if found else answer.strip()
