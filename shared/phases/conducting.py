"""How a phase is led without a model: slots in their order, one question at a time, each answer as it was said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shared.model.moves import ConductPhase, Learned, PhaseMove, SlotCard
from shared.phases.answer import NOTHING, amended, answer_in, gives_up, ungreeted
from shared.phases.changes import changes_of, gone_back_to, stated_in
from shared.phases.matching import (
    aim_of,
    aim_of_question,
    asks_something,
    correction_of,
    is_about,
    learned_of,
    may_be_asked,
    named_in,
    takes_back,
    value_of,
)
from shared.phases.planning import Reads, always_clear, further, questions_for
from shared.phases.slots import SO_FAR, told
from shared.phases.utterances import Aim

MOST_OFFERED: Final = 8
UNKNOWN_SAID: Final = "That's fine, I'll go on without it."
NOTED_ASIDE: Final = "I have noted your question for the analysis."
NOT_A_CHOICE: Final = "I couldn't match that with one of the choices. It is fine not to know."
IDLE: Final[tuple[Aim, ...]] = ("begin", "keep", "unknown", "why")
"""What a message may be for that asks nothing of an analysis: it is told what can be asked."""
LIMITS: Final = "constraints"
AT_FIRST: Final[tuple[Aim, ...]] = ("unknown", "why")
"""What a first message may be for that leaves open what is to be found out."""
ASK_ON: Final = "Ask me about the findings, change anything that you told me, or tell me when we are done."
STANDS: Final = "The findings stay as they are; the brief has the change."
STOPPED: Final = "All right, we can stop here. What you told me is kept: send me any message to go on."


def conduct(request: ConductPhase, reads: Reads = always_clear) -> PhaseMove:
    """The move: what the message says of which slots, and the next question; or that all is known. `reads` tells
    whether the data can be asked a question as it stands."""
    if request.analyses:
        return _analysed(request, reads)
    if request.opening and not request.message:
        return _moved(request, (), ())
    return _answered(request)


def _answered(request: ConductPhase) -> PhaseMove:
    """The move after a message to a phase that asks."""
    asked = _card(request, request.asked)
    aim = _aim(request, asked)
    if aim == "back" and request.back_at:
        return _back(request)
    if aim == "why" and asked:
        return PhaseMove(say=_paragraphs(asked.why, _ask(asked)), asks=asked.name)
    if aim == "unknown" and asked and not named_in(request.message, asked.choices):
        return _moved(request, (Learned(slot=asked.name, unknown=True),), (UNKNOWN_SAID,))
    if aim == "nothing" and asked and not asked.closed:
        return _moved(request, (Learned(slot=asked.name, value=NOTHING),), ())
    if aim == "done" and asked:
        return PhaseMove(say=STOPPED, asks=asked.name)
    if aim == "keep" and asked and asked.answer:
        kept = Learned(slot=asked.name, value=asked.answer.value, unknown=not asked.answer.value)
        return _moved(request, (kept,), ())
    if _begins(aim, asked, request):
        return _moved(request, (), ())
    if corrected := _corrected(request):
        return _moved(request, (corrected,), (_told((corrected,), request, "Changed"),))
    return _read(request, asked)


def _begins(aim: Aim, asked: SlotCard | None, request: ConductPhase) -> bool:
    """Whether a message only begins: it says nothing yet of what is to be found out, or of what was asked."""
    if asked is None and request.opening and aim in AT_FIRST:
        return True
    return aim == "begin" and (asked is None or not asked.closed) and not _is_answer(request)


def _aim(request: ConductPhase, asked: SlotCard | None) -> Aim:
    """What a message is for; a question in the place of an answer, which asks nothing of the data, is one about the
    question that was asked."""
    aim = aim_of(request.message)
    if aim == "answer" and gone_back_to(request.message, request.slots):
        return "back"
    if aim != "answer" or asked is None or _first(asked, request) or not asks_something(request.message):
        return aim
    return aim if is_about(request.message, (*_names(request), *asked.choices)) else aim_of_question(request.message)


def _names(request: ConductPhase) -> tuple[str, ...]:
    """What the columns of the files are called."""
    return tuple(column.words or column.name for table in request.datasets for column in table.columns)


def _read(request: ConductPhase, asked: SlotCard | None) -> PhaseMove:
    """What a message says of slots; what is left answers the slot that was asked, or the first at the beginning."""
    open_ = _open(request)
    target = asked or (open_[0] if open_ and request.opening else None)
    name = target.name if target else None
    changed, rest = changes_of(request.message, request.slots, name)
    learned, rest = learned_of(rest, request.slots, name)
    learned = (*changed, *(one for one in learned if one.slot not in {change.slot for change in changed}))
    if learned and takes_back(rest):
        rest = ""  # that was about what it changed
    if asked is None and target and _is_of_data(target, request) and not may_be_asked(rest, _names(request)):
        rest = ""  # a greeting, or whatever: what is to be found out is asked for
    if target and rest and asks_something(rest) and request.asked and not _first(target, request):
        return _aside(request, learned, rest, target)
    value = _answer(rest, target, request) if target and rest else ""
    if target and rest and not value and target.closed and gives_up(rest):
        return _moved(request, (Learned(slot=target.name, unknown=True), *learned), (UNKNOWN_SAID,))
    if target and value:
        learned = (Learned(slot=target.name, value=value), *learned)
    if target and rest and not value:
        learned = (*learned, *_other_choice(request, rest, {one.slot for one in learned}))
    beside = tuple(one for one in learned if not target or one.slot != target.name)
    lines = [_told(beside, request, _verb(beside, request))] if beside else []
    if target and rest and not value and not beside:
        lines.append(NOT_A_CHOICE)
    return _moved(request, learned, lines)


def _answer(text: str, card: SlotCard, request: ConductPhase) -> str:
    """The value that a text gives the slot that was asked."""
    if card.closed:
        return value_of(text, card)
    return value_of(answer_in(ungreeted(text) if _first(card, request) else text), card)


def _is_of_data(card: SlotCard, request: ConductPhase) -> bool:
    """Whether what a slot holds is a question of the data: other slots are read in it."""
    return bool(request.datasets) and any(other.read_in == card.name for other in request.slots)


def _other_choice(request: ConductPhase, text: str, known: set[str]) -> tuple[Learned, ...]:
    """What a text that answers nothing else says of one other open slot, by one of its choices."""
    others = [card for card in _open(request) if card.closed and card.name not in known | {request.asked}]
    named = [(card, named_in(text, card.choices)) for card in others]
    found = [Learned(slot=card.name, value=value) for card, value in named if value]
    return tuple(found) if len(found) == 1 else ()


def _aside(request: ConductPhase, learned: tuple[Learned, ...], rest: str, target: SlotCard) -> PhaseMove:
    """A question of the person's own in place of an answer: it is kept, and the answer asked for again."""
    lines = [_told(learned, request, "Noted")] if learned else []
    return PhaseMove(learned=learned, aside=rest, say=_paragraphs(*lines, NOTED_ASIDE, _ask(target)), asks=target.name)


