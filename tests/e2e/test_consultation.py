"""A guided consultation, through the real state machine and without a model."""

from typing import Any

import pytest

from functions.registry import all_phases
from shared.consultation.brief import brief_of
from shared.consultation.thread import thread_of
from shared.contracts import Session
from shared.phases.phase import line
from tests.conftest import SALES
from tests.e2e.consulting import ASSESSING, QUALIFYING, agents, agree, said, stands


@pytest.fixture
def session(candor: Any) -> Session:
    return candor.session(mode="consultation")


def test_each_message_answers_one_question_and_none_is_spent_on_a_handoff(candor, session):
    said(candor, session, *QUALIFYING)
    assert stands(candor, session).phase == "assessor"
    last = said(candor, session, *ASSESSING)
    assert stands(candor, session).phase == "analyzer"
    assert agents(last) == ["assessor", "analyzer"]
    assert "West has the highest total revenue: 52.50" in last.text, last.text
    agree(candor, session)


def test_the_next_phase_speaks_in_the_same_turn_after_the_transition_line(candor, session):
    reply = said(candor, session, *QUALIFYING)
    roles = [(message.role, message.agent) for message in reply.messages]
    assert roles == [("assistant", "qualifier"), ("system", "candor"), ("user", "candor"), ("assistant", "assessor")]
    shown, synthetic, after = reply.messages[1:]
    assert shown.content == "✓ Qualification complete - Starting assessment..."
    assert synthetic.metadata["synthetic"] is True
    assert synthetic.content == "continue"
    assert after.metadata["transition"] == {"from": "qualifier", "to": "assessor"}
    assert shown.content in reply.text
    assert "continue" not in reply.text
    (event,) = [one for one in candor.deps.events.read(reply.turn_id) if one.type == "handoff"]
    assert (event.title, event.data["to"]) == (shown.content, "assessor")


def test_the_thread_of_a_phase_holds_no_synthetic_message(candor, session):
    asked = candor.deps.turns.get(said(candor, session, *QUALIFYING).turn_id).turn
    following = asked.model_copy(update={"turn_id": "turn_next"})
    (line_,) = thread_of(following, stands(candor, session).thread_id, candor.deps)
    assert (line_.role, line_.text == "continue") == ("phase", False)


def test_every_boundary_has_its_line_and_the_last_closes_the_consultation(candor, session):
    phases = list(all_phases().values())
    lines = [line(before, after) for before, after in zip(phases, [*phases[1:], None], strict=True)]
    assert lines == [
        "✓ Qualification complete - Starting assessment...",
        "✓ Assessment complete - Starting analysis...",
        "✓ Analysis complete - Consultation closed.",
    ]
    closing = said(candor, session, *QUALIFYING, *ASSESSING, "that is all, thanks")
    assert stands(candor, session).closed
    assert closing.text.endswith(lines[2])
    *_, event, last = candor.deps.events.read(closing.turn_id)
    assert (event.type, event.agent, event.title) == ("handoff", "analyzer", lines[2])
    assert event.data == {"from": "analyzer", "to": None, "line": lines[2]}
    assert last.type == "complete"
    again = said(candor, session, "What is the average revenue?")
    assert agents(again) == ["analyzer"]
    assert [fact.value for fact in again.facts] == [pytest.approx(11.1)]


def test_the_assessment_begins_with_the_quality_of_the_data_and_a_computed_baseline(candor, session):
    reply = said(candor, session, *QUALIFYING)
    assert "10 rows and 7 columns" in reply.text
    assert [fact.value for fact in reply.facts][:1] == [pytest.approx(111.0)]
    known = stands(candor, session).snapshots["assessor"]
    assert known["measure"].value == "revenue"
    assert known["baseline"].source == "computed"
    assert "111" in known["baseline"].value
    assert known["quality"].source == "profile"


def test_what_user_or_profile_said_already_is_never_asked(candor, session):
    asked = []
    for message in (*QUALIFYING, *ASSESSING):
        said(candor, session, message)
        asked.append(stands(candor, session).asked)
    assert "data" not in asked  # there is one file
    assert not {"measure", "breakdown"} & set(asked)  # the business question names them
    assert len([one for one in asked if one]) == len({one for one in asked if one})


