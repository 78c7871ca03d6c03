"""A step of a consultation that fails leaves the user where they were, and the next message tries again."""

from itertools import product
from typing import Any

import pytest

from infra.local.call_faults import CallFault
from infra.local.faults import FaultKind
from shared.contracts import Consultation, Session
from shared.ids import new_id
from shared.store.datasets import DatasetRecord
from shared.store.turns import HANDOFF
from shared.turn.reply.consultation import TRY_AGAIN
from tests.e2e.consulting import ASSESSING, QUALIFYING, agents, agree, said, stands
from tests.sampled import sampled

FAILURES: tuple[FaultKind, ...] = ("raises", "is throttled")


@pytest.fixture
def session(candor: Any) -> Session:
    return candor.session(mode="consultation")


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