def _corrected(request: ConductPhase) -> Learned | None:
    """The answer before, taken back; where the message does not say of which slot it is."""
    value = correction_of(request.message)
    learned, _ = learned_of(value, request.slots, None)
    card = _card(request, request.back_at)
    if learned or card is None or not value:
        return learned[0] if learned else None
    read = value_of(value, card)
    return (_amended(request, card, value) or Learned(slot=card.name, value=read)) if read else None


def _amended(request: ConductPhase, card: SlotCard, value: str) -> Learned | None:
    """The answer in which the value takes the place of another such amount: the one before, else the only one."""
    said = {one.name: one.answer.value for one in request.slots if one.answer and one.answer.source == "said"}
    found = {name: text for name, before in said.items() if (text := amended(before, value))}
    name = card.name if card.name in found else next(iter(found)) if len(found) == 1 else ""
    return Learned(slot=name, value=found[name]) if name else None


def _back(request: ConductPhase) -> PhaseMove:
    """Back at the answered slot that the message names, else at the one that was answered last."""
    card = _card(request, gone_back_to(request.message, request.slots) or request.back_at)
    if card is None:
        return _moved(request, (), ())
    said = card.answer.value if card.answer else ""
    so_far = f"So far I have: “{said}”." if said else "So far it is unknown."
    return PhaseMove(back=True, asks=card.name, say=_paragraphs(f"Back to: {card.label}. {so_far}", _ask(card)))


def _moved(request: ConductPhase, learned: tuple[Learned, ...], lines: Sequence[str]) -> PhaseMove:
    """The move with what follows from what was learned: what a slot's value says of others, and the next question."""
    inferred = _read_in(request, learned)
    learned = (*learned, *inferred)
    known = {one.slot for one in learned}
    left = [slot for slot in _open(request) if slot.name not in known]
    asked = _card(request, request.asked)
    if asked and asked.name not in known:  # asked again, also where it has an answer already
        left = [asked, *(slot for slot in left if slot.name != asked.name)]
    opening = (request.opens,) if request.opening else ()
    lines = [*lines, _told(inferred, request, SO_FAR)] if inferred else lines
    noted = _paragraphs(*opening, *lines)
    if not left:
        return PhaseMove(learned=learned, noted=noted, is_complete=True, say=request.closes)
    return PhaseMove(learned=learned, noted=noted, asks=left[0].name, say=_ask(left[0]))


def _read_in(request: ConductPhase, learned: tuple[Learned, ...]) -> tuple[Learned, ...]:
    """What the values of other slots say of the open ones that are read in them."""
    values = {card.name: card.answer.value for card in request.slots if card.answer}
    values |= {one.slot: one.value for one in learned}
    known = {one.slot for one in learned}
    found = []
    for slot in _open(request):
        if slot.read_in and slot.name not in known and slot.name != request.asked:
            text = values.get(slot.read_in, "")
            if text and (value := named_in(text, slot.choices)):
                found.append(Learned(slot=slot.name, value=value, inferred=True))
    return tuple(found)


