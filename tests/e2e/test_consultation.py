"""A guided consultation, through the real state machine and without a model."""

from itertools import product
from typing import Any

import pytest

from functions.registry import all_phases
from infra.lab.matrix.consultation import disagreements
from infra.local.call_faults import CallFault
from infra.local.faults import FaultKind
from shared.consultation.brief import brief_of
from shared.consultation.phase import line
from shared.consultation.thread import thread_of
from shared.contracts import Consultation, Reply, Session
from shared.ids import new_id
from shared.store.datasets import DatasetRecord
from shared.store.turns import HANDOFF
from shared.turn.reply.consultation import TRY_AGAIN
from tests.conftest import SALES
from tests.sampled import sampled

QUALIFYING = (
    "We want to know which region has the highest revenue",
    "whether to close a branch",
    "the board",
    "a clear ranking",
)
ASSESSING = ("none", "fully")
"""The key figure and its breakdown are read in the question."""


def stands(candor: Any, session: Session) -> Consultation:
    found = candor.deps.sessions.consultation(session.session_id)
    assert found is not None
    return found


def said(candor: Any, session: Session, *messages: str) -> Reply:
    """The last of the replies to these messages."""
    return [candor.ask(message, session=session) for message in messages][-1]


def agents(reply: Reply) -> list[str]:
    return [message.agent for message in reply.messages if message.role == "assistant"]


@pytest.fixture
def session(candor: Any) -> Session:
    return candor.session(mode="consultation")


def agree(candor: Any, session: Session) -> None:
    told = [one.reply for one in candor.deps.turns.of_session(session.session_id) if one.reply]
    assert list(disagreements(told[::-1], candor.deps.sessions.consultation(session.session_id), None)) == []


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


def test_a_consultation_that_is_closed_does_not_ask_when_it_is_done(candor, session):
    open_ = said(candor, session, *QUALIFYING, *ASSESSING)
    assert "tell me when we are done" in open_.text
    closed = said(candor, session, "that is all, thanks", "What is the average revenue?")
    assert "tell me when we are done" not in closed.text


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


FAILURES: tuple[FaultKind, ...] = ("raises", "is throttled")


@pytest.mark.parametrize(("fault", "state"), sampled(product(FAILURES, ("Handoff", "Coordinate", "Waves")), 2))
def test_a_failed_handoff_leaves_the_user_where_they_were_and_the_next_message_tries_again(
    candor, session, state, fault
):
    before, (last, after) = (*QUALIFYING, *ASSESSING[:-1]), (ASSESSING[-1], "go on")
    said(candor, session, *before)
    if state == "Waves":
        broken: Any = "cannot be caught" if fault == "raises" else "is aborted"
    else:
        broken = fault
    candor.break_(state, broken)
    reply = said(candor, session, last)
    stood = stands(candor, session)
    candor.cloud.faults.reset()
    assert stood.phase == "assessor"
    if state == "Waves":
        assert reply.consultation is None
        again = said(candor, session, last)
    else:
        assert stood.due
        assert reply.status == "partial"
        assert "Your answers are kept" in reply.text
        assert stood.transitions.rolled_back == 1
        assert agents(reply)[0] == "assessor"
        again = said(candor, session, after)
    assert stands(candor, session).phase == "analyzer"
    assert stands(candor, session).snapshots["assessor"]["trust"].value == "fully"
    assert agents(again)[-1] == "analyzer"
    agree(candor, session)


@pytest.mark.parametrize("fault", FAILURES)
@pytest.mark.parametrize("answers", [QUALIFYING, (*QUALIFYING, *ASSESSING)], ids=["assessor", "analyzer"])
def test_a_next_phase_that_fails_at_its_opening_leaves_the_user_where_they_were_and_is_tried_again(
    candor, session, answers, fault
):
    said(candor, session, *answers[:-1])
    before = stands(candor, session)
    candor.cloud.faults.meanwhile["Handoff"] = lambda: candor.break_("Converse", fault)
    reply = said(candor, session, answers[-1])
    stood = stands(candor, session)
    candor.cloud.faults.reset()
    assert (stood.phase, stood.due, reply.status) == (before.phase, True, "partial")
    assert (stood.transitions.succeeded, stood.transitions.rolled_back) == (before.transitions.succeeded, 1)
    assert reply.text.endswith(TRY_AGAIN)
    again = said(candor, session, "go on")
    assert agents(again) == [before.phase, before.following]
    assert stands(candor, session).phase == before.following
    agree(candor, session)


