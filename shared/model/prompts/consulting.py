"""ConductPhase: one phase of a consultation, as a tool call that fills its snapshot and says what comes next."""

import re
from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import Field, StringConstraints

from shared.contracts import Contract
from shared.errors import ForfeitException
from shared.model.moves import ConductPhase, Learned, PhaseMove, SlotCard
from shared.model.prompts.forfeiting import FORFEIT, Forfeiting
from shared.model.prompts.prompt import PRINCIPLES, Prompt, Tool, WrongAnswer, compose, fence, health_lines, sections
from shared.model.prompts.tables import tables
from shared.model.prompts.tool_calls import arguments_of
from shared.model.spoken import Spoken

ROLE = """\
# Your part: lead one phase of a consultation

Answer by one call of `go_on`. The phase has slots to fill, in the order of their worth; what is known
of each is given.

- Take from the person's message everything that it says of any slot, of earlier phases too: answers, corrections. Keep
  their own words. Take nothing that they did not say; a slot with choices takes one of them, as it is written.
- Ask for one thing at a time, the most valuable that is open. Never ask what is known already.
- "I don't know" makes the slot that was asked unknown; go on with the next one. To go back, set `back`, and `asks` to
  the slot.
- Where the person asks back, explain briefly and ask again. A question about something else goes into `aside`: say that
  it is kept for the analysis, and ask again.
- Set `is_complete` as soon as every slot of this phase is known or unknown, and only then; `say` is then a short
  closing sentence without a question. Whoever comes next speaks directly after it.
- `say` is what the person reads: one to three plain sentences. What stands in "briefing" is shown before it: do not
  repeat it. Quote figures exactly as they are given, and state no others.
- A phase that analyses has no slots of its own: at its beginning give up to four `questions` for the agents, each
  complete in itself, that respect the brief and its constraints; later, what the person asks goes into `questions`,
  complete in itself. Where the person changes the brief, give its questions again, as they are then: the findings are
  told anew for it. It is complete only when the person has no more questions.

Call `forfeit` where the phase cannot go on at all.
"""

MOST_QUESTIONS = 4
LETTERS = 4
"""Words shorter than that prove nothing."""
LongLine = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=600)]


class FilledSlots(Contract):
    """What the message says of one slot."""

    slot: LongLine = Field(description="The name of the slot.")
    value: str = Field(default="", max_length=600, description="In the person's words, or one of the slot's choices.")
    unknown: bool = Field(default=False, description="The person does not know it.")


class GoOn(Contract):
    """Say what was learned, what the person reads next, and whether the phase is complete."""

    learned: tuple[FilledSlots, ...] = Field(default=(), max_length=20)
    say: str = Field(max_length=2000, description="What the person reads.")
    asks: str | None = Field(default=None, description="The slot that `say` asks about.")
    is_complete: bool = Field(default=False, description="Nothing of this phase is open any more.")
    back: bool = Field(default=False, description="The person goes back to the slot in `asks`, or one step.")
    aside: str = Field(default="", max_length=600, description="A question about something else, kept for later.")
    questions: tuple[LongLine, ...] = Field(default=(), max_length=MOST_QUESTIONS, description="For the agents.")

    def move(self) -> PhaseMove:
        """The tool's arguments as the PhaseMove that the consultation takes."""
        learned = tuple(Learned.model_validate(one.model_dump()) for one in self.learned)
        return PhaseMove.model_validate({**self.model_dump(exclude={"learned"}), "learned": learned})


GO_ON = Tool("go_on", GoOn)


@compose.register
def conduct_phase(request: ConductPhase, *, samples: bool) -> Prompt:
    """The prompt of a phase. No synthetic message is in it: that the phase begins is said in so many words."""
    begins = "The phase begins now; nobody has said anything in it yet." if not request.message else ""
    return Prompt(
        system=sections(PRINCIPLES, ROLE),
        material=tables(request.datasets, samples=samples),
        ask=sections(
            health_lines(request.health),
            f"Phase: {request.phase}. {request.purpose} {request.instructions}",
            "This phase analyses." if request.analyses else "",
            fence("slots", [_slot(card, request) for card in request.slots]),
            fence("briefing", list(request.briefing)) if request.briefing else "",
            fence("thread", [line.model_dump() for line in request.thread]) if request.thread else "",
            fence("kept_for_the_analysis", list(request.asides)) if request.asides else "",
            f"The slot that was asked: {request.asked}" if request.asked else "",
            fence("message", request.message) if request.message else begins,
        ),
        tools=(GO_ON, FORFEIT),
        read=lambda spoken: _read(spoken, request),
    )


