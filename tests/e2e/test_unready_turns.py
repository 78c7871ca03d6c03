"""Questions about files that are not, or never will be, datasets: each reply names the file and its state."""

import pytest

from shared.clock import MovableClock
from shared.contracts import Turn
from shared.deps import Deps
from shared.ids import new_id
from shared.store.datasets import DatasetRecord
from shared.turn.readiness import WAIT_SECONDS, looked_at, unready_of

QUESTIONS = ("What is the total revenue?", "Segment my customers", "What is in this file?", "How do the files join?")


def waiting(candor, name="orders.csv", **more):
    """A dataset whose file has not been read."""
    record = DatasetRecord(
        dataset_id=new_id("data"), user_id="local", file_name=name, created_at=candor.deps.clock.now(), **more
    )
    candor.deps.datasets.put(record)
    return record


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_about_a_file_that_is_being_read_is_told_so(candor, question):
    session = candor.cloud.session((waiting(candor).dataset_id,))
    reply = candor.ask(question, session=session)
    assert reply.status == "forfeited"
    assert reply.forfeit.reason.startswith("orders.csv is still being read")
    assert "Ask again in a moment" in reply.forfeit.would_help
    assert "account" not in reply.text


def test_a_rejected_file_is_named_with_its_reason(candor):
    record = waiting(candor, "notes.csv", status="rejected", reason="The file has no rows below its header.")
    reply = candor.ask("What is the total revenue?", session=candor.cloud.session((record.dataset_id,)))
    assert reply.status == "forfeited"
    assert reply.forfeit.reason == "notes.csv could not be read: the file has no rows below its header"
    assert "again in a moment" not in reply.text


def test_an_answer_from_the_file_that_is_ready_names_the_one_that_is_not(candor):
    session = candor.cloud.session((candor.session().dataset_ids[0], waiting(candor, "costs.csv").dataset_id))
    reply = candor.ask("What is the total revenue?", session=session)
    assert reply.status == "answered"
    assert "111" in reply.text
    assert reply.text.count("costs.csv is still being read") == 1
    talk = candor.ask("Thanks!", session=session)
    assert talk.text == "You're welcome!"


def test_what_the_ready_file_does_not_hold_may_be_in_the_one_that_is_being_read(candor):
    session = candor.cloud.session((candor.session().dataset_ids[0], waiting(candor, "costs.csv").dataset_id))
    reply = candor.ask("What is the average freight cost?", session=session)
    assert reply.status == "forfeited"
    assert "costs.csv is still being read" in reply.forfeit.would_help


def test_talk_is_answered_while_a_file_is_being_read(candor):
    reply = candor.ask("hello", session=candor.cloud.session((waiting(candor).dataset_id,)))
    assert reply.status == "answered"
    assert "orders.csv is still being read" in reply.text
    assert "Upload" not in reply.text


class Patient(MovableClock):
    """A clock on which something happens while somebody waits."""

    def __init__(self, happens):
        super().__init__()
        self.happens, self.waited = happens, 0.0

    def sleep(self, seconds):
        super().sleep(seconds)
        self.waited += seconds
        self.happens(self.waited)


def _turn(candor, record):
    session = candor.cloud.session((record.dataset_id,))
    now = candor.deps.clock.now()
    return Turn(
        turn_id="t1", session_id=session.session_id, user_id="local", question="?", dataset_ids=session.dataset_ids,
        asked_at=now, deadline=now,
    )  # fmt: skip


def test_a_file_that_is_ready_in_a_moment_is_waited_for(candor):
    record = waiting(candor)
    ready = record.model_copy(update={"status": "ready"})
    clock = Patient(lambda waited: candor.deps.datasets.change(ready) if waited >= 1 else None)
    assert unready_of(looked_at(_turn(candor, record), Deps(candor.deps.settings, clock=clock))) == ()
    assert clock.waited < WAIT_SECONDS


def test_a_file_that_is_not_is_waited_for_only_so_long(candor):
    clock = Patient(lambda _waited: None)
    (unready,) = unready_of(looked_at(_turn(candor, waiting(candor)), Deps(candor.deps.settings, clock=clock)))
    assert unready.told == "orders.csv is still being read, or has not arrived yet"
    assert WAIT_SECONDS - 1 <= clock.waited <= WAIT_SECONDS + 1


def test_a_part_that_came_after_the_session_is_waited_for_and_no_longer_than_a_file(candor):
    first = waiting(candor, "shop.xlsx")
    turn, part = _turn(candor, first), waiting(candor, "shop.xlsx", part_of=first.dataset_id)
    candor.deps.datasets.change(first.model_copy(update={"status": "ready", "parts": (part.dataset_id,)}))
    clock = Patient(lambda _waited: None)
    records = looked_at(turn, Deps(candor.deps.settings, clock=clock))
    assert [one.dataset_id for one in records] == [first.dataset_id, part.dataset_id]
    assert [one.dataset_id for one in unready_of(records)] == [part.dataset_id]
    assert WAIT_SECONDS - 1 <= clock.waited <= WAIT_SECONDS + 1


def test_a_sheet_that_holds_no_table_is_not_told_as_a_file_that_could_not_be_read(candor):
    first = waiting(candor, "shop.xlsx")
    part = waiting(candor, "shop.xlsx", part_of=first.dataset_id, status="rejected", reason="It has no rows.")
    candor.deps.datasets.change(first.model_copy(update={"status": "ready", "parts": (part.dataset_id,)}))
    assert unready_of(looked_at(_turn(candor, first), candor.deps)) == ()


def test_a_rejected_file_is_not_waited_for(candor):
    clock = Patient(lambda _waited: None)
    record = waiting(candor, status="rejected", reason="It is a picture.")
    assert (
        unready_of(looked_at(_turn(candor, record), Deps(candor.deps.settings, clock=clock)))[0].reason
        == "It is a picture."
    )
    assert clock.waited == 0