def test_agents_that_all_fail_leave_the_user_before_the_analysis(candor, session):
    said(candor, session, *QUALIFYING, *ASSESSING[:-1])
    candor.break_("RunAgent")
    reply = said(candor, session, ASSESSING[-1])
    assert (reply.status, stands(candor, session).phase, stands(candor, session).due) == ("partial", "assessor", True)
    candor.cloud.faults.reset()
    assert said(candor, session, "go on").consultation.phase == "analyzer"
    agree(candor, session)


def test_a_message_whose_phase_fails_says_that_nothing_has_moved(candor, session):
    said(candor, session, *QUALIFYING[:2])
    before = stands(candor, session)
    candor.break_("Converse")
    reply = said(candor, session, QUALIFYING[2])
    assert reply.status == "failed"
    assert "Your consultation is where it was" in reply.text
    assert stands(candor, session) == before


def test_a_baseline_that_cannot_be_computed_is_said_and_computed_with_the_next_message(candor, session):
    said(candor, session, *QUALIFYING[:-1])
    down = CallFault("query", lambda call: call.operation == "lambda.Invoke" and call.function is not None, "is down")
    candor.cloud.faults.calls.append(down)
    reply = said(candor, session, QUALIFYING[-1])
    assert "I couldn't compute a baseline just now" in reply.text
    assert "baseline" not in stands(candor, session).snapshots["assessor"]
    candor.cloud.faults.reset()
    candor.deps.health.forget()
    assert "The total revenue is 111." in said(candor, session, ASSESSING[0]).text


def test_a_handoff_without_time_for_it_is_kept_for_the_next_message(candor, session):
    said(candor, session, *QUALIFYING[:-1])
    candor.cloud.faults.meanwhile["Handoff"] = lambda: candor.cloud.clock.sleep(55)
    reply = said(candor, session, QUALIFYING[-1])
    stood = stands(candor, session)
    assert (stood.phase, stood.due, reply.status) == ("qualifier", True, "answered")
    assert "I'll go on with the next step" in reply.text
    assert candor.deps.turns.belongings(reply.turn_id).all(HANDOFF, Consultation.__base__)
    assert agents(said(candor, session, "ok")) == ["qualifier", "assessor"]


def test_a_consultation_without_data_forfeits_where_it_needs_some(candor):
    session = candor.session(None, mode="consultation", user="has-no-data")
    said(candor, session, *QUALIFYING)
    reply = candor.deps.turns.page(session.session_id, before=None, limit=1).found[0].reply
    stood = stands(candor, session)
    assert (reply.status, stood.phase, stood.due) == ("partial", "qualifier", True)
    assert (stood.transitions.succeeded, stood.transitions.rolled_back) == (0, 1)
    assert "There is no data to assess" in reply.text
    assert reply.text.endswith(TRY_AGAIN)
    assert [one.status for one in reply.responses] == ["completed", "forfeited"]
    assert said(candor, session, "go on").text.endswith(TRY_AGAIN)
    agree(candor, session)


@pytest.mark.parametrize(("state", "told"), [
    ({"status": "rejected", "reason": "It has no header."}, "broken.csv could not be read: it has no header"),
    ({"status": "waiting"}, "broken.csv is still being read"),
])  # fmt: skip
def test_a_consultation_whose_file_is_no_dataset_names_it_and_its_state(candor, state, told):
    record = DatasetRecord(
        dataset_id=new_id("data"), user_id="local", file_name="broken.csv", created_at=candor.deps.clock.now(), **state
    )
    candor.deps.datasets.put(record)
    session = candor.cloud.session((record.dataset_id,), mode="consultation")
    reply = said(candor, session, *QUALIFYING)
    assert told in reply.text
    assert "has no file" not in reply.text


def test_an_assessment_that_waited_for_its_file_begins_whole_once_that_is_read(candor, session):
    ready = candor.deps.datasets.get(session.dataset_ids[0], session.user_id)
    candor.deps.datasets.put(ready.model_copy(update={"status": "waiting"}))
    said(candor, session, *QUALIFYING)
    assert stands(candor, session).phase == "qualifier"
    candor.deps.datasets.put(ready)
    begun = said(candor, session, "go on").text
    assert "10 rows and 7 columns" in begun
    assert "The total revenue is 111." in begun
    assert stands(candor, session).phase == "assessor"


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
    assert "total revenue by region" in found.text
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
