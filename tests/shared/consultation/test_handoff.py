"""Handoffs: how many phases there are is configuration, and how many hand over in one turn is bounded."""

import pytest

from infra.lab.matrix.judge import coherent
from shared.consultation.handoff import MOST_HANDOFFS
from shared.errors import DeadlineExceeded
from shared.model.moves import ConductPhase, Learned, PhaseMove
from shared.model.port import Answered
from shared.phases.phase import in_order
from shared.store.turns import SessionBusy
from shared.turn.reply.commit_queue import OVERTAKEN
from tests.shared.consultation.driving import Drive, phases_of


class Hasty:
    """A mind that claims completion for ever, whatever is said."""

    def __init__(self, inner):
        self._inner = inner

    def ask(self, request, *, seconds):
        if not isinstance(request, ConductPhase) or request.analyses:
            return self._inner.ask(request, seconds=seconds)
        own = [card for card in request.slots if card.phase == request.phase]
        move = PhaseMove(
            learned=tuple(Learned(slot=card.name, unknown=True) for card in own), say="Done.", is_complete=True
        )
        return Answered(move, source="claude")


@pytest.mark.parametrize("count", [1, 3, 5])
def test_consultations_of_one_three_and_five_phases_run_by_the_same_states(candor, count):
    phases = phases_of(count)
    drive, session = Drive(candor.deps, phases), candor.session(mode="consultation")
    spoke = []
    for number in range(1, count + (count == 1)):
        reply = drive.say(session, f"answer {number}")
        spoke += [message.agent for message in reply.messages if message.role == "assistant"]
    stood = candor.deps.sessions.consultation(session.session_id)
    assert list(dict.fromkeys(spoke)) == list(phases)
    assert stood.phase == list(phases)[-1]
    assert stood.transitions.succeeded == count - 1
    if count == 1:
        assert stood.closed


def test_a_mind_that_claims_completion_for_ever_ends_in_a_clear_reply(candor):
    drive, session = Drive(candor.deps, phases_of(7)), candor.session(mode="consultation")
    before = candor.deps.model
    candor.deps.model = Hasty(before)
    try:
        reply = drive.say(session, "go")
    finally:
        candor.deps.model = before
    stood = candor.deps.sessions.consultation(session.session_id)
    assert stood.transitions.deepest == MOST_HANDOFFS
    assert stood.due
    assert reply.status == "answered"
    assert "Your answers are kept" in reply.text


def test_a_second_message_while_one_is_answered_is_refused(candor):
    drive, session = Drive(candor.deps, phases_of(3)), candor.session(mode="consultation")
    turn = drive.accepted(session, "first")
    with pytest.raises(SessionBusy):
        drive.accepted(session, "second")
    assert drive.through(turn).consultation.revision == 1


def test_of_two_turns_that_race_for_one_consultation_the_second_says_that_nothing_of_it_is_kept(candor):
    drive, session = Drive(candor.deps, phases_of(3)), candor.session(mode="consultation")
    first = drive.accepted(session, "one thing")
    drive.talked(first)
    candor.cloud.clock.sleep(300)  # its lease has run out
    assert drive.say(session, "another thing").consultation.revision == 1
    reply = drive.through(first)
    assert (reply.text, reply.status) == (OVERTAKEN, "failed")
    stood = candor.deps.sessions.consultation(session.session_id)
    assert stood.snapshots["phase_1"]["slot_b"].value == "another thing"


@pytest.mark.parametrize("count", [1, 3])
def test_a_phase_that_spoke_before_its_step_failed_is_told_with_what_may_be_missing(candor, count):
    def out_of_time(name, step):
        done = step()
        if name == "converse":
            raise DeadlineExceeded("out of time")
        return done

    reply = Drive(candor.deps, phases_of(count), out_of_time).say(candor.session(mode="consultation"), "go")
    assert reply.status == "partial"
    assert coherent(reply), reply.text


def test_a_slot_that_two_phases_share_is_refused():
    twin = phases_of(2)["phase_1"]
    with pytest.raises(ValueError, match="share"):
        in_order([twin, twin])