def _analysed(request: ConductPhase, reads: Reads) -> PhaseMove:
    """The move of a phase that has the agents work: the plan at its beginning, and after a change of the brief."""
    if request.opening:
        return PhaseMove(say=_paragraphs(request.opens, _unapplied(request)), questions=_plan(request, (), reads))
    asked = _card(request, request.asked)
    aim = _aim(request, None)
    if aim in ("done", "nothing"):  # nothing more is wanted
        return PhaseMove(is_complete=True, say=request.closes)
    if aim == "back" and request.back_at:
        return _back(request)
    if aim in IDLE and not asked:
        return PhaseMove(say=_ask_on(request))
    corrected = _corrected(request)
    changed, rest = changes_of(request.message, request.slots, None, contrasts=False)
    learned, rest = learned_of(rest, request.slots, None)
    learned = (corrected,) if corrected else (*changed, *learned)
    if asked and not learned and (value := value_of(rest, asked)):
        learned = (Learned(slot=asked.name, value=value),)
    if not learned and not asks_something(rest) and reads(rest) == "unread":  # no agent could answer it
        learned = stated_in(rest, request.slots)
    return _changed(request, learned, reads) if learned else PhaseMove(questions=(request.message,))


def _changed(request: ConductPhase, learned: tuple[Learned, ...], reads: Reads) -> PhaseMove:
    """The move after a change of the brief: what follows for the plan is worked on; nothing may."""
    said, questions = _told(learned, request, "Changed"), _plan(request, learned, reads)
    if questions != _plan(request, (), reads):
        return PhaseMove(learned=learned, say=said, questions=questions)
    limit = next((one.value for one in learned if one.slot == LIMITS), "")
    return PhaseMove(learned=learned, say=_paragraphs(said, _not_applied(limit), STANDS))


def _unapplied(request: ConductPhase) -> str:
    """Without a model a constraint in free words is no condition: that is said, where there is one."""
    limits = _card(request, LIMITS)
    return _not_applied(limits.answer.value if limits and limits.answer else "")


def _not_applied(limit: str) -> str:
    if limit in ("", NOTHING):
        return ""
    return f"I can't apply “{limit}” without a language model, so these figures ignore it."


def _ask_on(request: ConductPhase) -> str:
    """What can be asked now, for a message that asks nothing."""
    questions = further(_known(request), request.datasets)
    listed = "\n".join(f"{number}. {one}" for number, one in enumerate(questions, start=1))
    return _paragraphs(ASK_ON, f"You could ask:\n{listed}" if listed else "")


def _plan(request: ConductPhase, learned: tuple[Learned, ...], reads: Reads) -> tuple[str, ...]:
    known = _known(request) | {one.slot: one.value for one in learned}
    asked = request.message if request.opening else ""
    return questions_for(known, request.datasets, (*filter(None, (asked,)), *request.asides), reads=reads)


def _known(request: ConductPhase) -> dict[str, str]:
    return {card.name: card.answer.value for card in request.slots if card.answer}


# words ---------------------------------------------------------------------------------------------------------------


def _told(learned: Sequence[Learned], request: ConductPhase, verb: str) -> str:
    """What was taken from a message, so that a person sees what is kept."""
    labels = {card.name: card.label for card in request.slots}
    return told(verb, [(labels[one.slot], one.value) for one in learned])


def _verb(learned: Sequence[Learned], request: ConductPhase) -> str:
    answered = {card.name for card in request.slots if card.answer}
    return "Changed" if any(one.slot in answered for one in learned) else "Noted"


def _ask(card: SlotCard) -> str:
    listed = "\n".join(f"{number}. {choice}" for number, choice in enumerate(card.choices[:MOST_OFFERED], start=1))
    return f"{card.ask}\n\n{listed}" if listed else card.ask


def _paragraphs(*parts: str) -> str:
    return "\n\n".join(filter(None, parts))


# slots ---------------------------------------------------------------------------------------------------------------


def _card(request: ConductPhase, name: str | None) -> SlotCard | None:
    return next((card for card in request.slots if card.name == name), None)


def _open(request: ConductPhase) -> list[SlotCard]:
    """The slots of this phase of which nothing is known."""
    return [card for card in request.slots if card.phase == request.phase and card.answer is None]


def _first(card: SlotCard, request: ConductPhase) -> bool:
    """Whether it is the slot that a consultation begins with, whose answer may well be a question."""
    return bool(request.slots) and request.slots[0].name == card.name


def _is_answer(request: ConductPhase) -> bool:
    """Whether a message names something of the slot that was asked after all."""
    asked = _card(request, request.asked)
    return bool(asked and asked.closed and value_of(request.message, asked))
