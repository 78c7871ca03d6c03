"""Where a consultation stands after a move: pure functions."""

from datetime import UTC, datetime

import pytest

from functions.registry import all_phases
from shared.contracts import ColumnProfile, DatasetProfile, Session
from shared.model.moves import Learned, PhaseMove
from shared.phases.advance import begun, committed_as, entered, held, is_complete, moved, resumed
from shared.phases.phase import filled

NOW = datetime(2026, 11, 23, 12, 0, tzinfo=UTC)
SESSION = Session(session_id="sess_1", user_id="someone", mode="consultation", created_at=NOW)
PHASES = all_phases()
TABLE = DatasetProfile(
    dataset_id="data_1",
    file_name="sales.csv",
    row_count=3,
    columns=(
        ColumnProfile(name="net_revenue", words="net revenue", type="number", role="measure"),
        ColumnProfile(name="region", words="region", type="text", role="dimension"),
        ColumnProfile(name="channel", words="channel", type="text", role="dimension"),
    ),
)
FILLED = tuple(Learned(slot=slot.name, value="told") for slot in PHASES["qualifier"].slots if slot.kind == "text")


def start():
    return filled(begun(SESSION, PHASES, NOW), PHASES, (TABLE,))


def test_only_the_flag_completes_a_phase():
    silent = moved(start(), PhaseMove(learned=FILLED, say="…"), PHASES, (TABLE,))
    assert not is_complete(silent, PhaseMove(learned=FILLED), PHASES)
    assert is_complete(silent, PhaseMove(is_complete=True), PHASES)


def test_the_flag_alone_does_not_complete_a_phase_with_open_slots():
    assert not is_complete(start(), PhaseMove(is_complete=True), PHASES)


def test_what_the_profile_says_is_known_from_the_beginning():
    assert start().snapshots["qualifier"]["data"].model_dump() == {"value": "sales.csv", "source": "profile"}


def test_a_consultation_that_is_closed_stays_closed_and_with_the_last_phase_whatever_is_asked_after():
    at_last = start().model_copy(update={"phase": "analyzer"})
    closed = moved(at_last, PhaseMove(say="Glad to help.", is_complete=True), PHASES, (TABLE,))
    after = moved(closed, PhaseMove(say="It is West.", questions=("Which region leads?",)), PHASES, (TABLE,))
    assert (closed.closed, after.closed, after.phase) == (True, True, "analyzer")


def test_a_handoff_moves_phase_and_thread_and_keeps_what_is_known():
    stood = moved(start(), PhaseMove(learned=FILLED, is_complete=True), PHASES, (TABLE,))
    after = entered(stood, depth=1, seconds=2.0)
    assert (after.phase, after.snapshots) == ("assessor", stood.snapshots)
    assert after.thread_id != stood.thread_id
    assert (after.transitions.succeeded, after.transitions.deepest, after.transitions.seconds) == (1, 1, 2.0)


def test_the_only_column_of_a_kind_is_not_asked_for():
    stood = moved(start(), PhaseMove(learned=FILLED, is_complete=True), PHASES, (TABLE,))
    known = filled(entered(stood, depth=1, seconds=0), PHASES, (TABLE,)).snapshots["assessor"]
    assert known["measure"].value == "net revenue"
    assert "breakdown" not in known


def test_a_value_that_a_slot_cannot_hold_is_left_out():
    wrong = (Learned(slot="breakdown", value="weather"), Learned(slot="nothing_like_it", value="x"))
    assert moved(start(), PhaseMove(learned=wrong), PHASES, (TABLE,)).snapshots == start().snapshots


def test_a_column_goes_by_its_name_or_its_words():
    for said in ("net_revenue", "Net Revenue"):
        stood = moved(start(), PhaseMove(learned=(Learned(slot="measure", value=said),)), PHASES, (TABLE,))
        assert stood.snapshots["assessor"]["measure"].value == "net revenue"


def test_going_back_leads_to_the_last_answer_and_then_to_the_one_before():
    stood = moved(start(), PhaseMove(learned=FILLED, is_complete=True), PHASES, (TABLE,))
    stood = entered(stood, depth=1, seconds=0)
    once = moved(stood, PhaseMove(back=True), PHASES, (TABLE,))
    assert (once.phase, once.asked) == ("qualifier", FILLED[-1].slot)
    twice = moved(once, PhaseMove(back=True), PHASES, (TABLE,))
    assert twice.asked == FILLED[-2].slot
    assert twice.snapshots == stood.snapshots


def test_going_back_leads_to_the_slot_that_is_named_where_it_was_answered():
    stood = moved(start(), PhaseMove(learned=FILLED, is_complete=True), PHASES, (TABLE,))
    stood = entered(stood, depth=1, seconds=0)
    named = moved(stood, PhaseMove(back=True, asks=FILLED[0].slot), PHASES, (TABLE,))
    assert (named.phase, named.asked) == ("qualifier", FILLED[0].slot)
    assert moved(stood, PhaseMove(back=True, asks="constraints"), PHASES, (TABLE,)).asked == FILLED[-1].slot


def test_a_handoff_that_came_to_nothing_is_due_again_and_counted():
    stood = moved(start(), PhaseMove(learned=FILLED, is_complete=True), PHASES, (TABLE,))
    assert held(stood, failed=True).due
    assert held(stood, failed=True).transitions.rolled_back == 1
    assert held(stood, failed=False).transitions.rolled_back == 0


def test_a_commit_counts_one_revision_and_remembers_findings_once():
    once = committed_as(start(), NOW, "turn_1", found=True)
    assert committed_as(once, NOW, "turn_1", found=True).findings == ("turn_1",)
    assert once.revision == 1


def test_a_consultation_whose_phase_is_gone_begins_anew_with_all_that_is_known():
    stood = start().model_copy(update={"phases": ("gone",), "phase": "gone", "due": True})
    again = resumed(stood, PHASES)
    assert (again.phase, again.due, again.snapshots) == ("qualifier", False, stood.snapshots)


def test_there_is_no_handoff_after_the_last_phase():
    with pytest.raises(ValueError, match="after the last"):
        entered(start().model_copy(update={"phase": "analyzer"}), depth=1, seconds=0)