def test_what_was_read_in_the_business_question_is_told_once(candor, session):
    begun = said(candor, session, *QUALIFYING)
    assert "So far I have: key figure “revenue”; breakdown “region”." in begun.text
    known = stands(candor, session).snapshots["assessor"]
    assert [known[slot].source for slot in ("measure", "breakdown")] == ["inferred", "inferred"]
    assert "| Breakdown | region | inferred from your answers |" in brief_of(
        stands(candor, session), all_phases(), candor.deps
    )
    assert "So far I have" not in said(candor, session, "none").text


def test_the_assessment_is_begun_before_the_data_and_the_baseline_are_told(candor, session):
    begun = said(candor, session, *QUALIFYING).text
    told = [begun.index(one) for one in ("Let's begin.", "10 rows", "total revenue is", "So far", "leave out?")]
    assert told == sorted(told)
    assert begun.count("Let's begin.") == 1


def test_several_answers_in_one_message_are_all_taken(candor, session):
    reply = said(
        candor,
        session,
        "We want to know which region has the highest revenue. It's for the board, and we have to decide whether to "
        "close a branch; success would be a clear ranking",
    )
    known = stands(candor, session).snapshots["qualifier"]
    assert {name: answer.value for name, answer in known.items()} == {
        "question": "which region has the highest revenue",
        "audience": "the board",
        "decision": "whether to close a branch",
        "success": "a clear ranking",
        "data": "sales.csv",
    }
    assert agents(reply) == ["qualifier", "assessor"]


def test_a_question_back_is_explained_and_another_subject_is_kept(candor, session):
    said(candor, session, QUALIFYING[0])
    why = said(candor, session, "why do you ask?")
    assert stands(candor, session).asked == "decision"
    assert "which alternatives to compare" in why.text
    aside = said(candor, session, "What is the average number of units?")
    assert stands(candor, session).asides == ("What is the average number of units?",)
    assert "Which decision depends on the answer?" in aside.text


def test_a_consultation_that_is_closed_does_not_ask_when_it_is_done(candor, session):
    open_ = said(candor, session, *QUALIFYING, *ASSESSING)
    assert "tell me when we are done" in open_.text
    closed = said(candor, session, "that is all, thanks", "What is the average revenue?")
    assert "tell me when we are done" not in closed.text


def test_the_state_machine_writes_each_reply_once_and_phase_and_reply_agree(candor, session):
    reply = said(candor, session, *QUALIFYING)
    stored = stands(candor, session)
    assert reply.consultation == stored
    assert len(candor.cloud.commits[reply.turn_id]) == 1


def test_a_table_of_many_figures_offers_them_all(candor):
    session = candor.session(SALES, mode="consultation")
    said(candor, session, "I want to know what goes on", *QUALIFYING[1:])
    assert stands(candor, session).asked == "measure"


def test_a_question_that_only_a_model_can_weigh_is_told_beside_the_figures_that_bear_on_it(candor, session):
    said(candor, session, "How do we sell more?", *QUALIFYING[1:])
    found = said(candor, session, "revenue", "region", *ASSESSING)
    assert found.status == "partial"
    assert "Total revenue by region" in found.text
    assert "**Not answered**: “How do we sell more”. This takes a language model" in found.text


def test_a_follow_up_is_read_with_what_was_found_before_it(candor, session):
    said(candor, session, "How do we sell more?", *QUALIFYING[1:], "revenue", "region", *ASSESSING)
    reply = said(candor, session, "and by channel?")
    assert reply.status == "answered"
    assert "total revenue by channel" in reply.text


def test_a_follow_up_that_nobody_answers_is_one_forfeit_and_leaves_the_consultation_open(candor, session):
    said(candor, session, *QUALIFYING, *ASSESSING)
    reply = said(candor, session, "Why is North so low?")
    assert (reply.status, reply.forfeit.code) == ("forfeited", "needs_cause")
    told = [one for one in candor.deps.events.read(reply.turn_id) if one.type == "forfeit"]
    assert [one.data["scope"] for one in told] == ["agent", "turn"]
    assert not stands(candor, session).closed
    agree(candor, session)