def _slot(card: SlotCard, request: ConductPhase) -> dict[str, Any]:
    known = {"value": card.answer.value, "source": card.answer.source} if card.answer else None
    told = {"name": card.name, "this_phase": card.phase == request.phase, "asks": card.ask, "known": known}
    return told | ({"choices": list(card.choices)} if card.closed else {})


def _read(spoken: Spoken, request: ConductPhase) -> PhaseMove:
    """The move. Raises WrongAnswer with everything that is wrong, ForfeitException."""
    given = arguments_of(spoken, (GO_ON, FORFEIT))
    for one in given:
        if isinstance(one, Forfeiting):
            raise ForfeitException.of(one.forfeit())
    moves = [one.move() for one in given if isinstance(one, GoOn)]
    if len(moves) != 1:
        raise WrongAnswer("Call go_on once.")
    if wrong := list(_problems_of(moves[0], request)):
        raise WrongAnswer(" ".join(wrong))
    return moves[0]


def _problems_of(move: PhaseMove, request: ConductPhase) -> Iterator[str]:
    """What is wrong with a move, each in a sentence that says what would be right."""
    yield from _wrong_slots(move, request)
    yield from _wrong_words(move, request)


def _wrong_slots(move: PhaseMove, request: ConductPhase) -> Iterator[str]:
    cards = {card.name: card for card in request.slots}
    for one in move.learned:
        if one.slot not in cards:
            yield f"There is no slot {one.slot}; there are {', '.join(cards)}."
        elif not one.unknown:
            yield from _wrong_value(one, cards[one.slot], request)
    filled = {one.slot for one in move.learned}
    left = [card.name for card in request.slots if card.phase == request.phase and not card.answer]
    still = [name for name in left if name not in filled]
    if move.is_complete and still:
        yield f"The phase is not complete: {', '.join(still)} is open; ask, or leave is_complete false."
    if move.asks is not None and move.asks not in cards:
        yield f"asks: there is no slot {move.asks}."
    elif move.asks is not None:
        yield from _wrong_ask(cards[move.asks], filled, still, request)
    elif "?" in move.say and still and not (move.back or request.analyses):
        yield "Name in `asks` the slot that `say` asks about."


def _wrong_ask(card: SlotCard, filled: set[str], still: list[str], request: ConductPhase) -> Iterator[str]:
    """A phase asks for what is open in it; for what is known only where a message may have called for that."""
    known = card.answer is not None or card.name in filled
    if known and not request.message:
        yield f"asks: {card.name} is known; ask for {' or '.join(still) or 'nothing and set is_complete'}."
    elif not known and card.phase != request.phase:
        yield f"asks: {card.name} belongs to another phase; ask for {' or '.join(still) or 'nothing'}."


def _wrong_words(move: PhaseMove, request: ConductPhase) -> Iterator[str]:
    if not move.say.strip() and not move.questions:
        yield "say is empty: the person must read something."
    if move.say.count("?") > 1:
        yield "say asks more than one thing; ask for one thing at a time."
    if move.questions and not request.analyses:
        yield "questions are for a phase that analyses; leave them away."
    if request.analyses and request.opening and not move.questions:
        yield "Give the questions for the agents."


def _wrong_value(one: Learned, card: SlotCard, request: ConductPhase) -> Iterator[str]:
    if card.closed and one.value not in card.choices:
        yield f"{one.slot} takes one of: {', '.join(card.choices)}."
    elif not card.closed and not _was_said(one.value, request, asked=card.name == request.asked):
        yield f"{one.slot}: nobody said “{one.value}”; keep the person's words, or leave the slot open."


def _was_said(value: str, request: ConductPhase, *, asked: bool) -> bool:
    """Whether a value shares a word of substance with what the person said in this phase, or is as short as a yes. What
    was asked may be answered with what the phase itself proposed in its question (“then that”)."""
    lines = [line.text for line in request.thread if line.role == "person"]
    proposed = [line.text for line in request.thread[-1:] if asked and line.role == "phase"]
    said = " ".join([request.message, *lines, *proposed]).casefold()
    words = [word for word in re.findall(r"\w+", value.casefold()) if len(word) >= LETTERS or word.isdigit()]
    return bool(value.strip()) and (not words or any(word in said for word in words))
