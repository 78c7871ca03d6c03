"""What was said in a consultation is changed, gone back to or not known."""

from typing import Any

import pytest

from functions.registry import all_phases
from shared.consultation.brief import brief_of
from shared.contracts import Session
from tests.e2e.consulting import ASSESSING, QUALIFYING, agree, said, stands
from tests.sampled import sampled

SLOTS = [(phase.name, slot.name) for phase in all_phases().values() for slot in phase.slots if slot.kind != "dataset"]
ANSWERS = {
    "question": QUALIFYING[0],
    "decision": QUALIFYING[1],
    "audience": QUALIFYING[2],
    "success": QUALIFYING[3],
    "measure": "revenue",
    "breakdown": "channel",
    "constraints": "none",
    "trust": "mostly",
}
AFRESH = ANSWERS | {"question": "how many units were sold", "measure": "units"}


def until_asked(candor: Any, session: Session, slot: str) -> None:
    """Answers whatever is asked until this is asked."""
    for _ in range(12):
        found = candor.deps.sessions.consultation(session.session_id)
        if found and found.asked == slot:
            return
        said(candor, session, AFRESH_QUESTION if found is None else ANSWERS[found.asked])
    raise AssertionError(f"{slot} was never asked")


AFRESH_QUESTION = "Hello"


@pytest.fixture
def session(candor: Any) -> Session:
    return candor.session(mode="consultation")


@pytest.mark.parametrize(("phase", "slot"), sampled(SLOTS))
def test_at_every_slot_not_knowing_is_kept_as_unknown_and_going_back_asks_it_again(candor, phase, slot):
    session = candor.session(mode="consultation")
    neutral = {"question": "what is going on"}  # names no column, so that each is asked
    ANSWERS.update(neutral)
    try:
        until_asked(candor, session, slot)
        said(candor, session, "I don't know")
        stood = stands(candor, session)
        assert stood.snapshots[phase][slot].source == "unknown"
        said(candor, session, "go back")
        stood = stands(candor, session)
        assert (stood.phase, stood.asked) == (phase, slot)
        said(candor, session, ANSWERS[slot])
        assert stands(candor, session).snapshots[phase][slot].source == "said"
        agree(candor, session)
    finally:
        ANSWERS["question"] = QUALIFYING[0]


@pytest.mark.parametrize(("slot", "message", "value"), [
    ("audience", "the audience is the sales team", "the sales team"),
    ("decision", "actually, the decision is whether to hire", "whether to hire"),
    ("success", "no, I meant a plan", "a plan"),
])  # fmt: skip
def test_an_earlier_answer_is_corrected_from_the_next_phase(candor, session, slot, message, value):
    said(candor, session, *QUALIFYING, message)
    stood = stands(candor, session)
    assert stood.snapshots["qualifier"][slot].value == value
    assert stood.phase == "assessor"


def test_a_change_that_no_figure_depends_on_computes_nothing_again_and_is_in_the_brief(candor, session):
    found = said(candor, session, *QUALIFYING, *ASSESSING)
    changed = said(candor, session, "the audience is the customers")
    assert found.facts
    assert changed.facts == ()
    assert (
        changed.text == "Changed: audience “the customers”.\n\nThe findings stay as they are; the brief has the change."
    )
    assert "| Audience | the customers |" in brief_of(stands(candor, session), all_phases(), candor.deps)
    agree(candor, session)


def test_a_changed_key_figure_computes_its_baseline_and_the_analysis_anew(candor, session):
    said(candor, session, *QUALIFYING, *ASSESSING)
    changed = said(candor, session, "the key figure is units")
    assert "Changed: key figure “units”" in changed.text
    assert any(fact.value == 8 for fact in changed.facts), changed.text
    assert "baseline" not in stands(candor, session).snapshots["assessor"]


def test_a_changed_key_figure_is_told_before_its_baseline_and_that_before_the_next_question(candor, session):
    told = said(candor, session, *QUALIFYING, "the key figure is units").text
    parts = [told.index(one) for one in ("Changed: key figure “units”.", "The total units", "leave out?")]
    assert parts == sorted(parts)


def test_an_audience_that_is_changed_after_the_findings_is_kept_however_it_is_said(candor, session):
    reply = said(candor, session, *QUALIFYING, *ASSESSING, "now it is for the treasurer")
    assert (reply.status, stands(candor, session).snapshots["qualifier"]["audience"].value) == (
        "answered",
        "the treasurer",
    )
