"""Whatever happens at whichever slot of whichever phase, the brief is right: what was said, or unknown."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from functions.registry import all_phases
from infra.lab.messages_api import Brain, calls
from infra.lab.recorded import Recorded
from shared.contracts import Consultation, Session
from shared.phases.advance import abandoned_in
from shared.phases.phase import all_slots
from shared.turn.rescue.rescue import commit_from_outside, sweep_consultations
from tests.conftest import SALES
from tests.shared.consultation.driving import Drive

PHASES = all_phases()
SLOTS = {name: slot for name, (_, slot) in all_slots(PHASES).items()}
"""All slots: a consultation about two files asks for each; that of the file is known where there is one."""
NAMES = ("Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Ginkgo", "Hazel", "Ivy", "Juniper")
OTHER_SUBJECT = "How many orders are there in all?"


class Crash(Exception):
    """A step that breaks."""


@dataclass
class Talk:
    """A consultation under way, and what its brief should hold in the end (None: unknown)."""

    candor: Any
    session: Session
    broken: tuple[str, str] | None = None
    """The step that breaks, "before" its work or "after" it."""
    expected: dict[str, str | None] = field(default_factory=dict)

    def say(self, message: str) -> str:
        """The reply to a message."""

        def around(name: str, step: Callable[[], Any]) -> Any:
            if self.broken == (name, "before"):
                raise Crash
            done = step()
            if self.broken == (name, "after"):
                raise Crash
            return done

        deps = self.candor.deps
        drive = Drive(deps, PHASES, around)
        turn = drive.accepted(self.session, message)
        try:
            return drive.through(turn).text
        except Crash:  # Respond itself: the rescuer replies
            reply = commit_from_outside(turn, "unknown", "Respond", deps)
            deps.turns.release(turn)
            return reply.text

    @property
    def stands(self) -> Consultation:
        found = self.candor.deps.sessions.consultation(self.session.session_id)
        assert found is not None
        return found

    def answer(self, slot: str, *, wrong: bool = False) -> str:
        """What is said for a slot: its own words, or one of its choices."""
        tables = [self.candor.deps.datasets.profile(one) for one in self.session.dataset_ids]
        choices = SLOTS[slot].choices(tables)
        if choices:
            return choices[0 if wrong else -1]
        return f"the {NAMES[list(SLOTS).index(slot) if not wrong else -1]} plan"

    def tell(self, slot: str) -> None:
        """Says it."""
        self.expected[slot] = self.answer(slot)
        self.say(self.answer(slot) if self.stands.asked == slot else f"the {SLOTS[slot].label} is {self.answer(slot)}")


def plainly(talk: Talk, slot: str) -> None:
    talk.tell(slot)


def not_known(talk: Talk, slot: str) -> None:
    talk.say("I don't know")
    talk.expected[slot] = None


def asked_back(talk: Talk, slot: str) -> None:
    talk.say("why do you ask?")
    assert talk.stands.asked == slot
    talk.tell(slot)


def another_subject(talk: Talk, slot: str) -> None:
    talk.say(OTHER_SUBJECT)
    talk.tell(slot)


def corrected(talk: Talk, slot: str) -> None:
    talk.say(talk.answer(slot, wrong=True))
    talk.say(f"no, I meant {talk.answer(slot)}")
    talk.expected[slot] = talk.answer(slot)


def gone_back(talk: Talk, slot: str) -> None:
    talk.say(talk.answer(slot, wrong=True))
    talk.say("go back")
    assert talk.stands.asked == slot
    talk.tell(slot)


def broken(talk: Talk, message: str, step: str, when: str) -> str:
    """The reply to a message whose turn breaks there."""
    talk.broken = (step, when)
    told = talk.say(message)
    talk.broken = None
    return told


def crashed(talk: Talk, slot: str) -> None:
    before = talk.stands
    assert "Your consultation is where it was" in broken(talk, talk.answer(slot), "converse", "before")
    assert talk.stands == before
    talk.tell(slot)


def crashed_once_it_was_read(talk: Talk, slot: str) -> None:
    talk.expected[slot] = talk.answer(slot)
    told = broken(talk, talk.answer(slot), "converse", "after")
    assert ("Your answers are kept" if talk.stands.due else "this may be incomplete") in told
    if talk.stands.due:
        talk.say("Hello")


def crashed_before_its_reply(talk: Talk, slot: str) -> None:
    before = talk.stands
    assert broken(talk, talk.answer(slot), "respond", "before")
    assert talk.stands == before
    talk.tell(slot)


def crashed_after_its_reply(talk: Talk, slot: str) -> None:
    talk.expected[slot] = talk.answer(slot)
    broken(talk, talk.answer(slot), "respond", "after")


def abandoned(talk: Talk, slot: str) -> None:
    talk.candor.cloud.clock.sleep(2 * 86_400)
    deps = talk.candor.deps
    assert abandoned_in(talk.stands, deps.clock.now()) == talk.stands.phase
    assert talk.session.session_id in {one.session_id for one in deps.sessions.resting(deps.clock.now())}
    sweep_consultations(deps)
    assert talk.session.session_id not in {one.session_id for one in deps.sessions.resting(deps.clock.now())}
    talk.tell(slot)


EVENTS = (
    plainly,
    not_known,
    asked_back,
    another_subject,
    corrected,
    gone_back,
    crashed,
    crashed_once_it_was_read,
    crashed_before_its_reply,
    crashed_after_its_reply,
    abandoned,
)


def through(talk: Talk, event: Callable[[Talk, str], None]) -> list[str]:
    """Holds a consultation in which this happens at each slot that is asked; the slots, in their order."""
    talk.say("Hello")
    seen: list[str] = []
    while (slot := talk.stands.asked) is not None:
        assert slot not in seen, f"{slot} was asked again"
        seen.append(slot)
        event(talk, slot)
    return seen


def held(talk: Talk) -> dict[str, str | None]:
    """The brief, without what the profile and a computation say."""
    known = {name: answer for snapshot in talk.stands.snapshots.values() for name, answer in snapshot.items()}
    own = {name: answer for name, answer in known.items() if answer.source in ("said", "unknown")}
    return {name: answer.value or None for name, answer in own.items()}


def about_two_files(candor: Any) -> Session:
    """A session in which no slot is known beforehand."""
    files = (candor.dataset(SALES), candor.dataset("costs,branch\n12,East\n15,West\n11,East\n", name="costs.csv"))
    return candor.cloud.session(files, mode="consultation")  # type: ignore[no-any-return]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
def test_whatever_happens_at_every_slot_the_brief_is_right_without_a_model(candor, event):
    talk = Talk(candor, about_two_files(candor))
    assert through(talk, event) == list(SLOTS)
    assert held(talk) == talk.expected
    assert talk.stands.phase == list(PHASES)[-1]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
def test_whatever_happens_at_every_slot_the_brief_is_right_with_a_model(candor, event):
    talk = Talk(candor, about_two_files(candor))
    with candor.minded(Brain(then=Leading())):
        assert through(talk, event) == list(SLOTS)
    assert held(talk) == talk.expected
    assert talk.stands.phase == list(PHASES)[-1]


class Leading:
    """A model that understands what these people say, one message after the other."""

    def __init__(self) -> None:
        self.last = ""

    def __call__(self, request: Recorded, content: list[dict[str, Any]]) -> list[dict[str, Any]]:
        if "go_on" not in request.tools:
            return content
        found = re.search(r"The slot that was asked: (\w+)", request.everything)
        return [calls("go_on", self._led(request, found.group(1) if found else ""))]

    def _led(self, request: Recorded, asked: str) -> dict[str, Any]:
        slots, message = request.fenced("slots"), request.fenced("message") or ""
        if message == "go back":
            return {"say": "Back to the question before.", "back": True}
        if message == OTHER_SUBJECT and asked:
            return {"say": "That is kept for the analysis. Now, which is it?", "aside": message, "asks": asked}
        if message == "why do you ask?":
            return {"say": "It tells what to compare. Which is it?", "asks": asked}
        learned = self._learned(message, asked, {one["asks"]: one["name"] for one in slots})
        done = {one["slot"] for one in learned}
        left = [one["name"] for one in slots if one["this_phase"] and not one["known"] and one["name"] not in done]
        move: dict[str, Any] = {"learned": learned, "say": "Well.", "is_complete": not left}
        if not any(one["this_phase"] for one in slots):
            return {"learned": learned, "say": "", "questions": ["What is the total revenue?"]}
        return move | ({"say": "Which is it?", "asks": left[0]} if left else {})

    def _learned(self, message: str, asked: str, _asks: dict[str, str]) -> list[dict[str, Any]]:
        if message in ("", "Hello"):
            return []
        if message == "I don't know":
            return [{"slot": asked, "unknown": True}]
        corrected = message.removeprefix("no, I meant ")
        self.last = self.last if corrected != message else asked
        return [{"slot": self.last, "value": corrected}]
