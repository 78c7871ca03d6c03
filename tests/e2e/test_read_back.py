"""What a phase noted is read back at the next one's beginning, before anything rests on it."""

from typing import Any

import pytest

from functions.phases.qualifier import phase as qualifier
from shared.contracts import Reply, Session, SlotAnswer
from shared.model.moves import SlotCard
from shared.phases.changes import changes_of, gone_back_to
from shared.phases.matching import value_of
from shared.phases.slots import LONGEST_READ_BACK, NOTED, read_back

QUALIFYING = (
    "We want to know which region has the highest revenue",
    "whether to close a branch",
    "the board",
    "a ranking",
)
ASSESSING = ("none", "fully")


@pytest.fixture
def session(candor: Any) -> Session:
    return candor.session(mode="consultation")


def said(candor: Any, session: Session, *messages: str) -> Reply:
    return [candor.ask(message, session=session) for message in messages][-1]


def test_the_answers_of_a_phase_are_read_back_in_its_last_reply(candor, session):
    reply = said(candor, session, *QUALIFYING)
    assert NOTED in reply.text
    for line in ("Decision: whether to close a branch", "Audience: the board", "Success: a ranking"):
        assert line in reply.text


def test_what_the_profile_said_is_not_read_back(candor, session):
    reply = said(candor, session, *QUALIFYING)
    assert "Data: sales.csv" not in reply.text


def test_the_answers_of_the_assessment_are_read_back_before_the_findings(candor, session):
    text = said(candor, session, *QUALIFYING, *ASSESSING).text
    assert text.index("Trust in the data: fully") < text.index("This is what I found")


def test_no_answer_is_read_back_within_a_phase(candor, session):
    for message in QUALIFYING[:-1]:
        assert NOTED not in said(candor, session, message).text


@pytest.mark.parametrize("slot", [slot for slot in qualifier.slots if not slot.closed], ids=lambda slot: slot.name)
def test_an_answer_is_changed_by_its_name_and_a_colon_as_the_reply_shows(candor, session, slot):
    said(candor, session, *QUALIFYING, f"{slot.label}: which channel loses most revenue")
    stood = candor.deps.sessions.consultation(session.session_id)
    assert stood.snapshots["qualifier"][slot.name].value == "which channel loses most revenue"


@pytest.mark.parametrize("known", [True, False], ids=["known", "unknown"])
@pytest.mark.parametrize(
    ("label", "name", "value"),
    [("Key figure", "measure", "cost"), ("Breakdown", "breakdown", "region"), ("Trust in the data", "trust", "mostly")],
)
def test_one_of_several_choices_is_changed_so_too_whether_it_was_known_or_not(known, label, name, value):
    before = SlotAnswer(value="x" if known else "", source="said" if known else "unknown")
    card = SlotCard(
        phase="assessor", name=name, label=label, ask="?", why=".", choices=("x", value), closed=True, answer=before
    )
    (change,), rest = changes_of(f"{label}: {value}", (card,), None)
    assert (change.value, rest) == (value, "")
    assert gone_back_to(f"{label}: {value}", (card,)) == ""


def test_a_column_may_be_named_as_the_file_has_it():
    assert (
        value_of(
            "mrr_usd",
            SlotCard(
                phase="p",
                name="measure",
                label="Key figure",
                ask="?",
                why=".",
                choices=("seats", "mrr usd"),
                closed=True,
            ),
        )
        == "mrr usd"
    )


def test_an_unknown_answer_is_read_back_as_unknown():
    assert "- Decision: unknown" in read_back([("Decision", "")])


def test_a_long_answer_is_cut_between_words():
    (line,) = [one for one in read_back([("Decision", "to hire " * 60)]).splitlines() if one.startswith("- ")]
    assert line.endswith((" to …", " hire …"))
    assert len(line) <= LONGEST_READ_BACK + len("- Decision:  …")


def test_where_nothing_was_learned_nothing_is_read_back():
    assert read_back([]) == ""
