"""Which turns before a question are remembered, and how much of each."""

from datetime import UTC, datetime, timedelta

import pytest

from shared.contracts import AgentResponse, AgentResult, ExecutedQuery, Reply, Turn
from shared.contracts.consultation import Consultation
from shared.contracts.turn import TurnStatus
from shared.store.turns import TurnRecord
from shared.turn.intake.intake import CUT, LONGEST_ANSWER, LONGEST_EARLIER_ANSWER, last_turns

ASKED = datetime(2026, 5, 1, tzinfo=UTC)


def turn(
    question: str, *tasks: str, status: TurnStatus = "answered", text: str = "So.", computed: bool = True
) -> TurnRecord:
    """A turn whose agents had these tasks."""
    asked = Turn(
        turn_id="t", session_id="s", user_id="u", question=question, asked_at=ASKED, deadline=ASKED + timedelta(0, 90)
    )
    ran = (ExecutedQuery(sql="SELECT 1", purpose="x"),) if computed else ()
    responses = tuple(
        AgentResponse(agent="a", task_id=task, task=task, status="completed", result=AgentResult(queries_executed=ran))
        for task in tasks
    )
    replied = status in ("answered", "partial", "forfeited")
    reply = Reply(turn_id="t", session_id="s", status="answered", text=text, responses=responses) if replied else None
    return TurnRecord(turn=asked, status=status, reply=reply)


def test_the_last_three_are_remembered_oldest_first_and_the_last_that_computed_something_among_them() -> None:
    thanks = [turn(f"Thanks {at}", "thanks", computed=False) for at in range(4)]
    latest_first = [*thanks, turn("How much?", "Total"), turn("How many?", "Count")]
    assert [one.question for one in last_turns(latest_first)] == ["Total", "thanks", "thanks", "thanks"]
    assert [one.computed for one in last_turns(latest_first)] == [True, False, False, False]


def test_a_turn_without_a_reply_or_that_failed_is_not_remembered_and_one_that_was_given_up_is() -> None:
    failed = turn("How?", "Ways")._replace(status="failed")
    found = last_turns([turn("Now?", status="running"), failed, turn("Why?", "Reasons", status="forfeited")])
    assert [(one.question, one.computed) for one in found] == [("Reasons", False)]


@pytest.mark.parametrize(("tasks", "known_as"), [(("Total by region",), "Total by region"), (("A", "B"), "And that?")])
def test_a_question_is_remembered_as_it_was_read_where_it_was_one_task(tasks: tuple[str, ...], known_as: str) -> None:
    (found,) = last_turns([turn("And that?", *tasks)])
    assert found.question == known_as


def test_of_a_long_answer_the_beginning_is_remembered_and_less_of_earlier_ones() -> None:
    earlier, last = last_turns([turn("Q", "a", text="x" * 5000), turn("Q", "b", text="y" * 5000)])
    assert (len(last.answer), len(earlier.answer)) == (LONGEST_ANSWER + len(CUT), LONGEST_EARLIER_ANSWER + len(CUT))
    assert earlier.answer.endswith(CUT)
    (whole,) = last_turns([turn("Q", "a", text="x" * (LONGEST_ANSWER + len(CUT)))])
    assert CUT not in whole.answer


def test_of_several_tasks_in_a_consultation_the_question_is_the_one_that_was_completed() -> None:
    given_up = AgentResponse(agent="a", task_id="0", task="Costs", status="forfeited")
    held = turn("Go on", "Revenue")
    assert held.reply
    responses = (given_up, *held.reply.responses)
    (found,) = last_turns([consulted(held, responses)])
    assert found.question == "Revenue"


def test_what_a_phase_of_a_consultation_asked_is_no_question_of_the_person() -> None:
    held = turn("A shop")
    phase = AgentResponse(agent="qualifier", task_id="0", task="Learn", status="completed")
    assert last_turns([consulted(held, (phase,))]) == ()


def consulted(held: TurnRecord, responses: tuple[AgentResponse, ...]) -> TurnRecord:
    """The turn as one of a consultation, with these responses."""
    consultation = Consultation(
        session_id="s", phases=("qualifier",), phase="qualifier", thread_id="t", begun_at=ASKED, moved_at=ASKED
    )
    assert held.reply
    reply = held.reply.model_copy(update={"consultation": consultation, "responses": responses})
    return held._replace(reply=reply)
